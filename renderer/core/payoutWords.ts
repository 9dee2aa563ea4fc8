import type { PayoutChange } from '../../shared/payout.ts'
import type { TerminalListView } from '../../shared/terminal.ts'
import { strings } from '../strings/strings.ts'

const words = strings.payout

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
  return [
    ...(account === null ? [] : [words.account(masked(account.from), masked(account.to))]),
    ...(merchant === null ? [] : [words.merchant(merchant.from, merchant.to)]),
    ...(isActive === null ? [] : [isActive.to ? words.active : words.inactive]),
    ...(isReceivingPayment === null ? [] : [isReceivingPayment.to ? words.receiving : words.notReceiving]),
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
