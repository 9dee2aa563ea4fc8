import { callError, type CallError } from '../../shared/contract.ts'
import { assertNever } from '../../shared/result.ts'
import type { GatewayError } from '../gateway/answer.ts'

/** Support needs to know which field was wrong; no field of the specification has a longer path. */
const DETAIL_LENGTH_MAX = 200

/** Where a login's answer has it. */
const TOKEN_PATH = /^data\..*token$/iu

/**
 * Puts what went wrong at the service into the contract's closed set of codes. `detail` names the kind with its status,
 * phase or path and never a value; the service's own words go into `bankMessage` only.
 */
export function toCallError(error: GatewayError): CallError {
  switch (error.kind) {
    case 'unsent':
      return problem('unreachable', `unsent ${error.phase} ${error.reason}`)
    case 'noAnswer':
      return problem('noAnswer', `noAnswer ${error.phase} ${error.reason}`)
    case 'http':
      return problem(codeOfStatus(error.status, error.message), `http ${error.status}`, error.message)
    case 'malformed':
      return problem('badAnswer', `malformed ${error.path}`)
    case 'declined':
      return problem('declined', 'declined', error.message)
    default:
      return assertNever(error, 'gateway error')
  }
}

/** The error of a sign-in (docs/service.md 4.2): an explicit no is about the credentials, everything else as elsewhere. */
export function toSignInError(error: GatewayError): CallError {
  const plain = toCallError(error)
  // The service let them in; what cannot be used is the token itself.
  if (error.kind === 'malformed' && TOKEN_PATH.test(error.path))
    return { ...plain, detail: 'malformed token' }
  return saysNoToCredentials(error) ? { ...plain, code: 'credentialsRefused' } : plain
}

/**
 * True where login itself said no. Error codes are undocumented (docs/service.md 7), so the statuses with which services
 * commonly refuse a name or password count as a no; a server in trouble (5xx), a pace limit and a wrong address do not.
 */
export function saysNoToCredentials(error: GatewayError): boolean {
  return error.kind === 'declined' || (error.kind === 'http' && [400, 401, 403, 422].includes(error.status))
}

function codeOfStatus(status: number, message: string | null): CallError['code'] {
  if (status === 401) return 'notSignedIn'
  // Too slow, too many, or in trouble: the service was reached, but this is not its answer to the question.
  if (status === 408 || status === 429 || status >= 500) return 'noAnswer'
  // It has a message only where it came in the service's own envelope: a gateway on the way says no to nothing.
  return status >= 400 && message !== null ? 'declined' : 'badAnswer'
}

function problem(code: CallError['code'], detail: string, bankMessage: string | null = null): CallError {
  return callError(code, { bankMessage, detail: detail.slice(0, DETAIL_LENGTH_MAX) }).error
}
