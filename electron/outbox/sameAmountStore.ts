import type { Database } from '../storage/database.ts'
import { keyOf, OF_DESTINATION, OPEN } from './saleConditions.ts'
import { saleRowFromStored, type Destination, type SaleRow } from './saleRow.ts'

/** What the same-sale guard looks at: sales of one amount on one terminal. */
export interface SameAmount {
  /** Of those that are open, the one that is at the bank the likeliest, then the newest; undefined where none is. */
  readonly open: SaleRow | undefined
  readonly openCount: number
  /** The newest that was not removed, open or not. */
  readonly newest: SaleRow | undefined
}

const OF_AMOUNT = `${OF_DESTINATION} AND amount_kobo = ? AND terminal_id = ?`

/** `apartFrom` is the sequence of a sale that does not count: what takes its place is no second one. */
export type SameAmountAsked = readonly [
  destination: Destination,
  sale: { readonly terminalId: string; readonly amountKobo: number },
  apartFrom: number | null,
]

export function sameAmount(
  database: Pick<Database, 'get'>,
  ...[destination, { amountKobo, terminalId }, apartFrom]: SameAmountAsked
): SameAmount {
  // Sequences begin at 1.
  const parameters = [...keyOf(destination), amountKobo, terminalId, apartFrom ?? 0]
  // `sale_open` holds few rows; the index of all sales of an amount grows for ever.
  const open = database.get(
    `SELECT *, COUNT(*) OVER () AS open_count FROM sale INDEXED BY sale_open
     WHERE ${OF_AMOUNT} AND ${OPEN} AND sequence != ?
     ORDER BY state IN ('queued', 'held'), sequence DESC LIMIT 1`,
    ...parameters,
  )
  const newest = database.get(
    `SELECT * FROM sale WHERE ${OF_AMOUNT} AND state != 'cancelled' AND sequence != ?
     ORDER BY sequence DESC LIMIT 1`,
    ...parameters,
  )
  return {
    open: open === undefined ? undefined : saleRowFromStored(open),
    openCount: (open as { open_count: number } | undefined)?.open_count ?? 0,
    newest: newest === undefined ? undefined : saleRowFromStored(newest),
  }
}
