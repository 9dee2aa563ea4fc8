import type { TransactionRecord } from '../../gateway/answer.ts'
import { toRecordView } from '../../gateway/recordView.ts'
import type { DeliveryContext } from './context.ts'
import { followUpDelayMs } from '../rules/delays.ts'
import { isOfOther, isSameReference } from '../rules/references.ts'
import { isAgeUnknown, judgeRecord } from '../rules/responseClassifier.ts'
import { isSameTerminalId } from '../../../shared/terminal.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { markedInStop } from './stop.ts'
import type { AttemptEnd } from '../store/attemptStore.ts'
import { isDeepStrictEqual } from 'node:util'
import { koboFromDecimal, nairaText, subtractDecimal } from '../../../shared/money.ts'
import type { RecordView } from '../../../shared/record.ts'
import type { EvidenceDifference } from '../../../shared/decision.ts'
import { believedPaidTime, paidTime, type PaidFields } from '../../../shared/serviceTime.ts'
import type { Moment, SalePatch } from '../rules/change.ts'
import { asRecorded } from '../store/factsStore.ts'
import type { SaleEvent } from '../rules/machine.ts'
import { todayOf } from './searchDays.ts'

type EvidenceContext = Pick<
  DeliveryContext,
  'store' | 'reads' | 'zone' | 'now' | 'clockAheadMs' | 'onSaleChanged'
> &
  Shown

/**
 * Compares a record that the service gave with a sale, and moves the sale if machine.ts allows it. An accepted sale
 * follows {@link applyToAccepted}.
 * @returns whether it told anything new about the sale
 */
export function applyRecord(
  context: EvidenceContext,
  sale: SaleRow,
  record: TransactionRecord,
  end?: AttemptEnd,
): boolean {
  const { store } = context
  if (sale.state === 'accepted') return applyToAccepted(context, sale, record, {}, end)
  const judged = judgedFor(context, sale, record)
  if (judged === 'unrelated') return false
  if (sale.state === 'conflict') return renewEvidence(context, sale, record, end)
  if (sale.state === 'writtenOff' && judged === 'foundDifferent' && isSameRecord(sale, record)) return false
  const now = context.now()
  const shown = context.shownAt ?? now
  const datePaid = judged === 'foundAtBank' ? paidDateOf(context, record, sale.recordedAtMs) : null
  const moved = store.apply(
    sale.state === 'unknown' ? markedInStop(context, sale) : sale,
    judged,
    {
      record: toRecordView(record),
      recordAtMs: shown.wallMs,
      lookedUpAwakeMs: shown.awakeMs,
      answeredAtMs: shown.wallMs,
      ...(judged === 'foundAtBank' ? { acceptedAtMs: now.wallMs, checkCount: 0 } : {}),
      ...(datePaid === null ? {} : { datePaid }),
      dueAwakeMs: now.awakeMs + followUpDelayMs(0),
    },
    now,
    null,
    end,
  )
  if (moved.ok) context.onSaleChanged(sale.transactionId)
  return moved.ok
}

/** A slip may have been paid months ago, so a record of it without a readable time needs a person. */
function judgedFor(context: EvidenceContext, sale: SaleRow, record: TransactionRecord) {
  const judged = judgeFor(context, sale, record)
  const isUnproven = judged === 'foundAtBank' && isAgeUnknown(record) && context.reads.isTyped(sale)
  return isUnproven ? 'foundDifferent' : judged
}

/** A person wrote the sale off on this very record; finding it again is not news. */
function isSameRecord({ record: known }: SaleRow, found: TransactionRecord): boolean {
  return (
    known !== null &&
    known.recordId === found.recordId &&
    known.amount === found.amount &&
    isSameTerminalId(known.terminalId, found.terminalId)
  )
}

/** Only a person ends a conflict, and they must see what the bank shows now. */
function renewEvidence(
  { store, now, shownAt, onSaleChanged }: EvidenceContext,
  sale: SaleRow,
  found: TransactionRecord,
  end?: AttemptEnd,
): boolean {
  const record = toRecordView(found)
  if (JSON.stringify(record) === JSON.stringify(sale.record)) return false
  const { wallMs, awakeMs } = shownAt ?? now()
  const checkCount = sale.checkCount + 1
  const seen = {
    recordAtMs: wallMs,
    lookedUpAwakeMs: awakeMs,
    lastCheckAtMs: wallMs,
    answeredAtMs: wallMs,
  }
  store.note(sale, { record, checkCount, ...seen }, now(), end)
  onSaleChanged(sale.transactionId)
  return true
}

/**
 * What the bank shows of an accepted sale. Later records are compared with the accepted one, since a manager may have
 * accepted another amount than was recorded here. A record that differs is kept beside it for a person, and never
 * replaces it automatically.
 */

