import { shortText } from '../../shared/plainText.ts'
import { assertNever } from '../../shared/result.ts'
import type { RecordView } from '../../shared/record.ts'
import type { ReviewReason, SaleView, WaitingReason } from '../../shared/sale.ts'
import { believedPaidTime, formatServiceTime, parseServiceTime } from '../../shared/serviceTime.ts'
import { formatKobo, formatNaira } from '../format/money.ts'
import { clockText, momentText } from '../format/time.ts'
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
      return isUnclear(sale) ? 'help' : 'fixing'
    case 'cancelled':
      return 'removed'
    case 'writtenOff':
      return 'writtenOff'
    case 'accepted':
      if (ticksFor(sale) === 2) return 'paid'
      return sale.settlement === 'late' || sale.settlement === 'differs' ? sale.settlement : 'accepted'
    default:
      return assertNever(sale.state, 'sale state')
  }
}

/** How each reason for a review is told. */
const REVIEW_WORDS = {
  absenceProven: 'absent',
  unsettled: 'unsettled',
  partOfStop: 'partOfStop',
} as const satisfies Readonly<Record<ReviewReason, string>>

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
      const text = words[REVIEW_WORDS[sale.reviewReason ?? 'unsettled']]
      return withChecks(text.title, text.body, sale)
    }
    case 'conflict':
      return withChecks(words.conflict.title, conflictBody(sale), sale)
    case 'refused':
      return { title: words.refused.title, body: words.refused.body(sale.bankMessage ?? '') }
    case 'held':
      if (sale.heldReason === 'bankUnclear')
        return withChecks(words.heldUnclear.title, words.heldUnclear.body, sale)
      return {
        title: words.held.title(words.held.because[sale.heldReason ?? 'reference']),
        body: sale.heldReason === 'factsChanged' ? words.held.bodyChanged : words.held.body,
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
  const words = strings.headline.waiting
  const { title, body, bodyOnline, titleAsking, bodyAsking, titleUnclear, bodyUnclear } = words
  // A damaged file may have forgotten a send.
  if (waitingReason === 'checkingFile') return { title: words.titleLooking, body: words.bodyLooking }
  if (waitingReason === 'bankUnclear') return { title: titleUnclear, body: bodyUnclear }
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
  if (sale.settlement === 'differs') {
    return { title: words.differs.title, body: [words.differs.body, ...other].join(' ') }
  }
  const since = sale.notCheckedSinceMs
  const unchecked = since === null ? [] : [words.notChecked(momentText(since))]
  if (sale.settlement === 'late') {
    const body = net === null ? words.late.bodyNoAmount : words.late.body(net)
    return { title: words.late.title, body: [body, ...unchecked, ...other].join(' ') }
  }
  const title = since === null ? words.accepted.title(account) : words.accepted.titleUnchecked
  return { title, body: [...unchecked, ...other].join(' ') }
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

/** What a record's account received; the figure in a record that is not paid is no fact yet. @param today the service's day */
export function settledOf(record: RecordView, today: string): string | null {
  return believedPaidTime(record, today) === undefined ? null : record.amountSettled
}

/** As much of the bank's words as stands in a row; the detail has all of them. */
const ROW_WORDS_MAX = 80

/** Why a sale has not been accepted yet, in one line for the Waiting screen. */
export function whyWaiting(sale: SaleView): string {
  const words = strings.waitingReason
  switch (sale.state) {
    case 'queued':
      return words[sale.waitingReason ?? ('next' satisfies WaitingReason)]
    case 'sending':
      return words.sending
    case 'unknown':
      return sale.bankMessage === null
        ? words.checking
        : words.bankSaidNo(shortText(sale.bankMessage, ROW_WORDS_MAX))
    case 'review':
      return words[REVIEW_WORDS[sale.reviewReason ?? 'unsettled']]
    case 'conflict':
      return words.conflict
    case 'held':
      return isUnclear(sale) ? words.heldUnclear : words.held
    case 'refused':
      return sale.bankMessage === null
        ? words.refusedNoWords
        : words.refused(shortText(sale.bankMessage, ROW_WORDS_MAX))
    case 'accepted':
      return sale.settlement === 'differs' ? strings.headline.differs.title : ''
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
export function missingAcceptance(sale: SaleView): Missing {
  const { state, waitingReason, mayRemove } = sale
  if (isUnclear(sale)) return 'notKnown'
  switch (state) {
    case 'refused':
    case 'cancelled':
      return 'never'
    case 'queued':
      return waitingReason === 'checkingFirst' || waitingReason === 'checkingFile' ? 'notKnown' : 'notYet'
    case 'held':
      return mayRemove ? 'notYet' : 'notKnown'
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
  if (sale.state !== 'accepted') return missingAcceptance(sale)
  return sale.settlement === 'differs' || sale.notCheckedSinceMs !== null ? 'notKnown' : 'notYet'
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
  if (sale.state !== 'accepted') return notAccepted(sale)
  return missingPayment(sale) === 'notKnown' ? strings.detail.notKnown : strings.detail.notPaidYet
}

/** Not sent, and the bank may have it: its answers about the reference could not be read. */
export function isUnclear({ state, heldReason, waitingReason }: SaleView): boolean {
  return state === 'held'
    ? heldReason === 'bankUnclear'
    : state === 'queued' && waitingReason === 'bankUnclear'
}

/** Sales whose outcome a look-up can settle. */
export function isCheckable(sale: SaleView): boolean {
  if (sale.state === 'held') return isUnclear(sale)
  return sale.state === 'unknown' || sale.state === 'review' || sale.state === 'conflict'
}

/** Sales of which a person may want to hear at once: those, and accepted ones whose payment is in doubt. */
export function mayCheckNow(sale: SaleView): boolean {
  const isInDoubt = sale.settlement === 'late' || sale.settlement === 'differs'
  return isCheckable(sale) || isInDoubt || sale.notCheckedSinceMs !== null
}
