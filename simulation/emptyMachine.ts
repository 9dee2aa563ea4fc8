import type { Delivery } from '../electron/outbox/worker/worker.ts'
import type { Effect } from '../electron/effect.ts'

const NAP_MS = 5 * 60_000

/** Waits once, as briefly as possible, and sleeps again. */
function* nap(): Effect<number> {
  yield { afterMs: 0, later: () => undefined }
  return NAP_MS
}

/** A machine that does nothing: it measures the cost of the world around it. */
export const EMPTY: Delivery = {
  recover: () => undefined,
  step: nap,
  lookUpNow: function* () {},
  wayChanged: () => undefined,
  reopened: () => undefined,
  tryNow: () => undefined,
  heldBecause: () => null,
}
