import { dayParts, dayReasons, type DayLine, type DayView } from '../../shared/day.ts'
import { standingWords } from '../../shared/standing.ts'
import { amountCell } from './amounts.ts'
import { decimal, empty, text, type Cell } from './cell.ts'
import { amountOrNone, serviceTimeCell } from './recordsTable.ts'
import { localTime, type Column } from './report.ts'

export const dayColumns: readonly Column[] = [
  { key: 'reason', title: 'Why' },
  { key: 'reference', title: 'Reference' },
  { key: 'terminal', title: 'Terminal' },
  { key: 'state', title: 'State here' },
  { key: 'recordedAt', title: "Recorded (this computer's time)" },
  { key: 'receivedAt', title: 'Received (bank time)' },
  { key: 'here', title: 'Recorded here NGN', isAmount: true },
  { key: 'bank', title: 'At the bank NGN', isAmount: true },
  { key: 'difference', title: 'Difference NGN', isAmount: true },
  { key: 'expected', title: 'Settled by its fee NGN', isAmount: true },
  { key: 'settled', title: 'Settled by the bank NGN', isAmount: true },
  { key: 'account', title: 'Paid into' },
]

/** A difference. What one side does not have stays empty. */
export function dayCells(line: DayLine): readonly Cell[] {
  return [
    text(dayReasons[line.reason]),
    text(line.transactionId),
    text(line.terminalId),
    line.standing === null ? empty : text(standingWords[line.standing]),
    line.recordedAtMs === null ? empty : text(localTime(line.recordedAtMs)),
    line.receivedAt === '' ? empty : serviceTimeCell(line.receivedAt),
    amountOrNone(line.here),
    amountOrNone(line.bank),
    amountCell(line.difference),
    amountOrNone(line.expected),
    amountOrNone(line.settled),
    line.accountEnding === null ? empty : text(`••••••${line.accountEnding}`),
  ]
}

/** The day's table, and what is left once its lines explain the difference. */
export function dayTotals(view: DayView): readonly (readonly [string, Cell])[] {
  const isCompared = view.asOfMs !== null
  const known = (cell: Cell): Cell => (isCompared ? cell : empty)
  return [
    ['Differences', known(decimal(String(view.lineCount)))],
    ...view.rows.flatMap(({ part, here, bank }) => [
      [`${dayParts[part]}, here`, decimal(String(here.count))] as const,
      [`${dayParts[part]}, here NGN`, amountCell(here.amount)] as const,
      [`${dayParts[part]}, at the bank`, known(decimal(String(bank.count)))] as const,
      [`${dayParts[part]}, at the bank NGN`, known(amountCell(bank.amount))] as const,
    ]),
    ['Recorded here', decimal(String(view.here.count))],
    ['Recorded here NGN', amountCell(view.here.amount)],
    ['Refused, removed or written off', decimal(String(view.besides.count))],
    ['Refused, removed or written off NGN', amountCell(view.besides.amount)],
    ['At the bank', known(decimal(String(view.bank.count)))],
    ['At the bank NGN', known(amountCell(view.bank.amount))],
    ['Difference NGN', known(amountCell(view.difference))],
    ['Unexplained NGN', known(amountCell(view.unexplained))],
    ['Settled of the paid NGN', amountOrNone(view.paidOut)],
    ['Paid sales', decimal(String(view.paidCount))],
    ['Settled of other tills NGN', known(amountOrNone(view.paidElsewhere.amount))],
    ['Fees on paid sales NGN', amountOrNone(view.fees)],
  ]
}
