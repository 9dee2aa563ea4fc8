import type { GatewayError } from '../../gateway/answer.ts'
import type { Clock, Random } from '../../ports.ts'
import { backOffMs } from '../rules/delays.ts'

/** The circuit breaker of the whole service: its failures say nothing about one sale. Times are monotonic ms. */
export interface CircuitBreaker {
  notBeforeMs(): number
  succeeded(): void
  failed(error: GatewayError): void
  /** Something improved: try again within so many ms, spread over the counters of a market. */
  relax(withinMs: number): void
}

export function createCircuitBreaker(
  clock: Pick<Clock, 'monotonicNowMs'>,
  random: Pick<Random, 'next'>,
): CircuitBreaker {
  let failureCount = 0
  let notBeforeMs = 0
  return {
    notBeforeMs: () => notBeforeMs,
    succeeded: () => {
      failureCount = 0
      notBeforeMs = 0
    },
    failed: (error) => {
      failureCount += 1
      const asked = error.kind === 'http' ? error.retryAfterMs : null
      notBeforeMs = clock.monotonicNowMs() + (asked ?? backOffMs(failureCount, random.next()))
    },
    relax: (withinMs) => {
      const soonest = clock.monotonicNowMs() + withinMs * random.next()
      notBeforeMs = Math.min(notBeforeMs, soonest)
    },
  }
}

/**
 * Whether an error is the host's and not of one request: it was not reached, did not answer, gave a server status, or
 * an answer that is not its own (a portal's page).
 */
export function isHostFailure(error: GatewayError): boolean {
  switch (error.kind) {
    case 'unsent':
    case 'noAnswer':
      return true
    case 'http':
      return error.status === 429 || error.status >= 500 || (error.status >= 300 && error.status < 400)
    case 'malformed':
      return true
    case 'declined':
      return false
  }
}
