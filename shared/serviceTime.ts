/**
 * The service's timestamps have a fraction of a second and no zone (docs/service.md 2.2, 2.3). They are parsed field by
 * field and shown as given ("bank's clock"): `new Date(text)` would silently apply this computer's zone.
 */
export interface ServiceTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  /** The digits after the point, as given; empty if there are none. */
  readonly fraction: string
}

const SHAPE =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?(?:Z|[+-][0-9]{2}:?[0-9]{2})?$/u

/** @returns undefined if the text is not such a timestamp, or names a day or hour that does not exist. */
export function parseServiceTime(text: string): ServiceTime | undefined {
  const match = SHAPE.exec(text)
  if (match === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number)
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined
  if (year < 1 || hour > 23 || minute > 59 || second > 60) return undefined
  return { year, month, day, hour, minute, second, fraction: match[7] ?? '' }
}

function daysInMonth(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

/** `0001-01-01T00:00:00` means "not paid" (docs/service.md 2.3). */
export function isMinimumTime(time: ServiceTime): boolean {
  return time.year === 1 && time.month === 1 && time.day === 1
}

/**
 * When the service paid, or undefined if it has not: neither the minimum timestamp nor an unreadable text is a payment
 * date, even if `isPaid` is true (docs/service.md 2.3).
 */
export function paidTime(isPaid: boolean, datePaid: string): ServiceTime | undefined {
  if (!isPaid) return undefined
  const time = parseServiceTime(datePaid)
  return time === undefined || isMinimumTime(time) ? undefined : time
}

export interface PaidFields {
  readonly isPaid: boolean
  readonly datePaid: string
  readonly timeReceived: string
}

/**
 * {@link paidTime} of a record as it is read. A date after tomorrow is not a payment, nor one before the day before the
 * sale was received: zones and clocks may differ by a day (docs/decisions/0022). Nor is one of another century.
 * @param today the service's day
 */
export function believedPaidTime(record: PaidFields, today: string): ServiceTime | undefined {
  const isBelievable =
    !isAfterTomorrow(record.datePaid, today) &&
    !isPaidBeforeReceived(record) &&
    (dayOf(record.datePaid) ?? '') >= EARLIEST_PAID
  return isBelievable ? paidTime(record.isPaid, record.datePaid) : undefined
}

/** No such service existed before: other calendars and defaults of databases give such dates. */
const EARLIEST_PAID = '2000-01-01'

/** Whether the paid date lies more than a day before the one on which the service received the sale. */
export function isPaidBeforeReceived({ datePaid, timeReceived }: Omit<PaidFields, 'isPaid'>): boolean {
  const [paid, received] = [dayOf(datePaid), dayOf(timeReceived)]
  return paid !== undefined && received !== undefined && paid < addDays(received, -1)
}

/** Whether a service time is after the day that follows `today`. */
export function isAfterTomorrow(text: string, today: string): boolean {
  const day = dayOf(text)
  return day !== undefined && day > addDays(today, 1)
}

/** Milliseconds of a service time at this zone offset. For ages and the 24-hour rule of `conflict`, never shown. */
export function serviceTimeToMs(time: ServiceTime, offsetMinutes: number): number {
  const { year, month, day, hour, minute, second } = time
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second)
  return date.getTime() - offsetMinutes * 60_000
}

export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
export type Weekday = (typeof weekdays)[number]

const DAY_MS = 24 * 60 * 60_000
/** Length of the day at the start of a service time. */
const DAY_LENGTH = 'YYYY-MM-DD'.length

/** Days since 1970 of a YYYY-MM-DD; undefined if the calendar has no such day. */
export function dayNumber(day: string): number | undefined {
  const time = day.length === DAY_LENGTH ? parseServiceTime(`${day}T00:00:00`) : undefined
  return time === undefined ? undefined : serviceTimeToMs(time, 0) / DAY_MS
}

/** The day `days` later. An invalid day is returned as it is, and the service answers for itself. */
export function addDays(day: string, days: number): string {
  const number = dayNumber(day)
  return number === undefined ? day : new Date((number + days) * DAY_MS).toISOString().slice(0, DAY_LENGTH)
}

/** How many days `to` is after `from`; 0 where a day is invalid. */
export function daysBetween(from: string, to: string): number {
  const [first, last] = [dayNumber(from), dayNumber(to)]
  return first === undefined || last === undefined ? 0 : last - first
}

/** The day of a service time as the service wrote it; undefined if it is unreadable or means no time. */
export function dayOf(text: string): string | undefined {
  const time = parseServiceTime(text)
  return time === undefined || isMinimumTime(time) ? undefined : text.slice(0, DAY_LENGTH)
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** `20 Nov 2026`, or `20 Nov` without a year: every date in a sentence or row, in any language of the system. */
export function formatDay(day: number, month: number, year?: number): string {
  const named = `${day} ${MONTHS[month - 1] ?? '?'}`
  return year === undefined ? named : `${named} ${year}`
}

/** `20 Nov 2026, 14:05`, from the fields alone. */
export function formatServiceTime({ day, month, year, hour, minute }: ServiceTime): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${formatDay(day, month, year)}, ${two(hour)}:${two(minute)}`
}
