import { bankMessageOf } from '../../shared/callError.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { SettlementApi } from '../gateway/answer.ts'
import type { Clock, Log } from '../ports.ts'
import { saysNoToCredentials, toSignInError } from './callErrors.ts'
import type { CurrentSignIn } from './currentSignIn.ts'
import type { Held } from './held.ts'
import type { Refusal, RenewFailure } from './refusals.ts'

/** What holds the token itself; for the API that is bound to a sign-in (signedInApi.ts). */
export interface TokenSource {
  /** Null when signed out or expired. */
  token(): string | null
  /**
   * A newer token than `staleToken`, by at most one login for simultaneous callers.
   * @param refusal a read's answer with it, which renews only if the token may be the reason; without one the token is
   * known to be dead
   */
  renew(staleToken: string, refusal?: Refusal): Promise<Result<string, RenewFailure>>
  /** The question that the token was renewed for got a good answer. */
  helped(): void
  /** A token received at most `maxAgeMs` ago (monotonic), renewed if it is older or its age is unknown. */
  freshToken(maxAgeMs: number): Promise<Result<string, RenewFailure>>
}

const notSignedIn: Result<never, RenewFailure> = err({ kind: 'notSignedIn' })

/** The token of the current sign-in, and its renewal by login. @param keep stores a sign-in with its new token */
export function createTokenSource(
  options: { readonly api: Pick<SettlementApi, 'login'>; readonly clock: Clock; readonly log: Log },
  current: CurrentSignIn,
  keep: (held: Held) => Promise<void>,
): TokenSource {
  const { api, clock, log } = options

  /** @param isTokenDead the service refused the token, or there is none: only then a no of login ends the sign-in */
  async function login(
    held: Held,
    secrets: NonNullable<Held['secrets']>,
    isTokenDead: boolean,
  ): Promise<Result<string, RenewFailure>> {
    try {
      const { result, evidence } = await api.login({ clientId: held.clientId, ...secrets })
      const now = current.held()
      if (now !== held) {
        return now?.clientId === held.clientId && now.token !== null ? ok(now.token) : notSignedIn
      }
      if (result.ok) {
        current.replaceToken(held, result.value.authToken)
        log('info', 'session.renewed')
        void keep(held)
        return ok(result.value.authToken)
      }
      const { error } = result
      if (!saysNoToCredentials(error)) {
        log('warn', 'session.notRenewed', { kind: error.kind })
        return err({ kind: 'notRenewed', error, evidence })
      }
      // A server in trouble, or one that says no to everything, may say no to a login too.
      if (!isTokenDead) {
        held.bounds.loginSaidNo()
        log('warn', 'session.notRenewed', { kind: error.kind })
        return err({ kind: 'believed' })
      }
      // The sealed text stays: the reason for a no is undocumented (docs/service.md 7), and the next start asks again.
      held.refusal = { bankMessage: bankMessageOf(toSignInError(error)) ?? null }
      log('warn', 'session.refused')
      return err({ kind: 'expired', ...held.refusal })
    } finally {
      held.renewal = null
    }
  }

  function loginOnce(held: Held, isTokenDead: boolean): Promise<Result<string, RenewFailure>> {
    const { secrets } = held
    if (held.refusal !== null || secrets === null) {
      return Promise.resolve(err({ kind: 'expired', bankMessage: held.refusal?.bankMessage ?? null }))
    }
    // One turn later, so that even a login that throws at once finds `renewal` set and can clear it.
    held.renewal ??= Promise.resolve().then(() => login(held, secrets, isTokenDead))
    return held.renewal
  }

  async function renewHeld(held: Held, isTokenDead: boolean): Promise<Result<string, RenewFailure>> {
    const renewed = await loginOnce(held, isTokenDead || held.token === null)
    if (renewed.ok || renewed.error.kind !== 'expired' || current.held() !== held) return renewed
    if (held.token !== null) current.replaceToken(held, null)
    current.changed()
    return renewed
  }

  /** Callers during a login wait for that one, and do not count. */
  async function renewRefused(held: Held, refusal: Refusal): Promise<Result<string, RenewFailure>> {
    const isTokenDead = refusal === 'tokenRefused'
    if (held.renewal !== null) return renewHeld(held, isTokenDead)
    if (held.bounds.isBelieved(refusal, held.receivedAtMs)) return err({ kind: 'believed' })
    held.bounds.begins(refusal)
    const renewed = await renewHeld(held, isTokenDead)
    if (renewed.ok) held.bounds.renewed(refusal)
    return renewed
  }

  return {
    token: () => current.held()?.token ?? null,
    async renew(staleToken, refusal) {
      const held = current.held()
      if (held === null) return notSignedIn
      if (staleToken !== held.token) {
        // A token of another client's session must never be replaced by this one's: a look-up with it would read the
        // wrong merchant and wrongly prove an absence.
        if (!held.replaced.has(staleToken)) return notSignedIn
        if (held.token !== null) return ok(held.token)
      }
      return refusal === undefined ? renewHeld(held, true) : renewRefused(held, refusal)
    },
    helped: () => current.held()?.bounds.helped(),
    async freshToken(maxAgeMs) {
      const held = current.held()
      if (held === null) return notSignedIn
      const { token, receivedAtMs } = held
      const isFresh = receivedAtMs !== null && clock.monotonicNowMs() - receivedAtMs <= maxAgeMs
      if (token === null) return renewHeld(held, true)
      return isFresh || held.bounds.isLoginWaiting() ? ok(token) : renewHeld(held, false)
    },
  }
}
