import { dayStartMs, type SaleRange, startOfDayMs } from '../../../shared/days.ts'

/** The day whose hours are shown: the last of those chosen, else today. */
export function chartDayMs(range: SaleRange, nowMs: number): number {
  if (typeof range === 'object') return startOfDayMs(range.toMs)
  return range === 'yesterday' ? dayStartMs(nowMs, -1) : startOfDayMs(nowMs)
}
