import * as z from 'zod/mini'
import { DayNote } from './day.ts'
import { Moment } from './days.ts'

/** How many days the bars of the list of sales show, today included. */
export const BAR_DAYS = 14
/** As many days as a page of the list can have rows of. */
export const OTHER_DAYS_MAX = 200

const Amounts = z.strictObject({ count: z.int(), kobo: z.int() })
export type Amounts = z.output<typeof Amounts>

/** What was recorded from `fromMs` to before `untilMs`, by what is known of it now: each sale in one part (standing.ts). */
export const TakeOf = z.strictObject({
  fromMs: z.number(),
  untilMs: z.number(),
  paid: Amounts,
  unpaid: Amounts,
  attention: Amounts,
  none: Amounts,
})
export type TakeOf = z.output<typeof TakeOf>

export const saleDaysCall = {
  request: z.strictObject({
    /** Moments of further days to sum up, such as those of the rows shown. */
    alsoOf: z.array(Moment).check(z.maxLength(OTHER_DAYS_MAX)),
    /** A moment of the day whose hours are asked for; null for none. */
    hoursOf: z.nullable(Moment),
  }),
  response: z.strictObject({
    /** The last {@link BAR_DAYS} days without a gap, the oldest first. */
    days: z.array(TakeOf),
    /** What the bank has of each of `days`; null where its lists were not read to their end. */
    notes: z.array(z.nullable(DayNote)),
    /** The days of `alsoOf` that are not among them. */
    others: z.array(TakeOf),
    hours: z.nullable(z.array(TakeOf)),
    /** As in the pages: what it includes. */
    revision: z.int(),
  }),
} as const

export type SaleDays = z.output<typeof saleDaysCall.response>
/** As far as this computer's sales tell. */
export type TakesOfDays = Omit<SaleDays, 'notes'>

/** The sums above the list of sales on the screen; null until they were read. */
export interface SaleDaysState {
  readonly found: SaleDays | null
  /** This computer's clock when they were read. */
  readonly atMs: number | null
  readonly couldNotRead: boolean
}

export type { SaleRange } from './days.ts'
