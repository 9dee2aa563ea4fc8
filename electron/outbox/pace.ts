import type { Drain } from '../../shared/sale.ts'
import type { Clock } from '../ports.ts'
import type { DeliveryService } from './service.ts'

/** How fast sales leave now, measured on those that left last: nothing is said of a line that stands still. */
export interface Pace {
  /** The same service, whose sends are counted. */
  watch(service: DeliveryService): DeliveryService
  /** How long so many take at the pace of the last sends; null where that is not known. */
  drainOf(waitingCount: number): Drain | null
}

/** Fewer are chance. */
const SENDS_MIN = 6
const SENDS_MAX = 40
/** What left longer ago is another drain, and with no send for so long the line stands still. */
const LATELY_MS = 60_000
const STANDS_STILL_MS = 15_000

export function createPace(clock: Clock): Pace {
  /** When the last ones left, the oldest first, monotonic ms. */
  let sentAtMs: readonly number[] = []
  let lastSentWallMs = 0

  return {
    watch: (service) => ({
      ...service,
      send: (...sale) => {
        const nowMs = clock.monotonicNowMs()
        sentAtMs = [...sentAtMs.filter((atMs) => nowMs - atMs < LATELY_MS), nowMs].slice(-SENDS_MAX)
        lastSentWallMs = clock.wallNowMs()
        return service.send(...sale)
      },
    }),
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
