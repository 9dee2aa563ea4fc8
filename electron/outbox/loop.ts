import type { Timers } from '../ports.ts'

/** A loop that takes one step at a time, sleeps as long as a step says, and is woken early by events. */
export interface Loop {
  /** Also again, after a stop or a broken step; while it runs this does nothing. */
  start(): void
  /** An event only wakes the loop; what to do is the step's own decision. Many wake-ups are one. */
  wake(): void
  /** No further step begins; resolves when the one under way has ended. */
  stop(): Promise<void>
}

/**
 * @param step does one thing; its number is the sleep that follows in ms, 0 for none
 * @param onBroken a step threw: nothing more is done, since what it left behind is not known
 */
export function createLoop(
  step: () => Promise<number>,
  timers: Timers,
  onBroken: (error: unknown) => void,
): Loop {
  let isStopping = false
  let isRunning = false
  let isWoken = false
  let endSleep: (() => void) | null = null
  let running: Promise<void> = Promise.resolve()

  const sleep = (forMs: number): Promise<void> =>
    new Promise((resolve) => {
      const cancel = timers.after(forMs, () => endSleep?.())
      endSleep = () => {
        endSleep = null
        cancel()
        resolve()
      }
    })

  async function run(): Promise<void> {
    while (!isStopping) {
      isWoken = false
      const sleepMs = await step()
      // A wake-up during the step may have changed what it looked at, so look again before sleeping.
      if (sleepMs > 0 && !isWoken && !isStopping) await sleep(sleepMs)
    }
  }

  return {
    start: () => {
      isStopping = false
      // Two loops would be two couriers.
      if (isRunning) return
      isRunning = true
      running = run()
        .catch(onBroken)
        .finally(() => {
          isRunning = false
        })
    },
    wake: () => {
      isWoken = true
      endSleep?.()
    },
    stop: () => {
      isStopping = true
      endSleep?.()
      return running
    },
  }
}
