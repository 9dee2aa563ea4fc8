import type { Cancel, Clock, Timers } from '../ports.ts'

const WINDOW_MS = 1_000

/** A send goes first, then a read that a send waits for, then every other read. */
export type Urgency = 'send' | 'beforeSend' | 'other'

/** Other reads are passed over by so many starts in a row; then one of them goes before what a send waits for. */
const PASSED_OVER_MAX = 9
/** After an exchange that others went behind, so long a place is kept for the one that follows from it. */
const FOLLOWS_WITHIN_MS = 100

/** Says that an exchange that was let start has ended. */
export type Ended = () => void

interface Waiting {
  readonly urgency: Urgency
  start(): void
}

/**
 * At most `requestsPerSecond` starts within any second (docs/service.md 8). One per service, in front of the transport,
 * so that retries count too. Starts go out by their urgency, and in the order asked within each: a send was decided on
 * with a gate and a token that do not keep, and what it waits for holds up the whole line. While one of these is under
 * way, other reads leave a place free for the one that follows from it: else they would take every second place.
 * @returns to be called when the exchange has ended; null where `signal` aborted the wait, which then uses up no start
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
  /** Exchanges that are no other reads: how many are under way, and when the last of them ended. */
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
