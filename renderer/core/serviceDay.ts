import { createServiceZone, serviceToday } from '../../shared/serviceZone.ts'
import { dayText } from '../ui/format/time.ts'
import type { FindState } from '../features/bankRecords/findTypes.ts'
import type { AppState } from './types.ts'

/** Today's date at the service, by the service's clock where it is known; this computer's may be days off. */
export function serviceDayOf({
  app,
  connection,
  nowMs,
}: Pick<AppState, 'app' | 'connection' | 'nowMs'>): string {
  if (app === null) return dayText(nowMs)
  return serviceToday(createServiceZone(app.serviceTimeZone), nowMs, connection.clockAheadMs)
}

/** The dates of a search: the service's today until the person chooses. */
export function findDaysOf(
  state: Pick<AppState, 'app' | 'connection' | 'nowMs'> & {
    readonly find: Pick<FindState, 'dateFrom' | 'dateTo'>
  },
): { readonly dateFrom: string; readonly dateTo: string } {
  const { dateFrom, dateTo } = state.find
  const today = dateFrom === null || dateTo === null ? serviceDayOf(state) : ''
  return { dateFrom: dateFrom ?? today, dateTo: dateTo ?? today }
}
