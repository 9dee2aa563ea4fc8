import type { Clock } from '../ports.ts'
import { betweenMs, instantOf } from '../instant.ts'

/**
 * Awake time: milliseconds during which this program ran and the computer was not asleep, over all its runs. Waiting
 * times and the quiet period rest on it, because a wall clock can be set and power-off proves nothing about the bank.
 * Some systems let the monotonic clock run on in sleep, so one step between two readings is credited only so far;
 * it is read every {@link HEARTBEAT_MS} while a sale is open, and every {@link IDLE_HEARTBEAT_MS} else.
 */
export interface AwakeClock {
  nowMs(): number
  /**
   * The awake time at which this run began, or the computer last woke: what was found out before may be of another day.
   * A wall clock that was set looks like a sleep, which only costs a question more.
   */
  wokeAtMs(): number
}

export const HEARTBEAT_MS = 10_000
const STEP_CREDITED_MS_MAX = 3 * HEARTBEAT_MS
/** Below what a step is credited, so that follow-ups, late watches and the age of a look-up lose no time by it. */
export const IDLE_HEARTBEAT_MS = 25_000

/** @param startMs the awake time that the last run had saved */
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
