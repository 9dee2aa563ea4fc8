import type { SaleFilter, SaleOrder } from '../../shared/sale.ts'
import type { SaleRange } from '../../shared/saleDays.ts'

export interface TransactionQuery {
  readonly filter: SaleFilter
  readonly order: SaleOrder
  readonly range: SaleRange
  readonly search: string
}

export interface ShowActions {
  /** Opens a sale in the list of its day. */
  showSale(transactionId: string, recordedAtMs?: number): void
  /** Shows today's sales of one state. */
  showToday(filter: SaleFilter): void
}
