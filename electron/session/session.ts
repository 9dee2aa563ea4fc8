import { bankMessageOf, callError, type CallError } from '../../shared/callError.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { SessionView } from '../../shared/session.ts'
import type { SettlementApi } from '../gateway/answer.ts'
import type { Clock, Log, SettingsStore, Timers, Vault } from '../ports.ts'
import { saysNoToCredentials, toSignInError } from './callErrors.ts'
import { createCredentialStore } from './credentialStore.ts'
import { goodSecrets, newHeld, viewOf, type Held } from './held.ts'
import { createPatience } from './patience.ts'
import type { Refusal, RenewFailure } from './refusals.ts'
import { emptyFields, isSameText, rememberToken, type SignInRequest } from './sessionParts.ts'

/** The sign-in of one destination. Its view has room for neither token nor secret. */
export interface Session {
  /**
   * Opens what an earlier run has sealed. Never fails, and is bounded: what cannot be opened shows as `expired` and
   * stays on the disk; what opens later counts from then on, unless a person has signed in or out.
   */
  restore(): Promise<void>
  view(): SessionView
  /** Whose sales are recorded now: also while expired, null if signed out. */
  clientId(): string | null
  /** Names the token that is held, and grows when another takes its place. Null when signed out or expired. */
  generation(): number | null
  /** docs/service.md 4.2. While it fails, an earlier session stays as it was; once it succeeds, it replaces that session. */
  signIn(request: SignInRequest): Promise<Result<SessionView, CallError>>
  /**
   * Forgets token and secret in memory and on the disk; the queue stays. `notSaved`: the disk refused, so this run has
   * forgotten them, but the sealed text is still there.
   */
  signOut(): Result<SessionView, CallError>
  /** Whether {@link checkSecret} needs only what this sign-in holds. */
  holdsSecret(): boolean
  /**
   * Checks the secret of a client. A good one held here for that client is compared; otherwise the service is asked,
   * and its answer changes no sign-in.
   * @param clientId null: no client ever signed in
   */
  checkSecret(clientId: string | null, secretKey: string): Promise<Result<boolean, CallError>>
}

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
  accepted(token: string): void
  /** A token received at most `maxAgeMs` ago (monotonic), renewed if it is older or its age is unknown. */
  freshToken(maxAgeMs: number): Promise<Result<string, RenewFailure>>
}

export interface SessionOptions {
  readonly api: Pick<SettlementApi, 'login'>
  readonly vault: Vault
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  /** Environment and address together, so that live and practice never share an entry. */
  readonly destinationKey: string
  readonly onChange: (view: SessionView) => void
  /** Another sign-in is active from now on, before its view is settled: nothing learned of the bank before counts. */
  readonly onSwitch: () => void
}

const notSignedIn: Result<never, RenewFailure> = err({ kind: 'notSignedIn' })

