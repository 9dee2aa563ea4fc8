import type { Courier } from './outbox/courier.ts'
import type { Loop } from './outbox/loop.ts'

/** The courier and the follower, from when the sales are known to be whole to the end of the run. */
export interface Loops {
  /** The file was opened anew after a failure: nothing is sent until its sales were looked through once more. */
  pause(): void
  /** The sales were looked through. The loops start only here, and go on here after a reopening. */
  salesAreChecked(): Promise<void>
  stop(): Promise<unknown>
}

/** @param onSalesChecked what was said of sales before comes true first, also what an earlier run said */
export function createLoops(
  courier: Pick<Courier, 'recover' | 'start' | 'pause' | 'resume' | 'stop'>,
  follower: Loop,
  onSalesChecked: () => void,
): Loops {
  let isRunning = false
  let isStopping = false

  async function resumeFollower(): Promise<void> {
    await follower.stop()
    if (!isStopping) follower.start()
  }

  return {
    pause: () => courier.pause(),
    salesAreChecked: async () => {
      if (isStopping) return
      onSalesChecked()
      if (isRunning) {
        await Promise.all([resumeFollower(), courier.resume()])
        return
      }
      courier.recover()
      isRunning = true
      courier.start()
      follower.start()
    },
    stop: () => {
      isStopping = true
      return Promise.all([courier.stop(), follower.stop()])
    },
  }
}
