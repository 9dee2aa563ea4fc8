import { callError, type CallError } from '../../shared/callError.ts'
import type { Request } from '../../shared/contract.ts'
import {
  RECORD_PAGE_MAX,
  type RecordPage,
  type RecordProgress,
  type RecordSearchView,
  type RecordTotals,
  type RecordView,
} from '../../shared/record.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import { inSlices, type Breathe } from '../work/slices.ts'
import { toCallError } from '../session/callErrors.ts'
import { createReadByDays } from '../session/readByDays.ts'
import type { SignedInApi } from '../session/signedInApi.ts'
import { foundIn, type FoundRecords } from './foundRecords.ts'
import type { Observer } from './recordLookUp.ts'
import { daysAsked, queryProblems, type RecordQuery } from './recordQuery.ts'
import { createRecordSum, type IsOwn, readFilter } from './recordTotals.ts'

export interface RecordSearch extends Pick<KeptSearches, 'found'> {
  /**
   * Reads every page of `searchtransaction` (docs/service.md 4.8). An incomplete list is returned with its reason; an
   * error only if not even the first page came, or if the dates are not days. One search runs at a time: the next one
   * ends it.
   */
  search(query: RecordQuery): Promise<Result<RecordSearchView, CallError>>
  page(request: Request<'records.page'>): Promise<Result<RecordPage, CallError>>
  cancel(searchId: string): void
}

/** A sentence has no place for more. */
const UNREAD_FIELDS_MAX = 3

interface Running {
  readonly searchId: string
  readonly abort: AbortController
}

export function createRecordSearch(options: {
  readonly bank: Pick<SignedInApi, 'clientId' | 'generation' | 'pages' | 'searchTransactions'>
  readonly clock: Clock
  readonly today: () => string
  readonly pageSize: number
  readonly observer: Observer
  readonly onProgress: (progress: RecordProgress) => void
  readonly isOwn: IsOwn
  readonly breathe: Breathe
}): RecordSearch {
  const { bank, pageSize, observer, onProgress, isOwn, breathe } = options
  const readByDays = createReadByDays(bank, options.today)
  const kept = createKeptSearches(() => bank.clientId(), isOwn, breathe)
  let running: Running | null = null

  async function read(query: RecordQuery, signal: AbortSignal) {
    const { searchId, terminalId } = query
    let pagesRead = 0
    const rowIds = new Set<string>()
    return readByDays(daysAsked(query), {
      ask: async (days, page) => {
        const asked = { terminalId, ...days, ...page }
        // Each page is a question of its own.
        const observe = observer()
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
      const found = await foundIn(query, result, options)
      kept.keep(found, clientId)
      const { readFrom, records, undatedCount, strayCount, readAtMs } = found
      const sum = createRecordSum(found.today)
      await inSlices(records, breathe, sum.add)
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
        unreadCount: result.unreadable.length,
        unreadFields: [...new Set(result.unreadable.map(({ field }) => field))].slice(0, UNREAD_FIELDS_MAX),
        undatedCount,
        strayCount,
        totals: sum.totals(),
        today: found.today,
        readAtMs,
      })
    },
    page: async (request) => {
      const found = await kept.found(request)
      if (!found.ok) return found
      const { offset, limit, searchId } = request
      const { records, totals } = found.value
      const shown = records.slice(offset, offset + limit)
      const elsewhere = shown.filter((record) => !isOwn(record)).map(({ recordId }) => recordId)
      return ok({ searchId, records: shown, elsewhere, offset, totals })
    },
    cancel: (searchId) => {
      if (running?.searchId === searchId) running.abort.abort()
    },
    found: kept.found,
  }
}

type FilterRequest = Pick<Request<'records.page'>, 'searchId' | 'filter'>

interface FilteredRecords extends FoundRecords {
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

/** The results of the latest searches, which the screen and a report read page by page. */
interface KeptSearches {
  /** @param clientId who was signed in when it began */
  keep(found: FoundRecords, clientId: string | null): void
  /** What passes the filter, of a search that is still remembered. */
  found(request: FilterRequest): Promise<Result<FilteredRecords, CallError>>
}

function createKeptSearches(clientId: () => string | null, isOwn: IsOwn, breathe: Breathe): KeptSearches {
  let kept: readonly Kept[] = []
  return {
    keep: (found, askedBy) => {
      const others = kept.filter((each) => each.found.query.searchId !== found.query.searchId)
      kept = [{ found, clientId: askedBy, latest: null }, ...others].slice(0, SEARCHES_KEPT)
    },
    found: async ({ searchId, filter }) => {
      const own = kept.find((each) => each.found.query.searchId === searchId)
      if (own === undefined || own.clientId !== clientId()) return callError('notFound')
      const matches = readFilter(filter, own.found.today, isOwn)
      if (!matches.ok) return callError('invalid', { fields: [matches.error] })
      const key = `${filter.show} ${filter.amountText.trim()}`
      if (own.latest?.filter === key) return ok(own.latest.shown)
      const records: RecordView[] = []
      const sum = createRecordSum(own.found.today)
      await inSlices(own.found.records, breathe, (record) => {
        if (!matches.value(record)) return
        records.push(record)
        sum.add(record)
      })
      const shown = { ...own.found, records, totals: sum.totals() }
      own.latest = { filter: key, shown }
      return ok(shown)
    },
  }
}
