import { assertNever } from '../../shared/result.ts'
import type { RecordView } from '../../shared/record.ts'
import type { SaleView, WaitingReason } from '../../shared/sale.ts'
import { formatServiceTime, paidTime, parseServiceTime } from '../../shared/serviceTime.ts'
import { formatKobo, formatNaira } from '../format/money.ts'
import { clockText } from '../format/time.ts'
import { strings } from '../strings.ts'
import { ticksFor } from './ticks.ts'

export type ChipKind = keyof typeof strings.chip

/** Which chip a sale carries; the settlement facet shows only where the sale is accepted. */
export function chipFor(sale: SaleView): ChipKind {
  switch (sale.state) {
    case 'queued':
      return 'waiting'
    case 'sending':
      return 'sending'
    case 'unknown':
      return 'checking'
    case 'review':
    case 'conflict':
      return 'help'
    case 'refused':
      return 'refused'
    case 'held':
      return 'fixing'
    case 'cancelled':
      return 'removed'
    case 'writtenOff':
      return 'writtenOff'
    case 'accepted':
      if (ticksFor(sale) === 2) return 'paid'
      return sale.settlement === 'late' ? 'late' : 'accepted'
    default:
      return assertNever(sale.state, 'sale state')
  }
}

export interface Headline {
  readonly title: string
  readonly body: string
}

/** What the screen says about one sale (ux wording). `accountEnding` comes from the bank's record where there is one. */
export function headlineFor(sale: SaleView, accountEnding: string | null): Headline {
  const words = strings.headline
  switch (sale.state) {
    case 'queued':
      return queuedHeadline(sale)
    case 'sending':
      return words.sending
    case 'unknown': {
      if (sale.bankMessage === null) return withChecks(words.checking.title, words.checking.body, sale)
      return withChecks(words.bankSaidNo.title(sale.bankMessage), words.bankSaidNo.body, sale)
    }
    case 'review': {
      const text = sale.reviewReason === 'absenceProven' ? words.absent : words.unsettled
      return withChecks(text.title, text.body, sale)
    }
    case 'conflict':
      return withChecks(words.conflict.title, conflictBody(sale), sale)
    case 'refused':
      return { title: words.refused.title, body: words.refused.body(sale.bankMessage ?? '') }
    case 'held':
      return {
        title: words.held.title(words.held.because[sale.heldReason ?? 'reference']),
        body: words.held.body,
      }
    case 'cancelled':
      return words.removed
    case 'writtenOff':
      return words.writtenOff
    case 'accepted':
      return acceptedHeadline(sale, accountEnding)
    default:
      return assertNever(sale.state, 'sale state')
  }
}

function conflictBody({ otherAmount, amountKobo }: SaleView): string {
  const { body, bodyAmount } = strings.headline.conflict
  return otherAmount === null ? body : bodyAmount(formatKobo(amountKobo), formatNaira(otherAmount))
}

function queuedHeadline({ waitingReason }: SaleView): Headline {
  const { title, body, bodyOnline, titleAsking, bodyAsking } = strings.headline.waiting
  // The bank may have it: somebody else may have used its reference, or the file of sales is an old one.
  if (waitingReason === 'checkingFirst') return { title: titleAsking, body: bodyAsking }
  return { title, body: waitingReason === 'offline' ? body : bodyOnline }
}

function acceptedHeadline(sale: SaleView, accountEnding: string | null): Headline {
  const words = strings.headline
  // An unpaid record may hold zero, which is no amount to look for on a statement.
  const settled = sale.amountSettled === '0' ? null : sale.amountSettled
  const net = settled === null ? null : formatNaira(settled)
  const time = sale.datePaid === null ? undefined : parseServiceTime(sale.datePaid)
  const account = accountEnding === null ? words.paid.accountUnknown : words.paid.account(accountEnding)
  const other = otherAmountText(sale)
  if (ticksFor(sale) === 2 && time !== undefined) {
    const on = formatServiceTime(time)
    const title = net === null ? words.paid.titleNoAmount(account, on) : words.paid.title(net, account, on)
    const sums = sale.fee === null ? [] : [words.paid.body(amountText(sale), formatNaira(sale.fee))]
    return { title, body: [...sums, ...other].join(' ') }
  }
  if (sale.settlement === 'late') {
    const body = net === null ? words.late.bodyNoAmount : words.late.body(net)
    return { title: words.late.title, body: [body, ...other].join(' ') }
  }
  return { title: words.accepted.title(account), body: other.join(' ') }
}

/** The amount that fee and payment belong to: the bank's, once its record was taken for the sale. */
export function amountOf(sale: SaleView): { readonly kobo: number } | { readonly naira: string } {
  const { state, otherAmount, amountKobo } = sale
  return state === 'accepted' && otherAmount !== null ? { naira: otherAmount } : { kobo: amountKobo }
}

