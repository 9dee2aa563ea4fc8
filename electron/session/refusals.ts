import { messageOf, type Evidence, type GatewayError } from '../gateway/answer.ts'
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
  /** The token is fresh, was renewed for such a no a moment ago, or login said no too: this no stays as it is. */
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

/**
 * What a no to a question says; null for all else, which may be about the token or the server. A 404 or 410 without the
 * service's words is about the address; a 400 or 422 without them is how frameworks refuse a parameter.
 */
export function wordsOfNo(error: GatewayError | null): string | null {
  if (error === null || refusalOf(error) !== 'saidNo') return null
  const isOfParameter = error.kind === 'http' && [400, 422].includes(error.status)
  return isOfParameter || messageOf(error) !== null ? JSON.stringify(error) : null
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
const VAIN_WAIT_MS = 5 * 60_000
const VAIN_WAIT_MS_MAX = 60 * 60_000

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
  /** Login said no while the token may still work: it may be asked again, more and more seldom. */
  loginSaidNo(): void
  /** Whether it is too early to ask login again after such a no. */
  isLoginWaiting(): boolean
}

export function createRenewalBounds(clock: Pick<Clock, 'monotonicNowMs'>): RenewalBounds {
  let begun: readonly number[] = []
  let doubtedAtMs = Number.NEGATIVE_INFINITY
  const trouble = createVainWait(clock)
  const loginNo = createVainWait(clock)
  return {
    isBelieved: (refusal, receivedAtMs) => {
      const nowMs = clock.monotonicNowMs()
      const isYounger = (ageMs: number): boolean => receivedAtMs !== null && nowMs - receivedAtMs < ageMs
      // A 401 is clear: a bank that restarts forgets even the youngest token.
      if (refusal !== 'tokenRefused') {
        if (loginNo.isOn()) return true
        const isTrouble = refusal === 'saidNothing'
        if (isTrouble && (isYounger(TROUBLE_TOKEN_AGE_MS) || trouble.isOn())) return true
        if (!isTrouble && (isYounger(FRESH_MS) || nowMs - doubtedAtMs < DOUBT_EVERY_MS)) return true
      }
      return begun.filter((atMs) => nowMs - atMs < RENEWALS_WITHIN_MS).length >= RENEWALS_MAX
    },
    begins: (refusal) => {
      if (refusal === 'saidNothing') trouble.begin()
      begun = [...begun, clock.monotonicNowMs()].slice(-RENEWALS_MAX)
    },
    helped: () => trouble.end(),
    renewed: (refusal) => {
      loginNo.end()
      if (refusal !== 'tokenRefused' && refusal !== 'saidNothing') doubtedAtMs = clock.monotonicNowMs()
    },
    loginSaidNo: () => loginNo.begin(),
    isLoginWaiting: () => loginNo.isOn(),
  }
}

/** A wait that doubles each time it begins, until it ends. */
function createVainWait(clock: Pick<Clock, 'monotonicNowMs'>) {
  let count = 0
  let untilMs = Number.NEGATIVE_INFINITY
  return {
    isOn: () => clock.monotonicNowMs() < untilMs,
    begin: () => {
      untilMs = clock.monotonicNowMs() + Math.min(VAIN_WAIT_MS * 2 ** count, VAIN_WAIT_MS_MAX)
      count += 1
    },
    end: () => {
      count = 0
      untilMs = Number.NEGATIVE_INFINITY
    },
  }
}
