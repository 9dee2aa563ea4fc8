import { callError, type CallError } from '../../shared/callError.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { SettlementApi } from '../gateway/answer.ts'
import { toSignInError } from './callErrors.ts'
import { goodSecrets, type Held } from './held.ts'
import { isSameText } from './sessionParts.ts'

/** @see Session.checkSecret in session.ts */
export async function checkSecret(
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
