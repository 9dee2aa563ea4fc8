import type { Clock } from '../../ports.ts'
import { wait, type Effect } from '../rules/effect.ts'
import type { DeliveryService } from './service.ts'

/** Oldest token for the start of a drain. */
const TOKEN_AGE_MS_MAX = 10 * 60_000
/** After this time without a send, the next one starts a new drain. */
const DRAIN_IDLE_MS = 60_000

/** The token's age is checked once, at the start of a drain. */
export interface DrainToken {
  isFresh(nowMs: number): boolean
  renew(): Effect<void>
  forget(): void
}

/** @param lastSendAtMs monotonic; null before the first send */
export function createDrainToken(
  service: Pick<DeliveryService, 'freshToken'>,
  clock: Pick<Clock, 'monotonicNowMs'>,
  lastSendAtMs: () => number | null,
): DrainToken {
  /** When this drain checked its token; null before. */
  let checkedAtMs: number | null = null
  return {
    isFresh: (nowMs) => {
      const drainAtMs = Math.max(lastSendAtMs() ?? -Infinity, checkedAtMs ?? -Infinity)
      return checkedAtMs !== null && nowMs - drainAtMs < DRAIN_IDLE_MS
    },
    // If login cannot be reached the old token stays, and the gate shows whether it still works.
    renew: function* () {
      yield* wait(service.freshToken(TOKEN_AGE_MS_MAX))
      checkedAtMs = clock.monotonicNowMs()
    },
    forget: () => {
      checkedAtMs = null
    },
  }
}
