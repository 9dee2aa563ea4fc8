import { addDays, dayNumber, type Weekday, weekdays } from './serviceTime.ts'

/** On which days a bank works; no weekday means every one. A day is `YYYY-MM-DD`. */
export interface WorkCalendar {
  readonly workingDays: readonly Weekday[]
  readonly holidays: readonly string[]
}

/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 3
/** With holidays on every day of a year there is no end. */
const STEPS_MAX = 800

function isWorkingDay(day: string, { workingDays, holidays }: WorkCalendar): boolean {
  const weekday = weekdays[((dayNumber(day) ?? 0) + FIRST_WEEKDAY) % weekdays.length]
  const isWeekday = workingDays.length === 0 || (weekday !== undefined && workingDays.includes(weekday))
  return isWeekday && !holidays.includes(day)
}

/** The day that is so many working days after another one; each step is at least a day. */
export function addWorkingDays(day: string, count: number, calendar: WorkCalendar): string {
  let now = day
  for (let [left, steps] = [count, 0]; left > 0 && steps < STEPS_MAX; steps += 1) {
    now = addDays(now, 1)
    if (isWorkingDay(now, calendar)) left -= 1
  }
  return now
}

/** Working days after `from` up to and with `to`; 0 where none is left. */
export function workingDaysUntil(from: string, to: string, calendar: WorkCalendar): number {
  let count = 0
  for (let [now, steps] = [addDays(from, 1), 0]; now <= to && steps < STEPS_MAX; steps += 1) {
    if (isWorkingDay(now, calendar)) count += 1
    now = addDays(now, 1)
  }
  return count
}

/**
 * The last answer day of which a person is reminded on a day: on the working day before it and on the day itself, and
 * from then on until the case is closed or has another day.
 */
export function remindedUntil(today: string, calendar: WorkCalendar): string {
  return addWorkingDays(today, 1, calendar)
}
