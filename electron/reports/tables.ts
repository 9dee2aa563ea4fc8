import { type DayLine, dayParts, dayReasons, type DayView } from '../../shared/day.ts'
import { type DisputeRow, reasonWords, stateWords } from '../../shared/dispute.ts'
import { nairaText } from '../../shared/money.ts'
import { standingWords } from '../../shared/standing.ts'
import type { SaleOfFile } from '../outbox/sales.ts'
import { amount, type Cell, count, empty, optional, serviceTime, text } from './cell.ts'
import { textCells, textColumns } from './recordsTable.ts'
import type { Column, Total } from './report.ts'

/** The columns of a file, and the cells of its rows: the sales of this computer, cases with the bank, a day. */

export const salesColumns: readonly Column[] = [
  { key: 'recordedAt', title: 'Recorded' },
  { key: 'reference', title: 'Reference' },
  { key: 'terminal', title: 'Terminal' },
  { key: 'amount', title: 'Amount NGN' },
  { key: 'state', title: 'State' },
  { key: 'paidAt', title: 'Paid by the bank' },
  { key: 'settled', title: 'Settled NGN' },
  { key: 'fee', title: 'Fee NGN' },
  { key: 'note', title: 'Note' },
  { key: 'bankWords', title: "Bank's words" },
  ...textColumns,
  { key: 'cashier', title: 'Cashier' },
  { key: 'from', title: 'Handed over by' },
]

/** Unknown values stay empty, and are never zero. */
export function saleCells(sale: SaleOfFile, moment: (atMs: number) => Cell): readonly Cell[] {
  const isPaid = sale.standing === 'paid'
  return [
    moment(sale.recordedAtMs),
    text(sale.transactionId),
    text(sale.terminalId),
    amount(nairaText(sale.amountKobo)),
    text(`${standingWords[sale.standing]}${sale.isLate ? ', late' : ''}`),
    serviceTime(isPaid ? (sale.datePaid ?? '') : ''),
    amount(isPaid ? sale.amountSettled : null),
    amount(sale.fee),
    optional(sale.note),
    optional(sale.bankMessage),
    ...textCells(sale.texts),
    cashierCell(sale.cashier),
    sale.from === null ? empty : text(sale.from),
  ]
}

/** Empty if no cashiers were set up when it was recorded. */
function cashierCell(name: string | null): Cell {
  if (name === null) return empty
  return text(name === '' ? 'Cashier not known' : name)
}

export const disputeColumns: readonly Column[] = [
  { key: 'openedAt', title: 'Opened' },
  { key: 'references', title: 'References' },
  { key: 'reason', title: 'Why' },
  { key: 'atStake', title: 'At stake NGN' },
  { key: 'state', title: 'State' },
  { key: 'answerBy', title: 'Answer by' },
  { key: 'caseNumber', title: "Bank's case number" },
  { key: 'reportedAt', title: 'Reported' },
  { key: 'reportedHow', title: 'How' },
  { key: 'recovered', title: 'Recovered NGN' },
  { key: 'payment', title: 'Payment' },
]

export function disputeCells(row: DisputeRow, moment: (atMs: number) => Cell): readonly Cell[] {
  return [
    moment(row.openedAtMs),
    text(row.about.map(({ transactionId }) => transactionId).join(', ')),
    text(reasonWords[row.reason]),
    amount(row.atStake),
    text(stateWords[row.state]),
    optional(row.answerBy),
    optional(row.caseNumber),
    row.reportedAtMs === null ? empty : moment(row.reportedAtMs),
    optional(row.reportedHow),
    amount(row.recovered),
    optional(row.payment),
  ]
}

export const dayColumns: readonly Column[] = [
  { key: 'reason', title: 'Why' },
  { key: 'reference', title: 'Reference' },
  { key: 'terminal', title: 'Terminal' },
  { key: 'state', title: 'State here' },
  { key: 'recordedAt', title: 'Recorded' },
  { key: 'receivedAt', title: 'Received by the bank' },
  { key: 'here', title: 'Recorded here NGN' },
  { key: 'bank', title: 'At the bank NGN' },
  { key: 'difference', title: 'Difference NGN' },
  { key: 'expected', title: 'Settled by its fee NGN' },
  { key: 'settled', title: 'Settled by the bank NGN' },
  { key: 'account', title: 'Paid into' },
]

/** A difference. What one side does not have stays empty. */
export function dayCells(line: DayLine, moment: (atMs: number) => Cell): readonly Cell[] {
  return [
    text(dayReasons[line.reason]),
    text(line.transactionId),
    text(line.terminalId),
    line.standing === null ? empty : text(standingWords[line.standing]),
    line.recordedAtMs === null ? empty : moment(line.recordedAtMs),
    serviceTime(line.receivedAt),
    amount(line.here),
    amount(line.bank),
    amount(line.difference),
    amount(line.expected),
    amount(line.settled),
    line.accountEnding === null ? empty : text(`••••••${line.accountEnding}`),
  ]
}

/** The day's table, and what is left once its lines explain the difference. */
export function dayTotals(view: DayView): readonly Total[] {
  const known = (cell: Cell): Cell => (view.asOfMs === null ? empty : cell)
  const cells: readonly (readonly [string, Cell])[] = [
    ['Differences', known(count(view.lineCount))],
    ...view.rows.flatMap(({ part, here, bank }) => [
      [`${dayParts[part]}, here`, count(here.count)] as const,
      [`${dayParts[part]}, here NGN`, amount(here.amount)] as const,
      [`${dayParts[part]}, at the bank`, known(count(bank.count))] as const,
      [`${dayParts[part]}, at the bank NGN`, known(amount(bank.amount))] as const,
    ]),
    ['Recorded here', count(view.here.count)],
    ['Recorded here NGN', amount(view.here.amount)],
    ['Refused, removed or written off', count(view.besides.count)],
    ['Refused, removed or written off NGN', amount(view.besides.amount)],
    ['At the bank', known(count(view.bank.count))],
    ['At the bank NGN', known(amount(view.bank.amount))],
    ['Difference NGN', known(amount(view.difference))],
    ['Unexplained NGN', known(amount(view.unexplained))],
    ['Settled of the paid NGN', amount(view.paidOut)],
    ['Paid sales', count(view.paidCount)],
    ['Settled of other tills NGN', known(amount(view.paidElsewhere.amount))],
    ['Fees on paid sales NGN', amount(view.fees)],
  ]
  return cells.map(([label, cell]) => ({ label, cell }))
}
