import { dayStartMs, type SaleRange, spanOf, startOfDayMs } from '../../../shared/days.ts'
import { serviceDayOf } from '../../core/serviceDay.ts'
import type { AppState } from '../../core/types.ts'
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

const NOON_MS = 12 * 60 * 60_000

/** The service's day of the list's range; null where that is no single day, or a search through all of them. */
export function serviceDayIn(state: Pick<AppState, 'app' | 'connection' | 'nowMs' | 'query'>): string | null {
  const { range, search } = state.query
  const span = search === '' ? spanOf(range, state.nowMs) : null
  if (span === null || span.untilMs !== dayStartMs(span.fromMs, 1)) return null
  return serviceDayOf({ ...state, nowMs: span.fromMs + NOON_MS })
}
