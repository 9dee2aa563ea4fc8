import type { SaleView } from '../../shared/sale.ts'
import { isCheckable } from './saleWords.ts'

/** So many sales stand there at least where there are as many: on the morning after, too. */
const LAST_COUNT_MIN = 5

/** The sales beside the entry. Each stands in one group, the newest first. */
export interface LastSales {
  /** Nobody knows yet what came of them, whatever day they are of: they must not be entered again. */
  readonly checking: readonly SaleView[]
  readonly today: readonly SaleView[]
  /** What is open of earlier days; and while today has few, the last ones before them. */
  readonly before: readonly SaleView[]
}

/**
 * What stands beside the entry. No number of newer sales pushes an open one out.
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
