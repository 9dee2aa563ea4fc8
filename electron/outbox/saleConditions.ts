import type { Destination } from './saleRow.ts'

/** SQL that more than one store of sales says, so that all of them mean the same by it. */
export const OF_DESTINATION = 'environment = ? AND partner_url = ? AND client_id = ?'
/** The very condition of the partial indexes, so that SQLite may use them. */
export const OPEN = "state IN ('queued', 'sending', 'unknown', 'review', 'conflict', 'held')"
export const LOOKED_UP = "state IN ('queued', 'unknown', 'review', 'refused', 'cancelled', 'writtenOff')"
export const UNPAID = "state = 'accepted' AND date_paid IS NULL"

/** The values of `OF_DESTINATION`. */
export function keyOf(destination: Destination): [string, string, string] {
  return [destination.environment, destination.partnerUrl, destination.clientId]
}