type AcceptedContext = JudgingContext & Pick<DeliveryContext, 'store' | 'reads' | 'onSaleChanged'> & Shown

/** When the records were shown, since the computer may have slept since then. Default: now. */
export interface Shown {
  readonly shownAt?: Moment
  /** When it was asked for. */
  readonly askedAt?: Moment
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
  if (!isSameReference(record.transactionId, transactionId)) found.push('reference')
  if (differs({ amount: record.amount })) found.push('amount')
  if (differs({ terminalId: record.terminalId })) found.push('terminal')
  const isUnproven = sale.state !== 'accepted' && isAgeUnknown(record) && context.reads.isTyped(sale)
  if (isUnproven || differs({ timeReceived: record.timeReceived })) found.push('olderThanSale')
  return found
}

/** An account that an answer leaves out is not another account. */
function isOtherAccount(left: string, right: string): boolean {
  return left !== '' && right !== '' && left !== right
}

function isSameAmount(left: string, right: string): boolean {
  return koboFromDecimal(subtractDecimal(left, right)) === 0
}

/** A payment is a date and a sum: neither changes without a person. */
function isSamePayment(record: RecordView, datePaid: string, ours: RecordView): boolean {
  const [settled, before] = [record.amountSettled, ours.amountSettled]
  // An answer that leaves the sum out says nothing of a change.
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
  if (!isSameReference(found.transactionId, referenceAtBank(context, sale))) return false
  const record = toRecordView(found)
  const now = context.now()
  const answered: SalePatch = { ...check, answeredAtMs: (context.shownAt ?? now).wallMs }
  const differences = differencesFrom(context, sale, record)
  if (differences.every((each) => each === 'payment') && isOlder(context, sale, now)) return false
  const isNews =
    differences.length === 0
      ? takeSame(context, sale, record, answered, now, end)
      : takeDiffering(context, sale, record, answered, now, end)
  if (isNews) context.onSaleChanged(sale.transactionId)
  return isNews
}

/** The reference under which the bank has an accepted sale: a manager may have taken a record under another one. */
export function referenceAtBank({ store }: Pick<DeliveryContext, 'store'>, sale: SaleRow): string {
  const { record } = sale
  return record !== null && isOfOther(sale) ? record.transactionId : asRecorded(store, sale).transactionId
}

/** A clock that was set back must not hide a difference for longer. */
const OLDER_MS_MAX = 10 * 60_000

/** Whether the answer was asked for before another one showed the kept record: of a payment it may not know yet. */
function isOlder({ askedAt }: Shown, { recordAtMs, datePaid }: SaleRow, now: Moment): boolean {
  if (askedAt === undefined || recordAtMs === null || datePaid === null) return false
  // The clock may have been set since the question, before the kept record was shown or after.
  const askedByNowMs = now.wallMs - (now.awakeMs - askedAt.awakeMs)
  return [askedAt.wallMs, askedByNowMs].some(
    (askedMs) => askedMs < recordAtMs && recordAtMs - askedMs < OLDER_MS_MAX,
  )
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
 * One difference at a time waits for a person: the newest that the bank shows. The timeline keeps the ones before it,
 * with their times. One that a person settled is not news.
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
    const isAnother = toldAs === 'told' && !isTheOpenOne
    if (!isAnother && !isWorthWriting(sale, answered, now)) return false
    const seen = isAnother ? { differing: record, differingAtMs } : isTheOpenOne ? { differingAtMs } : {}
    store.note(sale, { ...answered, ...seen }, now, end)
    return true
  }
  const opened = { differing: record, differingAtMs, differingOpen: true }
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

/** What decides the age of a record. */
type AgeContext = {
  readonly store: Pick<DeliveryContext['store'], 'compareFacts'>
} & Pick<DeliveryContext, 'zone' | 'now' | 'clockAheadMs'>

/** A slip, whose reference is typed, needs the age of its record. */
export type JudgingContext = AgeContext & { readonly reads: Pick<DeliveryContext['reads'], 'isTyped'> }

/**
 * Compares a record with a sale. The record's age goes by the service's own clock if known: this computer's may be days
 * ahead, and every record would look like one of an older sale. The sale counts as recorded, even if its row changed
 * since.
 */
export function judgeFor(
  { store, zone, now, clockAheadMs }: AgeContext,
  sale: SaleRow,
  record: Parameters<typeof judgeRecord>[1],
): ReturnType<typeof judgeRecord> {
  const aheadMs = Math.max(0, clockAheadMs() ?? 0)
  const recorded = asRecorded(store, sale)
  const recordedAtMs = Math.min(recorded.recordedAtMs, now().wallMs) - aheadMs
  return judgeRecord({ ...recorded, recordedAtMs }, record, zone.offsetMinutes(recordedAtMs))
}
