import { subtractDecimal } from '../../shared/money.ts'
import { odditiesOf, type Oddity } from '../../shared/oddities.ts'
import {
  kindOf,
  RECORD_TEXTS,
  recordTexts,
  type RecordText,
  type RecordTextKind,
  type RecordTotals,
  type RecordView,
} from '../../shared/record.ts'
import { isPaidRecord } from '../settlements/recordTotals.ts'
import { amount, count, decimal, empty, serviceTime, text, type Cell } from './cell.ts'
import type { Column, Total } from './report.ts'

/** What the bank says in fields that no rule reads, in each file of sales and records. */
export const textColumns: readonly Column[] = RECORD_TEXTS.map((name) => ({
  key: name,
  title: kindOf(name) === 'amount' ? `${recordTexts[name].label} NGN` : recordTexts[name].label,
}))

export function textCells(texts: Readonly<Record<RecordText, string | null>>): readonly Cell[] {
  return RECORD_TEXTS.map((name) => {
    const value = texts[name] ?? ''
    return value === '' ? empty : textCellOf[kindOf(name)](value)
  })
}

export const textCellOf: Readonly<Record<RecordTextKind, (value: string) => Cell>> = {
  text,
  amount,
  time: serviceTime,
  flag: (value) => text(value === 'true' ? 'yes' : 'no'),
}

export const recordsColumns: readonly Column[] = [
  { key: 'receivedAt', title: 'Received by the bank' },
  { key: 'reference', title: 'Reference' },
  { key: 'terminal', title: 'Terminal' },
  { key: 'amount', title: 'Amount NGN' },
  { key: 'settled', title: 'Settled NGN' },
  { key: 'fee', title: 'Fee NGN' },
  { key: 'feePercent', title: 'Fee percent' },
  { key: 'isPaid', title: 'Paid' },
  { key: 'paidAt', title: 'Paid by the bank' },
  { key: 'account', title: 'Account' },
  { key: 'serviceReference', title: 'Service reference' },
  ...textColumns,
  { key: 'looksWrong', title: 'Looks wrong' },
]

/** @param today the service's day when the records were read */
export function recordCells(record: RecordView, today: string): readonly Cell[] {
  const isPaid = isPaidRecord(record, today)
  const { amountSettled: settled } = record
  return [
    serviceTime(record.timeReceived),
    text(record.transactionId),
    text(record.terminalId),
    amount(record.amount),
    amount(isPaid ? settled : null),
    amount(isPaid && settled !== null ? subtractDecimal(record.amount, settled) : null),
    record.feePercentage === null ? empty : decimal(record.feePercentage),
    text(isPaid ? 'yes' : 'no'),
    isPaid ? serviceTime(record.datePaid) : empty,
    text(`••••••${record.accountEnding}`),
    text(record.serviceReference),
    ...textCells(record),
    oddCell(record, today),
  ]
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
export function recordTotals(totals: RecordTotals): readonly Total[] {
  return [
    { label: 'Records', cell: count(totals.count) },
    { label: 'Total amount NGN', cell: amount(totals.gross), under: 'amount' },
    { label: 'Of these paid', cell: count(totals.paidCount) },
    { label: 'Amount of the paid NGN', cell: amount(totals.paidGross), under: 'amount' },
    { label: 'Fees on paid sales NGN', cell: amount(totals.fee), under: 'fee' },
    { label: 'Settled of the paid NGN', cell: amount(totals.net), under: 'settled' },
    { label: 'Not paid', cell: count(totals.unpaidCount) },
    { label: 'Amount of the unpaid NGN', cell: amount(totals.unpaidGross), under: 'amount' },
    ...(totals.oddCount === 0 ? [] : [{ label: 'Of these look wrong', cell: count(totals.oddCount) }]),
  ]
}
