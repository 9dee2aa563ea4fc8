import { callError, type CallError, type FieldProblem } from '../../shared/contract.ts'
import { addDecimal } from '../../shared/money.ts'
import type { RecordSearchView } from '../../shared/record.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { parseServiceTime, serviceTimeToMs } from '../../shared/serviceTime.ts'
import type { SettlementApi, TransactionRecord } from '../gateway/answer.ts'
import type { Clock } from '../ports.ts'
import { authorisedPages } from '../session/authorised.ts'
import { toCallError } from '../session/callErrors.ts'
import type { Session } from '../session/session.ts'
import { toRecordView } from './recordView.ts'

/** A quarter of a year, both ends counted: disputes reach back no further, and every page is one call to the service. */
export const SEARCH_DAYS_MAX = 92

const DAY_MS = 86_400_000

export interface RecordQuery {
  readonly terminalId: string
  /** YYYY-MM-DD, as the service writes days (specification 4.8). */
  readonly dateFrom: string
  readonly dateTo: string
}

export interface RecordSearch {
  /**
   * Reads every page of `searchtransaction` (specification 4.8). A list that did not come whole is returned with its
   * reason; an error is returned only where not even the first page came, or where the dates are no days.
   */
  search(query: RecordQuery, signal?: AbortSignal): Promise<Result<RecordSearchView, CallError>>
}

export function createRecordSearch(options: {
  readonly api: Pick<SettlementApi, 'searchTransactions'>
  readonly session: Pick<Session, 'token' | 'renew' | 'clientId'>
  readonly clock: Clock
  /** The profile's `limits.pageSize`. */
  readonly pageSize: number
  /** Is shown every record that was read: each may be evidence of a sale of ours. */
  readonly observe: (records: readonly TransactionRecord[]) => void
}): RecordSearch {
  const { api, session, clock, pageSize, observe } = options
  return {
    async search(query, signal) {
      const { terminalId, dateFrom, dateTo } = query
      const fields = queryProblems(query)
      if (fields.length > 0) return callError('invalid', { fields })
      const read = await authorisedPages(session, {
        ask: (token, page) =>
          api.searchTransactions(token, { terminalId, dateFrom, dateTo, ...page }, signal),
        pageSize,
        ...(signal === undefined ? {} : { signal }),
      })
      if (read === 'notSignedIn') return callError('notSignedIn')
      observe(read.rows)
      if (read.pagesRead === 0 && read.error !== null) return err(toCallError(read.error))
      return ok({
        records: read.rows.map(toRecordView),
        totalCount: read.totalCount ?? read.rows.length,
        pagesRead: read.pagesRead,
        incompleteReason: read.incompleteReason,
        amountTotal: read.rows.reduce((total, row) => addDecimal(total, row.amount), '0'),
        settledTotal: read.rows.reduce((total, row) => addDecimal(total, row.amountSettled), '0'),
        readAtMs: clock.wallNowMs(),
      })
    },
  }
}

/**
 * What is wrong with a query, by field: `empty`, `notADay` (also a day that does not exist), `beforeFrom`, `tooManyDays`.
 */
export function queryProblems({ terminalId, dateFrom, dateTo }: RecordQuery): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (terminalId.trim() === '') problems.push({ field: 'terminalId', problem: 'empty' })
  const from = dayNumber(dateFrom)
  const to = dayNumber(dateTo)
  if (from === undefined) problems.push({ field: 'dateFrom', problem: 'notADay' })
  if (to === undefined) problems.push({ field: 'dateTo', problem: 'notADay' })
  if (from === undefined || to === undefined) return problems
  if (to < from) problems.push({ field: 'dateTo', problem: 'beforeFrom' })
  if (to - from >= SEARCH_DAYS_MAX) problems.push({ field: 'dateTo', problem: 'tooManyDays' })
  return problems
}

/** Days since 1970 of a YYYY-MM-DD; undefined where that is no day of the calendar. */
function dayNumber(day: string): number | undefined {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/u.test(day)) return undefined
  const time = parseServiceTime(`${day}T00:00:00`)
  return time === undefined ? undefined : serviceTimeToMs(time, 0) / DAY_MS
}
