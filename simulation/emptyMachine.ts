import type { Delivery } from '../electron/outbox/delivery.ts'
import type { Course } from '../electron/outbox/eventual.ts'

const NAP_MS = 5 * 60_000

/** Waits once, as short as can be, and sleeps again: all that is left is the world around it. */
function* nap(): Course<number> {
  yield { afterMs: 0, later: () => undefined }
  return NAP_MS
}

/** A machine that does nothing: what is left is the cost of the world around it. */
export const EMPTY: Delivery = {
  recover: () => undefined,
  step: nap,
  lookUpNow: function* () {
    /* Nothing is looked up. */
  },
  wayChanged: () => undefined,
  reopened: () => undefined,
  tryNow: () => undefined,
  heldBecause: () => null,
}
