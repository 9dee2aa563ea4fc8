import type { RecordSearchView } from '../../../shared/record.ts'
import type { SaleList } from '../../core/types.ts'
import { strings } from '../../strings/strings.ts'

/**
 * Whether the list is known to be what it shows. A list that was never read, or whose last reading failed, may have
 * more sales: it is never called empty and gets no total.
 */
export function isListKnown({ asOfMs, couldNotRead }: Pick<SaleList, 'asOfMs' | 'couldNotRead'>): boolean {
  return asOfMs !== null && !couldNotRead
}

/**
 * The text in place of records. A search that was not read to its end cannot say that there are none.
 * @param couldNotRead the latest search failed; `result` is of an earlier one
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