/** {@link amountOf} in words. */
export function amountText(sale: SaleView): string {
  const amount = amountOf(sale)
  return 'naira' in amount ? formatNaira(amount.naira) : formatKobo(amount.kobo)
}

function otherAmountText({ otherAmount, amountKobo }: SaleView): readonly string[] {
  if (otherAmount === null) return []
  return [strings.headline.otherAmount(formatNaira(otherAmount), formatKobo(amountKobo))]
}

/** Where a wrong amount is the bank's already, the one thing that is left to do; else null. */
export function wrongAmountText({ state }: SaleView): string | null {
  return state === 'accepted' ? strings.headline.wrongAmount : null
}

function withChecks(title: string, body: string, sale: SaleView): Headline {
  const parts = [body]
  if (sale.checkCount > 0 && sale.lastCheckAtMs !== null) {
    const last = clockText(sale.lastCheckAtMs)
    // The count begins anew when a sale is put aside for a person: beside what was counted before it would be odd.
    const { checks, lastCheck } = strings.headline
    parts.push(sale.state === 'unknown' ? checks(sale.checkCount, last) : lastCheck(last))
  }
  if (sale.nextTryAtMs !== null) parts.push(strings.headline.nextCheck(clockText(sale.nextTryAtMs)))
  return { title, body: parts.join(' ') }
}

/** What the account received. Before payment the bank's record may hold a figure; it is no fact yet. */
export function netOf(sale: SaleView): string | null {
  return ticksFor(sale) === 2 ? sale.amountSettled : null
}

/** What a record's account received; the figure in a record that is not paid is no fact yet. */
export function settledOf({ isPaid, datePaid, amountSettled }: RecordView): string | null {
  return paidTime(isPaid, datePaid) === undefined ? null : amountSettled
}

/** Why a sale has not been accepted yet, in one line for the Waiting screen. */
export function whyWaiting(sale: SaleView): string {
  const words = strings.waitingReason
  switch (sale.state) {
    case 'queued':
      return words[sale.waitingReason ?? ('next' satisfies WaitingReason)]
    case 'sending':
      return words.sending
    case 'unknown':
      return sale.bankMessage === null ? words.checking : words.bankSaidNo(sale.bankMessage)
    case 'review':
      return sale.reviewReason === 'absenceProven' ? words.absent : words.unsettled
    case 'conflict':
      return words.conflict
    case 'held':
      return words.held
    case 'refused':
      return sale.bankMessage === null ? words.refusedNoWords : words.refused(sale.bankMessage)
    case 'accepted':
    case 'cancelled':
    case 'writtenOff':
      return ''
    default:
      return assertNever(sale.state, 'sale state')
  }
}

/** How much is known of a fact that has no time: what may still come, what never will, and what nobody knows. */
export type Missing = 'notYet' | 'notKnown' | 'never'

/** What is known of the bank's acceptance of a sale that is not stored as accepted. */
export function missingAcceptance({ state, waitingReason, sendCount }: SaleView): Missing {
  switch (state) {
    case 'refused':
    case 'cancelled':
      return 'never'
    case 'queued':
      return waitingReason === 'checkingFirst' ? 'notKnown' : 'notYet'
    case 'held':
      return sendCount === 0 ? 'notYet' : 'notKnown'
    case 'accepted':
    case 'sending':
    case 'unknown':
    case 'review':
    case 'conflict':
    case 'writtenOff':
      return 'notKnown'
    default:
      return assertNever(state, 'sale state')
  }
}

/** What is known of the payment of a sale that is not paid: nothing, where its acceptance is not known. */
export function missingPayment(sale: SaleView): Missing {
  return sale.state === 'accepted' ? 'notYet' : missingAcceptance(sale)
}

/** What is said in place of the time of acceptance: of a sale that was sent, nobody knows yet. */
export function notAccepted(sale: SaleView): string {
  const words = strings.detail
  if (sale.state === 'writtenOff') return words.writtenOff
  switch (missingAcceptance(sale)) {
    case 'never':
      return sale.state === 'refused' ? words.refused : words.neverSent
    case 'notYet':
      return words.notYet
    case 'notKnown':
      return words.notKnown
  }
}

/** What is said in place of the time of payment: nobody knows it of a sale whose acceptance is not known. */
export function notPaid(sale: SaleView): string {
  return sale.state === 'accepted' ? strings.detail.notPaidYet : notAccepted(sale)
}

/** Only a queued or held sale of which nothing was ever sent may be taken out; main proves it once more. */
export function isRemovable(sale: SaleView): boolean {
  return (sale.state === 'queued' || sale.state === 'held') && sale.sendCount === 0
}

/** Sales whose outcome a look-up can settle. */
export function isCheckable(sale: SaleView): boolean {
  return sale.state === 'unknown' || sale.state === 'review' || sale.state === 'conflict'
}
