import type { QueueView, SaleView } from '../../../shared/sale.ts'
import { dayText } from '../../ui/format/time.ts'
import type { AppState } from '../../core/types.ts'
import { strings } from '../../strings/strings.ts'

/** The sales beside the entry. Each is in one group, the newest first. */
export interface LastSales {
  readonly today: readonly SaleView[]
  /** Open sales of other days: earlier ones, or later ones by a clock that was ahead. */
  readonly otherDays: readonly SaleView[]
}

/**
 * The sales beside the entry. Newer sales never push out an open one.
 * @param sinceMs when main's today began; the total above the list is of that day
 */
export function lastSales(
  newest: readonly SaleView[],
  open: readonly SaleView[],
  sinceMs: number,
): LastSales {
  const all = newestFirst([...newest, ...open])
  const isOfToday = ({ recordedAtMs }: SaleView): boolean => dayText(recordedAtMs) === dayText(sinceMs)
  return {
    today: all.filter(isOfToday),
    otherDays: all.filter((sale) => !isOfToday(sale) && isOpen(sale)),
  }
}

/**
 * The sale recorded last of those of today and the open ones: both lists are read again with each change, so its state
 * is the present one. A removed sale does not count.
 */
export function lastSaleOf({ lists, sales }: Pick<AppState, 'lists' | 'sales'>): SaleView | undefined {
  const known = [...lists.today.ids, ...lists.open.ids].flatMap((id) => sales[id]?.sale ?? [])
  return newestFirst(known).find(({ state }) => state !== 'cancelled')
}

function newestFirst(sales: readonly SaleView[]): readonly SaleView[] {
  const byReference = new Map(sales.map((sale) => [sale.transactionId, sale]))
  return [...byReference.values()].toSorted((a, b) => b.sequence - a.sequence)
}

/** How many are being checked and how many need a person, each only if there are any; null where neither is. */
export function unsettledText({
  checkingCount,
  needsPersonCount,
}: Pick<QueueView, 'checkingCount' | 'needsPersonCount'>): string | null {
  const words = strings.todayList
  const parts = [
    ...(checkingCount === 0 ? [] : [words.checking(checkingCount)]),
    ...(needsPersonCount === 0 ? [] : [words.needsYou(needsPersonCount)]),
  ]
  return parts.length === 0 ? null : words.unsettled(parts, checkingCount + needsPersonCount)
}

const OPEN: readonly SaleView['state'][] = ['queued', 'sending', 'unknown', 'review', 'conflict', 'held']

function isOpen({ state }: SaleView): boolean {
  return OPEN.includes(state)
}
