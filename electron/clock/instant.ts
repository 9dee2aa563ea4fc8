import type { Clock } from '../ports.ts'

/** 1 January 9999. Days beyond the year have no text that a service or a calendar reads, and dates end later on. */
export const WALL_MS_MAX = Date.UTC(9999, 0, 1)

/** A moment by both clocks of this computer. */
export interface Instant {
  readonly monotonicMs: number
  readonly wallMs: number
}

export function instantOf(clock: Clock): Instant {
  return { monotonicMs: clock.monotonicNowMs(), wallMs: clock.wallNowMs() }
}

/**
 * Time since a moment, ms, by the clock that shows more. On some systems the monotonic clock stops during sleep, and
 * waiting code resumes before the wake-up event; if the wall clock was set, the only cost is one extra query.
 */
export function passedMs(clock: Clock, since: Instant): number {
  return betweenMs(since, instantOf(clock))
}

export function betweenMs(since: Instant, until: Instant): number {
  return Math.max(until.monotonicMs - since.monotonicMs, Math.abs(until.wallMs - since.wallMs))
}
