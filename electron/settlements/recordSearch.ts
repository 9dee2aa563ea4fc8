import { callError, type CallError } from '../../shared/callError.ts'
import type { Request } from '../../shared/contract.ts'
import {
  RECORD_PAGE_MAX,
  type RecordPage,
  type RecordProgress,
  type RecordSearchView,
} from '../../shared/record.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import { inSlices, type Turn } from '../slices.ts'
import { toCallError } from '../session/callErrors.ts'
import { createReadByDays } from '../session/readByDays.ts'
import type { SignedInApi } from '../session/signedInApi.ts'
import { foundIn } from './foundRecords.ts'
import { createKeptSearches, type KeptSearches } from './keptSearches.ts'
import type { Observer } from './recordLookUp.ts'
import { daysAsked, queryProblems, type RecordQuery } from './recordQuery.ts'
import { createRecordSum, type IsOwn } from './recordTotals.ts'

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
  readonly turn: Turn
}): RecordSearch {
  const { bank, pageSize, observer, onProgress, isOwn, turn } = options
  const readByDays = createReadByDays(bank, options.today)
  const kept = createKeptSearches(() => bank.clientId(), isOwn, turn)
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
