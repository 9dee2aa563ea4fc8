import { subtractDecimal } from '../../shared/money.ts'
import { odditiesOf, type Oddity } from '../../shared/oddities.ts'
import { RECORD_TEXTS, recordTexts, type RecordTotals, type RecordView } from '../../shared/record.ts'
import { isMinimumTime, parseServiceTime } from '../../shared/serviceTime.ts'
import { isPaidRecord } from '../settlements/recordTotals.ts'
import { amountCell } from './amounts.ts'
import { decimal, empty, text, type Cell } from './cell.ts'
import type { Column } from './report.ts'

export const recordsColumns: readonly Column[] = [
  { key: 'receivedAt', title: 'Received (bank time)' },
  { key: 'reference', title: 'Reference' },
  { key: 'terminal', title: 'Terminal' },
  { key: 'amount', title: 'Amount NGN', isAmount: true },
  { key: 'settled', title: 'Settled NGN', isAmount: true },
  { key: 'fee', title: 'Fee NGN', isAmount: true },
  { key: 'feePercent', title: 'Fee percent' },
  { key: 'isPaid', title: 'Paid' },
  { key: 'paidAt', title: 'Paid (bank time)' },
  { key: 'account', title: 'Account' },
  { key: 'serviceReference', title: 'Service reference' },
  ...RECORD_TEXTS.map((name) => ({ key: name, title: recordTexts[name] })),
  { key: 'looksWrong', title: 'Looks wrong' },
]

/** @param today the service's day when the records were read */
export function recordCells(record: RecordView, today: string): readonly Cell[] {
  const isPaid = isPaidRecord(record, today)
  const { amountSettled: settled } = record
  return [
    serviceTimeCell(record.timeReceived),
    text(record.transactionId),
    text(record.terminalId),
    amountCell(record.amount),
    amountOrNone(isPaid ? settled : null),
    amountOrNone(isPaid && settled !== null ? subtractDecimal(record.amount, settled) : null),
    record.feePercentage === null ? empty : decimal(record.feePercentage),
    text(isPaid ? 'yes' : 'no'),
    isPaid ? serviceTimeCell(record.datePaid) : empty,
    text(`••••••${record.accountEnding}`),
    text(record.serviceReference),
    ...RECORD_TEXTS.map((name) => optional(record[name])),
    oddCell(record, today),
  ]
}

export function amountOrNone(naira: string | null): Cell {
  return naira === null ? empty : amountCell(naira)
}

/** Impossible values, as given. */
function oddCell(record: RecordView, today: string): Cell {
  const words = odditiesOf(record, today).map((oddity) => ODD_WORDS[oddity](record))
  return words.length === 0 ? empty : text(words.join('; '))
}

const ODD_WORDS: Readonly<Record<Oddity, (record: RecordView) => string>> = {
  paidAfterTomorrow: ({ datePaid }) => `paid date ${datePaid} has not come, not counted as paid`,
  paidBeforeReceived: ({ datePaid }) =>
    `paid date ${datePaid} is before it was received, not counted as paid`,
  paidWithoutDate: ({ datePaid }) => `called paid, date given: ${datePaid}, not counted as paid`,
  settledBelowZero: ({ amountSettled }) => `settled ${amountSettled} is below zero`,
  settledAboveAmount: ({ amountSettled }) => `settled ${amountSettled} is above the amount`,
  receivedUnreadable: ({ timeReceived }) => `received ${timeReceived} is no time`,
  fieldsUnread: ({ unread = [] }) =>
    `cannot be read: ${unread.map(({ field, text: given }) => `${field} ${given}`).join(', ')}`,
}

/** The sums of the rows. */
export function recordTotals(totals: RecordTotals): readonly (readonly [string, Cell])[] {
  return [
    ['Records', decimal(String(totals.count))],
    ['Total amount NGN', amountCell(totals.gross)],
    ['Of these paid', decimal(String(totals.paidCount))],
    ['Amount of the paid NGN', amountCell(totals.paidGross)],
    ['Fees on paid sales NGN', amountOrNone(totals.fee)],
    ['Settled of the paid NGN', amountOrNone(totals.net)],
    ['Not paid', decimal(String(totals.unpaidCount))],
    ['Amount of the unpaid NGN', amountCell(totals.unpaidGross)],
    ...(totals.oddCount === 0 ? [] : [['Of these look wrong', decimal(String(totals.oddCount))] as const]),
  ]
}

/** As the service wrote it; its placeholder for no time gives an empty cell. */
export function serviceTimeCell(serviceTime: string): Cell {
  const read = parseServiceTime(serviceTime)
  if (read === undefined) return text(serviceTime)
  return isMinimumTime(read) ? empty : text(serviceTime)
}

function optional(value: string | null): Cell {
  return value === null || value === '' ? empty : text(value)
}
