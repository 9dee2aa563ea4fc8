import type { Courier } from './outbox/courier.ts'
import type { Loop } from './outbox/loop.ts'

/** Runs the courier and the follower, from the first sound check of the sales to the end of the run. */
export interface Loops {
  /** The file was reopened after a failure: nothing is sent until its sales are checked again. */
  pause(): void
  /** The sales were checked. The loops start only here, and resume here after a reopening. */
  salesAreChecked(): Promise<void>
  stop(): Promise<unknown>
}

/** @param onSalesChecked runs first: it carries out what was said of sales before, also in an earlier run */
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
