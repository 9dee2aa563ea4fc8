import type { Clock, Timers } from '../ports.ts'

const WINDOW_MS = 1_000

/**
 * At most `requestsPerSecond` starts within any second, in the order asked (design §5.1). One for each service, in
 * front of the transport, so that retries count too.
 * @returns true when the caller may start; false where `signal` aborted the wait.
 */
export function createRateLimit(options: {
  readonly clock: Clock
  readonly timers: Timers
  readonly requestsPerSecond: number
}): (signal?: AbortSignal) => Promise<boolean> {
  const { clock, timers, requestsPerSecond } = options
  /** The latest starts, oldest first; those to come included. */
  const starts: number[] = []
  return (signal) => {
    if (signal?.aborted === true) return Promise.resolve(false)
    const nowMs = clock.monotonicNowMs()
    const rival = starts.length < requestsPerSecond ? undefined : starts.shift()
    const startMs = Math.max(nowMs, (rival ?? -Infinity) + WINDOW_MS)
    starts.push(startMs)
    return wait(timers, startMs - nowMs, signal)
  }
}

/** @returns false as soon as `signal` aborts, else true after `delayMs`. */
export function wait(timers: Timers, delayMs: number, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted === true) return Promise.resolve(false)
  if (delayMs <= 0) return Promise.resolve(true)
  return new Promise((resolve) => {
    const onAbort = (): void => {
      cancel()
      resolve(false)
    }
    const cancel = timers.after(delayMs, () => {
      signal?.removeEventListener('abort', onAbort)
      resolve(true)
    })
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
