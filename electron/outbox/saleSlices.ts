import { parseAmount } from '../../shared/money.ts'
import type { SaleFilter, SaleView } from '../../shared/sale.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import type { SaleReadStore } from './saleReadStore.ts'
import type { SaleQuery } from './saleQuery.ts'
import { saleView } from './saleView.ts'

/** What a person's search text may mean: the start of a reference, or an amount. */
export function searchTerms(search: string): Pick<SaleQuery, 'reference' | 'amountKobo'> {
  const amount = parseAmount(search)
  return { reference: search.trim(), amountKobo: amount.ok ? amount.value : null }
}

/** Sales for a report, from the newest back, of whoever is signed in. */
export function createSaleSlices(
  reads: Pick<SaleReadStore, 'slice'>,
  { destination, clock, awake }: Pick<DeliveryContext, 'destination' | 'clock' | 'awake'>,
  lateAfterMinutes: number,
) {
  return {
    slice: (
      { filter, search }: { readonly filter: SaleFilter; readonly search: string },
      beforeSequence: number | null,
      limit: number,
    ): readonly SaleView[] => {
      const own = destination()
      if (own === null) return []
      const facts = {
        nowMs: clock.wallNowMs(),
        nowAwakeMs: awake.nowMs(),
        lateAfterMinutes,
        heldBecause: null,
      }
      return reads
        .slice(own, { filter, ...searchTerms(search), limit }, beforeSequence)
        .map((sale) => saleView(sale, facts))
    },
  }
}
