import type { SaleView } from '../../../shared/sale.ts'
import { strings } from '../../strings/strings.ts'
import { type Missing, missingAcceptance, missingPayment } from './saleWords.ts'

/** The state of one of a sale's three facts: done, or why not. */
export type FactMark = 'done' | Missing

/** Saved, accepted, paid, each with its mark. */
export function marksOf(sale: SaleView): readonly [FactMark, FactMark, FactMark] {
  return [
    'done',
    sale.state === 'accepted' ? 'done' : missingAcceptance(sale),
    sale.standing === 'paid' ? 'done' : missingPayment(sale),
  ]
}

/** The three facts of a sale in one line, as the marks of the last sale show them. */
export function factsText(sale: SaleView): string {
  const words = strings.facts
  const [, accepted, paid] = marksOf(sale)
  const acceptance = {
    done: words.accepted,
    notYet: words.notAcceptedYet,
    awaited: words.awaited,
    notKnown: words.notAccepted,
    never: words.neverAccepted,
  }
  const payment = {
    done: words.paid,
    notYet: words.notPaid,
    awaited: words.paidNotKnown,
    notKnown: words.paidNotKnown,
    never: words.neverPaid,
  }
  return [words.saved, acceptance[accepted], payment[paid]].join(', ')
}
