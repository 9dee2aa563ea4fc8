import ky from 'ky'
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
 * A POST bypasses ky and goes to the transport once (decision 0002). ky sees neither headers nor body: its `fetch` sends
 * the request of this closure. So no error of ky's can hold a token, and a GET with a JSON body, which `Request`
 * refuses, is retried like any other.
 */
export function createClient(options: ClientOptions): Transport {
  const { transport, clock, timers, random } = options
  const mayStart = createRateLimit(options)

  async function attempt(request: WireRequest, signal?: AbortSignal): Promise<WireOutcome> {
    const askedAt = instantOf(clock)
    const ended = await mayStart(urgencyOf(request), signal)
    const isOverdue = request.method === 'POST' && passedMs(clock, askedAt) > POST_WAIT_MS_MAX
    if (ended !== null && !isOverdue) return transport(request, signal).finally(ended)
    ended?.()
    const elapsedMs = Math.round(clock.monotonicNowMs() - askedAt.monotonicMs)
    return { kind: 'dropped', phase: 'lookup', reason: 'aborted', bytesWritten: 0, elapsedMs }
  }

  return async (request, signal) => {
    if (request.method !== 'GET') return attempt(request, signal)
    let latest: WireOutcome | undefined
    try {
      await ky(request.url, {
        fetch: async () => asResponse((latest = await attempt(request, signal))),
        // The transport enforces the time-out, and waits use the timers port below.
        timeout: false,
        retry: {
          limit: GET_RETRIES_MAX,
          methods: ['get'],
          statusCodes: [408, 429, 500, 502, 503, 504],
          afterStatusCodes: [],
          delay: () => 0,
          shouldRetry: () => (latest !== undefined && isWorthRetry(latest, clock) ? undefined : false),
        },
        hooks: {
          beforeRetry: [
            async ({ retryCount }) => {
              const asked =
                latest?.kind === 'response' ? retryAfterMs(latest.headers, clock.wallNowMs()) : null
              const jittered = RETRY_DELAY_MS * 2 ** (retryCount - 1) * (0.5 + random.next())
              return (await wait(timers, asked ?? jittered, signal)) ? undefined : ky.stop
            },
          ],
        },
      })
    } catch (error) {
      // ky throws for every outcome other than 2xx, which `latest` then holds. Otherwise the error is our own bug.
      if (latest === undefined) throw error
    }
    if (latest === undefined) throw new Error('ky made no attempt')
    return latest
  }
}

function urgencyOf({ method, isBeforeSend }: WireRequest): Urgency {
  if (method === 'POST') return 'send'
  return isBeforeSend === true ? 'beforeSend' : 'other'
}

/** A name that is not found, a bad certificate or a time-out is not worth a retry half a second later. */
function isWorthRetry(outcome: WireOutcome, clock: Clock): boolean {
  if (outcome.kind !== 'response') return outcome.reason === 'reset' || outcome.reason === 'refused'
  return (retryAfterMs(outcome.headers, clock.wallNowMs()) ?? 0) <= RETRY_AFTER_MS_MAX
}

/** The outcome as ky needs it to decide on a retry: a status, or the error that it treats as a network failure. */
function asResponse(outcome: WireOutcome): Response {
  if (outcome.kind !== 'response') throw new TypeError('fetch failed', { cause: outcome })
  // `Response` accepts statuses 200 to 599 only. No other status is retried.
  const isKnown = outcome.status >= 200 && outcome.status <= 599
  return new Response(null, { status: isKnown ? outcome.status : 400 })
}
