import type { Cancel, Clock, Timers } from '../ports.ts'

const WINDOW_MS = 1_000

/** Highest priority first: a send, a read that a send waits for, every other read. */
export type Urgency = 'send' | 'beforeSend' | 'other'

/** After this many starts in a row before them, one of the other reads goes before the reads that a send waits for. */
const PASSED_OVER_MAX = 9
/** How long after an urgent exchange a start is reserved for the one that follows from it. */
const FOLLOWS_WITHIN_MS = 100

/** To be called when an exchange has ended. */
export type Ended = () => void

interface Waiting {
  readonly urgency: Urgency
  start(): void
}

/**
 * Allows at most `requestsPerSecond` starts within any second (docs/service.md 8). One limit per service, in front of
 * the transport, so that retries count too. Starts are ordered by urgency, then by arrival: the gate's answer and the
 * token of a send become stale, and the reads that it waits for delay all sales behind it. While one of these is under
 * way, other reads leave one start free for the exchange that follows; otherwise they would take every second start.
 * @returns a function to call when the exchange has ended; null if `signal` aborted the wait, which uses no start
 */
export function createRateLimit(options: {
  readonly clock: Clock
  readonly timers: Timers
  readonly requestsPerSecond: number
}): (urgency: Urgency, signal?: AbortSignal) => Promise<Ended | null> {
  const { clock, timers, requestsPerSecond } = options
  /** The latest starts, oldest first. */
  let starts: readonly number[] = []
  let waiting: readonly Waiting[] = []
  let passedOver = 0
  /** How many urgent exchanges (not `other`) are under way, and when the last of them ended. */
  let urgentCount = 0
  let urgentEndedAtMs = Number.NEGATIVE_INFINITY
  let cancelTurn: Cancel | null = null

  const firstOf = (urgency: Urgency): Waiting | undefined =>
    waiting.find((request) => request.urgency === urgency)

  function takeNext(nowMs: number): Waiting | undefined {
    const other = firstOf('other')
    const isOthersTurn = other !== undefined && passedOver >= PASSED_OVER_MAX
    const isPlaceKept = urgentCount > 0 || nowMs - urgentEndedAtMs < FOLLOWS_WITHIN_MS
    const isFree = !isPlaceKept || isOthersTurn || starts.length < requestsPerSecond - 1
    const next =
      firstOf('send') ?? (isOthersTurn ? other : (firstOf('beforeSend') ?? (isFree ? other : undefined)))
    if (next === undefined) return undefined
    passedOver = other === undefined || next === other ? 0 : passedOver + 1
    if (next.urgency !== 'other') urgentCount += 1
    waiting = waiting.filter((request) => request !== next)
    return next
  }

  function pump(): void {
    cancelTurn?.()
    cancelTurn = null
    const nowMs = clock.monotonicNowMs()
    starts = starts.filter((startMs) => startMs > nowMs - WINDOW_MS)
    while (starts.length < requestsPerSecond) {
      const next = takeNext(nowMs)
      if (next === undefined) break
      starts = [...starts, nowMs]
      next.start()
    }
    const [oldest] = starts
    const isFull = starts.length >= requestsPerSecond
    const keptForMs = urgentCount > 0 ? Infinity : urgentEndedAtMs + FOLLOWS_WITHIN_MS - nowMs
    const freeInMs = oldest === undefined ? Infinity : oldest + WINDOW_MS - nowMs
    const againInMs = isFull ? freeInMs : Math.min(freeInMs, keptForMs)
    if (waiting.length > 0 && againInMs < Infinity) cancelTurn = timers.after(againInMs, pump)
  }

  function endOf(urgency: Urgency): Ended {
    return () => {
      if (urgency === 'other') return
      urgentCount -= 1
      urgentEndedAtMs = clock.monotonicNowMs()
      pump()
    }
  }

  return (urgency, signal) => {
    if (signal?.aborted === true) return Promise.resolve(null)
    return new Promise((resolve) => {
      const own: Waiting = {
        urgency,
        start: () => {
          signal?.removeEventListener('abort', onAbort)
          resolve(endOf(urgency))
        },
      }
      const onAbort = (): void => {
        waiting = waiting.filter((other) => other !== own)
        resolve(null)
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
