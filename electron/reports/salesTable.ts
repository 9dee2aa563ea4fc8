import { nairaText } from '../../shared/money.ts'
import type { SaleState, SaleView } from '../../shared/sale.ts'
import { amountCell } from './amounts.ts'
import { decimal, empty, text, time, type Cell } from './csv.ts'
import { localTime } from './head.ts'
import { serviceTimeCell } from './recordsTable.ts'

/** As on the screen. */
const STATE_WORDS: Readonly<Record<SaleState, string>> = {
  queued: 'Waiting to send',
  sending: 'Sending',
  unknown: 'Checking',
  review: 'Checking - get help',
  conflict: 'Checking - get help',
  refused: 'Refused',
  held: 'Needs fixing',
  accepted: 'Accepted',
  cancelled: 'Removed',
  writtenOff: 'Written off',
}

export const salesHeader: readonly Cell[] = [
  "Recorded (this computer's time)",
  'Reference',
  'Terminal',
  'Amount NGN',
  'State',
  'Paid (bank time)',
  'Settled NGN',
  'Fee NGN',
  'Note',
  "Bank's words",
  'Cashier',
].map(text)

/** Unknown values stay empty, and are never zero. */
export function saleRowCells(sale: SaleView): readonly Cell[] {
  const isPaid = sale.settlement === 'paid'
  const isLate = sale.settlement === 'late'
  const differs = sale.settlement === 'differs'
  return [
    time(localTime(sale.recordedAtMs)),
    text(sale.transactionId),
    text(sale.terminalId),
    decimal(nairaText(sale.amountKobo)),
    text(isPaid ? 'Paid' : isLate ? 'Payment late' : differs ? 'Records differ' : STATE_WORDS[sale.state]),
    isPaid && sale.datePaid !== null ? serviceTimeCell(sale.datePaid) : empty,
    isPaid && sale.amountSettled !== null ? amountCell(sale.amountSettled) : empty,
    sale.fee === null ? empty : amountCell(sale.fee),
    sale.note === '' ? empty : text(sale.note),
    sale.bankMessage === null ? empty : text(sale.bankMessage),
    cashierCell(sale.cashier),
  ]
}

/** Empty if no cashiers were set up when it was recorded. */
function cashierCell(name: string | null): Cell {
  if (name === null) return empty
  return text(name === '' ? 'Cashier not known' : name)
}
