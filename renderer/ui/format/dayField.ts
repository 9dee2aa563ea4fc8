import { dayNumber } from '../../../shared/serviceTime.ts'

/** The parts of a date as they stand in a field: null is not typed yet. */
export interface DayParts {
  readonly day: number | null
  readonly month: number | null
  readonly year: number | null
}

/** Fewer digits are a year that is still being typed. */
const YEAR_MIN = 1000

/** The date as `2026-11-05`; empty while a part is missing or the calendar has no such day. */
export function dayOfParts({ day, month, year }: DayParts): string {
  if (day === null || month === null || year === null || year < YEAR_MIN) return ''
  const text = `${year}-${two(month)}-${two(day)}`
  return dayNumber(text) === undefined ? '' : text
}

const DAY_FIRST = /^([0-9]{1,2})[/.\- ]([0-9]{1,2})[/.\- ]([0-9]{4})$/u
const YEAR_FIRST = /^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})$/u

/** A date copied from elsewhere, `21/11/2026` or `2026-11-21`, as `2026-11-21`; empty for any other text. */
export function dayOfText(text: string): string {
  const trimmed = text.trim()
  const [, day, month, year] = DAY_FIRST.exec(trimmed) ?? []
  if (year !== undefined) return dayOfParts({ day: Number(day), month: Number(month), year: Number(year) })
  const [, year4, month4, day4] = YEAR_FIRST.exec(trimmed) ?? []
  return dayOfParts({ day: Number(day4), month: Number(month4), year: Number(year4 ?? 0) })
}

/** `2026-11-21` as a date field shows it, `21/11/2026`. */
export function dayFirst(day: string): string {
  return day.split('-').toReversed().join('/')
}

const two = (value: number): string => String(value).padStart(2, '0')
