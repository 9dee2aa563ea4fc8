import type { CallError } from '../../shared/callError.ts'
import type { Request } from '../../shared/contract.ts'
import { type Span, spanOf } from '../../shared/days.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { SalePage, SaleView } from '../../shared/sale.ts'
import type { TakesOfDays } from '../../shared/saleDays.ts'
import type { OwnSales } from './ownSales.ts'
import type { Recorded } from './rules/saleQuery.ts'
import { searchTerms } from './rules/searchTerms.ts'
import { lateLimits, saleView } from './rules/saleView.ts'
import { createSaleDays } from './saleDays.ts'
import type { RangeTotalsStore } from './store/rangeTotalsStore.ts'
import type { SaleListStore } from './store/saleListStore.ts'
import type { DeliveryContext } from './worker/context.ts'

/** Lists of the sales of the destination signed in now. */
export interface SaleLists {
  page(request: Request<'sales.page'>): Result<SalePage, CallError>
  /** For a report: matching sales recorded before another (null: all), from the newest back. */
  slice(
    asked: Pick<Request<'reports.sales'>, 'filter' | 'search'> & { readonly span: Span | null },
    before: Recorded | null,
    limit: number,
  ): readonly SaleView[]
  days(request: Request<'sales.days'>): TakesOfDays
  /** The rows of changed sales that belong to the destination signed in now. */
  changed(transactionIds: readonly string[]): SaleView[]
}

export function createSaleLists(
  options: {
    readonly context: Pick<DeliveryContext, 'destination'>
    readonly lists: SaleListStore
    readonly rangeTotals: RangeTotalsStore
    readonly revision: () => number
  },
  { own, facts }: Pick<OwnSales, 'own' | 'facts'>,
): SaleLists {
  const { context, lists } = options
  return {
    page: ({ search, range, ...asked }) => {
      const revision = options.revision()
      const destination = context.destination()
      if (destination === null)
        return ok({ sales: [], totalCount: 0, totalKobo: 0, none: null, order: null, revision })
      const shared = facts()
      const { sales, all, none, order } = lists.page(destination, {
        ...asked,
        span: spanOf(range ?? 'all', shared.nowMs),
        ...searchTerms(search),
        ...lateLimits(shared),
      })
      return ok({
        sales: sales.map((sale) => saleView(sale, shared)),
        totalCount: all.count,
        totalKobo: all.kobo,
        none,
        order,
        revision,
      })
    },

    days: createSaleDays({
      totals: options.rangeTotals,
      destination: context.destination,
      nowMs: () => facts().nowMs,
      revision: options.revision,
    }),

    slice: ({ filter, span, search }, before, limit) => {
      const destination = context.destination()
      if (destination === null) return []
      const shared = facts()
      const query = { filter, span, ...searchTerms(search), ...lateLimits(shared), limit }
      return lists.slice(destination, query, before).map((sale) => saleView(sale, shared))
    },

    changed: (transactionIds) => {
      const shared = facts()
      return transactionIds
        .flatMap((transactionId) => own(transactionId) ?? [])
        .map((sale) => saleView(sale, shared))
    },
  }
}
