import * as z from 'zod/mini'

/** Shortest and longest manager PIN, in digits. */
export const PIN_DIGITS_MIN = 4
export const PIN_DIGITS_MAX = 8

/** Who may act at this counter now. The PIN itself is in no view. */
export const AccessView = z.strictObject({
  role: z.enum(['cashier', 'manager']),
  pin: z.enum([
    /** No PIN yet: the first guarded call asks for one. */
    'none',
    'set',
    /** The stored PIN cannot be read: no PIN works, and only the partner's secret sets a new one. */
    'damaged',
  ]),
  /** Wrong PINs and secrets since the last right one. */
  wrongTries: z.int(),
  /** Delay before the next try counts, ms; 0: none. It grows with the wrong tries and survives restarts. */
  waitMs: z.int(),
  /** Time without input until manager mode locks, ms; null for a cashier. */
  locksInMs: z.nullable(z.int()),
  /**
   * How a forgotten PIN is reset: against the secret that this sign-in holds, or by asking the service, which needs the
   * network. `signInFirst`: no client has ever signed in.
   */
  resetBy: z.enum(['heldSecret', 'service', 'signInFirst']),
})
export type AccessView = z.output<typeof AccessView>
