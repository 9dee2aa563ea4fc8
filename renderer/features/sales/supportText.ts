import { plainText } from '../../../shared/plainText.ts'
import { RECORD_TEXTS } from '../../../shared/record.ts'
import type { SaleDetail } from '../../../shared/sale.ts'
import type { AppInfo } from '../../../shared/session.ts'
import { formatKobo, formatNaira } from '../../ui/format/money.ts'
import { bankTimeText, momentText } from '../../ui/format/time.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { chipFor, notAccepted, notPaid } from './saleWords.ts'

/**
 * One plain block for a message to support: the reference first, at most twelve lines, without the account. Line
 * breaks in the bank's words become spaces, so that the block keeps its lines.
 */
export function supportText(detail: SaleDetail, app: AppInfo): string {
  const { sale, record } = detail
  const words = lazyStrings.support
  const local = (atMs: number): string => lazyStrings.openSale.localTime(momentText(atMs))
  const lines = [
    words.reference(sale.transactionId),
    words.terminal(sale.terminalId),
    words.amount(amountLine(sale)),
    words.state(strings.chip[chipFor(sale)]),
    words.saved(local(sale.recordedAtMs)),
    words.accepted(sale.acceptedAtMs === null ? notAccepted(sale) : local(sale.acceptedAtMs)),
    words.paid(paidLine(detail)),
    words.attempts(sale.sendCount, sale.checkCount),
  ]
  if (sale.bankMessage !== null) lines.push(words.bankSaid(oneLine(sale.bankMessage)))
  const codes = RECORD_TEXTS.map((text) => record?.[text]).filter(
    (code) => code !== null && code !== undefined,
  )
  if (codes.length > 0) lines.push(words.codes(oneLine(codes.join(' / '))))
  lines.push(
    words.app(app.version, app.environment === 'practice' ? strings.signIn.practice : strings.signIn.live),
  )
  return lines.map(plainText).join('\n')
}

function paidLine({ sale }: SaleDetail): string {
  if (sale.standing !== 'paid') return notPaid(sale)
  const time = lazyStrings.openSale.bankTime(bankTimeText(sale.datePaid ?? ''))
  return sale.amountSettled === null ? time : `${formatNaira(sale.amountSettled)}, ${time}`
}

/** Both amounts, where the bank's record has another one, each labelled. */
function amountLine({ amountKobo, otherAmount }: SaleDetail['sale']): string {
  const here = formatKobo(amountKobo)
  return otherAmount === null ? here : lazyStrings.support.amounts(here, formatNaira(otherAmount))
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
