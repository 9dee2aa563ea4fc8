import {
  dayNumber,
  formatDay,
  formatServiceTime,
  isMinimumTime,
  parseServiceTime,
} from '../../../shared/serviceTime.ts'
import { strings } from '../../strings/strings.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const two = (value: number): string => String(value).padStart(2, '0')

/** A time by this computer's clock, as `14:05`. */
export function clockText(atMs: number): string {
  const at = new Date(atMs)
  return `${two(at.getHours())}:${two(at.getMinutes())}`
}

/** A time by this computer's clock, as `20 Nov 2026, 14:05`. */
export function momentText(atMs: number): string {
  const at = new Date(atMs)
  return `${formatDay(at.getDate(), at.getMonth() + 1, at.getFullYear())}, ${clockText(atMs)}`
}

/** `14:05` for today by this computer's clock, else `20 Nov, 14:05`: short, for rows. */
export function rowTimeText(atMs: number, nowMs: number): string {
  const at = new Date(atMs)
  if (dayText(atMs) === dayText(nowMs)) return clockText(atMs)
  const year = at.getFullYear() === new Date(nowMs).getFullYear() ? undefined : at.getFullYear()
  return `${formatDay(at.getDate(), at.getMonth() + 1, year)}, ${clockText(atMs)}`
}

/** As {@link rowTimeText}, with the day for today too: `Today, 14:05`. */
export function dayTimeText(atMs: number, nowMs: number): string {
  const text = rowTimeText(atMs, nowMs)
  return text === clockText(atMs) ? strings.find.todayAt(text) : text
}

/** A date by this computer's clock, as `2026-11-20`. */
export function dayText(atMs: number): string {
  const at = new Date(atMs)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The midnight before a time, on this computer. */
export function startOfDayMs(atMs: number): number {
  return new Date(atMs).setHours(0, 0, 0, 0)
}

/** The date of a date field, `2026-11-05`, in words: `5 Nov 2026`. Any other text stays as it is. */
export function dayWords(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return dayNumber(day) === undefined ? day : formatDay(date ?? 0, month ?? 0, year)
}

/** How long ago, in one unit: `less than 1 min`, `14 min`, `3 h`, `2 days`. A time in the future has no age. */
export function ageText(atMs: number, nowMs: number): string {
  const ageMs = Math.max(0, nowMs - atMs)
  if (ageMs < MINUTE_MS) return strings.age.underAMinute
  if (ageMs < HOUR_MS) return strings.age.minutes(Math.floor(ageMs / MINUTE_MS))
  if (ageMs < DAY_MS) return strings.age.hours(Math.floor(ageMs / HOUR_MS))
  return strings.age.days(Math.floor(ageMs / DAY_MS))
}

/**
 * A timestamp of the service as given ("bank's clock"). The minimum timestamp means "not paid" (docs/service.md 2.3) and
 * is never shown; a text that is no timestamp is shown raw, with a note that it looks wrong.
 */
export function bankTimeText(text: string): string {
  const time = parseServiceTime(text)
  if (time === undefined) return text === '' ? strings.detail.notGiven : strings.detail.dateLooksWrong(text)
  return isMinimumTime(time) ? strings.detail.notPaidYet : formatServiceTime(time)
}
