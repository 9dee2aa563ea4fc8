import type { RecordSearchView, RecordView } from '../../../shared/record.ts'
import type { FoundBy } from '../../../shared/saleFind.ts'
import type { SaleView } from '../../../shared/sale.ts'
import { believedPaidTime, isAfterTomorrow, type PaidFields } from '../../../shared/serviceTime.ts'
import { formatKobo, formatNaira } from '../../ui/format/money.ts'
import { countText } from '../../ui/format/count.ts'
import { bankTimeText, dayText, dayWords } from '../../ui/format/time.ts'
import { isAmount } from './lookUpSlice.ts'
import type { LookUpState } from '../../core/findTypes.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'

/** How the bank's record under a sale's reference differs from the sale; null where it does not. */
export function differenceText(
  sale: Pick<SaleView, 'amountKobo' | 'terminalId'>,
  record: Pick<RecordView, 'amount' | 'terminalId'>,
): string | null {
  const words = lazyStrings.find
  const [here, bank] = [formatKobo(sale.amountKobo), formatNaira(record.amount)]
  const facts = [
    ...(here === bank ? [] : [words.differsAmount(here, bank)]),
    ...(sale.terminalId === record.terminalId
      ? []
      : [words.differsTerminal(sale.terminalId, record.terminalId)]),
  ]
  return facts.length === 0 ? null : words.differs(facts.join('; '))
}

/** A search by paid date cannot read all sales, so the text says which ones it covers. */
export function completeText({ basis, readFrom }: Pick<RecordSearchView, 'basis' | 'readFrom'>): string {
  return basis === 'paidDate' ? lazyStrings.find.completeFrom(dayWords(readFrom)) : lazyStrings.find.complete
}

/** What may be missing or wrong in a list that was read to its end; empty where nothing is. */
export function whatToKnow({
  undatedCount,
  strayCount,
  totals,
}: Pick<RecordSearchView, 'undatedCount' | 'strayCount' | 'totals'>): string {
  const { undated, stray, odd } = lazyStrings.find
  return [
    ...(undatedCount > 0 ? [undated(undatedCount)] : []),
    ...(strayCount > 0 ? [stray(strayCount)] : []),
    ...(totals.oddCount > 0 ? [odd(totals.oddCount)] : []),
  ].join(' ')
}

/** When a record was paid; a future date comes with the words that it is not a payment. */
export function paidText(record: PaidFields, today: string): string {
  if (believedPaidTime(record, today) !== undefined) return bankTimeText(record.datePaid)
  return isAfterTomorrow(record.datePaid, today)
    ? lazyStrings.find.paidNotCome(bankTimeText(record.datePaid))
    : strings.detail.notPaidYet
}

/** Found by an index in all sales; the rest is compared sale by sale. */
const IN_ALL: readonly FoundBy[] = ['reference', 'amount']

/** Says what of this computer's sales was searched, and how far back. Empty where the text was too short. */
export function searchedText(
  searched: readonly FoundBy[],
  { count, oldestAtMs, next }: NonNullable<LookUpState['readThrough']>,
): string {
  const words = lazyStrings.find
  const named = (ones: readonly FoundBy[]): string => ones.map((by) => words.searchedFor[by]).join(', ')
  if (searched.length === 0) return words.tooShort
  if (next === null || oldestAtMs === null) return words.searched(named(searched))
  const [all, rest] = [true, false].map((isInAll) =>
    named(searched.filter((by) => IN_ALL.includes(by) === isInAll)),
  )
  return words.searchedPart(all ?? '', rest ?? '', countText(count), dayWords(dayText(oldestAtMs)))
}

/** Nothing was found: of a search that has not read the oldest sale, no more can be said than that. */
export function noneText({ asked, readThrough }: Pick<LookUpState, 'asked' | 'readThrough'>): string {
  const words = lazyStrings.find
  return readThrough?.next === null ? words.noneHere(asked) : words.noneSoFar(asked)
}

/** The bank was not asked: beside sales of this computer, that is said of this search and not of the sales. */
export function notAskedText({ groups }: Pick<LookUpState, 'groups'>): string {
  const { bankNotAsked, bankNotAskedHere } = lazyStrings.find
  return groups === null || groups.length === 0 ? bankNotAsked : bankNotAskedHere
}

/** Why the bank cannot be asked about a text. */
export function noReferenceText(asked: string): string {
  return isAmount(asked) ? lazyStrings.find.noReferenceAmount : lazyStrings.find.noReference
}

/** Why a list is not complete, and how many of its rows cannot be read; null for a complete one. */
export function incompleteText({
  incompleteReason,
  unreadCount,
  unreadFields,
}: RecordSearchView): string | null {
  if (incompleteReason === null) return null
  const words = lazyStrings.find
  const unread = unreadCount === 0 ? [] : [words.unread(unreadCount, unreadFields.join(', '))]
  const reason =
    incompleteReason === 'rowsUnreadable' && unread.length > 0
      ? []
      : [words.incompleteReason[incompleteReason]]
  return [`${words.incomplete}.`, ...reason, ...unread].join(' ')
}
