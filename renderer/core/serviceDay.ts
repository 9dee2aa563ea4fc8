import { createServiceZone, serviceToday } from '../../shared/serviceZone.ts'
import { dayText } from '../ui/format/time.ts'
import type { FindState } from './findTypes.ts'
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

/** Whether the form asks for another terminal, other days or another date than the results on the screen are of. */
export function isOtherSearch(
  state: Pick<AppState, 'app' | 'connection' | 'nowMs' | 'terminals'> & {
    readonly find: Pick<FindState, 'dateFrom' | 'dateTo' | 'terminalId' | 'basis' | 'result'>
  },
): boolean {
  const { result, basis } = state.find
  if (result === null) return false
  const { dateFrom, dateTo } = findDaysOf(state)
  return (
    findTerminalOf(state) !== result.terminalId ||
    dateFrom !== result.dateFrom ||
    dateTo !== result.dateTo ||
    basis !== result.basis
  )
}

/** The terminal of a search: this counter's own until the person enters another one. */
export function findTerminalOf({
  find,
  terminals,
}: Pick<AppState, 'terminals'> & { readonly find: Pick<FindState, 'terminalId'> }): string {
  return (find.terminalId ?? terminals?.chosenTerminalId ?? '').trim()
}
