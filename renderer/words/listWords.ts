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

/** What stands in place of records. A search that was not read to its end cannot tell that there are none. */
export function noRecordsText(
  result: Pick<RecordSearchView, 'incompleteReason' | 'rowsRead'> | null,
): string {
  const words = strings.find
  if (result === null) return words.start
  if (result.incompleteReason !== null) return words.emptyIncomplete
  return result.rowsRead === 0 ? words.empty : words.emptyFilter
}
