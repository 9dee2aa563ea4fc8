import type { Result } from '../../shared/result.ts'
import type { SessionView } from '../../shared/session.ts'
import type { Clock } from '../ports.ts'
import { createRenewalBounds, type RenewalBounds, type RenewFailure } from './refusals.ts'

/** One sign-in. Whoever waits for the network compares its identity with the current one: an older one has lost. */
export interface Held {
  readonly clientId: string
  /** Null where only the clientID is known because the sealed text could not be opened. */
  readonly secrets: { readonly secretKey: string; readonly loginToken: string } | null
  token: string | null
  /** Monotonic; null where the token comes from an earlier run. */
  receivedAtMs: number | null
  /** Tokens of the same client that were replaced: proof that a stale one is not from somebody else's session. */
  readonly replaced: Set<string>
  refusal: { readonly bankMessage: string | null } | null
  keptAs: SessionView['keptAs']
  renewal: Promise<Result<string, RenewFailure>> | null
  readonly bounds: RenewalBounds
}

export function newHeld(start: Pick<Held, 'clientId' | 'token' | 'secrets' | 'keptAs'>, clock: Clock): Held {
  const bounds = createRenewalBounds(clock)
  return { ...start, receivedAtMs: null, replaced: new Set(), refusal: null, renewal: null, bounds }
}

/** The secrets of a sign-in that the service has not refused: after a refusal they may be yesterday's. */
export function goodSecrets(current: Held | null): Held['secrets'] {
  return current === null || current.token === null ? null : current.secrets
}

export function viewOf(current: Held | null): SessionView {
  if (current === null) return { status: 'signedOut', clientId: null, keptAs: 'nothing' }
  const { clientId, keptAs, token } = current
  return { status: token === null ? 'expired' : 'signedIn', clientId, keptAs }
}
