import type { SaleFilter, SaleView } from '../../../shared/sale.ts'
import { laterStrings } from '../../strings/laterStrings.ts'

/**
 * What a total counts. That it includes refused and removed sales is said only where it may: not of a list that is shown
 * whole and has none.
 */
export function countedText(filter: SaleFilter, shown: readonly SaleView[], totalCount: number): string {
  const isWhole = shown.length === totalCount
  const hasNone = shown.every(({ state }) => state !== 'refused' && state !== 'cancelled')
  return filter === 'all' && isWhole && hasNone ? '' : laterStrings.transactions.counted[filter]
}
