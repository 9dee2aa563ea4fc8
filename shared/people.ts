import * as z from 'zod/mini'

/** Every cashier's PIN has exactly so many digits, so that the last one already enters it. */
export const CASHIER_PIN_DIGITS = 4
/** Longest name of a cashier, without leading and trailing spaces. */
export const CASHIER_NAME_LENGTH_MAX = 40
/** The lock screen shows all of them. Removed ones do not count. */
export const CASHIERS_MAX = 20
/** Removed ones stay in the list, so it has room for many generations, and not for more: each change writes all of it. */
export const CASHIERS_EVER_MAX = CASHIERS_MAX * 100

/** Who did something, as it was then: a later name changes no earlier entry. */
export const Cashier = z.strictObject({ id: z.string(), name: z.string() })
export type Cashier = z.output<typeof Cashier>

/** Cashiers are set up, but their list cannot be read. */
export const CASHIER_NOT_KNOWN: Cashier = { id: '', name: '' }

/** The cashiers of this computer. PINs are in no view. */
export const PeopleView = z.strictObject({
  /** `off`: none are set up, and no name is asked for. `damaged`: the list cannot be read, and locks nothing. */
  state: z.enum(['off', 'on', 'damaged']),
  /** Without removed ones, in the order in which they were added. */
  cashiers: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      wrongTries: z.int(),
      /** Delay before the next try counts, ms; 0: none. */
      waitMs: z.int(),
    }),
  ),
  /** Who is at the counter; null while it is locked. */
  currentId: z.nullable(z.string()),
})
export type PeopleView = z.output<typeof PeopleView>
