import { nairaText, subtractDecimal } from '../../../shared/money.ts'
import type { RecordView } from '../../../shared/record.ts'
import { believedPaidTime } from '../../../shared/serviceTime.ts'
import type { SaleDetail, SaleView } from '../../../shared/sale.ts'
import { standingWords } from '../../../shared/standing.ts'
import { isSameTerminalId } from '../../../shared/terminal.ts'
import type { SalePaper } from '../../core/paperTypes.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { formatNaira } from '../../ui/format/money.ts'
import { bankTimeText, momentText } from '../../ui/format/time.ts'

const words = lazyStrings.paper
const receipt = lazyStrings.receiptPaper

/**
 * What is true now, for a person at the bank: what the bank said when it was asked for this paper, and where this
 * counter counts the sale otherwise, that it does.
 * @param today the service's day
 */
export function nowText(paper: SalePaper, today: string): string {
  const { detail, transactionId, asked } = paper
  const said = askedText(paper, today)
  if (detail === null) return `${words.notHere(transactionId)} ${said}`
  if (asked === null || asked.record === null || !isOf(detail, asked.record)) return said
  const isPaidNow = believedPaidTime(asked.record, today) !== undefined
  const isPaidHere = detail.sale.standing === 'paid'
  return isPaidNow === isPaidHere ? said : `${said} ${words.countsAs(standingWords[detail.sale.standing])}`
}

function askedText({ asked, detail }: SalePaper, today: string): string {
  const said = words.asked
  if (asked === null) return said.notAnswered
  const time = momentText(asked.readAtMs)
  if (asked.record === null) return said.none(time)
  const { amount, terminalId, amountSettled, datePaid } = asked.record
  if (detail !== null && !isOf(detail, asked.record)) return said.other(time, formatNaira(amount), terminalId)
  if (believedPaidTime(asked.record, today) === undefined) return said.unpaid(time)
  return said.paid(time, bankTimeText(datePaid), amountSettled === null ? '–' : formatNaira(amountSettled))
}

/**
 * Whether a record has the sale's amount and terminal, or those of the record that it was accepted by. The record of a
 * sale in any other state may be the very one that differs.
 */
function isOf({ sale, record: taken }: SaleDetail, { amount, terminalId }: RecordView): boolean {
  const isSame = (other: { readonly amount: string; readonly terminalId: string }): boolean =>
    subtractDecimal(other.amount, amount) === '0' && isSameTerminalId(other.terminalId, terminalId)
  return (
    isSame({ ...sale, amount: nairaText(sale.amountKobo) }) ||
    (sale.state === 'accepted' && taken !== null && isSame(taken))
  )
}

/** What a receipt may say: never more than is known. */
export function receiptLines(sale: SaleView): readonly string[] {
  if (sale.acceptedAtMs !== null && sale.state === 'accepted') {
    const isPaid = sale.standing === 'paid'
    return [
      receipt.accepted(momentText(sale.acceptedAtMs)),
      isPaid ? receipt.paid(bankTimeText(sale.datePaid ?? '')) : receipt.notPaid,
    ]
  }
  switch (sale.state) {
    case 'refused':
      return [receipt.refused]
    case 'cancelled':
      return [receipt.none]
    case 'writtenOff':
      return [receipt.writtenOff]
    default:
      return [sale.sendCount === 0 ? receipt.saved : receipt.sent]
  }
}
