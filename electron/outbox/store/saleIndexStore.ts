import { DIFFERS, LOOKED_UP, OPEN, UNPAID, UNSEEN_REFUSAL } from './saleConditions.ts'

/** The indexes that statements name, each with its condition word for word: otherwise SQLite may not use it. */
export const CONDITIONS = {
  sale_open: OPEN,
  sale_due: LOOKED_UP,
  sale_sending: "state = 'sending'",
  sale_held: "state = 'held'",
  sale_queue: "state = 'queued'",
  sale_open_alike: OPEN,
  sale_sent: 'send_count > 0',
  sale_unpaid: UNPAID,
  sale_unpaid_since: UNPAID,
  sale_known: "state = 'accepted' AND record_json IS NOT NULL",
  sale_refused: "state = 'refused'",
  sale_refusal: UNSEEN_REFUSAL,
  sale_removed: "state = 'cancelled'",
  sale_differing: DIFFERS,
  sale_own: null,
  sale_amount: null,
  sale_alike: null,
} as const

/**
 * The rows of an index, up to a `WHERE` with its condition. SQLite refuses the statement if it cannot use the index, so
 * that no plan silently becomes a scan of all sales.
 */
export function by(index: keyof typeof CONDITIONS, columns = '*'): string {
  return `SELECT ${columns} FROM sale INDEXED BY ${index} WHERE ${CONDITIONS[index] ?? '1'}`
}
