import { assertNever } from '../../shared/result.ts'
import type { SaleView } from '../../shared/sale.ts'
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

/** The amount that fee and payment belong to: the bank's, once its record was taken for the sale. */
export function amountOf(sale: SaleView): { readonly kobo: number } | { readonly naira: string } {
  const { state, otherAmount, amountKobo } = sale
  return state === 'accepted' && otherAmount !== null ? { naira: otherAmount } : { kobo: amountKobo }
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
