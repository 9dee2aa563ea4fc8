import type { Clock } from '../ports.ts'

/**
 * Awake time: milliseconds during which this program ran and the computer was not asleep, over all its runs. Waiting
 * times and the quiet period rest on it, because a wall clock can be set and power-off proves nothing about the bank.
 * Some systems let the monotonic clock run on in sleep, so one step between two readings is credited only so far;
 * the courier reads it every {@link HEARTBEAT_MS}.
 */
export interface AwakeClock {
  nowMs(): number
}

export const HEARTBEAT_MS = 10_000
const STEP_CREDITED_MS_MAX = 3 * HEARTBEAT_MS

/** @param startMs the awake time that the last run had saved */
export function createAwakeClock(clock: Clock, startMs: number): AwakeClock {
  let awakeMs = startMs
  let lastMonotonicMs = clock.monotonicNowMs()
  return {
    nowMs: () => {
      const monotonicMs = clock.monotonicNowMs()
      const stepMs = Math.max(0, monotonicMs - lastMonotonicMs)
      lastMonotonicMs = monotonicMs
      awakeMs += Math.min(stepMs, STEP_CREDITED_MS_MAX)
      return Math.floor(awakeMs)
    },
  }
}
