import type { Clock } from '../ports.ts'
import { betweenMs, instantOf } from './instant.ts'

/**
 * Awake time: ms during which this program ran and the computer was awake, over all its runs. Delays use it, because a
 * wall clock can be set, and time switched off proves nothing about the bank. Some systems run the monotonic clock
 * during sleep, so a step between two readings is credited only up to a limit.
 */
export interface AwakeClock {
  nowMs(): number
  /**
   * The awake time at which this run started, or the computer last woke: earlier findings may be of another day. A wall
   * clock that was set looks like a sleep, which costs only an extra query.
   */
  wokeAtMs(): number
}

export const HEARTBEAT_MS = 10_000
const STEP_CREDITED_MS_MAX = 3 * HEARTBEAT_MS
/** Less than the credit of a step, so that follow-ups, late watches and the age of a look-up lose no time. */
export const IDLE_HEARTBEAT_MS = 25_000

/** @param startMs the awake time that the last run saved */
export function createAwakeClock(clock: Clock, startMs: number): AwakeClock {
  let awakeMs = startMs
  let wokeAtMs = Math.floor(startMs)
  let last = instantOf(clock)
  function read(): number {
    const now = instantOf(clock)
    const stepMs = Math.max(0, now.monotonicMs - last.monotonicMs)
    const isWoken = betweenMs(last, now) > STEP_CREDITED_MS_MAX
    last = now
    awakeMs += Math.min(stepMs, STEP_CREDITED_MS_MAX)
    if (isWoken) wokeAtMs = Math.floor(awakeMs)
    return Math.floor(awakeMs)
  }
  return {
    nowMs: read,
    wokeAtMs: () => {
      read()
      return wokeAtMs
    },
  }
}
