/**
 * The service's own calendar. Its timestamps and search dates have no zone (docs/service.md 2.3, 4.8), so the profile
 * names one. Search windows, ages and the service's today depend on it; its times are shown as given.
 */
export interface ServiceZone {
  /** The service's day, `YYYY-MM-DD`, at a moment of this computer's clock plus `addDays`. */
  day(atMs: number, addDays?: number): string
  /** The zone's offset from UTC at a moment, in minutes, east positive. */
  offsetMinutes(atMs: number): number
}

const DAY_MS = 24 * 60 * 60_000

/** Creating a format costs more than most of its uses. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}

/** @param timeZone an IANA name that the profile has checked */
export function createServiceZone(timeZone: string): ServiceZone {
  const format = formatOf(timeZone)
  const fields = (atMs: number): Record<string, string> =>
    Object.fromEntries(format.formatToParts(atMs).map((part) => [part.type, part.value]))
  return {
    day: (atMs, addDays = 0) => {
      const { year = '', month = '', day = '' } = fields(atMs + addDays * DAY_MS)
      return `${year}-${month}-${day}`
    },
    offsetMinutes: (atMs) => {
      const { year, month, day, hour, minute, second } = fields(atMs)
      const there = Date.UTC(
        Number(year),
        Number(month) - 1,
        Number(day),
        Number(hour),
        Number(minute),
        Number(second),
      )
      return Math.round((there - atMs) / 60_000)
    },
  }
}

/**
 * The service's day.
 * @param clockAheadMs how far this computer's clock is ahead of the service's own; null if it never told its time
 */
export function serviceToday(zone: ServiceZone, nowMs: number, clockAheadMs: number | null): string {
  return zone.day(nowMs - (clockAheadMs ?? 0))
}
