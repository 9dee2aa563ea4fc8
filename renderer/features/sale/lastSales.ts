import type { SaleView } from '../../../shared/sale.ts'
import { isCheckable } from '../sales/saleWords.ts'

/** At least this many sales are listed if there are as many, even early in the morning. */
const LAST_COUNT_MIN = 5

/** The sales beside the entry. Each is in one group, the newest first. */
export interface LastSales {
  /** Sales of any day with an unknown outcome: they must not be entered again. */
  readonly checking: readonly SaleView[]
  readonly today: readonly SaleView[]
  /** Open sales of earlier days, and the last other ones while today has few. */
  readonly before: readonly SaleView[]
}

/**
 * The sales beside the entry. Newer sales never push out an open one.
 * @param sinceMs when main's today began; the total above the list counts from there
 */
export function lastSales(
  newest: readonly SaleView[],
  open: readonly SaleView[],
  sinceMs: number,
): LastSales {
  const byReference = new Map([...newest, ...open].map((sale) => [sale.transactionId, sale]))
  const all = [...byReference.values()].toSorted((a, b) => b.sequence - a.sequence)
  const others = all.filter((sale) => !isCheckable(sale))
  const today = others.filter((sale) => sale.recordedAtMs >= sinceMs)
  const room = LAST_COUNT_MIN - today.length
  const before = others
    .filter((sale) => sale.recordedAtMs < sinceMs)
    .filter((sale, place) => place < room || isUnderWay(sale))
  return { checking: all.filter(isCheckable), today, before }
}

function isUnderWay({ state }: SaleView): boolean {
  return state === 'queued' || state === 'sending' || state === 'held'
}
