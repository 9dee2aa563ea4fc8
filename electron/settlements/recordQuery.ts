import type { FieldProblem } from '../../shared/contract.ts'
import type { DateBasis } from '../../shared/record.ts'
import { parseServiceTime, serviceTimeToMs } from '../../shared/serviceTime.ts'

/** A quarter of a year, both ends counted: disputes reach back no further, and every page is one call to the service. */
export const SEARCH_DAYS_MAX = 92

/**
 * A search by paid date reads so many days more: which date the service's own search goes by is not shown
 * (specification 4.8), and what was paid on Monday may have been sold on Friday.
 */
export const PAID_LAG_DAYS = 7

const DAY_MS = 86_400_000

export interface RecordQuery {
  readonly searchId: string
  readonly terminalId: string
  /** YYYY-MM-DD, as the service writes days (specification 4.8). */
  readonly dateFrom: string
  readonly dateTo: string
  readonly basis: DateBasis
}

/**
 * What is wrong with a query, by field: `empty`, `notADay` (also a day that does not exist), `beforeFrom`, `tooManyDays`.
 */
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

/** The first day to ask the service for. */
export function readFromOf({ dateFrom, basis }: RecordQuery): string {
  const day = dayNumber(dateFrom)
  if (basis === 'saleDate' || day === undefined) return dateFrom
  return new Date((day - PAID_LAG_DAYS) * DAY_MS).toISOString().slice(0, 10)
}

/** Days since 1970 of a YYYY-MM-DD; undefined where that is no day of the calendar. */
function dayNumber(day: string): number | undefined {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/u.test(day)) return undefined
  const time = parseServiceTime(`${day}T00:00:00`)
  return time === undefined ? undefined : serviceTimeToMs(time, 0) / DAY_MS
}
