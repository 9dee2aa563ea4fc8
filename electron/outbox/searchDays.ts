import { addDays } from '../../shared/serviceTime.ts'
import { serviceToday } from '../../shared/serviceZone.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import type { SearchWindow } from './service.ts'

export type SearchDays = Pick<SearchWindow, 'dateFrom' | 'dateTo'>

export const DAY_MS = 24 * 60 * 60_000
/** How many days more every search asks for at each end: whether the days that it names belong to it is not documented. */
export const END_DAYS = 1
/** The service's zone may be another than the profile says, and its day another than ours: another day. */
const ZONE_DAYS = 1

/** What to ask the service for, so that its answer has all of these days whether or not it counts the ends. */
export function daysToAsk(firstDay: string, lastDay: string): SearchDays {
  return { dateFrom: addDays(firstDay, -END_DAYS), dateTo: addDays(lastDay, END_DAYS) }
}

/**
 * The search that shows every record which the service has received since a moment of this computer's clock. Where the
 * service tells its own time, that decides: this computer's clock may be wrong by days.
 */
export function daysSince(
  { zone, clock, clockAheadMs }: Pick<DeliveryContext, 'zone' | 'clock' | 'clockAheadMs'>,
  sinceMs: number,
): SearchDays {
  const nowMs = clock.wallNowMs()
  const aheadMs = clockAheadMs() ?? 0
  // A sale that bears a date of the future was recorded under a clock that was wrong.
  const firstMs = Math.min(sinceMs, nowMs) - Math.max(aheadMs, 0)
  const lastMs = nowMs - Math.min(aheadMs, 0)
  return daysToAsk(zone.day(firstMs, -ZONE_DAYS), zone.day(lastMs, ZONE_DAYS))
}

/**
 * Whether days that were asked for are still those to ask for: the answer itself may be the first to tell that this
 * computer's clock is wrong.
 */
export function wereRightDays(
  context: Parameters<typeof daysSince>[0],
  sinceMs: number,
  asked: SearchDays,
): boolean {
  const { dateFrom, dateTo } = daysSince(context, sinceMs)
  return asked.dateFrom <= dateFrom && dateTo <= asked.dateTo
}

/** What day it is at the service, by its own clock where it tells it. */
export function todayOf({
  zone,
  now,
  clockAheadMs,
}: Pick<DeliveryContext, 'zone' | 'now' | 'clockAheadMs'>): string {
  return serviceToday(zone, now().wallMs, clockAheadMs())
}
