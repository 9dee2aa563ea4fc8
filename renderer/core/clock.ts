/** The page's clock and timers, in one place, so that tests can control time. */
export interface ScreenClock {
  /** This computer's clock, ms. */
  readonly nowMs: () => number
  /** @returns a function that cancels it */
  readonly later: (delayMs: number, run: () => void) => () => void
  readonly every: (periodMs: number, run: () => void) => void
  /** Runs it when the browser is idle, or soon in any case. @returns a function that cancels it */
  readonly whenIdle: (run: () => void) => () => void
}

const IDLE_MAX_MS = 2_000

export const screenClock: ScreenClock = {
  nowMs: () => Date.now(),
  later(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
  every(periodMs, run) {
    setInterval(run, periodMs)
  },
  whenIdle(run) {
    const wish = requestIdleCallback(run, { timeout: IDLE_MAX_MS })
    return () => cancelIdleCallback(wish)
  },
}
