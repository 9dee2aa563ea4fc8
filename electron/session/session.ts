import { callError, type CallError } from '../../shared/callError.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { SessionView } from '../../shared/session.ts'
import type { SettlementApi } from '../gateway/answer.ts'
import type { Clock, Log, SettingsStore, Timers, Vault } from '../ports.ts'
import { toSignInError } from './callErrors.ts'
import { createCredentialStore, type CredentialStore } from './credentialStore.ts'
import { createCurrentSignIn, type CurrentSignIn } from './currentSignIn.ts'
import { goodSecrets, newHeld, type Held } from './held.ts'
import { createPatience, type Patience } from './patience.ts'
import { emptyFields, rememberToken, type SignInRequest, isSameText } from './sessionParts.ts'
import { createTokenSource, type TokenSource } from './tokenSource.ts'

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

/** Builds the session of one destination; it starts signed out until {@link Session.restore}. */
export function createSession(options: SessionOptions): Session & TokenSource {
  const { api, clock, log } = options
  const store = createCredentialStore(options)
  const patience = createPatience(options.timers)
  const current = createCurrentSignIn(options)
  const keep = (held: Held): Promise<void> => keepSignIn(held, current, store, patience)
  /** Counts sign-ins started and sign-outs: only the latest may decide. */
  let intentions = 0

  async function open(): Promise<void> {
    const intention = intentions
    const restored = await store.read()
    if (restored.kind === 'nothing' || current.held() !== null || intentions !== intention) return
    if (restored.kind === 'opened') {
      const { clientId, token, ...secrets } = restored.credentials
      const held = newHeld({ clientId, secrets, keptAs: 'sealed' }, clock)
      current.replaceToken(held, token, null)
      current.replace(held)
    } else if (restored.clientId !== null) {
      current.replace(newHeld({ clientId: restored.clientId, secrets: null, keptAs: 'nothing' }, clock))
    }
    current.changed()
  }

  return {
    ...createTokenSource(options, current, keep),
    restore: async () => void (await patience(open())),
    view: current.view,
    clientId: () => current.held()?.clientId ?? null,
    generation: current.generation,
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
      const next = newHeld({ clientId, secrets: { secretKey, loginToken }, keptAs: 'thisRunOnly' }, clock)
      const earlier = current.held()
      if (earlier?.clientId === clientId) {
        for (const token of [...earlier.replaced, earlier.token])
          if (token !== null) rememberToken(next.replaced, token)
      }
      current.replaceToken(next, result.value.authToken)
      current.replace(next)
      // An earlier sign-in's entry must go even if nothing can be sealed in its place.
      store.forget()
      // Before the sealing, which may take a while: the signed-in client has already changed.
      options.onSwitch()
      await keep(next)
      if (current.held() !== next) return callError('notSignedIn', { reason: 'overtaken' })
      current.changed()
      log('info', 'session.signedIn', { keptAs: next.keptAs })
      return ok(current.view())
    },
    signOut() {
      intentions += 1
      current.replace(null)
      const isForgotten = store.forget()
      log('info', 'session.signedOut')
      current.changed()
      return isForgotten ? ok(current.view()) : callError('notSaved')
    },
    holdsSecret: () => goodSecrets(current.held()) !== null,
    checkSecret: (clientId, secretKey) => checkSecret(api, current.held(), clientId, secretKey),
  }
}

/** @see Session.checkSecret in session.ts */
async function checkSecret(
  api: Pick<SettlementApi, 'login'>,
  current: Held | null,
  clientId: string | null,
  secretKey: string,
): Promise<Result<boolean, CallError>> {
  if (clientId === null) return callError('notSignedIn')
  const held = current?.clientId === clientId ? goodSecrets(current) : null
  if (held !== null) return ok(isSameText(held.secretKey, secretKey))
  const loginToken = current?.secrets?.loginToken ?? ''
  const { result } = await api.login({ clientId, secretKey, loginToken })
  if (result.ok) return ok(true)
  const error = toSignInError(result.error)
  return error.code === 'credentialsRefused' ? ok(false) : err(error)
}

/** Stores it sealed. A key store that asks its owner is not awaited: until sealed, the sign-in is for this run. */
async function keepSignIn(
  held: Held,
  current: CurrentSignIn,
  store: CredentialStore,
  patience: Patience,
): Promise<void> {
  const { clientId, secrets, token } = held
  if (secrets === null || token === null) return
  // After a sign-out or a newer token, writing now would restore what was forgotten.
  const isLatest = (): boolean => current.held() === held && held.token === token
  let hasEnded = false
  const sealing = store.seal({ clientId, ...secrets, token }).then((sealed) => {
    hasEnded = true
    if (!isLatest()) return
    if (sealed !== null && store.write(clientId, sealed)) held.keptAs = 'sealed'
    else if (held.keptAs !== 'sealed') held.keptAs = 'thisRunOnly'
    current.changed()
  })
  await patience(sealing)
  if (hasEnded || !isLatest() || held.keptAs === 'sealed') return
  held.keptAs = 'thisRunSoFar'
  current.changed()
}
