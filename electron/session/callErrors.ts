import { callError, type CallError, type ServiceFault } from '../../shared/callError.ts'
import { assertNever } from '../../shared/result.ts'
import type { GatewayError } from '../gateway/answer.ts'

/** Longer than any path of a field that the specification shows. */
const PATH_LENGTH_MAX = 200

/** Where a login's answer has it. */
const TOKEN_PATH = /^data\..*token$/iu

/** Puts what went wrong at the service into the contract's closed set of codes, with its kind and never a value. */
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

/** The error of a sign-in (docs/service.md 4.2): an explicit no is about the credentials, everything else as elsewhere. */
export function toSignInError(error: GatewayError): CallError {
  // The service let them in; what cannot be used is the token itself.
  if (error.kind === 'malformed' && TOKEN_PATH.test(error.path))
    return callError('badAnswer', { fault: { kind: 'malformed', path: 'token' } }).error
  if (!saysNoToCredentials(error)) return toCallError(error)
  const fault: ServiceFault = error.kind === 'http' ? faultOf(error.status) : { kind: 'declined' }
  return callError('credentialsRefused', { fault, ...said(messageOf(error)) }).error
}

/** The bank's words as a fact of an error: left out where it said nothing. */
export function said(bankMessage: string | null | undefined): { readonly bankMessage?: string } {
  return bankMessage === null || bankMessage === undefined ? {} : { bankMessage }
}

/**
 * True where login itself said no. Error codes are undocumented (docs/service.md 7), so the statuses with which services
 * commonly refuse a name or password count as a no; a server in trouble (5xx), a pace limit and a wrong address do not.
 */
export function saysNoToCredentials(error: GatewayError): boolean {
  return error.kind === 'declined' || (error.kind === 'http' && [400, 401, 403, 422].includes(error.status))
}

function ofStatus(status: number, words: { readonly bankMessage?: string }): CallError {
  const facts = { fault: faultOf(status), ...words }
  if (status === 401) return callError('notSignedIn', { reason: 'refused', ...words }).error
  // Too slow, too many, or in trouble: the service was reached, but this is not its answer to the question.
  if (status === 408 || status === 429 || status >= 500) return callError('noAnswer', facts).error
  // It has a message only where it came in the service's own envelope: a gateway on the way says no to nothing.
  const isNo = status >= 400 && words.bankMessage !== undefined
  return callError(isNo ? 'declined' : 'badAnswer', facts).error
}

function faultOf(status: number): ServiceFault {
  return { kind: 'http', status }
}

function messageOf(error: GatewayError): string | null {
  return 'message' in error ? error.message : null
}
