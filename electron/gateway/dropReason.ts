import type { DropReason } from '../../shared/callError.ts'
import type { WirePhase } from './wire.ts'

const REASONS: Readonly<Record<string, DropReason>> = {
  ENOTFOUND: 'nameNotFound',
  EAI_AGAIN: 'nameNotFound',
  EAI_FAIL: 'nameNotFound',
  EAI_NODATA: 'nameNotFound',
  EAI_NONAME: 'nameNotFound',
  ENODATA: 'nameNotFound',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
}

/** Maps an error of a socket or of its parser to a drop reason. */
export function reasonOf(error: unknown, phase: WirePhase): DropReason {
  if (phase === 'tls') return 'tlsFailed'
  const code = codeOf(error)
  if (code === 'ETIMEDOUT') return phase === 'request' || phase === 'response' ? 'timeout' : 'connectTimeout'
  return REASONS[code] ?? 'other'
}

/** Where a name has several addresses, Node tries each and throws one AggregateError. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return error instanceof AggregateError ? codeOf(error.errors[0]) : ''
}
