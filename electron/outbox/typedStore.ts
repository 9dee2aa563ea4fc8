import { MADE_GLOB } from '../../shared/transactionId.ts'

/**
 * The audit's word for a reference that looks as if it had been made for its sale and was typed: another Tillside made it,
 * or this one in a file that is lost. The bank may have it.
 */
export const TYPED = 'typedReference'
export const WAS_TYPED = `(transaction_id NOT GLOB '${MADE_GLOB}' OR EXISTS (SELECT 1 FROM audit
  WHERE audit.sale_sequence = sale.sequence AND audit.kind = '${TYPED}'))`
