import { compareRecordIds } from '../../shared/recordId.ts'
import type { IncompleteReason, RecordView } from '../../shared/record.ts'
import type { TransactionRecord } from '../gateway/answer.ts'
import type { PagedRead } from '../gateway/pagedReader.ts'
import { toRecordView } from '../gateway/recordView.ts'
import type { Clock } from '../ports.ts'
import { inSlices, inBreaths, sorted, type Breathe, type Work } from '../work/slices.ts'
import { daysAsked, placeOf, readFromOf, type RecordQuery } from './recordQuery.ts'

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

/** Of what was read, what belongs to the days that were wanted. */
export async function foundIn(
  query: RecordQuery,
  { rows, incompleteReason }: Pick<PagedRead<TransactionRecord>, 'rows' | 'incompleteReason'>,
  options: { readonly clock: Clock; readonly today: () => string; readonly breathe: Breathe },
): Promise<FoundRecords> {
  const { clock, today, breathe } = options
  const asked = { ...query, basis: 'saleDate' as const, ...daysAsked(query) }
  const records: RecordView[] = []
  let undatedCount = 0
  let strayCount = 0
  await inSlices(rows, breathe, (row) => {
    const record = toRecordView(row)
    if (placeOf(record, asked) === 'outside') strayCount += 1
    const place = placeOf(record, query)
    if (place === 'undated') undatedCount += 1
    if (place !== 'outside') records.push(record)
  })
  return {
    query,
    readFrom: readFromOf(query),
    records: await inBreaths(newestFirst(records, query), breathe, clock),
    incompleteReason,
    undatedCount,
    strayCount,
    today: today(),
    readAtMs: clock.wallNowMs(),
  }
}

/** Texts of time sort as they are, since all have the same form. */
function newestFirst(records: readonly RecordView[], { basis }: RecordQuery): Work<readonly RecordView[]> {
  const timeOf = (record: RecordView): string =>
    basis === 'paidDate' ? record.datePaid : record.timeReceived
  return sorted(
    records,
    (left, right) => compare(timeOf(right), timeOf(left)) || compareRecordIds(right.recordId, left.recordId),
  )
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
