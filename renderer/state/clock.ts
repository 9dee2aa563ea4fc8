/** The page's clock and timers, in one place, so that everything else can be tried out with time standing still. */
export interface ScreenClock {
  /** This computer's clock, ms. */
  readonly nowMs: () => number
  /** @returns the way to call it off */
  readonly later: (delayMs: number, run: () => void) => () => void
  readonly every: (periodMs: number, run: () => void) => void
}

export const screenClock: ScreenClock = {
  nowMs: () => Date.now(),
  later(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
  every(periodMs, run) {
    setInterval(run, periodMs)
  },
}
