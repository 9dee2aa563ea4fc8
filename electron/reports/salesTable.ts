import { nairaText } from '../../shared/money.ts'
import type { SaleView } from '../../shared/sale.ts'
import { standingWords } from '../../shared/standing.ts'
import { amountCell } from './amounts.ts'
import { decimal, empty, text, type Cell } from './cell.ts'
import { serviceTimeCell } from './recordsTable.ts'
import { localTime, type Column } from './report.ts'

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
  const isPaid = sale.standing === 'paid'
  return [
    text(localTime(sale.recordedAtMs)),
    text(sale.transactionId),
    text(sale.terminalId),
    decimal(nairaText(sale.amountKobo)),
    text(`${standingWords[sale.standing]}${sale.isLate ? ', late' : ''}`),
    isPaid ? serviceTimeCell(sale.datePaid ?? '') : empty,
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
