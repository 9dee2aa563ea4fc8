import { subtractDecimal } from '../../shared/money.ts'
import type { RecordTotals, RecordView } from '../../shared/record.ts'
import { isMinimumTime, parseServiceTime } from '../../shared/serviceTime.ts'
import { isPaidRecord } from '../settlements/recordTotals.ts'
import { amountCell } from './amounts.ts'
import { decimal, empty, text, type Cell } from './csv.ts'

export const recordsHeader: readonly Cell[] = [
  'Received (bank time)',
  'Reference',
  'Terminal',
  'Amount NGN',
  'Settled NGN',
  'Fee NGN',
  'Fee percent',
  'Paid',
  'Paid (bank time)',
  'Account',
  'Service reference',
  'Reason',
  'Response code',
  'Response message',
].map(text)

export function recordCells(record: RecordView): readonly Cell[] {
  const isPaid = isPaidRecord(record)
  return [
    timeCell(record.timeReceived),
    text(record.transactionId),
    text(record.terminalId),
    amountCell(record.amount),
    isPaid ? amountCell(record.amountSettled) : empty,
    isPaid ? amountCell(subtractDecimal(record.amount, record.amountSettled)) : empty,
    decimal(record.feePercentage),
    text(isPaid ? 'yes' : 'no'),
    isPaid ? timeCell(record.datePaid) : empty,
    text(`••••••${record.accountEnding}`),
    text(record.serviceReference),
    optional(record.reason),
    optional(record.responseCode),
    optional(record.responseMessage),
  ]
}

/** The sums of the very rows above, in words of their own, so that no reader takes them for a row. */
export function totalsCells(totals: RecordTotals): readonly (readonly Cell[])[] {
  return [
    [],
    [text('Records'), decimal(String(totals.count))],
    [text('Total amount NGN'), amountCell(totals.gross)],
    [text('Of these paid'), decimal(String(totals.paidCount))],
    [text('Amount of the paid NGN'), amountCell(totals.paidGross)],
    [text('Fee of the paid NGN'), amountCell(totals.fee)],
    [text('Settled of the paid NGN'), amountCell(totals.net)],
    [text('Not paid'), decimal(String(totals.unpaidCount))],
    [text('Amount of the unpaid NGN'), amountCell(totals.unpaidGross)],
  ]
}

/** As the service wrote it; its stand-in for no time is no time. */
function timeCell(serviceTime: string): Cell {
  const time = parseServiceTime(serviceTime)
  return time !== undefined && isMinimumTime(time) ? empty : text(serviceTime)
}

function optional(value: string | null): Cell {
  return value === null || value === '' ? empty : text(value)
}
