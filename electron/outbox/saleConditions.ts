import type { Destination } from './saleRow.ts'
import type { LateLimits } from './saleQuery.ts'

/** SQL that more than one store of sales says, so that all of them mean the same by it. */
export const OF_DESTINATION = 'environment = ? AND partner_url = ? AND client_id = ?'
export const OPEN = "state IN ('queued', 'sending', 'unknown', 'review', 'conflict', 'held')"
export const LOOKED_UP =
  "state IN ('queued', 'unknown', 'review', 'refused', 'held', 'cancelled', 'writtenOff')"
/** Of what is held, only what the bank could not be understood about. */
export const ASKED_ABOUT = "(state != 'held' OR held_reason = 'bankUnclear')"
/** A record that differs from what was accepted waits for a person. */
export const DIFFERS = 'differing_open = 1'
export const UNPAID = "state = 'accepted' AND date_paid IS NULL"
/** Refused, and no person has taken note of it or recorded it anew. */
export const UNSEEN_REFUSAL = "state = 'refused' AND refusal_seen = 0"

/** In the words of saleView.ts, which decides the same of one sale; their values are those of {@link limitsOf}. */
export const LATE = 'differing_open = 0 AND accepted_at_ms < ? AND answered_at_ms - accepted_at_ms >= ?'
export const NOT_CHECKED = `differing_open = 0 AND accepted_at_ms < ?
  AND MAX(accepted_at_ms, COALESCE(answered_at_ms, accepted_at_ms)) < ?`

export function limitsOf(what: 'late' | 'notChecked', limits: LateLimits): [number, number] {
  return [limits.lateBeforeMs, what === 'late' ? limits.lateAfterMs : limits.checkedSinceMs]
}

/** The values of `OF_DESTINATION`. */
export function keyOf(destination: Destination): [string, string, string] {
  return [destination.environment, destination.partnerUrl, destination.clientId]
}
