import { callError, type CallError } from '../../shared/callError.ts'
import type { Request } from '../../shared/contract.ts'
import {
  RECORD_PAGE_MAX,
  type IncompleteReason,
  type RecordPage,
  type RecordProgress,
  type RecordSearchView,
  type RecordTotals,
  type RecordView,
} from '../../shared/record.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { TransactionRecord } from '../gateway/answer.ts'
import type { PagedRead } from '../gateway/pagedReader.ts'
import type { Clock } from '../ports.ts'
import { inSlices, inTurns, sorted, type Turn, type Work } from '../slices.ts'
import { authorisedPages } from '../session/authorised.ts'
import { toCallError } from '../session/callErrors.ts'
import type { SignedInApi } from '../session/signedInApi.ts'
import { daysAsked, placeOf, queryProblems, readFromOf, type RecordQuery } from './recordQuery.ts'
import { createRecordSum, readFilter } from './recordTotals.ts'
import type { Observer } from './recordLookUp.ts'
import { toRecordView } from '../gateway/recordView.ts'

/** The complete result of a search, with what a report must say about it. */
export interface FoundRecords {
  readonly query: RecordQuery
  readonly readFrom: string
  /** Newest first, by the search's date. */
  readonly records: readonly RecordView[]
  readonly incompleteReason: IncompleteReason | null
  readonly undatedCount: number
  readonly strayCount: number
  /** The service's day at the time of the read, so that a shown record stays paid or odd. */
  readonly today: string
  readonly readAtMs: number
}

export interface RecordSearch {
  /**
   * Reads every page of `searchtransaction` (docs/service.md 4.8). An incomplete list is returned with its reason; an
   * error only if not even the first page came, or if the dates are not days. One search runs at a time: the next one
   * ends it.
   */
  search(query: RecordQuery): Promise<Result<RecordSearchView, CallError>>
  page(request: Request<'records.page'>): Promise<Result<RecordPage, CallError>>
  cancel(searchId: string): void
  /** What passes the filter, of a search that is still remembered. */
  found(request: FilterRequest): Promise<Result<FilteredRecords, CallError>>
}

type FilterRequest = Pick<Request<'records.page'>, 'searchId' | 'filter'>

export interface FilteredRecords extends FoundRecords {
  readonly totals: RecordTotals
}

interface Kept {
  readonly found: FoundRecords
  /** Another client's records are not shown. */
  readonly clientId: string | null
  /** The screen requests page after page of one filter: its result is kept. */
  latest: { readonly filter: string; readonly shown: FilteredRecords } | null
}

/** The one on the screen and the one before it: tens of thousands of records are megabytes. */
const SEARCHES_KEPT = 2

interface Running {
  readonly searchId: string
  readonly abort: AbortController
}

