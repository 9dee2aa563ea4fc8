import { callError, type CallError, type Handlers } from '../shared/contract.ts'
import { ok, type Result } from '../shared/result.ts'
import type { SessionView } from '../shared/session.ts'
import type { BackendOptions } from './backend.ts'
import type { Engine } from './engine.ts'
import type { SignInRequest } from './session/session.ts'

export interface HandlerParts {
  readonly options: BackendOptions
  readonly engine: Engine
}

/** Each call of the contract, answered by the room that knows. */
export function createHandlers(parts: HandlerParts): Handlers {
  const { engine } = parts
  const { connection, session, storage, terminals, sales, records, queue, courier } = engine
  const { profile, version, platform } = parts.options
  async function signIn(request: SignInRequest): Promise<Result<SessionView, CallError>> {
    const signedIn = await session.signIn(request)
    // Signing in again as the same client changes no view, and yet it is a new sign-in (design §5.3).
    if (signedIn.ok) courier.wayChanged()
    return signedIn
  }

  return {
    'app.info': () =>
      ok({
        version,
        environment: profile.environment,
        profileName: profile.name,
        serviceHost: profile.partnerUrl === null ? null : new URL(profile.partnerUrl).host,
        lateAfterMinutes: profile.settlement.lateAfterMinutes,
        confirmAboveKobo: profile.limits.confirmAboveNaira * 100,
        transactionIdPattern: profile.transactionIdPattern,
        platform,
      }),
    'connection.get': () => ok(connection.view()),
    'storage.get': () => ok(storage.view()),
    'storage.newsRead': () => {
      storage.newsRead()
      return ok(storage.view())
    },
    'session.get': () => ok(session.view()),
    'session.signIn': signIn,
    'session.signInToPractice': () => {
      const { signInAtStart } = parts.options
      return signInAtStart === null
        ? callError('notAllowed', { detail: 'live' })
        : signIn({ ...signInAtStart, loginToken: '' })
    },
    'session.signOut': () => session.signOut(),
    'sales.record': (request) => sales.record(request),
    'sales.page': (request) => sales.page(request),
    'sales.get': ({ transactionId }) => sales.get(transactionId),
    'sales.cancel': ({ transactionId, reason }) => sales.cancel(transactionId, reason),
    'sales.tryNow': () => {
      engine.tryNow()
      return ok(queue())
    },
    'sales.checkNow': ({ transactionId }) => sales.checkNow(transactionId),
    'queue.get': () => ok(queue()),
    'terminals.get': () => ok(terminals.get()),
    'terminals.refresh': () => terminals.refresh(),
    'terminals.choose': ({ terminalId }) => terminals.choose(terminalId),
    'records.search': (request) =>
      session.token() === null ? callError('notSignedIn') : records.search(request),
  }
}
