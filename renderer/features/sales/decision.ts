import type { RecordView } from '../../../shared/record.ts'
import type { DecisionView, EvidenceDifference, SaleDecision } from '../../../shared/decision.ts'
import type { ChangedFacts, SaleDetail, SaleFact, SaleView } from '../../../shared/sale.ts'
import { believedPaidTime, paidTime } from '../../../shared/serviceTime.ts'
import { formatKobo, formatNaira } from '../../ui/format/money.ts'
import { ageText, bankTimeText, momentText } from '../../ui/format/time.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'

const words = lazyStrings.needsYou

/** One line of the comparison: what was recorded here, and what the bank shows; null where it shows nothing. */
export interface EvidenceLine {
  readonly fact: string
  readonly here: string
  readonly bank: string | null
  readonly differs: boolean
}

/** Both sides of a sale that waits for a decision. Each time says whose clock it is by. */
export function evidenceOf(
  sale: SaleView,
  record: RecordView | null,
  differences: readonly EvidenceDifference[],
): readonly EvidenceLine[] {
  const differs = (what: EvidenceDifference): boolean => record !== null && differences.includes(what)
  return [
    ...(record !== null && differences.includes('reference')
      ? [{ fact: words.reference, here: sale.transactionId, bank: record.transactionId, differs: true }]
      : []),
    {
      fact: words.amount,
      here: formatKobo(sale.amountKobo),
      bank: record === null ? null : formatNaira(record.amount),
      differs: differs('amount'),
    },
    {
      fact: words.terminal,
      here: sale.terminalId,
      bank: record?.terminalId ?? null,
      differs: differs('terminal'),
    },
    {
      fact: words.time,
      here: lazyStrings.openSale.localTime(momentText(sale.recordedAtMs)),
      bank: record === null ? null : lazyStrings.openSale.bankTime(bankTimeText(record.timeReceived)),
      differs: differs('olderThanSale'),
    },
    {
      fact: words.paid,
      here: strings.detail.notKnown,
      bank: record === null ? null : paidText(record),
      differs: false,
    },
  ]
}

/** An accepted sale beside a record that differs from what was accepted. Equal values are shown once. */
export function differingEvidence(
  sale: SaleView,
  ours: RecordView | null,
  theirs: RecordView,
  differences: readonly EvidenceDifference[],
): readonly EvidenceLine[] {
  const line = (
    fact: string,
    textOf: (record: RecordView) => string,
    recorded: string,
    ...of: readonly EvidenceDifference[]
  ): EvidenceLine => ({
    fact,
    here: ours === null ? recorded : textOf(ours),
    bank: textOf(theirs),
    differs: of.some((difference) => differences.includes(difference)),
  })
  const unknown = strings.detail.notKnown
  const recordedAt = lazyStrings.openSale.localTime(momentText(sale.recordedAtMs))
  const received = (record: RecordView): string =>
    lazyStrings.openSale.bankTime(bankTimeText(record.timeReceived))
  return [
    line(words.amount, ({ amount }) => formatNaira(amount), formatKobo(sale.amountKobo), 'amount'),
    line(words.terminal, ({ terminalId }) => terminalId, sale.terminalId, 'terminal'),
    line(words.account, ({ accountEnding }) => `••••••${accountEnding}`, unknown, 'account'),
    line(words.time, received, recordedAt, 'olderThanSale'),
    line(words.paid, paidText, unknown, 'payment'),
    line(words.settled, settledText, unknown, 'payment'),
    line(words.recordId, ({ recordId }) => String(recordId), unknown, 'secondRecord'),
  ]
}

/** The settled amount of an unpaid record is not shown. */
function settledText({ isPaid, datePaid, amountSettled }: RecordView): string {
  if (paidTime(isPaid, datePaid) === undefined) return strings.detail.notPaidYet
  return amountSettled === null ? strings.detail.feeNotKnown : formatNaira(amountSettled)
}

