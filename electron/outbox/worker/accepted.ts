import { isDeepStrictEqual } from 'node:util'
import { koboFromDecimal, nairaText, subtractDecimal } from '../../../shared/money.ts'
import type { RecordView } from '../../../shared/record.ts'
import type { EvidenceDifference } from '../../../shared/decision.ts'
import { believedPaidTime, paidTime, type PaidFields } from '../../../shared/serviceTime.ts'
import type { TransactionRecord } from '../../gateway/answer.ts'
import { toRecordView } from '../../gateway/recordView.ts'
import type { Moment, SalePatch } from '../rules/change.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { asRecorded } from '../store/factsStore.ts'
import { judgeFor, type JudgingContext } from './judging.ts'
import type { SaleEvent } from '../rules/machine.ts'
import { isSameTerminalId } from '../../../shared/terminal.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import type { AttemptEnd } from '../store/attemptStore.ts'
import { todayOf } from './searchDays.ts'
import { isAgeUnknown, isSameReference } from '../rules/responseClassifier.ts'

/**
 * What the bank shows of an accepted sale. Later records are compared with the accepted one, since a manager may have
 * accepted another amount than was recorded here. A record that differs is kept beside it for a person, and never
 * replaces it automatically.
 */

type AcceptedContext = JudgingContext & Pick<DeliveryContext, 'store' | 'reads' | 'onSaleChanged'> & Shown

/** When the records were shown, since the computer may have slept since then. Default: now. */
export interface Shown {
  readonly shownAt?: Moment
}

/** An unpaid sale that a list shows again is not written again this soon: only the time of the answer is new. */
const ANSWERED_EVERY_MS = 60_000

/** The payment time of a record as the service wrote it, if it is a real one (decision 0022). */
export function paidDateOf(
  context: Parameters<typeof todayOf>[0],
  record: PaidFields,
  recordedAtMs: number,
): string | null {
  const { datePaid, timeReceived } = record
  // Where the bank does not say when it received the sale, that was not before it was recorded here.
  const received = isAgeUnknown(record) ? `${context.zone.day(recordedAtMs, 0)}T00:00:00` : timeReceived
  const isPaid = believedPaidTime({ ...record, timeReceived: received }, todayOf(context)) !== undefined
  return isPaid ? datePaid : null
}

/** Independent of the current day: the same record must not read differently tomorrow. */
function statedDateOf({ isPaid, datePaid }: RecordView): string | null {
  return paidTime(isPaid, datePaid) === undefined ? null : datePaid
}

/** How a record differs from the accepted one; empty if it does not, apart from a payment since. */
export function differencesFrom(
  context: JudgingContext,
  sale: SaleRow,
  record: RecordView,
): readonly EvidenceDifference[] {
  const { record: ours } = sale
  if (ours === null) return differencesFromRecorded(context, sale, record)
  const found: EvidenceDifference[] = []
  if (!isSameAmount(record.amount, ours.amount)) found.push('amount')
  if (!isSameTerminalId(record.terminalId, ours.terminalId)) found.push('terminal')
  if (isOtherAccount(record.accountEnding, ours.accountEnding)) found.push('account')
  if (record.recordId !== ours.recordId) found.push('secondRecord')
  else if (sale.datePaid !== null && !isSamePayment(record, sale.datePaid, ours)) found.push('payment')
  return found
}

const NEVER_OLD = '9999-01-01T00:00:00'

/** The differences before any record was accepted; by the same rules that make a conflict. */
export function differencesFromRecorded(
  context: JudgingContext,
  sale: SaleRow,
  record: RecordView,
): EvidenceDifference[] {
  const { transactionId, amountKobo, terminalId } = asRecorded(context.store, sale)
  const ours = {
    transactionId,
    amount: nairaText(amountKobo),
    terminalId,
    timeReceived: NEVER_OLD,
  }
  const differs = (part: Partial<typeof ours>): boolean =>
    judgeFor(context, sale, { ...ours, ...part }) === 'foundDifferent'
  const found: EvidenceDifference[] = []
  if (differs({ amount: record.amount })) found.push('amount')
  if (differs({ terminalId: record.terminalId })) found.push('terminal')
  const isUnproven = sale.state !== 'accepted' && isAgeUnknown(record) && context.reads.isTyped(sale)
  if (isUnproven || differs({ timeReceived: record.timeReceived })) found.push('olderThanSale')
  return found
}

/** An account that one answer leaves out is no other one. */
function isOtherAccount(left: string, right: string): boolean {
  return left !== '' && right !== '' && left !== right
}

function isSameAmount(left: string, right: string): boolean {
  return koboFromDecimal(subtractDecimal(left, right)) === 0
}

/** A payment is a date and a sum: neither changes without a person. */
function isSamePayment(record: RecordView, datePaid: string, ours: RecordView): boolean {
  const [settled, before] = [record.amountSettled, ours.amountSettled]
  // What one answer leaves out is no change.
  const isSameSum = settled === null || before === null || isSameAmount(settled, before)
  return statedDateOf(record) === datePaid && isSameSum
}

