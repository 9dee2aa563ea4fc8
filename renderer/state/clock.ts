/** The page's clock and timers, in one place, so that everything else can be tried out with time standing still. */
export interface ScreenClock {
  /** This computer's clock, ms. */
  readonly nowMs: () => number
  /** @returns the way to call it off */
  readonly later: (delayMs: number, run: () => void) => () => void
  readonly every: (periodMs: number, run: () => void) => void
  /** Once nothing else is to be done, and soon in any case. @returns the way to call it off */
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
