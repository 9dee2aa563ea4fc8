import type { Answer, Page, TransactionRecord, UnreadableRow } from '../../electron/gateway/answer.ts'
import type { PagedRead } from '../../electron/gateway/pagedReader.ts'
import { declined, good, malformed } from './answers.ts'
import { MAIN_TERMINAL } from './plan.ts'

/** How a bank may differ in its lists of records, always (docs/service.md 2.4 and 4.8). */
export const oddLists = ['unreadable', 'refused', 'noCount', 'hiddenRow', 'otherRow'] as const
export type OddLists = (typeof oddLists)[number]

/** How a bank without a usable list answers each search; null for the others. */
export function noListOf(odd: OddLists | null): Answer<never> | null {
  if (odd === 'unreadable') return malformed('{"status":true,"message":"","data":"…"}')
  return odd === 'refused' ? declined('Not allowed') : null
}

/** Whether a list of this bank may still show that a sale is missing. */
export function mayBeWhole(odd: OddLists | null): boolean {
  return odd === null || odd === 'otherRow'
}

/** A page as this bank gives it. */
export function oddPage(
  odd: OddLists | null,
  answer: Answer<Page<TransactionRecord>>,
): Answer<Page<TransactionRecord>> {
  if (!answer.result.ok || odd === null) return answer
  const page = answer.result.value
  const { serverDate } = answer.evidence
  if (odd === 'noCount') return good({ ...page, totalCount: null }, serverDate)
  const totalCount = (page.totalCount ?? 0) + 1
  const unreadable = page.currentPage === 1 ? [rowOf(odd)] : []
  return good({ ...page, totalCount, unreadable }, serverDate)
}

/** A list as this bank gives it, read to its end. */
export function oddRead(
  odd: OddLists | null,
  read: PagedRead<TransactionRecord>,
): PagedRead<TransactionRecord> {
  if (odd === null) return read
  const { incompleteReason } = read
  if (odd === 'noCount')
    return { ...read, totalCount: null, incompleteReason: incompleteReason ?? 'countMissing' }
  return { ...read, unreadable: [rowOf(odd)], incompleteReason: incompleteReason ?? 'rowsUnreadable' }
}

/** An old record without an amount, whose reference can be read, or not. */
function rowOf(odd: OddLists): UnreadableRow {
  const transactionId = odd === 'otherRow' ? 'OLD-SLIP' : null
  return {
    field: 'amount',
    problem: 'is missing',
    transactionId,
    terminalId: MAIN_TERMINAL,
    text: `amount: null, transactionId: ${transactionId}`,
    shape: 'null',
  }
}
