import type { OutboxWorker } from '../outbox/worker/worker.ts'
import type { Loop } from '../work/loop.ts'

/** Runs the worker and the poller, from the first sound check of the sales to the end of the run. */
export interface Loops {
  /** The file was reopened after a failure: nothing is sent until its sales are checked again. */
  pause(): void
  /** The sales were checked. The loops start only here, and resume here after a reopening. */
  salesAreChecked(): Promise<void>
  stop(): Promise<unknown>
}

/** @param onSalesChecked runs first: it carries out what was said of sales before, also in an earlier run */
export function createLoops(
  worker: Pick<OutboxWorker, 'recover' | 'start' | 'pause' | 'resume' | 'stop'>,
  poller: Loop,
  onSalesChecked: () => void,
): Loops {
  let isRunning = false
  let isStopping = false

  async function resumePoller(): Promise<void> {
    await poller.stop()
    if (!isStopping) poller.start()
  }

  return {
    pause: () => void worker.pause(),
    salesAreChecked: async () => {
      if (isStopping) return
      onSalesChecked()
      if (isRunning) {
        await Promise.all([resumePoller(), worker.resume()])
        return
      }
      worker.recover()
      isRunning = true
      worker.start()
      poller.start()
    },
    stop: () => {
      isStopping = true
      return Promise.all([worker.stop(), poller.stop()])
    },
  }
}
