import type { Cancel, Clock, Timers } from '../ports.ts'

const WINDOW_MS = 1_000

interface Waiting {
  readonly isUrgent: boolean
  start(): void
}

/**
 * At most `requestsPerSecond` starts within any second (design §5.1). One for each service, in front of the transport,
 * so that retries count too. Starts go out in the order asked, but what is urgent goes first: a send was decided on with
 * a gate and a token that do not keep.
 * @returns true when the caller may start; false where `signal` aborted the wait, which then uses up no start
 */
export function createRateLimit(options: {
  readonly clock: Clock
  readonly timers: Timers
  readonly requestsPerSecond: number
}): (isUrgent: boolean, signal?: AbortSignal) => Promise<boolean> {
  const { clock, timers, requestsPerSecond } = options
  /** The latest starts, oldest first. */
  let starts: readonly number[] = []
  let waiting: readonly Waiting[] = []
  let cancelTurn: Cancel | null = null

  function pump(): void {
    cancelTurn?.()
    cancelTurn = null
    const nowMs = clock.monotonicNowMs()
    starts = starts.filter((startMs) => startMs > nowMs - WINDOW_MS)
    while (waiting.length > 0 && starts.length < requestsPerSecond) {
      const next = waiting.find(({ isUrgent }) => isUrgent) ?? waiting[0]
      if (next === undefined) return
      waiting = waiting.filter((other) => other !== next)
      starts = [...starts, nowMs]
      next.start()
    }
    const [oldest] = starts
    if (waiting.length > 0 && oldest !== undefined)
      cancelTurn = timers.after(oldest + WINDOW_MS - nowMs, pump)
  }

  return (isUrgent, signal) => {
    if (signal?.aborted === true) return Promise.resolve(false)
    return new Promise((resolve) => {
      const own: Waiting = {
        isUrgent,
        start: () => {
          signal?.removeEventListener('abort', onAbort)
          resolve(true)
        },
      }
      const onAbort = (): void => {
        waiting = waiting.filter((other) => other !== own)
        resolve(false)
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      waiting = [...waiting, own]
      pump()
    })
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
