import type { Destination } from '../../gateway/destination.ts'
import { CHECKED } from '../rules/delays.ts'
import type { LateLimits } from '../rules/saleQuery.ts'
import type { Span } from '../../../shared/days.ts'

/** SQL that several stores of sales share, so that its meaning stays the same. */
export const OF_DESTINATION = 'environment = ? AND partner_url = ? AND client_id = ?'
export const OPEN = "state IN ('queued', 'sending', 'unknown', 'review', 'conflict', 'held')"
export const LOOKED_UP =
  "state IN ('queued', 'unknown', 'review', 'refused', 'held', 'cancelled', 'writtenOff')"
/** Of held sales, only those with unreadable answers of the bank, and changed ones that may have been sent. */
export const ASKED_ABOUT =
  "(state != 'held' OR held_reason = 'bankUnclear' OR (held_reason = 'factsChanged' AND unknown_since_awake_ms IS NOT NULL))"
/** {@link standingOfSale} as conditions of indexes and lists; `todayParts.test.ts` holds both against each other. */
export const DIFFERS = 'differing_open = 1'
export const AGREES = 'differing_open = 0'
export const UNPAID = "state = 'accepted' AND date_paid IS NULL"
export const ON_ITS_WAY = `${UNPAID} AND ${AGREES}`
export const PAID = `state = 'accepted' AND date_paid IS NOT NULL AND ${AGREES}`
/** Refused, and neither noted nor corrected. */
export const UNSEEN_REFUSAL = "state = 'refused' AND refusal_seen = 0"

/** saleView.ts decides the same for one sale; the values are those of {@link limitsOf}. */
export const LATE = `${AGREES} AND accepted_at_ms < ? AND answered_at_ms - accepted_at_ms >= ?`
/** None of the late ones, so that a sale counts once. */
export const NOT_CHECKED = `${AGREES} AND accepted_at_ms < ?
  AND (answered_at_ms IS NULL OR answered_at_ms - accepted_at_ms < ?)
  AND ? - MAX(accepted_at_ms, COALESCE(answered_at_ms, accepted_at_ms))
    > MAX(${CHECKED.leastMs}, MIN((? - accepted_at_ms) / ${CHECKED.ageShare}.0, ${CHECKED.mostMs}))`

export function limitsOf(what: 'late' | 'notChecked', limits: LateLimits): number[] {
  const { lateBeforeMs, lateAfterMs, nowMs } = limits
  return [lateBeforeMs, lateAfterMs, ...(what === 'late' ? [] : [nowMs, nowMs])]
}

/** A further condition on the time of recording; null for all days. */
export function inSpan(span: Span | null): { readonly sql: string; readonly parameters: readonly number[] } {
  if (span === null) return { sql: '', parameters: [] }
  return {
    sql: ' AND recorded_at_ms >= ? AND recorded_at_ms < ?',
    parameters: [span.fromMs, span.untilMs],
  }
}

/** The values of `OF_DESTINATION`. */
export function keyOf(destination: Destination): [string, string, string] {
  return [destination.environment, destination.partnerUrl, destination.clientId]
}
