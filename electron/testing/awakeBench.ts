import { createAwakeClock } from '../clock/awakeClock.ts'
import { createVirtualTime } from './virtualTime.ts'

/** Virtual time, and an awake clock that is saved over restarts as the worker does it. */
export function createAwakeBench() {
  const time = createVirtualTime()
  let savedMs = 0
  let clock = createAwakeClock(time.clock, 0)
  return {
    time,
    awake: { nowMs: () => clock.nowMs(), wokeAtMs: () => clock.wokeAtMs() },
    /** With the heartbeat that reads the awake clock. */
    async pass(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= 10_000) {
        await time.pass(Math.min(left, 10_000))
        clock.nowMs()
      }
    },
    save(): void {
      savedMs = clock.nowMs()
    },
    /** The file with the saved time is gone. */
    forget(): void {
      savedMs = 0
    },
    reopen(): void {
      clock = createAwakeClock(time.clock, savedMs)
    },
  }
}
