import type { RecordSearchView } from '../../shared/record.ts'
import type { SaleList } from '../state/types.ts'
import { strings } from '../strings.ts'

/**
 * Whether the list holds exactly what it shows. One that was not read yet, or not the last time it was tried, may hold
 * sales that nobody sees: it is never called empty, and gets no total.
 */
export function isListKnown({ asOfMs, couldNotRead }: Pick<SaleList, 'asOfMs' | 'couldNotRead'>): boolean {
  return asOfMs !== null && !couldNotRead
}

/**
 * What stands in place of records. A search that was not read to its end cannot tell that there are none.
 * @param couldNotRead the latest search came to nothing; `result` is of one before it
 */
export function noRecordsText(
  result: Pick<RecordSearchView, 'incompleteReason' | 'totals'> | null,
  couldNotRead = false,
): string {
  const words = strings.find
  if (couldNotRead) return words.notRead
  if (result === null) return words.start
  if (result.incompleteReason !== null) return words.emptyIncomplete
  return result.totals.count === 0 ? words.empty : words.emptyFilter
}
