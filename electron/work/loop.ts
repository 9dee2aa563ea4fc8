import type { Timers } from '../ports.ts'

/** A loop that takes one step at a time, sleeps as long as a step says, and is woken early by events. */
export interface Loop {
  /** Also after a stop or a broken step; does nothing while the loop runs. */
  start(): void
  /** An event only wakes the loop; the step decides what to do. Several wake-ups count as one. */
  wake(): void
  /** Starts no further step; resolves when the current one has ended. */
  stop(): Promise<void>
}

/**
 * @param step does one thing; returns the sleep after it in ms, 0 for none
 * @param onBroken a step threw, so the loop ends: the state that it left is unknown
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
      // A wake-up during the step may have changed what it read, so run again before sleeping.
      if (sleepMs > 0 && !isWoken && !isStopping) await sleep(sleepMs)
    }
  }

  return {
    start: () => {
      isStopping = false
      // Two loops would be two workers.
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
