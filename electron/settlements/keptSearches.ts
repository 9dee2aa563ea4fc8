import { callError, type CallError } from '../../shared/callError.ts'
import type { Request } from '../../shared/contract.ts'
import type { RecordTotals, RecordView } from '../../shared/record.ts'
import { ok, type Result } from '../../shared/result.ts'
import { inSlices, type Turn } from '../slices.ts'
import type { FoundRecords } from './foundRecords.ts'
import { createRecordSum, type IsOwn, readFilter } from './recordTotals.ts'

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
export interface KeptSearches {
  /** @param clientId who was signed in when it began */
  keep(found: FoundRecords, clientId: string | null): void
  /** What passes the filter, of a search that is still remembered. */
  found(request: FilterRequest): Promise<Result<FilteredRecords, CallError>>
}

export function createKeptSearches(clientId: () => string | null, isOwn: IsOwn, turn: Turn): KeptSearches {
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
      await inSlices(own.found.records, turn, (record) => {
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
