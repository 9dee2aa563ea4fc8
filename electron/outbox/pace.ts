import type { Drain } from '../../shared/sale.ts'
import type { Clock } from '../ports.ts'

/** The current pace of sends, measured on the last ones; a blocked queue has none. */
export interface Pace {
  /** Counts the sends (session/heard.ts). */
  readonly listener: { readonly name: string; send(): null }
  /** How long `waitingCount` sales take at the pace of the last sends; null if unknown. */
  drainOf(waitingCount: number): Drain | null
}

/** Fewer are not significant. */
const SENDS_MIN = 6
const SENDS_MAX = 40
/** Earlier sends belong to another drain, and without a send for this long the queue is blocked. */
const LATELY_MS = 60_000
const STANDS_STILL_MS = 15_000

export function createPace(clock: Clock): Pace {
  /** Times of the last sends, oldest first, monotonic ms. */
  let sentAtMs: readonly number[] = []
  let lastSentWallMs = 0

  return {
    listener: {
      name: 'pace',
      send: () => {
        const nowMs = clock.monotonicNowMs()
        sentAtMs = [...sentAtMs.filter((atMs) => nowMs - atMs < LATELY_MS), nowMs].slice(-SENDS_MAX)
        lastSentWallMs = clock.wallNowMs()
        return null
      },
    },
    drainOf: (waitingCount) => {
      const [first] = sentAtMs
      const last = sentAtMs.at(-1)
      if (first === undefined || last === undefined || sentAtMs.length < SENDS_MIN) return null
      if (waitingCount === 0 || clock.monotonicNowMs() - last > STANDS_STILL_MS) return null
      const eachMs = (last - first) / (sentAtMs.length - 1)
      return { leftMs: Math.round(waitingCount * eachMs), asOfMs: lastSentWallMs }
    },
  }
}
