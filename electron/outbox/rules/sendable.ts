import { decimalFromSource, koboFromDecimal } from '../../../shared/money.ts'
import type { HeldReason } from '../../../shared/sale.ts'
import { parseTransactionId } from '../../../shared/transactionId.ts'
import type { SaleRow } from './saleRow.ts'

/**
 * The last check of a sale's own data before any byte is sent. Recorded facts never change, but the profile may, and
 * the file may have been changed from outside.
 * @returns why it must not be sent, or null
 */
export function unsendableBecause(sale: SaleRow, transactionIdPattern: string): HeldReason | null {
  const reference = parseTransactionId(sale.transactionId, transactionIdPattern)
  if (!reference.ok || reference.value !== sale.transactionId) return 'reference'
  const amount = decimalFromSource(sale.amountWire)
  return amount !== undefined && koboFromDecimal(amount) === sale.amountKobo ? null : 'amount'
}