/** Compares a record that the service gave with an accepted sale. @returns whether it told anything new about the sale */
export function applyToAccepted(
  context: AcceptedContext,
  sale: SaleRow,
  found: TransactionRecord,
  check: SalePatch = {},
  end?: AttemptEnd,
): boolean {
  if (!isSameReference(found.transactionId, asRecorded(context.store, sale).transactionId)) return false
  const record = toRecordView(found)
  const now = context.now()
  const answered: SalePatch = { ...check, answeredAtMs: (context.shownAt ?? now).wallMs }
  const isNews =
    differencesFrom(context, sale, record).length === 0
      ? takeSame(context, sale, record, answered, now, end)
      : takeDiffering(context, sale, record, answered, now, end)
  if (isNews) context.onSaleChanged(sale.transactionId)
  return isNews
}

/** Most records have only a new age, which needs no write and no event. */
function isWorthWriting(sale: SaleRow, answered: SalePatch, now: Moment): boolean {
  if (answered.checkCount !== undefined) return true
  if (sale.datePaid !== null) return false
  return sale.answeredAtMs === null || Math.abs(now.wallMs - sale.answeredAtMs) >= ANSWERED_EVERY_MS
}

function takeSame(
  context: AcceptedContext,
  sale: SaleRow,
  record: RecordView,
  answered: SalePatch,
  now: Moment,
  end: AttemptEnd | undefined,
): boolean {
  const datePaid = sale.datePaid ?? paidDateOf(context, record, sale.recordedAtMs)
  const isNews = datePaid !== sale.datePaid || !isDeepStrictEqual(record, sale.record)
  if (!isNews && !isWorthWriting(sale, answered, now)) return false
  const recordAtMs = (context.shownAt ?? now).wallMs
  context.store.note(sale, { ...answered, record, recordAtMs, datePaid }, now, end)
  return true
}

/**
 * One difference at a time waits for a person. One that they settled is not news. A second one goes into the timeline
 * and waits until the first is settled: the next read shows it again.
 */
function takeDiffering(
  { store, reads, shownAt }: AcceptedContext,
  sale: SaleRow,
  record: RecordView,
  answered: SalePatch,
  now: Moment,
  end: AttemptEnd | undefined,
): boolean {
  const text = recordText(record)
  const differingAtMs = (shownAt ?? now).wallMs
  const isOpen = sale.differingOpen && sale.differing !== null
  const isTheOpenOne = isOpen && sale.differing !== null && recordText(sale.differing) === text
  const toldAs = isTheOpenOne ? 'told' : reads.differenceTold(sale.sequence, text)
  if (toldAs === 'settled' || (isOpen && toldAs === 'told')) {
    if (!isWorthWriting(sale, answered, now)) return false
    const seen = isTheOpenOne ? { differingAtMs } : {}
    store.note(sale, { ...answered, ...seen }, now, end)
    return true
  }
  const opened = isOpen ? {} : { differing: record, differingAtMs, differingOpen: true }
  return store.apply(sale, 'foundDiffering', { ...answered, ...opened }, now, text, end).ok
}

/** A record as one bounded text for the audit; the same facts give the same text, which identifies a known difference. */
export function recordText(record: RecordView): string {
  const paid = statedDateOf(record)
  const facts = [
    `#${record.recordId}`,
    subtractDecimal(record.amount, '0'),
    record.terminalId,
    `account ${record.accountEnding}`,
    paid === null ? 'not paid' : `paid ${settledText(record)} on ${paid}`,
  ]
  return `[${facts.join(', ')}]`
}

function settledText({ amountSettled }: RecordView): string {
  return amountSettled === null ? '?' : subtractDecimal(amountSettled, '0')
}

export type DifferenceDecision = 'keepOurs' | 'takeBanks'

/** What settling a difference writes. `words` are for the audit: both sides, in the form of {@link recordText}. */
export function settlementOfDifference(
  context: JudgingContext,
  sale: SaleRow,
  decision: DifferenceDecision,
  now: Moment,
): {
  readonly event: Extract<SaleEvent, 'managerKeepsOurs' | 'managerTakesBanks'>
  readonly patch: SalePatch
  readonly words: string
} {
  const { record, differing } = sale
  const ours =
    record === null ? `[recorded ${nairaText(sale.amountKobo)}, ${sale.terminalId}]` : recordText(record)
  const words = `ours ${ours}, the bank's ${differing === null ? '' : recordText(differing)}`
  const patch = { differingOpen: false, checkCount: 0, dueAwakeMs: now.awakeMs }
  if (decision === 'keepOurs' || differing === null) return { event: 'managerKeepsOurs', patch, words }
  return {
    event: 'managerTakesBanks',
    patch: {
      ...patch,
      record: differing,
      recordAtMs: sale.differingAtMs,
      datePaid: paidDateOf(context, differing, sale.recordedAtMs),
      differing: null,
      differingAtMs: null,
    },
    words,
  }
}
