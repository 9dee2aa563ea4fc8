import type { Answer, AnswerShape, GatewayError, TransactionRecord } from '../gateway/answer.ts'

/**
 * The absence proof (docs/delivery.md, "The absence proof"), as pure rules. "Not found" is undocumented (docs/service.md
 * 4.6): its shape is learned, and it counts only while the same call demonstrably finds what is there.
 */

/** Valid "not found" answers that a proof needs. */
export const NOT_FOUND_COUNT_MIN = 3
/** They count only this far apart, as a share of the quiet period: three at once are one. */
const SPREAD_SHARE = 4

/** What of a proof is stored in the sale's row. All times are awake ms. */
export interface AbsenceProgress {
  /** The last moment at which bytes of the sale could be on their way. */
  readonly unknownSinceMs: number
  readonly notFoundCount: number
  /** When the latest one counted; null before the first. */
  readonly lastNotFoundAtMs: number | null
}

/** Whether another valid "not found", now, would count. */
export function isSpread(progress: AbsenceProgress, nowMs: number, quietMs: number): boolean {
  const since = progress.lastNotFoundAtMs ?? progress.unknownSinceMs
  return nowMs - since >= quietMs / SPREAD_SHARE
}

/** Whether enough of them are spread over the quiet period, the latest one after its end. */
export function isQuietProven(progress: AbsenceProgress, quietMs: number): boolean {
  return (
    progress.notFoundCount >= NOT_FOUND_COUNT_MIN &&
    progress.lastNotFoundAtMs !== null &&
    progress.lastNotFoundAtMs - progress.unknownSinceMs >= quietMs
  )
}

/** Whether an error may be a service's way to say that there is nothing: no list for an empty day, no record. */
export function mayMeanNothing(error: GatewayError): boolean {
  return error.kind === 'declined' || (error.kind === 'http' && NOT_FOUND_STATUSES.includes(error.status))
}

/** Statuses with which a service may say "not found"; any other speaks of the call and not of the sale. */
const NOT_FOUND_STATUSES: readonly number[] = [200, 400, 404, 410, 422]

/** Whether an answer without a record speaks of the one that was asked for, as far as its kind and status tell. */
export function speaksOfSale({ result, evidence }: Answer<TransactionRecord>): boolean {
  if (result.ok) return true
  const { kind } = result.error
  const isRead = kind === 'declined' || kind === 'http' || kind === 'malformed'
  return isRead && evidence.httpStatus !== null && NOT_FOUND_STATUSES.includes(evidence.httpStatus)
}

/**
 * The structure of an answer that has no record and may be a "not found"; only the one that references get that cannot
 * exist is one (notFound.ts).
 * @returns null where the answer can be none: no answer, a server's error, a refused token, a portal's or a gateway's
 * page, a record that cannot be read
 */
export function missShape(answer: Answer<TransactionRecord>): AnswerShape | null {
  return answer.result.ok || !speaksOfSale(answer) ? null : (answer.shape ?? null)
}
