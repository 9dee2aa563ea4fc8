import type { Request } from '../../../shared/contract.ts'
import { atStake, type DayLine, type DayReason } from '../../../shared/day.ts'
import type { DisputedSale, DisputeReason } from '../../../shared/dispute.ts'
import { createDecimalSum, nairaText } from '../../../shared/money.ts'
import type { RecordView } from '../../../shared/record.ts'
import type { SaleView } from '../../../shared/sale.ts'
import type { Standing } from '../../../shared/standing.ts'

type Opening = Request<'disputes.open'>

/** The form of an amount in a case; a bank may send a sign, or what is no amount. */
function naira(amount: string): string {
  return /^-?([0-9]{1,12}(?:\.[0-9]{1,8})?)$/u.exec(amount)?.[1] ?? '0'
}

export function disputedSale(sale: SaleView): DisputedSale {
  const { transactionId, terminalId, amountKobo, amountSettled } = sale
  const settled = amountSettled === null ? null : naira(amountSettled)
  return { transactionId, terminalId, amount: nairaText(amountKobo), settled }
}

export function disputedRecord({
  transactionId,
  terminalId,
  amount,
  amountSettled,
}: RecordView): DisputedSale {
  const settled = amountSettled === null ? null : naira(amountSettled)
  return { transactionId, terminalId, amount: naira(amount), settled }
}

/** A case about a sale of this counter: all of it is in question. */
export function caseOfSale(sale: SaleView): Opening {
  const about = disputedSale(sale)
  return { about: [about], reason: reasonOfSale(sale.standing), atStake: about.amount, note: '' }
}

/** A case about a record of the bank's. @param isElsewhere no sale of this counter has it */
export function caseOfRecord(record: RecordView, isElsewhere: boolean): Opening {
  const about = disputedRecord(record)
  const reason = isElsewhere ? 'notOurs' : record.isPaid ? 'other' : 'notPaid'
  return { about: [about], reason, atStake: about.amount, note: '' }
}

/** A case about lines of a day; where their reasons differ, the person says why. @param note from which day */
export function caseOfLines(lines: readonly DayLine[], note: string): Opening {
  const sum = createDecimalSum()
  for (const line of lines) sum.add(naira(atStake(line) ?? '0'))
  const about = lines.map(({ transactionId, terminalId, here, bank, settled }) => ({
    transactionId,
    terminalId,
    amount: naira(here ?? bank ?? '0'),
    settled: settled === null ? null : naira(settled),
  }))
  const [reason, ...others] = [...new Set(lines.map((line) => reasonOfLine(line.reason)))]
  return { about, reason: others.length > 0 ? 'other' : (reason ?? 'other'), atStake: sum.total(), note }
}

/** Why a sale is disputed, as far as its state says it. */
function reasonOfSale(standing: Standing): DisputeReason {
  if (standing === 'paidBack') return 'takenBack'
  return standing === 'onItsWay' || standing === 'refused' ? 'notPaid' : 'other'
}

/** Why a line of a day is disputed. */
function reasonOfLine(reason: DayReason): DisputeReason {
  switch (reason) {
    case 'late':
    case 'onlyHere':
    case 'dateWithoutPaid':
      return 'notPaid'
    case 'paidLess':
    case 'account':
      return 'paidLess'
    case 'paidBack':
    case 'vanished':
      return 'takenBack'
    case 'twoRecords':
      return 'twoRecords'
    case 'elsewhere':
      return 'notOurs'
    default:
      return 'other'
  }
}
