import { createServiceZone, serviceToday } from '../../shared/serviceZone.ts'
import { dayText } from '../format/time.ts'
import type { FindState } from './findTypes.ts'
import type { AppState } from './types.ts'

/** What day it is at the service, by its own clock where it tells it; this computer's may be days off. */
export function serviceDayOf({
  app,
  connection,
  nowMs,
}: Pick<AppState, 'app' | 'connection' | 'nowMs'>): string {
  if (app === null) return dayText(nowMs)
  return serviceToday(createServiceZone(app.serviceTimeZone), nowMs, connection.clockAheadMs)
}

/** The days that a search goes by: the service's today until a person chooses. */
export function findDaysOf(
  state: Pick<AppState, 'app' | 'connection' | 'nowMs'> & {
    readonly find: Pick<FindState, 'dateFrom' | 'dateTo'>
  },
): { readonly dateFrom: string; readonly dateTo: string } {
  const { dateFrom, dateTo } = state.find
  const today = dateFrom === null || dateTo === null ? serviceDayOf(state) : ''
  return { dateFrom: dateFrom ?? today, dateTo: dateTo ?? today }
}
