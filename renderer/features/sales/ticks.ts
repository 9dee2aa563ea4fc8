import type { SaleView } from '../../../shared/sale.ts'
import { paidTime } from '../../../shared/serviceTime.ts'

/** 0: a clock or another sign; 1: the bank has it; 2: the money was paid. */
export type Ticks = 0 | 1 | 2

export type TickFacts = Pick<SaleView, 'state' | 'settlement' | 'datePaid'>

/**
 * The ticks of a sale, from stored facts alone (docs/values.md 3): one where its acceptance is stored, two only where
 * it is also paid on a real date. A date that is missing, the minimum or unreadable is no payment.
 */
export function ticksFor(sale: TickFacts): Ticks {
  if (sale.state !== 'accepted') return 0
  if (sale.settlement !== 'paid' || sale.datePaid === null) return 1
  return paidTime(true, sale.datePaid) === undefined ? 1 : 2
}
