import { dayStartMs, type SaleRange, startOfDayMs } from '../../../shared/days.ts'
import { dayText } from '../../ui/format/time.ts'

/** The range that shows one day: a quick one where there is one. */
export function rangeOfDay(atMs: number, nowMs: number): SaleRange {
  if (dayText(atMs) === dayText(nowMs)) return 'today'
  return dayText(atMs) === dayText(dayStartMs(nowMs, -1)) ? 'yesterday' : { dayMs: startOfDayMs(atMs) }
}
