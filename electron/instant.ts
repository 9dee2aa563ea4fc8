import type { Clock } from './ports.ts'

/** A moment by both clocks of this computer. */
export interface Instant {
  readonly monotonicMs: number
  readonly wallMs: number
}

export function instantOf(clock: Clock): Instant {
  return { monotonicMs: clock.monotonicNowMs(), wallMs: clock.wallNowMs() }
}

/**
 * How long ago something was, ms, by whichever clock says more. Some systems let the monotonic clock rest in sleep, and
 * what was waiting goes on before anybody is told of the waking; a wall clock that was set only costs a question more.
 */
export function passedMs(clock: Clock, since: Instant): number {
  return betweenMs(since, instantOf(clock))
}

/** The same between two moments. */
export function betweenMs(since: Instant, until: Instant): number {
  return Math.max(until.monotonicMs - since.monotonicMs, Math.abs(until.wallMs - since.wallMs))
}
