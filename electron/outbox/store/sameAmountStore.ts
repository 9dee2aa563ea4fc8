import type { Database } from '../../storage/database.ts'
import { keyOf, OF_DESTINATION } from './saleConditions.ts'
import { by } from './saleIndexStore.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { saleFrom } from './storedSale.ts'

/** What the same-sale guard needs: sales of one amount on one terminal. */
export interface SameAmount {
  /** Of the open ones, the most likely at the bank, then the newest; undefined if there is none. */
  readonly open: SaleRow | undefined
  readonly openCount: number
  /** The newest one that was not removed, open or not. */
  readonly newest: SaleRow | undefined
}

const OF_AMOUNT = `${OF_DESTINATION} AND terminal_id = ? AND amount_kobo = ?`

/** `apartFrom` is the sequence of a sale to skip: its correction is not a second sale. */
export type SameAmountAsked = readonly [
  destination: Destination,
  sale: { readonly terminalId: string; readonly amountKobo: number },
  apartFrom: number | null,
]

export function sameAmount(
  database: Pick<Database, 'get' | 'distrust'>,
  ...[destination, { amountKobo, terminalId }, apartFrom]: SameAmountAsked
): SameAmount {
  const parameters = [...keyOf(destination), terminalId, amountKobo, apartFrom ?? 0]
  const open = database.get(
    `${by('sale_open_alike', '*, COUNT(*) OVER () AS open_count')} AND ${OF_AMOUNT} AND sequence != ?
     ORDER BY state IN ('queued', 'held'), sequence DESC LIMIT 1`,
    ...parameters,
  )
  const newest = database.get(
    `${by('sale_amount')} AND ${OF_AMOUNT} AND state != 'cancelled' AND sequence != ?
     ORDER BY sequence DESC LIMIT 1`,
    ...parameters,
  )
  return {
    open: open === undefined ? undefined : saleFrom(database, open),
    openCount: (open as { open_count: number } | undefined)?.open_count ?? 0,
    newest: newest === undefined ? undefined : saleFrom(database, newest),
  }
}
