import { createDecimalSum } from '../../shared/money.ts'
import type { SaleView } from '../../shared/sale.ts'

/** What main would sum up of the bank's records. */
export function netSince(sinceMs: number, sales: readonly SaleView[]): string | null {
  const paid = sales.filter(({ recordedAtMs, standing }) => recordedAtMs >= sinceMs && standing === 'paid')
  const sum = createDecimalSum()
  for (const { amountSettled } of paid) {
    if (amountSettled === null) return null
    sum.add(amountSettled)
  }
  return paid.length === 0 ? null : sum.total()
}
