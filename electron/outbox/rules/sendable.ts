import { decimalFromSource, koboFromDecimal } from '../../../shared/money.ts'
import type { HeldReason } from '../../../shared/sale.ts'
import { formProblem, parseTransactionId } from '../../../shared/transactionId.ts'
import type { Profile } from '../../gateway/profile.ts'
import type { SaleRow } from './saleRow.ts'

/**
 * The last check of a sale's own data before any byte is sent. Recorded facts never change, but the profile may, and
 * the file may have been changed from outside. Cut to what the bank keeps, a slip could be another slip; a reference that
 * was made before the profile said so is still like no other.
 * @returns why it must not be sent, or null
 */
export function unsendableBecause(
  sale: SaleRow,
  isTyped: boolean,
  { transactionIdPattern, reference: form }: Pick<Profile, 'transactionIdPattern' | 'reference'>,
): HeldReason | null {
  const reference = parseTransactionId(sale.transactionId, transactionIdPattern)
  if (!reference.ok || reference.value !== sale.transactionId) return 'reference'
  if (isTyped && formProblem(sale.transactionId, form) !== null) return 'reference'
  const amount = decimalFromSource(sale.amountWire)
  return amount !== undefined && koboFromDecimal(amount) === sale.amountKobo ? null : 'amount'
}
