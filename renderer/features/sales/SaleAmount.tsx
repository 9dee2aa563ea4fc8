import type { SaleView } from '../../../shared/sale.ts'
import { amountOf } from './saleWords.ts'
import { Kobo, Naira } from '../../ui/Figures.tsx'

/** A sale's amount: the bank's, where its record was accepted for the sale, so that fee and payment match it. */
export function SaleAmount({ sale }: { sale: SaleView }) {
  const amount = amountOf(sale)
  return 'naira' in amount ? <Naira decimal={amount.naira} /> : <Kobo amountKobo={amount.kobo} />
}
