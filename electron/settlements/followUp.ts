import type { DeliveryContext } from '../outbox/worker/context.ts'
import type { Effect } from '../effect.ts'
import { followAccepted } from '../outbox/worker/followAccepted.ts'

/** Follows accepted sales until they are paid, one step at a time. It only reads. */
export interface FollowUp {
  /** Returns the sleep after it in ms, 0 for none. */
  step(): Effect<number>
}

const SLEEP_MS_MAX = 60_000
/** With nothing to follow: an accepted sale wakes the loop. */
const IDLE_SLEEP_MS = 6 * 60_000

export function createFollowUp(context: DeliveryContext): FollowUp {
  const { service, reads, breaker, clock, awake } = context

  function* step(): Effect<number> {
    const destination = context.destination()
    if (destination === null || service.generation() === null) return IDLE_SLEEP_MS
    const holdMs = breaker.notBeforeMs() - clock.monotonicNowMs()
    if (holdMs > 0) return Math.min(holdMs, SLEEP_MS_MAX)
    const nowAwakeMs = awake.nowMs()
    const sale = reads.nextFollowUp(destination, nowAwakeMs)
    if (sale === undefined) {
      const dueMs = reads.earliestFollowUpDueMs(destination)
      return dueMs === null ? IDLE_SLEEP_MS : Math.min(Math.max(dueMs - nowAwakeMs, 1), SLEEP_MS_MAX)
    }
    yield* followAccepted(context, sale)
    return 0
  }

  return { step }
}
