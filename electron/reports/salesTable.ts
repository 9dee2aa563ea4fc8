import { nairaText } from '../../shared/money.ts'
import type { SaleState, SaleView } from '../../shared/sale.ts'
import { amountCell } from './amounts.ts'
import { decimal, empty, text, type Cell } from './cell.ts'
import { serviceTimeCell } from './recordsTable.ts'
import { localTime, type Column } from './report.ts'

/** As on the screen. */
export const STATE_WORDS: Readonly<Record<SaleState, string>> = {
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

export const salesColumns: readonly Column[] = [
  { key: 'recordedAt', title: "Recorded (this computer's time)" },
  { key: 'reference', title: 'Reference' },
  { key: 'terminal', title: 'Terminal' },
  { key: 'amount', title: 'Amount NGN', isAmount: true },
  { key: 'state', title: 'State' },
  { key: 'paidAt', title: 'Paid (bank time)' },
  { key: 'settled', title: 'Settled NGN', isAmount: true },
  { key: 'fee', title: 'Fee NGN', isAmount: true },
  { key: 'note', title: 'Note' },
  { key: 'bankWords', title: "Bank's words" },
  { key: 'cashier', title: 'Cashier' },
]

/** Unknown values stay empty, and are never zero. */
export function saleRowCells(sale: SaleView): readonly Cell[] {
  const isPaid = sale.settlement === 'paid'
  const isLate = sale.settlement === 'late'
  const differs = sale.settlement === 'differs'
  return [
    text(localTime(sale.recordedAtMs)),
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
