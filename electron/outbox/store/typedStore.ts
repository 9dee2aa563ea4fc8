import { MADE_GLOB } from '../../../shared/transactionId.ts'

/** The audit kind for a typed reference in our made form, which another Tillside, or a lost file, may have used. */
export const TYPED = 'typedReference'
export const WAS_TYPED = `(transaction_id NOT GLOB '${MADE_GLOB}' OR EXISTS (SELECT 1 FROM audit
  WHERE audit.sale_sequence = sale.sequence AND audit.kind = '${TYPED}'))`
