import type { Result } from '../../shared/result.ts'
import type { SessionView } from '../../shared/session.ts'
import type { Clock } from '../ports.ts'
import { createRenewalBounds, type RenewalBounds, type RenewFailure } from './refusals.ts'

/** One sign-in. Code that waits for the network compares its identity with the current one: an outdated one is dropped. */
export interface Held {
  readonly clientId: string
  /** Null if only the clientID is known because the sealed text could not be opened. */
  readonly secrets: { readonly secretKey: string; readonly loginToken: string } | null
  token: string | null
  /** Monotonic; null for a token of an earlier run. */
  receivedAtMs: number | null
  /** Replaced tokens of the same client: they prove that a stale one does not belong to another client's session. */
  readonly replaced: Set<string>
  refusal: { readonly bankMessage: string | null } | null
  keptAs: SessionView['keptAs']
  renewal: Promise<Result<string, RenewFailure>> | null
  readonly bounds: RenewalBounds
}

/** One without a token as yet. */
export function newHeld(start: Pick<Held, 'clientId' | 'secrets' | 'keptAs'>, clock: Clock): Held {
  const bounds = createRenewalBounds(clock)
  return {
    ...start,
    token: null,
    receivedAtMs: null,
    replaced: new Set(),
    refusal: null,
    renewal: null,
    bounds,
  }
}

/** The secrets of a sign-in that the service has not refused: after a refusal they may be outdated. */
export function goodSecrets(current: Held | null): Held['secrets'] {
  return current === null || current.token === null ? null : current.secrets
}

export function viewOf(current: Held | null): SessionView {
  if (current === null) return { status: 'signedOut', clientId: null, keptAs: 'nothing' }
  const { clientId, keptAs, token } = current
  return { status: token === null ? 'expired' : 'signedIn', clientId, keptAs }
}
