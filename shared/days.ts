import * as z from 'zod/mini'

/** Days of this computer: from one local midnight to the next. One may have 23 or 25 hours. */

/** The last day that a date picker or a clock can name: the end of the year 9999. */
const MOMENT_MAX_MS = 253_402_300_799_999
export const Moment = z.number().check(z.minimum(0), z.maximum(MOMENT_MAX_MS))

export const QuickRange = z.enum(['today', 'yesterday', 'week', 'all'])
export type QuickRange = z.output<typeof QuickRange>

/**
 * Which days a list shows: some by name, `week` is today and the six days before it; or those from one moment's day to
 * another one's, both included. None, where the last is before the first.
 */
export const SaleRange = z.union([QuickRange, z.strictObject({ fromMs: Moment, toMs: Moment })])
export type SaleRange = z.output<typeof SaleRange>

/** From `fromMs` to before `untilMs`, by this computer's clock. */
export interface Span {
  readonly fromMs: number
  readonly untilMs: number
}

export function startOfDayMs(atMs: number): number {
  return new Date(atMs).setHours(0, 0, 0, 0)
}

/** The midnight a number of days before or after that of a moment; not always a multiple of 24 hours away. */
export function dayStartMs(atMs: number, daysLater: number): number {
  const at = new Date(startOfDayMs(atMs))
  at.setDate(at.getDate() + daysLater)
  // A midnight that the clocks skip would leave the date at 01:00 for all later days.
  return at.setHours(0, 0, 0, 0)
}

export function dayOf(atMs: number): Span {
  return { fromMs: startOfDayMs(atMs), untilMs: dayStartMs(atMs, 1) }
}

/** @returns null for all days */
export function spanOf(range: SaleRange, nowMs: number): Span | null {
  if (typeof range === 'object')
    return { fromMs: startOfDayMs(range.fromMs), untilMs: dayStartMs(range.toMs, 1) }
  if (range === 'all') return null
  const first = { today: 0, yesterday: -1, week: -6 }[range]
  const last = range === 'yesterday' ? 0 : 1
  return { fromMs: dayStartMs(nowMs, first), untilMs: dayStartMs(nowMs, last) }
}
