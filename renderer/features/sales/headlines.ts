import { shortText } from '../../../shared/plainText.ts'
import { assertNever } from '../../../shared/result.ts'
import type { RecordView } from '../../../shared/record.ts'
import type { ReviewReason, SaleView, WaitingReason } from '../../../shared/sale.ts'
import { believedPaidTime, formatServiceTime, parseServiceTime } from '../../../shared/serviceTime.ts'
import { formatKobo, formatNaira } from '../../ui/format/money.ts'
import { bankTimeText, clockText, momentText } from '../../ui/format/time.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { amountOf, isUnclear } from './saleWords.ts'
import { codeText } from './timelineText.ts'

/** The words for each reason for a review. */
const REVIEW_WORDS = {
  absenceProven: 'absent',
  unsettled: 'unsettled',
  partOfStop: 'partOfStop',
} as const satisfies Readonly<Record<ReviewReason, string>>

export interface Headline {
  readonly title: string
  readonly body: string
}

/** The headline and text of one sale. `accountEnding` comes from the bank's record where there is one. */
export function headlineFor(sale: SaleView, accountEnding: string | null): Headline {
  const words = lazyStrings.headline
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
    case 'conflict': {
      if (sale.underOther === null) return withChecks(words.conflict.title, conflictBody(sale), sale)
      const { reference, timeReceived } = sale.underOther
      const body = words.underOther.body(lazyStrings.openSale.bankTime(bankTimeText(timeReceived)), reference)
      return withChecks(words.underOther.title, body, sale)
    }
    case 'refused':
      return { title: words.refused.title, body: words.refused.body(sale.bankMessage ?? '') }
    case 'held':
      if (sale.heldReason === 'bankUnclear')
        return withChecks(words.heldUnclear.title, withAnswer(words.heldUnclear.body, sale), sale)
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
  const { body, bodyAmount } = lazyStrings.headline.conflict
  return otherAmount === null ? body : bodyAmount(formatKobo(amountKobo), formatNaira(otherAmount))
}

function queuedHeadline(sale: SaleView): Headline {
  const { waitingReason } = sale
  const words = lazyStrings.headline.waiting
  const { title, body, bodyOnline, titleAsking, bodyAsking, titleUnclear, bodyUnclear } = words
  // A damaged file may have lost a send.
  if (waitingReason === 'checkingFile') return { title: words.titleLooking, body: words.bodyLooking }
  if (waitingReason === 'bankUnclear') return { title: titleUnclear, body: withAnswer(bodyUnclear, sale) }
  // The bank may have it: another person may have used its reference, or the sales file is an old copy.
  if (waitingReason === 'checkingFirst') return { title: titleAsking, body: bodyAsking }
  return { title, body: waitingReason === 'offline' ? body : bodyOnline }
}

function acceptedHeadline(sale: SaleView, accountEnding: string | null): Headline {
  const words = lazyStrings.headline
  // An unpaid record may hold zero, which is no amount to look for on a statement.
  const settled = sale.amountSettled === '0' ? null : sale.amountSettled
  const net = settled === null ? null : formatNaira(settled)
  const time = parseServiceTime(sale.datePaid ?? '')
  const account = accountEnding === null ? words.paid.accountUnknown : words.paid.account(accountEnding)
  const other = otherAmountText(sale)
  if (sale.standing === 'paid' && time !== undefined) {
    const on = formatServiceTime(time)
    const title = net === null ? words.paid.titleNoAmount(account, on) : words.paid.title(net, account, on)
    const sums = sale.fee === null ? [] : [words.paid.body(amountText(sale), formatNaira(sale.fee))]
    return { title, body: [...sums, ...other].join(' ') }
  }
  if (sale.standing === 'paidBack') return words.paidBack
  if (sale.standing === 'needsYou') {
    return { title: words.differs.title, body: [words.differs.body, ...other].join(' ') }
  }
  const since = sale.notCheckedSinceMs
  const unchecked = since === null ? [] : [words.notChecked(momentText(since))]
  if (sale.isLate) {
    const body = net === null ? words.late.bodyNoAmount : words.late.body(net)
    return { title: words.late.title, body: [body, ...unchecked, ...other].join(' ') }
  }
  const title = since === null ? words.accepted.title(account) : words.accepted.titleUnchecked
  return { title, body: [...unchecked, ...other].join(' ') }
}

