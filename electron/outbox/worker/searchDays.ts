import { addDays } from '../../../shared/serviceTime.ts'
import { serviceToday } from '../../../shared/serviceZone.ts'
import type { DeliveryContext } from './context.ts'
import type { SearchWindow } from './service.ts'

export type SearchDays = Pick<SearchWindow, 'dateFrom' | 'dateTo'>

export const DAY_MS = 24 * 60 * 60_000
/** Extra days at each end of every search: whether its first and last day are included is undocumented. */
export const END_DAYS = 1
/** The service's zone may differ from the profile's, and its day from ours: one more day. */
const ZONE_DAYS = 1

/** The days to ask for, so that the answer covers these days even if it excludes the ends. */
export function daysToAsk(firstDay: string, lastDay: string): SearchDays {
  return { dateFrom: addDays(firstDay, -END_DAYS), dateTo: addDays(lastDay, END_DAYS) }
}

/**
 * The search that shows every record which the service has received since a moment of this computer's clock. The
 * service's own time counts if it tells it: this computer's clock may be wrong by days.
 */
export function daysSince(
  { zone, clock, clockAheadMs }: Pick<DeliveryContext, 'zone' | 'clock' | 'clockAheadMs'>,
  sinceMs: number,
): SearchDays {
  const nowMs = clock.wallNowMs()
  const aheadMs = clockAheadMs() ?? 0
  // A sale with a future date was recorded under a wrong clock.
  const firstMs = Math.min(sinceMs, nowMs) - Math.max(aheadMs, 0)
  const lastMs = nowMs - Math.min(aheadMs, 0)
  return daysToAsk(zone.day(firstMs, -ZONE_DAYS), zone.day(lastMs, ZONE_DAYS))
}

/** Whether the requested days are still right: the answer may be the first to show that this clock is wrong. */
export function wereRightDays(
  context: Parameters<typeof daysSince>[0],
  sinceMs: number,
  asked: SearchDays,
): boolean {
  const { dateFrom, dateTo } = daysSince(context, sinceMs)
  return asked.dateFrom <= dateFrom && dateTo <= asked.dateTo
}

/** The service's day, by its own clock if it tells it. */
export function todayOf({
  zone,
  now,
  clockAheadMs,
}: Pick<DeliveryContext, 'zone' | 'now' | 'clockAheadMs'>): string {
  return serviceToday(zone, now().wallMs, clockAheadMs())
}
