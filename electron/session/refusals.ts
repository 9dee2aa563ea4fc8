import type { Evidence, GatewayError } from '../gateway/answer.ts'
import type { Clock } from '../ports.ts'

/**
 * How an answer to a read may be the bank's way to say that the token is over. The specification shows none of them, so
 * each may as well be about what was asked: the token's freshness decides, and never the words.
 */
export type Refusal =
  /** 401: about the token, in so many words. */
  | 'tokenRefused'
  /** 403: about the token, or about what this client may see. */
  | 'callRefused'
  /** `status:false`, or a status with which a service says "not found" as well. */
  | 'saidNo'
  /** The same, to a question about one reference: "not found" is an everyday answer to it. */
  | 'foundNothing'

/** Why there is no fresh token. */
export type RenewFailure =
  /** No client is signed in, or the token belonged to a sign-in that is over. */
  | { readonly kind: 'notSignedIn' }
  /** Login said no. Nothing is tried again before the next sign-in or start, so that no account gets locked. */
  | { readonly kind: 'expired'; readonly bankMessage: string | null }
  /** The token is fresh, or was renewed for such a no a moment ago: the no is about what was asked. */
  | { readonly kind: 'believed' }
  /** Login gave no clear answer: token and secret are kept, and asking again later may succeed. */
  | { readonly kind: 'notRenewed'; readonly error: GatewayError; readonly evidence: Evidence }

/** What a failed read is worth besides: null where it says nothing, neither of the token nor of what was asked. */
export function refusalOf(error: GatewayError): Exclude<Refusal, 'foundNothing'> | null {
  if (error.kind === 'declined') return 'saidNo'
  if (error.kind !== 'http') return null
  if (error.status === 401) return 'tokenRefused'
  if (error.status === 403) return 'callRefused'
  return [400, 404, 410, 422].includes(error.status) ? 'saidNo' : null
}

/** A token that was issued less than this ago is not over: a no to it is about what was asked. */
const FRESH_MS = 5_000
/** Whatever a bank says, no more renewals than these come of refused reads. */
const RENEWALS_MAX = 4
const RENEWALS_WITHIN_MS = 60_000
/** "Not found" is an everyday answer. One renewal shows that it is none of the token's, for so long. */
const DOUBT_EVERY_MS = 5 * 60_000

/** Once login has said no, reads that are refused so often over so long end the sign-in; a person can renew it. */
const OVER_AFTER_COUNT = 3
const OVER_AFTER_MS = 5 * 60_000
/** "Not found" says nothing of the token. Where for so long nothing else was said, and no read succeeded, it is over too. */
const OVER_AFTER_NOTHING_MS = 30 * 60_000

/** When a refused read may renew the token of one sign-in, and when its no is believed. Monotonic time. */
export interface RenewalBounds {
  /** @param receivedAtMs when the token came; null where it is from an earlier run */
  isBelieved(refusal: Refusal, receivedAtMs: number | null): boolean
  /** A renewal begins because of a refusal. */
  begins(): void
  /** It brought a token: what is refused from now on is no longer a doubt of the old one's. */
  renewed(refusal: Refusal): void
  /**
   * A read is refused after login has said no, so that only a read which succeeds shows any more that the token lives.
   * @returns whether it has been refused so often and so long that it is taken to be over
   */
  isOver(refusal: Refusal): boolean
  /** A read has succeeded with the token: it lives, whatever was refused before. */
  accepted(): void
}

export function createRenewalBounds(clock: Pick<Clock, 'monotonicNowMs'>): RenewalBounds {
  let begun: readonly number[] = []
  let refusedSinceMs: number | null = null
  let refusedCount = 0
  let doubtedAtMs = Number.NEGATIVE_INFINITY
  return {
    isBelieved: (refusal, receivedAtMs) => {
      const nowMs = clock.monotonicNowMs()
      // A 401 leaves no doubt of what is refused: a bank that restarts forgets the youngest token too.
      if (refusal !== 'tokenRefused') {
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
    begins: () => {
      begun = [...begun, clock.monotonicNowMs()].slice(-RENEWALS_MAX)
    },
    renewed: (refusal) => {
      if (refusal !== 'tokenRefused') doubtedAtMs = clock.monotonicNowMs()
    },
  }
}
