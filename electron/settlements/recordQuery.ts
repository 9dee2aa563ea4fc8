import type { FieldProblem } from '../../shared/callError.ts'
import type { DateBasis, RecordView } from '../../shared/record.ts'
import { addDays, dayNumber, dayOf } from '../../shared/serviceTime.ts'
import { daysToAsk } from '../outbox/worker/searchDays.ts'

/** A quarter of a year, both ends included: disputes reach back no further, and every page is one call to the service. */
export const SEARCH_DAYS_MAX = 92

/**
 * A search by paid date reads this many more days: the date that the service's own search uses is undocumented
 * (docs/service.md 4.8), and a sale paid on Monday may be from Friday.
 */
export const PAID_LAG_DAYS = 7

export interface RecordQuery {
  readonly searchId: string
  readonly terminalId: string
  /** YYYY-MM-DD, as the service writes days (docs/service.md 4.8). */
  readonly dateFrom: string
  readonly dateTo: string
  readonly basis: DateBasis
}

/** The problems of a query, by field: `empty`, `notADay` (also a day that does not exist), `beforeFrom`, `tooManyDays`. */
export function queryProblems(
  query: Pick<RecordQuery, 'terminalId' | 'dateFrom' | 'dateTo'>,
): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (query.terminalId.trim() === '') problems.push({ field: 'terminalId', problem: 'empty' })
  const from = dayNumber(query.dateFrom)
  const to = dayNumber(query.dateTo)
  if (from === undefined) problems.push({ field: 'dateFrom', problem: 'notADay' })
  if (to === undefined) problems.push({ field: 'dateTo', problem: 'notADay' })
  if (from === undefined || to === undefined) return problems
  if (to < from) problems.push({ field: 'dateTo', problem: 'beforeFrom' })
  if (to - from >= SEARCH_DAYS_MAX) problems.push({ field: 'dateTo', problem: 'tooManyDays' })
  return problems
}

/** The first day whose sales a search covers. */
export function readFromOf({ dateFrom, basis }: RecordQuery): string {
  return basis === 'saleDate' ? dateFrom : addDays(dateFrom, -PAID_LAG_DAYS)
}

/** The days asked for: one more at each end, since a search may exclude its ends. */
export function daysAsked(query: RecordQuery): { readonly dateFrom: string; readonly dateTo: string } {
  return daysToAsk(readFromOf(query), query.dateTo)
}

/** Whether a record belongs to the days of a query, by the query's date, as the service wrote it. */
export function placeOf(record: RecordView, { basis, dateFrom, dateTo }: RecordQuery): Place {
  if (basis === 'paidDate' && !record.isPaid) return 'outside'
  const day = dayOf(basis === 'paidDate' ? record.datePaid : record.timeReceived)
  if (day === undefined) return 'undated'
  return day >= dateFrom && day <= dateTo ? 'inside' : 'outside'
}

/** `undated`: its day cannot be read, so it belongs to every list rather than to none. */
export type Place = 'inside' | 'outside' | 'undated'
