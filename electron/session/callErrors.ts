import { callError, type CallError, type ServiceFault } from '../../shared/callError.ts'
import { assertNever } from '../../shared/result.ts'
import { messageOf, type GatewayError } from '../gateway/answer.ts'

/** Longer than any field path in the specification. */
const PATH_LENGTH_MAX = 200

/** The token's path in a login's answer. */
const TOKEN_PATH = /^data\..*token$/iu

/** Maps an error of the service to the contract's closed set of codes, with its kind and never a value. */
export function toCallError(error: GatewayError): CallError {
  switch (error.kind) {
    case 'unsent':
      return callError('unreachable', { fault: { kind: 'unsent', reason: error.reason } }).error
    case 'noAnswer':
      return callError('noAnswer', { fault: { kind: 'noAnswer', reason: error.reason } }).error
    case 'http':
      return ofStatus(error.status, said(error.message))
    case 'malformed':
      return callError('badAnswer', {
        fault: { kind: 'malformed', path: error.path.slice(0, PATH_LENGTH_MAX) },
      }).error
    case 'declined':
      return callError('declined', { fault: { kind: 'declined' }, ...said(error.message) }).error
    default:
      return assertNever(error, 'gateway error')
  }
}

/** The error of a sign-in (docs/service.md 4.2): an explicit no is about the credentials, anything else as elsewhere. */
export function toSignInError(error: GatewayError): CallError {
  // The service accepted the sign-in; only its token is unusable.
  if (error.kind === 'malformed' && TOKEN_PATH.test(error.path))
    return callError('badAnswer', { fault: { kind: 'malformed', path: 'token' } }).error
  if (!saysNoToCredentials(error)) return toCallError(error)
  const fault: ServiceFault = error.kind === 'http' ? faultOf(error.status) : { kind: 'declined' }
  return callError('credentialsRefused', { fault, ...said(messageOf(error)) }).error
}

/** The bank's words as a fact of an error; left out if it said nothing. */
export function said(bankMessage: string | null | undefined): { readonly bankMessage?: string } {
  return bankMessage === null || bankMessage === undefined ? {} : { bankMessage }
}

/**
 * Whether login itself said no. Error codes are undocumented (docs/service.md 7), so a 401 counts, and an envelope that
 * says no, alone or with another usual status. A page with such a status is from something in between.
 */
export function saysNoToCredentials(error: GatewayError): boolean {
  if (error.kind === 'declined') return true
  if (error.kind !== 'http') return false
  return error.status === 401 || ([400, 403, 422].includes(error.status) && error.message !== null)
}

function ofStatus(status: number, words: { readonly bankMessage?: string }): CallError {
  const facts = { fault: faultOf(status), ...words }
  if (status === 401) return callError('notSignedIn', { reason: 'refused', ...words }).error
  // Too slow, too many, or failing: the service was reached, but this does not answer the question.
  if (status === 408 || status === 429 || status >= 500) return callError('noAnswer', facts).error
  // A message means the service's own envelope: a gateway in between cannot say no.
  const isNo = status >= 400 && words.bankMessage !== undefined
  return callError(isNo ? 'declined' : 'badAnswer', facts).error
}

function faultOf(status: number): ServiceFault {
  return { kind: 'http', status }
}
