import { dayStartMs, type SaleRange, startOfDayMs } from '../../../shared/days.ts'
import { dayText } from '../../ui/format/time.ts'

/** From one day to another, both included. */
export function daysFrom(fromMs: number, toMs: number): SaleRange {
  return { fromMs: startOfDayMs(fromMs), toMs: startOfDayMs(toMs) }
}

/** The range that shows one day: a quick one where there is one. */
export function rangeOfDay(atMs: number, nowMs: number): SaleRange {
  if (dayText(atMs) === dayText(nowMs)) return 'today'
  return dayText(atMs) === dayText(dayStartMs(nowMs, -1)) ? 'yesterday' : daysFrom(atMs, atMs)
}
