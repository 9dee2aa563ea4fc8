import { parseAmount } from '../../../shared/money.ts'
import type { SaleQuery } from './saleQuery.ts'

/** What a person's search text may mean: the start of a reference, or an amount. */
export function searchTerms(search: string): Pick<SaleQuery, 'reference' | 'amountKobo'> {
  const amount = parseAmount(search)
  return { reference: search.trim(), amountKobo: amount.ok ? amount.value : null }
}
