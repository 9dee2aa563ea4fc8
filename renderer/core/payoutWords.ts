import type { PayoutChange } from '../../shared/payout.ts'
import type { TerminalListView } from '../../shared/terminal.ts'
import { strings } from '../strings/strings.ts'

const words = strings.payout
const SAID_NOW = words
const SAID_BACK = {
  account: words.accountWas,
  merchant: words.merchantWas,
  active: words.activeWas,
  inactive: words.inactiveWas,
  receiving: words.receivingWas,
  notReceiving: words.notReceivingWas,
}

/** What has changed where a terminal's money goes, the account first. */
export function payoutText({
  account,
  merchant,
  isActive,
  isReceivingPayment,
  isBack,
}: PayoutChange): string {
  const masked = (ending: string): string =>
    ending === '' ? strings.detail.notGiven : strings.detail.accountMasked(ending)
  const said = isBack ? SAID_BACK : SAID_NOW
  return [
    ...(account === null ? [] : [said.account(masked(account.from), masked(account.to))]),
    ...(merchant === null ? [] : [said.merchant(merchant.from, merchant.to)]),
    ...(isActive === null ? [] : [isActive.to ? said.active : said.inactive]),
    ...(isReceivingPayment === null ? [] : [isReceivingPayment.to ? said.receiving : said.notReceiving]),
    ...(isBack ? [words.isBack] : []),
  ].join(' ')
}

/** The change of a terminal that waits for a manager; null if there is none. */
export function payoutChangeOf(
  list: Pick<TerminalListView, 'payouts'> | null,
  terminalId: string | null,
): PayoutChange | null {
  return list?.payouts.terminals.find((each) => each.terminalId === terminalId)?.change ?? null
}
