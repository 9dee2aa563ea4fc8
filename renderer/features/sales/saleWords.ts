import { assertNever } from '../../../shared/result.ts'
import type { SaleView } from '../../../shared/sale.ts'
import { PART_OF } from '../../../shared/standing.ts'
import { strings } from '../../strings/strings.ts'
import { isCalm } from './calm.ts'

export type ChipKind = keyof typeof strings.chip
/** A chip's kind, or `saved` for a sale of the last moments: it waits too, and looks as if nothing is to do. */
export type LookKind = ChipKind | 'saved'

export function wordOf(kind: LookKind): string {
  return strings.chip[kind === 'saved' ? 'waiting' : kind]
}

/** How a sale is shown now. */
export function lookOf(sale: SaleView, nowMs: number): LookKind {
  return isCalm(sale, nowMs) ? 'saved' : chipFor(sale)
}

/** The chip of a sale: its standing, or more closely why it stands there. */
export function chipFor(sale: SaleView): ChipKind {
  const { standing, state } = sale
  switch (standing) {
    case 'waiting':
      return state === 'sending' ? state : standing
    case 'onItsWay':
      return sale.isLate ? 'late' : standing
    case 'needsYou':
      if (state === 'accepted') return 'differs'
      return state === 'held' && !isUnclear(sale) ? 'fixing' : standing
    default:
      return standing
  }
}

/** The amount that fee and payment belong to: the bank's, once its record was accepted for the sale. */
export function amountOf(sale: SaleView): { readonly kobo: number } | { readonly naira: string } {
  const { state, otherAmount, amountKobo } = sale
  return state === 'accepted' && otherAmount !== null ? { naira: otherAmount } : { kobo: amountKobo }
}

/**
 * What is known of a fact without a time: it may still come, depends on an answer that the sale waits for in its one
 * send, is unknown, or will never come.
 */
export type Missing = 'notYet' | 'awaited' | 'notKnown' | 'never'

/** What is known about the acceptance of a sale that is not stored as accepted. */
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
    case 'sending':
      return 'awaited'
    case 'accepted':
    case 'unknown':
    case 'review':
    case 'conflict':
    case 'writtenOff':
      return 'notKnown'
    default:
      return assertNever(state, 'sale state')
  }
}

/** What is known about the payment of an unpaid sale: nothing, where its acceptance is unknown. */
export function missingPayment(sale: SaleView): Missing {
  if (sale.state !== 'accepted') return missingAcceptance(sale)
  return sale.standing !== 'onItsWay' || sale.notCheckedSinceMs !== null ? 'notKnown' : 'notYet'
}

/** The text in place of the time of acceptance; for a sale that was sent, it is unknown. */
export function notAccepted(sale: SaleView): string {
  const words = strings.detail
  if (sale.state === 'writtenOff') return words.writtenOff
  switch (missingAcceptance(sale)) {
    case 'never':
      return sale.state === 'refused' ? words.refused : words.neverSent
    case 'notYet':
      return words.notYet
    case 'awaited':
      return words.awaited
    case 'notKnown':
      return words.notKnown
  }
}

/** The text in place of the time of payment; unknown where the acceptance is unknown. */
export function notPaid(sale: SaleView): string {
  if (sale.state !== 'accepted') return notAccepted(sale)
  return missingPayment(sale) === 'notKnown' ? strings.detail.notKnown : strings.detail.notPaidYet
}

/** Not sent, but possibly at the bank: the bank's answers about the reference could not be read. */
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

/** Sales that a person may want to check at once: those, and accepted ones with an uncertain payment. */
export function mayCheckNow(sale: SaleView): boolean {
  const isInDoubt = sale.state === 'accepted' && PART_OF[sale.standing] === 'attention'
  return isCheckable(sale) || isInDoubt || sale.isLate || sale.notCheckedSinceMs !== null
}
