import { isMadeTransactionId, MADE_GLOB } from '../../../shared/transactionId.ts'

/**
 * Which references were typed is a fact of the audit where their form says the contrary: the usual one of Tillside's was
 * typed, and another Tillside, or a lost file, may have used it; another form was made, as the bank keeps it. A sale
 * that lost its audit counts as typed, which asks the bank more.
 */
const TYPED = 'typedReference'
const MADE = 'madeReference'

/** The audit kind that a sale needs, or null where the form of its reference says the same. */
export function originKind(transactionId: string, isTyped: boolean): string | null {
  if (isMadeTransactionId(transactionId) !== isTyped) return null
  return isTyped ? TYPED : MADE
}

const hasEntry = (kind: string): string =>
  `EXISTS (SELECT 1 FROM audit WHERE audit.sale_sequence = sale.sequence AND audit.kind = '${kind}')`
export const WAS_TYPED = `CASE WHEN transaction_id GLOB '${MADE_GLOB}' THEN ${hasEntry(TYPED)} ELSE NOT ${hasEntry(MADE)} END`
