import ky, { isHTTPError, isNetworkError } from 'ky'
import type { DropReason } from '../../shared/callError.ts'
import { instantOf, passedMs } from '../instant.ts'
import type { Clock, Random, Timers } from '../ports.ts'
import { createRateLimit, wait, type Urgency } from './rateLimit.ts'
import { retryAfterMs } from './retryAfter.ts'
import type { Transport, WireOutcome, WireRequest } from './wire.ts'

/** A GET is tried three times in all. The worker handles longer outages. */
const GET_RETRIES_MAX = 2
const RETRY_DELAY_MS = 400
/** For a longer Retry-After the caller gets the outcome and schedules the retry itself. */
const RETRY_AFTER_MS_MAX = 5_000
/** `Response` refuses a body for these. */
const BODILESS_STATUSES: readonly number[] = [204, 205, 304]

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
 * The transport with the service's rate limit in front of it and, for GETs alone, a few retries by ky.
 *
 * A POST bypasses ky and goes to the transport once (decision 0002). So does a GET with a body, which `Request` refuses;
 * the worker asks it again. No error of ky's leaves this function, since its request holds the token.
 */
export function createClient(options: ClientOptions): Transport {
  const { clock, timers, random } = options
  const limited = createLimited(options)
  const api = ky.create({
    // The transport enforces the time-out.
    timeout: false,
    retry: {
      limit: GET_RETRIES_MAX,
      methods: ['get'],
      statusCodes: [408, 429, 500, 502, 503, 504],
      shouldRetry: ({ error }) => (isWorthRetry(outcomeOf(error), clock) ? undefined : false),
      // The hook waits, by the clock of the whole program, and measures Retry-After from the answer's own Date.
      delay: () => 0,
      afterStatusCodes: [],
    },
    hooks: {
      beforeRetry: [
        async ({ error, retryCount, request }) => {
          const jittered = RETRY_DELAY_MS * 2 ** (retryCount - 1) * (0.5 + random.next())
          const delayMs = retryAfterOf(outcomeOf(error), clock) ?? jittered
          return (await wait(timers, delayMs, request.signal)) ? undefined : ky.stop
        },
      ],
    },
  })

  return async (request, signal) => {
    if (request.method === 'POST' || request.body !== null) return limited(request, signal)
    const asked = requestOf(request, signal)
    if (asked === null) return unsent('other')
    const answered: unknown = await api(asked, {
      fetch: async () => responseOf(await limited(request, signal)),
    }).catch((error: unknown) => error)
    const outcome = outcomeOf(answered)
    if (outcome !== null) return outcome
    // Between two tries, ky throws the signal's reason, or stops.
    if (signal?.aborted === true) return unsent('aborted')
    throw answered
  }
}

/** @returns null for an address or a token that no request can hold, such as one with a line break */
function requestOf({ url, headers }: WireRequest, signal: AbortSignal | undefined): Request | null {
  try {
    return new Request(url, { headers, signal: signal ?? null })
  } catch {
    return null
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
function isWorthRetry(outcome: WireOutcome | null, clock: Clock): boolean {
  if (outcome?.kind === 'response') return (retryAfterOf(outcome, clock) ?? 0) <= RETRY_AFTER_MS_MAX
  return outcome?.reason === 'reset' || outcome?.reason === 'refused'
}

function retryAfterOf(outcome: WireOutcome | null, clock: Clock): number | null {
  return outcome?.kind === 'response' ? retryAfterMs(outcome.headers, clock.wallNowMs()) : null
}

/** By the response or the error that was made of it: neither can say how far an exchange came or how long it took. */
const outcomes = new WeakMap<object, WireOutcome>()

/** @throws what ky takes for a network failure where no whole answer came, a plain error for an undefined status */
function responseOf(outcome: WireOutcome): Response {
  if (outcome.kind === 'response' && outcome.status >= 200 && outcome.status <= 599) {
    const isBodiless = BODILESS_STATUSES.includes(outcome.status)
    const response = new Response(isBodiless ? null : outcome.body, outcome)
    outcomes.set(response, outcome)
    return response
  }
  const error = outcome.kind === 'response' ? new Error('undefined status') : new TypeError('fetch failed')
  outcomes.set(error, outcome)
  throw error
}

/** Of ky's answer or error; null for an error of another origin. */
function outcomeOf(told: unknown): WireOutcome | null {
  const made = isHTTPError(told) ? told.response : isNetworkError(told) ? told.cause : told
  return made instanceof Response || made instanceof Error ? (outcomes.get(made) ?? null) : null
}
