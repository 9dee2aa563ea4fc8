import type { Evidence, GatewayError } from '../gateway/answer.ts'
import type { Clock } from '../ports.ts'

/**
 * How an answer to a read may mean that the token has expired. The specification documents none of them, so each may
 * also be about the question: the token's freshness decides, never the words.
 */
export type Refusal =
  /** 401: about the token. */
  | 'tokenRefused'
  /** 403: about the token, or about this client's rights. */
  | 'callRefused'
  /** `status:false`, or a status that services also use for "not found". */
  | 'saidNo'
  /** The same, to a question about one reference, where "not found" is common. */
  | 'foundNothing'
  /** What a page, a proxy or a server in trouble answers, and some services to an expired token. */
  | 'saidNothing'

/** Why there is no fresh token. */
export type RenewFailure =
  /** No client is signed in, or the token belonged to an earlier sign-in. */
  | { readonly kind: 'notSignedIn' }
  /** Login said no. No retry before the next sign-in or start, so that no account gets locked. */
  | { readonly kind: 'expired'; readonly bankMessage: string | null }
  /** The token is fresh, or was renewed for such a no a moment ago: the no is about the question. */
  | { readonly kind: 'believed' }
  /** Login gave no clear answer: token and secret are kept, and a later try may succeed. */
  | { readonly kind: 'notRenewed'; readonly error: GatewayError; readonly evidence: Evidence }

/** What a failed read says about the token or the question; null if nothing. */
export function refusalOf(error: GatewayError): Exclude<Refusal, 'foundNothing'> | null {
  if (error.kind === 'declined') return 'saidNo'
  // A page in place of the answer: the body is no JSON, or says of itself that it is none.
  if (error.kind === 'malformed') return PAGE_PATHS.includes(error.path) ? 'saidNothing' : null
  if (error.kind !== 'http') return null
  if (error.status === 401) return 'tokenRefused'
  if (error.status === 403) return 'callRefused'
  if ([400, 404, 410, 422].includes(error.status)) return 'saidNo'
  return error.status >= 500 || (error.status >= 300 && error.status < 400) ? 'saidNothing' : null
}

/** What a no to a question says; null for all else, which may be about the token or the server. */
export function wordsOfNo(error: GatewayError | null): string | null {
  return error !== null && refusalOf(error) === 'saidNo' ? JSON.stringify(error) : null
}

const PAGE_PATHS: readonly string[] = ['(content-type)', '(body)']

/** A token younger than this has not expired: a no to it is about the question. */
const FRESH_MS = 5_000
/** Refused reads cause at most this many renewals within {@link RENEWALS_WITHIN_MS}. */
const RENEWALS_MAX = 4
const RENEWALS_WITHIN_MS = 60_000
/** "Not found" is common. One renewal shows that the token is not the reason, for this long. */
const DOUBT_EVERY_MS = 5 * 60_000

/** A server in trouble says nothing of the token, unless the token is older than this. */
const TROUBLE_TOKEN_AGE_MS = 60_000
/** A renewal that did not help is tried again after 5 minutes, then 10, 20, 40, and each hour. */
const TROUBLE_WAIT_MS = 5 * 60_000
const TROUBLE_WAIT_MS_MAX = 60 * 60_000

/** Once login has said no, this many refused reads over this time end the sign-in; a person can renew it. */
const OVER_AFTER_COUNT = 3
const OVER_AFTER_MS = 5 * 60_000
/** "Not found" says nothing about the token. This long of nothing else, without a good read, ends the sign-in too. */
const OVER_AFTER_NOTHING_MS = 30 * 60_000

/** When a refused read may renew the token of one sign-in, and when its no is believed. Monotonic time. */
export interface RenewalBounds {
  /** @param receivedAtMs when the token came; null for one of an earlier run */
  isBelieved(refusal: Refusal, receivedAtMs: number | null): boolean
  /** A renewal starts because of a refusal. */
  begins(refusal: Refusal): void
  /** The question got a good answer with the new token: trouble was about the old one. */
  helped(): void
  /** It brought a token: later refusals no longer make the old one doubtful. */
  renewed(refusal: Refusal): void
  /**
   * A read is refused after login has said no, so only a successful read can still show that the token works.
   * @returns whether it was refused often and long enough to count as expired
   */
  isOver(refusal: Refusal): boolean
  /** A read has succeeded with the token: it works, in spite of earlier refusals. */
  accepted(): void
}

export function createRenewalBounds(clock: Pick<Clock, 'monotonicNowMs'>): RenewalBounds {
  let begun: readonly number[] = []
  let refusedSinceMs: number | null = null
  let refusedCount = 0
  let doubtedAtMs = Number.NEGATIVE_INFINITY
  let troubleCount = 0
  let troubleNotBeforeMs = Number.NEGATIVE_INFINITY
  return {
    isBelieved: (refusal, receivedAtMs) => {
      const nowMs = clock.monotonicNowMs()
      // A 401 is clear: a bank that restarts forgets even the youngest token.
      if (refusal === 'saidNothing') {
        if (receivedAtMs !== null && nowMs - receivedAtMs < TROUBLE_TOKEN_AGE_MS) return true
        if (nowMs < troubleNotBeforeMs) return true
      } else if (refusal !== 'tokenRefused') {
        if (receivedAtMs !== null && nowMs - receivedAtMs < FRESH_MS) return true
        if (nowMs - doubtedAtMs < DOUBT_EVERY_MS) return true
      }
      return begun.filter((atMs) => nowMs - atMs < RENEWALS_WITHIN_MS).length >= RENEWALS_MAX
    },
    isOver: (refusal) => {
      const nowMs = clock.monotonicNowMs()
      refusedSinceMs ??= nowMs
      if (refusal === 'foundNothing') return nowMs - refusedSinceMs >= OVER_AFTER_NOTHING_MS
      refusedCount += 1
      return refusedCount >= OVER_AFTER_COUNT && nowMs - refusedSinceMs >= OVER_AFTER_MS
    },
    accepted: () => {
      refusedSinceMs = null
      refusedCount = 0
    },
    begins: (refusal) => {
      if (refusal === 'saidNothing') {
        const waitMs = Math.min(TROUBLE_WAIT_MS * 2 ** troubleCount, TROUBLE_WAIT_MS_MAX)
        troubleNotBeforeMs = clock.monotonicNowMs() + waitMs
        troubleCount += 1
      }
      begun = [...begun, clock.monotonicNowMs()].slice(-RENEWALS_MAX)
    },
    helped: () => {
      troubleCount = 0
      troubleNotBeforeMs = Number.NEGATIVE_INFINITY
    },
    renewed: (refusal) => {
      if (refusal !== 'tokenRefused' && refusal !== 'saidNothing') doubtedAtMs = clock.monotonicNowMs()
    },
  }
}
