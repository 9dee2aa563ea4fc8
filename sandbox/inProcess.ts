import type { Transport, WireOutcome, WirePhase, WireRequest } from '../electron/gateway/wire.ts'
import { assertNever } from '../shared/result.ts'
import type { Reply } from './reply.ts'

/** The timers that delays need; the app's own fit. */
export interface BankTimers {
  /** Runs once, after at least `delayMs`. @returns the function that cancels it */
  after(delayMs: number, run: () => void): () => void
}

/**
 * The transport without a network: turns replies into the outcomes that a real transport would report. With `timers`
 * answers are delayed and time-outs happen when due. Without them everything happens at once and only `elapsedMs`
 * shows the time, as a simulation needs.
 * @param reach decides on a request when it arrives; undefined: no such host
 */
export function inProcessTransport(
  reach: (request: WireRequest) => Reply | undefined,
  timers: BankTimers | undefined,
): Transport {
  return async (request, signal) => {
    if (signal?.aborted === true) return dropped('lookup', 'aborted', 0, 0)
    const reply = reach(request)
    if (reply === undefined) return dropped('lookup', 'nameNotFound', 0, 0)
    const plannedMs =
      reply.kind === 'silence' ? Infinity : reply.kind === 'unsent' ? unsentMs(reply, request) : reply.delayMs
    const waitedMs = Math.min(plannedMs, request.timeoutMs)
    const bytesWritten = reply.kind === 'unsent' ? 0 : requestBytes(request)
    if (timers !== undefined && !(await waited(waitedMs, timers, signal))) {
      return dropped(reply.kind === 'unsent' ? 'connect' : 'request', 'aborted', bytesWritten, waitedMs)
    }
    // A connect time-out is never later than the exchange's own.
    if (plannedMs > request.timeoutMs) return dropped('request', 'timeout', bytesWritten, waitedMs)
    return outcomeOf(reply, bytesWritten, waitedMs)
  }
}

function outcomeOf(reply: Reply, bytesWritten: number, elapsedMs: number): WireOutcome {
  switch (reply.kind) {
    case 'answer':
      return { kind: 'response', ...reply.answer, elapsedMs }
    case 'cutShort':
      return { kind: 'truncated', status: reply.answer.status, reason: 'reset', elapsedMs }
    case 'drop':
      return dropped('request', 'reset', bytesWritten, elapsedMs)
    case 'silence':
      return dropped('request', 'timeout', bytesWritten, elapsedMs)
    case 'unsent':
      return dropped(unsentPhase[reply.reason], reply.reason, 0, elapsedMs)
    default:
      return assertNever(reply, 'reply')
  }
}

type UnsentReason = Extract<Reply, { kind: 'unsent' }>['reason']

const unsentPhase: Readonly<Record<UnsentReason, WirePhase>> = {
  nameNotFound: 'lookup',
  refused: 'connect',
  connectTimeout: 'connect',
  tlsFailed: 'tls',
}

function unsentMs(reply: { readonly reason: UnsentReason }, request: WireRequest): number {
  return reply.reason === 'connectTimeout' ? request.timeoutMs : 0
}

function dropped(
  phase: WirePhase,
  reason: Extract<WireOutcome, { kind: 'dropped' }>['reason'],
  bytesWritten: number,
  elapsedMs: number,
): WireOutcome {
  return { kind: 'dropped', phase, reason, bytesWritten, elapsedMs }
}

/** The approximate size of a request on the wire: request line, headers and body. */
function requestBytes({ method, url, headers, body }: WireRequest): number {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return new TextEncoder().encode(`${method} ${url} HTTP/1.1\r\n${head.join('')}\r\n${body ?? ''}`).length
}

/** @returns false if the signal came first */
function waited(delayMs: number, timers: BankTimers, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (whole: boolean): void => {
      cancel()
      signal?.removeEventListener('abort', onAbort)
      resolve(whole)
    }
    const onAbort = (): void => end(false)
    const cancel = timers.after(delayMs, () => end(true))
    signal?.addEventListener('abort', onAbort)
  })
}
