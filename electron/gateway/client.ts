import type { DropReason } from '../../shared/callError.ts'
import { instantOf, passedMs } from '../clock/instant.ts'
import type { Clock, Random, Timers } from '../ports.ts'
import { createRateLimit, wait, type Urgency } from './rateLimit.ts'
import { retryAfterMs } from './retryAfter.ts'
import type { Transport, WireOutcome, WireRequest } from './wire.ts'

/** The worker handles longer outages. */
const GET_TRIES_MAX = 3
const RETRY_DELAY_MS = 400
/** For a longer Retry-After the caller gets the outcome and schedules the retry itself. */
const RETRY_AFTER_MS_MAX = 5_000
const STATUSES_WORTH_RETRY: readonly number[] = [408, 429, 500, 502, 503, 504]

/** The rate limit takes about a second. A longer wait means that the computer slept: the decision is stale. */
const POST_WAIT_MS_MAX = 10_000

export interface ClientOptions {
  readonly transport: Transport
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly requestsPerSecond: number
}

/**
 * The transport with the service's rate limit in front of it and, for GETs alone, a few more tries. A POST goes to the
 * transport once (decision 0002). Every wait is by the program's own timers.
 */
export function createClient(options: ClientOptions): Transport {
  const { clock, timers, random } = options
  const limited = createLimited(options)
  return async (request, signal) => {
    let outcome = await limited(request, signal)
    if (request.method !== 'GET') return outcome
    for (let tries = 1; tries < GET_TRIES_MAX && isWorthRetry(outcome, clock); tries += 1) {
      const jittered = RETRY_DELAY_MS * 2 ** (tries - 1) * (0.5 + random.next())
      const delayMs = retryAfterOf(outcome, clock) ?? jittered
      if (!(await wait(timers, delayMs, signal))) return unsent('aborted')
      outcome = await limited(request, signal)
    }
    return outcome
  }
}

/** The transport behind the rate limit. */
function createLimited(options: ClientOptions): Transport {
  const { transport, clock } = options
  const mayStart = createRateLimit(options)
  return async (request, signal) => {
    const askedAt = instantOf(clock)
    const ended = await mayStart(urgencyOf(request), signal)
    const isOverdue = request.method === 'POST' && passedMs(clock, askedAt) > POST_WAIT_MS_MAX
    if (ended !== null && !isOverdue) return transport(request, signal).finally(ended)
    ended?.()
    return unsent('aborted', Math.round(clock.monotonicNowMs() - askedAt.monotonicMs))
  }
}

function unsent(reason: DropReason, elapsedMs = 0): WireOutcome {
  return { kind: 'dropped', phase: 'lookup', reason, bytesWritten: 0, elapsedMs }
}

function urgencyOf({ method, isBeforeSend }: WireRequest): Urgency {
  if (method === 'POST') return 'send'
  return isBeforeSend === true ? 'beforeSend' : 'other'
}

/** A name that is not found, a bad certificate or a time-out is not worth a retry half a second later. */
function isWorthRetry(outcome: WireOutcome, clock: Clock): boolean {
  if (outcome.kind !== 'response') return outcome.reason === 'reset' || outcome.reason === 'refused'
  return (
    STATUSES_WORTH_RETRY.includes(outcome.status) && (retryAfterOf(outcome, clock) ?? 0) <= RETRY_AFTER_MS_MAX
  )
}

function retryAfterOf(outcome: WireOutcome, clock: Clock): number | null {
  return outcome.kind === 'response' ? retryAfterMs(outcome.headers, clock.wallNowMs()) : null
}
