import type { Answer, AnswerShape, GatewayError, TransactionRecord } from '../../gateway/answer.ts'

/**
 * The absence proof (docs/delivery.md, "The absence proof"), as pure rules. "Not found" is undocumented
 * (docs/service.md 4.6): its shape is learned, and it counts only while the same call finds a known record.
 */

/** Valid "not found" answers that a proof needs. */
export const NOT_FOUND_COUNT_MIN = 3
/** Minimum distance between counted answers, as a share of the quiet period: three at once count as one. */
const SPREAD_SHARE = 4

/** The part of a proof stored in the sale's row. All times are awake ms. */
export interface AbsenceProgress {
  /** The last moment at which bytes of the sale could be under way. */
  readonly unknownSinceMs: number
  readonly notFoundCount: number
  /** When the latest one counted; null before the first. */
  readonly lastNotFoundAtMs: number | null
}

/** Whether another valid "not found" would count now. */
export function isSpread(progress: AbsenceProgress, nowMs: number, quietMs: number): boolean {
  const since = progress.lastNotFoundAtMs ?? progress.unknownSinceMs
  return nowMs - since >= quietMs / SPREAD_SHARE
}

/** Whether enough answers are spread over the quiet period, the latest one after its end. */
export function isQuietProven(progress: AbsenceProgress, quietMs: number): boolean {
  return (
    progress.notFoundCount >= NOT_FOUND_COUNT_MIN &&
    progress.lastNotFoundAtMs !== null &&
    progress.lastNotFoundAtMs - progress.unknownSinceMs >= quietMs
  )
}

/** Whether an error may mean "nothing there": no list for an empty day, no record. */
export function mayMeanNothing(error: GatewayError): boolean {
  return error.kind === 'declined' || (error.kind === 'http' && NOT_FOUND_STATUSES.includes(error.status))
}

/** Statuses that may mean "not found"; any other is about the call, not the sale. */
const NOT_FOUND_STATUSES: readonly number[] = [200, 400, 404, 410, 422]

/** Whether an answer without a record is about the requested one, by its kind and status. */
export function speaksOfSale({ result, evidence }: Answer<TransactionRecord>): boolean {
  if (result.ok) return true
  const { kind } = result.error
  const isRead = kind === 'declined' || kind === 'http' || kind === 'malformed'
  return isRead && evidence.httpStatus !== null && NOT_FOUND_STATUSES.includes(evidence.httpStatus)
}

/**
 * The structure of an answer without a record, which may be a "not found". It is one only if references that cannot
 * exist get the same (absence.ts).
 * @returns null if the answer cannot be one: no answer, a server error, a refused token, a portal's or a gateway's
 * page, an unreadable record
 */
export function missShape(answer: Answer<TransactionRecord>): AnswerShape | null {
  return answer.result.ok || !speaksOfSale(answer) ? null : (answer.shape ?? null)
}
