import * as z from 'zod/mini'

/** Fewest and most digits of a manager PIN. */
export const PIN_DIGITS_MIN = 4
export const PIN_DIGITS_MAX = 8

/** Who may act at this counter now. The PIN itself is in no view. */
export const AccessView = z.strictObject({
  role: z.enum(['cashier', 'manager']),
  pin: z.enum([
    /** None yet: the first guarded act asks for one. */
    'none',
    'set',
    /** What was kept of it cannot be read: nothing opens, and only the partner's secret sets a new one. */
    'damaged',
  ]),
  /** Wrong PINs and secrets since the last right one. */
  wrongTries: z.int(),
  /** Until the next try counts, ms; 0: now. It grows with the wrong tries and survives restarts. */
  waitMs: z.int(),
  /** Until manager mode locks itself if nobody touches anything, ms; null for a cashier. */
  locksInMs: z.nullable(z.int()),
  /**
   * How a forgotten PIN is reset: against the secret that this sign-in holds, or by asking the service, which needs the
   * network; `nobody`: nobody was ever signed in, so sign in first.
   */
  resetBy: z.enum(['heldSecret', 'service', 'nobody']),
})
export type AccessView = z.output<typeof AccessView>