function paidText({ isPaid, datePaid }: RecordView): string {
  return paidTime(isPaid, datePaid) === undefined
    ? strings.detail.notPaidYet
    : lazyStrings.openSale.bankTime(bankTimeText(datePaid))
}

/**
 * What the bank has said about this sale, and how long ago; never more than it said.
 * @param sinceReadMs null where the age is shown elsewhere
 */
export function lookUpText({ lookUpAgeMs, notFoundCount }: DecisionView, sinceReadMs: number | null): string {
  if (lookUpAgeMs === null) return words.neverAsked
  return [
    ...(notFoundCount === 0 ? [] : [words.notFound(notFoundCount)]),
    ...(sinceReadMs === null ? [] : [words.askedAgo(strings.age.ago(ageText(0, lookUpAgeMs + sinceReadMs)))]),
  ].join(' ')
}

/** The name of a choice. */
export function nameOf(decision: SaleDecision, { underOther }: Pick<SaleView, 'underOther'>): string {
  return decision === 'accept' && underOther !== null ? words.acceptOther : words[decision]
}

/** The effect of a choice, with its amounts. @param today the service's date */
export function helpOf(
  decision: SaleDecision,
  sale: SaleView,
  { record, differing }: Pick<SaleDetail, 'record' | 'differing'>,
  today: string,
): string {
  switch (decision) {
    case 'sendAgain':
      return words.sendAgainHelp
    case 'sendUnclear':
      return words.sendUnclearHelp
    case 'restoreFacts':
      return words.restoreFactsHelp
    case 'writeOff':
      return record === null ? words.writeOffHelp : words.writeOffShownHelp
    case 'accept': {
      const { otherAmount, amountKobo, underOther } = sale
      if (underOther !== null) return words.acceptOtherHelp(underOther.reference)
      if (otherAmount === null) return words.acceptHelp
      return words.acceptAmountHelp(formatNaira(otherAmount), formatKobo(amountKobo))
    }
    case 'otherRecord':
      return words.otherRecordHelp
    case 'keepOurs':
      return words.keepOursHelp
    case 'takeBanks': {
      if (differing === null) return words.acceptHelp
      const isPaid = believedPaidTime(differing, today) !== undefined
      return words.takeBanksHelp(formatNaira(differing.amount), isPaid ? words.paidNow : words.notPaidNow)
    }
  }
}

/** One fact that differs, with both sides formatted. */
export interface ChangedLine {
  readonly fact: string
  readonly recorded: string
  readonly stands: string
}

type ChangedFact = NonNullable<ChangedFacts['differences']>[number]

export function changedLine({ fact, recorded, stands }: ChangedFact): ChangedLine {
  return {
    fact: lazyStrings.changedFacts.facts[fact],
    recorded: factText(fact, recorded),
    stands: factText(fact, stands),
  }
}

function factText(fact: SaleFact, value: ChangedFact['stands']): string {
  if (value === null) return lazyStrings.changedFacts.none
  if (typeof value === 'string') return value
  if (fact === 'amountKobo') return formatKobo(value)
  return fact === 'recordedAtMs' ? lazyStrings.openSale.localTime(momentText(value)) : String(value)
}

/**
 * Whether the bank has shown the accepted record again after the one that differs. Two records are always shown side
 * by side.
 */
export function isShownAgain({
  decision,
  recordReadAtMs,
  differingReadAtMs,
}: Pick<SaleDetail, 'decision' | 'recordReadAtMs' | 'differingReadAtMs'>): boolean {
  if (recordReadAtMs === null || differingReadAtMs === null) return false
  return decision?.differences.includes('secondRecord') === false && recordReadAtMs > differingReadAtMs
}

/** How much longer the last look-up may be used for a decision, ms. */
export function freshLeftMs(decision: DecisionView, sinceReadMs: number): number {
  return Math.max(0, decision.freshForMs - Math.max(0, sinceReadMs))
}