/** The label of the account in the bank's record: nothing is paid into it before the bank shows a payment. */
export function accountLabel(sale: SaleView): string {
  return sale.standing === 'paid' ? strings.detail.account : lazyStrings.openSale.accountNotPaid
}

/** {@link amountOf} as text. */
export function amountText(sale: SaleView): string {
  const amount = amountOf(sale)
  return 'naira' in amount ? formatNaira(amount.naira) : formatKobo(amount.kobo)
}

function otherAmountText({ otherAmount, amountKobo }: SaleView): readonly string[] {
  if (otherAmount === null) return []
  return [lazyStrings.headline.otherAmount(formatNaira(otherAmount), formatKobo(amountKobo))]
}

/** The next step where the bank has a wrong amount; else null. */
export function wrongAmountText({ state }: SaleView): string | null {
  return state === 'accepted' ? lazyStrings.headline.wrongAmount : null
}

/** Says what the bank answered about a sale that this keeps from being sent. */
function withAnswer(body: string, { askProblem }: SaleView): string {
  if (askProblem === null) return body
  return `${body} ${lazyStrings.headline.lastAnswer(codeText(askProblem))}`
}

function withChecks(title: string, body: string, sale: SaleView): Headline {
  const parts = [body]
  if (sale.checkCount > 0 && sale.lastCheckAtMs !== null) {
    const last = clockText(sale.lastCheckAtMs)
    // The count starts again when a sale is set aside for a person, so it must not appear beside the earlier count.
    const { checks, lastCheck } = lazyStrings.headline
    parts.push(sale.state === 'unknown' ? checks(sale.checkCount, last) : lastCheck(last))
  }
  if (sale.nextTryAtMs !== null) parts.push(lazyStrings.headline.nextCheck(clockText(sale.nextTryAtMs)))
  return { title, body: parts.join(' ') }
}

/** What the account received. An unpaid record may hold a figure, which is not shown. */
export function netOf(sale: SaleView): string | null {
  return sale.standing === 'paid' ? sale.amountSettled : null
}

/**
 * What the account of a record received; null for an unpaid one, which may hold a figure. @param today the service's
 * date
 */
export function settledOf(record: RecordView, today: string): string | null {
  return believedPaidTime(record, today) === undefined ? null : record.amountSettled
}

/** How much of the bank's words a row shows; the detail has all of them. */
const ROW_WORDS_MAX = 80

function whyUnpaid({ standing, isLate, notCheckedSinceMs }: SaleView): string {
  const words = strings.todo.why
  if (standing === 'paidBack') return lazyStrings.headline.paidBack.title
  if (standing === 'needsYou') return lazyStrings.headline.differs.title
  if (isLate) return words.late
  return notCheckedSinceMs === null ? '' : words.notChecked(momentText(notCheckedSinceMs))
}

/** Why there is something to do about a sale, in one line. */
export function whyWaiting(sale: SaleView): string {
  const words = lazyStrings.waitingReason
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
      return sale.underOther === null ? words.conflict : words.underOther
    case 'held':
      return isUnclear(sale) ? words.heldUnclear : words.held
    case 'refused':
      return sale.bankMessage === null
        ? words.refusedNoWords
        : words.refused(shortText(sale.bankMessage, ROW_WORDS_MAX))
    case 'accepted':
      return whyUnpaid(sale)
    case 'cancelled':
    case 'writtenOff':
      return ''
    default:
      return assertNever(sale.state, 'sale state')
  }
}
