import type { Database } from '../storage/database.ts'
import { keyOf, OF_DESTINATION } from './saleConditions.ts'
import { by } from './saleIndexStore.ts'
import type { Destination, SaleRow } from './saleRow.ts'
import { saleFrom } from './storedSale.ts'

/** What the same-sale guard looks at: sales of one amount on one terminal. */
export interface SameAmount {
  /** Of those that are open, the one that is at the bank the likeliest, then the newest; undefined where none is. */
  readonly open: SaleRow | undefined
  readonly openCount: number
  /** The newest that was not removed, open or not. */
  readonly newest: SaleRow | undefined
}

const OF_AMOUNT = `${OF_DESTINATION} AND terminal_id = ? AND amount_kobo = ?`

/** `apartFrom` is the sequence of a sale that does not count: what takes its place is no second one. */
export type SameAmountAsked = readonly [
  destination: Destination,
  sale: { readonly terminalId: string; readonly amountKobo: number },
  apartFrom: number | null,
]

export function sameAmount(
  database: Pick<Database, 'get' | 'distrust'>,
  ...[destination, { amountKobo, terminalId }, apartFrom]: SameAmountAsked
): SameAmount {
  // Sequences begin at 1.
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