export function createRecordSearch(options: {
  readonly bank: Pick<SignedInApi, 'clientId' | 'generation' | 'searchTransactions'>
  readonly clock: Clock
  readonly today: () => string
  readonly pageSize: number
  readonly observer: Observer
  readonly onProgress: (progress: RecordProgress) => void
  readonly turn: Turn
}): RecordSearch {
  const { bank, clock, today, pageSize, observer, onProgress, turn } = options
  let running: Running | null = null
  let kept: readonly Kept[] = []

  async function read(query: RecordQuery, signal: AbortSignal) {
    const { searchId, terminalId } = query
    const observe = observer()
    const days = daysAsked(query)
    let pagesRead = 0
    const rowIds = new Set<number>()
    return authorisedPages(bank, {
      ask: async (page) => {
        const asked = { terminalId, ...days, ...page }
        const answer = await bank.searchTransactions(asked, { signal })
        if (answer === 'notSignedIn' || !answer.result.ok || signal.aborted) return answer
        const { rows, totalCount } = answer.result.value
        await observe(rows)
        pagesRead += 1
        for (const row of rows) rowIds.add(row.recordId)
        onProgress({ searchId, rowsRead: rowIds.size, totalCount, pagesRead })
        return answer
      },
      pageSize,
      signal,
    })
  }

  /** Of what was read, what belongs to the days that were wanted. */
  async function inOrder(
    query: RecordQuery,
    { rows, incompleteReason }: Pick<PagedRead<TransactionRecord>, 'rows' | 'incompleteReason'>,
  ): Promise<FoundRecords> {
    const asked = { ...query, basis: 'saleDate' as const, ...daysAsked(query) }
    const records: RecordView[] = []
    let undatedCount = 0
    let strayCount = 0
    await inSlices(rows, turn, (row) => {
      const record = toRecordView(row)
      if (placeOf(record, asked) === 'outside') strayCount += 1
      const place = placeOf(record, query)
      if (place === 'undated') undatedCount += 1
      if (place !== 'outside') records.push(record)
    })
    return {
      query,
      readFrom: readFromOf(query),
      records: await inTurns(newestFirst(records, query), turn, clock),
      incompleteReason,
      undatedCount,
      strayCount,
      today: today(),
      readAtMs: clock.wallNowMs(),
    }
  }

  async function matching({ searchId, filter }: FilterRequest): Promise<Result<FilteredRecords, CallError>> {
    const own = kept.find((each) => each.found.query.searchId === searchId)
    if (own === undefined || own.clientId !== bank.clientId()) return callError('notFound')
    const matches = readFilter(filter, own.found.today)
    if (!matches.ok) return callError('invalid', { fields: [matches.error] })
    const key = `${filter.paid} ${filter.amountText.trim()}`
    if (own.latest?.filter === key) return ok(own.latest.shown)
    const records: RecordView[] = []
    const sum = createRecordSum(own.found.today)
    await inSlices(own.found.records, turn, (record) => {
      if (!matches.value(record)) return
      records.push(record)
      sum.add(record)
    })
    const shown = { ...own.found, records, totals: sum.totals() }
    own.latest = { filter: key, shown }
    return ok(shown)
  }

  return {
    search: async (query) => {
      const fields = queryProblems(query)
      if (fields.length > 0) return callError('invalid', { fields })
      running?.abort.abort()
      const own: Running = { searchId: query.searchId, abort: new AbortController() }
      running = own
      const clientId = bank.clientId()
      const result = await read(query, own.abort.signal)
      if (running === own) running = null
      if (result === 'notSignedIn') return callError('notSignedIn')
      if (result.pagesRead === 0 && result.error !== null && result.incompleteReason !== 'cancelled') {
        return err(toCallError(result.error))
      }
      const found = await inOrder(query, result)
      const others = kept.filter((each) => each.found.query.searchId !== query.searchId)
      kept = [{ found, clientId, latest: null }, ...others].slice(0, SEARCHES_KEPT)
      const { readFrom, records, undatedCount, strayCount, readAtMs } = found
      const sum = createRecordSum(found.today)
      await inSlices(records, turn, sum.add)
      // Someone else signed in while the list was sorted and summed.
      if (bank.clientId() !== clientId) return callError('notSignedIn', { reason: 'overtaken' })
      return ok({
        ...query,
        readFrom,
        records: records.slice(0, RECORD_PAGE_MAX),
        totalCount: result.totalCount ?? result.rows.length,
        rowsRead: result.rows.length,
        pagesRead: result.pagesRead,
        incompleteReason: result.incompleteReason,
        undatedCount,
        strayCount,
        totals: sum.totals(),
        today: found.today,
        readAtMs,
      })
    },
    page: async (request) => {
      const found = await matching(request)
      if (!found.ok) return found
      const { offset, limit, searchId } = request
      const { records, totals } = found.value
      return ok({ searchId, records: records.slice(offset, offset + limit), offset, totals })
    },
    cancel: (searchId) => {
      if (running?.searchId === searchId) running.abort.abort()
    },
    found: matching,
  }
}

/** Texts of time sort as they are, since all have the same form. */
function newestFirst(records: readonly RecordView[], { basis }: RecordQuery): Work<readonly RecordView[]> {
  const timeOf = (record: RecordView): string =>
    basis === 'paidDate' ? record.datePaid : record.timeReceived
  return sorted(
    records,
    (left, right) => compare(timeOf(right), timeOf(left)) || right.recordId - left.recordId,
  )
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
