import type { RecordView } from '../../shared/record.ts'
import type { DecisionView, EvidenceDifference, SaleDecision, SaleView } from '../../shared/sale.ts'
import { paidTime } from '../../shared/serviceTime.ts'
import { formatKobo, formatNaira } from '../format/money.ts'
import { ageText, bankTimeText, momentText } from '../format/time.ts'
import { strings } from '../strings.ts'

const words = strings.needsYou

/** One line of the comparison: what was recorded here, and what the bank shows, or null where it shows nothing. */
export interface EvidenceLine {
  readonly fact: string
  readonly here: string
  readonly bank: string | null
  readonly differs: boolean
}

/** Both sides of a sale that waits for a person. Whose clock a time is by is said with it. */
export function evidenceOf(
  sale: SaleView,
  record: RecordView | null,
  differences: readonly EvidenceDifference[],
): readonly EvidenceLine[] {
  const differs = (what: EvidenceDifference): boolean => record !== null && differences.includes(what)
  return [
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
      here: strings.detail.localTime(momentText(sale.recordedAtMs)),
      bank: record === null ? null : strings.detail.bankTime(bankTimeText(record.timeReceived)),
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

function paidText({ isPaid, datePaid }: RecordView): string {
  return paidTime(isPaid, datePaid) === undefined
    ? strings.detail.notPaidYet
    : strings.detail.bankTime(bankTimeText(datePaid))
}

/**
 * What the bank has said about this sale, and how long ago; never more than it said.
 * @param sinceReadMs null where its age is said elsewhere
 */
export function lookUpText({ lookUpAgeMs, notFoundCount }: DecisionView, sinceReadMs: number | null): string {
  if (lookUpAgeMs === null) return words.neverAsked
  return [
    ...(notFoundCount === 0 ? [] : [words.notFound(notFoundCount)]),
    ...(sinceReadMs === null ? [] : [words.askedAgo(strings.age.ago(ageText(0, lookUpAgeMs + sinceReadMs)))]),
  ].join(' ')
}

/** What a choice comes to, with the amounts that it is about. */
export function helpOf(decision: SaleDecision, sale: SaleView, record: RecordView | null): string {
  switch (decision) {
    case 'sendAgain':
      return words.sendAgainHelp
    case 'writeOff':
      return record === null ? words.writeOffHelp : words.writeOffShownHelp
    case 'accept': {
      const { otherAmount, amountKobo } = sale
      if (otherAmount === null) return words.acceptHelp
      return words.acceptAmountHelp(formatNaira(otherAmount), formatKobo(amountKobo))
    }
  }
}

/** For how much longer the last look-up may be decided on, ms. */
export function freshLeftMs(decision: DecisionView, sinceReadMs: number): number {
  return Math.max(0, decision.freshForMs - Math.max(0, sinceReadMs))
}
