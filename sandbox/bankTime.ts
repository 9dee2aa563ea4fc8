/** Africa/Lagos is one hour ahead of UTC all year; the bank's timestamps use it without a zone. */
export const BANK_OFFSET_MINUTES = 60
const DAY_MS = 86_400_000
const OFFSET_MS = BANK_OFFSET_MINUTES * 60_000

/** The paid date of an unpaid record (docs/service.md 2.3). */
export const UNPAID_DATE = '0001-01-01T00:00:00'

/**
 * A timestamp as the service writes it: bank time, a fraction (here of seven digits), no zone (docs/service.md 2.2).
 * @param salt for the four digits below a millisecond, so that they are not all zero
 */
export function bankTimestamp(atMs: number, salt: number): string {
  const fine = String((salt * 7_919 + 1_234) % 10_000).padStart(4, '0')
  return new Date(atMs + OFFSET_MS).toISOString().replace('Z', fine)
}

/** The bank's calendar day of a moment, YYYY-MM-DD. */
export function bankDay(atMs: number): string {
  return new Date(atMs + OFFSET_MS).toISOString().slice(0, 10)
}

/** Midnight, bank time, of the day `daysBefore` days before the one that holds `atMs`. */
export function bankMidnightMs(atMs: number, daysBefore: number): number {
  const local = atMs + OFFSET_MS
  return local - (((local % DAY_MS) + DAY_MS) % DAY_MS) - OFFSET_MS - daysBefore * DAY_MS
}

/** Whether this is YYYY-MM-DD of an existing day (docs/service.md 4.8). */
export function isCalendarDay(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/u.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
