import type { SaleView } from '../../shared/sale.ts'
import { strings } from '../strings.ts'
import { notAccepted } from './saleWords.ts'
import { ticksFor } from './ticks.ts'

/** The three facts of a sale in one line, as the small marks of its row stand for them. */
export function factsText(sale: SaleView): string {
  const words = strings.facts
  const ticks = ticksFor(sale)
  const isSurelyNot = notAccepted(sale) === strings.detail.notYet
  const accepted = ticks >= 1 ? words.accepted : isSurelyNot ? words.notAcceptedYet : words.notAccepted
  return [words.saved, accepted, ticks === 2 ? words.paid : words.notPaid].join(', ')
}
