import type { Answer, GatewayError, TransactionRecord } from '../gateway/answer.ts'

/**
 * The absence proof of design §5.4, as pure rules. "Not found" is not documented (specification 4.6), so it is a shape
 * that is learned, and it counts only while the same call demonstrably finds what is there.
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

/**
 * The shape of an answer that has no record, its own reference masked, so that the same answer about two references
 * has the same shape.
 * @returns null where the answer can be no "not found": no answer, a server's error, a refused token, a portal's page
 */
export function missShape(answer: Answer<TransactionRecord>, transactionId: string): string | null {
  const { result, evidence } = answer
  if (result.ok) return null
  const { error } = result
  if (error.kind !== 'declined' && error.kind !== 'http' && error.kind !== 'malformed') return null
  if (evidence.httpStatus === null || !NOT_FOUND_STATUSES.includes(evidence.httpStatus)) return null
  const body = formsOf(transactionId).reduce(
    (text, form) => text.replaceAll(form, '•'),
    evidence.bodyExcerpt ?? '',
  )
  return `${error.kind} ${evidence.httpStatus} ${body}`
}

/** How a reference may stand in an excerpt: as it is, with JSON's escaped slash, or masked like an account number. */
function formsOf(transactionId: string): readonly string[] {
  const forms = [transactionId, transactionId.replaceAll('/', '\\/')]
  return /^[0-9]{10}$/u.test(transactionId) ? [...forms, `******${transactionId.slice(-4)}`] : forms
}
