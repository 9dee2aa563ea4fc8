import type { SaleDetail } from '../../../shared/sale.ts'

/** Which paper of the sale a receipt would be, from 1: its history names those before. */
export function copyOf({ timeline }: Pick<SaleDetail, 'timeline'>): number {
  return timeline.filter(({ kind }) => kind === 'receiptPrinted').length + 1
}