/** Builds the session of one destination; it starts signed out until {@link Session.restore}. */
export function createSession(options: SessionOptions): Session & TokenSource {
  const { api, clock, log } = options
  const store = createCredentialStore(options)
  const patience = createPatience(options.timers)
  let current: Held | null = null
  /** Counts sign-ins started and sign-outs: only the latest may decide. */
  let intentions = 0
  let generation = 0
  let shown = viewOf(null)

  function changed(): void {
    const next = viewOf(current)
    const isSame =
      next.status === shown.status && next.clientId === shown.clientId && next.keptAs === shown.keptAs
    shown = next
    if (!isSame) options.onChange(next)
  }

  /** Stores it sealed. A key store that asks its owner is not awaited: until sealed, the sign-in is for this run. */
  async function keep(held: Held): Promise<void> {
    const { clientId, secrets, token } = held
    if (secrets === null || token === null) return
    // After a sign-out or a newer token, writing now would restore what was forgotten.
    const isLatest = (): boolean => current === held && held.token === token
    let hasEnded = false
    const sealing = store.seal({ clientId, ...secrets, token }).then((sealed) => {
      hasEnded = true
      if (!isLatest()) return
      if (sealed !== null && store.write(clientId, sealed)) held.keptAs = 'sealed'
      else if (held.keptAs !== 'sealed') held.keptAs = 'thisRunOnly'
      changed()
    })
    await patience(sealing)
    if (hasEnded || !isLatest() || held.keptAs === 'sealed') return
    held.keptAs = 'thisRunSoFar'
    changed()
  }

  async function open(): Promise<void> {
    const intention = intentions
    const restored = await store.read()
    if (restored.kind === 'nothing' || current !== null || intentions !== intention) return
    if (restored.kind === 'opened') {
      const { clientId, token, ...secrets } = restored.credentials
      current = newHeld({ clientId, token, secrets, keptAs: 'sealed' }, clock)
      generation += 1
    } else if (restored.clientId !== null) {
      current = newHeld({ clientId: restored.clientId, token: null, secrets: null, keptAs: 'nothing' }, clock)
    }
    changed()
  }

  function replaceToken(held: Held, token: string | null): void {
    if (held.token !== null) rememberToken(held.replaced, held.token)
    // A service may answer a login with the token that still holds.
    if (token !== null && token !== held.token) generation += 1
    held.token = token
    held.receivedAtMs = clock.monotonicNowMs()
  }

  async function login(
    held: Held,
    secrets: NonNullable<Held['secrets']>,
  ): Promise<Result<string, RenewFailure>> {
    try {
      const { result, evidence } = await api.login({ clientId: held.clientId, ...secrets })
      if (current !== held) {
        return current?.clientId === held.clientId && current.token !== null ? ok(current.token) : notSignedIn
      }
      if (result.ok) {
        replaceToken(held, result.value.authToken)
        log('info', 'session.renewed')
        void keep(held)
        return ok(result.value.authToken)
      }
      const { error } = result
      if (!saysNoToCredentials(error)) {
        log('warn', 'session.notRenewed', { kind: error.kind })
        return err({ kind: 'notRenewed', error, evidence })
      }
      // The sealed text stays: the reason for a no is undocumented (docs/service.md 7), and the next start asks again.
      held.refusal = { bankMessage: bankMessageOf(toSignInError(error)) ?? null }
      log('warn', 'session.refused')
      return err({ kind: 'expired', ...held.refusal })
    } finally {
      held.renewal = null
    }
  }

  function loginOnce(held: Held): Promise<Result<string, RenewFailure>> {
    const { secrets } = held
    if (held.refusal !== null || secrets === null) {
      return Promise.resolve(err({ kind: 'expired', bankMessage: held.refusal?.bankMessage ?? null }))
    }
    // One turn later, so that even a login that throws at once finds `renewal` set and can clear it.
    held.renewal ??= Promise.resolve().then(() => login(held, secrets))
    return held.renewal
  }

  /** @param isTokenDead the service refused the token. Otherwise it may still work, and a refused login does not end it. */
  async function renewHeld(held: Held, isTokenDead: boolean): Promise<Result<string, RenewFailure>> {
    const renewed = await loginOnce(held)
    if (renewed.ok || renewed.error.kind !== 'expired' || current !== held) return renewed
    if (!isTokenDead && held.token !== null) return ok(held.token)
    if (held.token !== null) replaceToken(held, null)
    changed()
    return renewed
  }

  /** Callers during a login wait for that one, and do not count. */
  async function renewRefused(held: Held, refusal: Refusal): Promise<Result<string, RenewFailure>> {
    const isTokenDead = refusal === 'tokenRefused'
    if (held.renewal !== null) return renewHeld(held, isTokenDead)
    if (held.refusal !== null && !isTokenDead) {
      return held.bounds.isOver(refusal) ? renewHeld(held, true) : err({ kind: 'believed' })
    }
    if (held.bounds.isBelieved(refusal, held.receivedAtMs)) return err({ kind: 'believed' })
    held.bounds.begins()
    const renewed = await renewHeld(held, isTokenDead)
    if (renewed.ok) held.bounds.renewed(refusal)
    return renewed
  }

  return {
    restore: async () => void (await patience(open())),
    view: () => viewOf(current),
    clientId: () => current?.clientId ?? null,
    generation: () => (current === null || current.token === null ? null : generation),
    token: () => current?.token ?? null,
    async signIn(request) {
      const clientId = request.clientId.trim()
      const { secretKey, loginToken } = request
      const fields = emptyFields({ clientId, secretKey })
      if (fields.length > 0) return callError('invalid', { fields })
      intentions += 1
      const intention = intentions
      const { result } = await api.login({ clientId, secretKey, loginToken })
      if (intentions !== intention) return callError('notSignedIn', { reason: 'overtaken' })
      if (!result.ok) {
        log('warn', 'session.signInFailed', { kind: result.error.kind })
        return err(toSignInError(result.error))
      }
      const next = newHeld(
        { clientId, token: null, secrets: { secretKey, loginToken }, keptAs: 'thisRunOnly' },
        clock,
      )
      if (current?.clientId === clientId) {
        for (const token of [...current.replaced, current.token])
          if (token !== null) rememberToken(next.replaced, token)
      }
      replaceToken(next, result.value.authToken)
      current = next
      // An earlier sign-in's entry must go even if nothing can be sealed in its place.
      store.forget()
      // Before the sealing, which may take a while: the signed-in client has already changed.
      options.onSwitch()
      await keep(next)
      if (current !== next) return callError('notSignedIn', { reason: 'overtaken' })
      changed()
      log('info', 'session.signedIn', { keptAs: next.keptAs })
      return ok(viewOf(current))
    },
    signOut() {
      intentions += 1
      current = null
      const isForgotten = store.forget()
      log('info', 'session.signedOut')
      changed()
      return isForgotten ? ok(viewOf(null)) : callError('notSaved')
    },
    holdsSecret: () => goodSecrets(current) !== null,
    async checkSecret(clientId, secretKey) {
      if (clientId === null) return callError('notSignedIn')
      const held = current?.clientId === clientId ? goodSecrets(current) : null
      if (held !== null) return ok(isSameText(held.secretKey, secretKey))
      const loginToken = current?.secrets?.loginToken ?? ''
      const { result } = await api.login({ clientId, secretKey, loginToken })
      if (result.ok) return ok(true)
      const error = toSignInError(result.error)
      return error.code === 'credentialsRefused' ? ok(false) : err(error)
    },
    async renew(staleToken, refusal) {
      if (current === null) return notSignedIn
      if (staleToken !== current.token) {
        // A token of another client's session must never be replaced by this one's: a look-up with it would read the
        // wrong merchant and wrongly prove an absence.
        if (!current.replaced.has(staleToken)) return notSignedIn
        if (current.token !== null) return ok(current.token)
      }
      return refusal === undefined ? renewHeld(current, true) : renewRefused(current, refusal)
    },
    accepted: (token) => {
      if (token === current?.token) current.bounds.accepted()
    },
    async freshToken(maxAgeMs) {
      if (current === null) return notSignedIn
      const { token, receivedAtMs } = current
      const isFresh = receivedAtMs !== null && clock.monotonicNowMs() - receivedAtMs <= maxAgeMs
      return token !== null && isFresh ? ok(token) : renewHeld(current, false)
    },
  }
}
