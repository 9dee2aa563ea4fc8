import type { FactsFound } from '../../storage/boundFacts.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import type { SaleRow } from '../rules/saleRow.ts'

/**
 * Holds a queued sale whose row differs from what the audit says was recorded: a person decides, and nothing is sent.
 * @returns whether it is such a sale
 */
export function holdChanged({ store, now, log, onSaleChanged }: DeliveryContext, sale: SaleRow): boolean {
  const found = store.compareFacts(sale)
  if (found.kind === 'same') return false
  const at = now()
  const patch = { heldReason: 'factsChanged', checkCount: 0, dueAwakeMs: at.awakeMs } as const
  store.apply(sale, 'foundChanged', patch, at, wordsOf(found))
  log('error', 'worker.factsChanged', { differs: wordsOf(found) })
  onSaleChanged(sale.transactionId)
  return true
}

/** Names of facts or a reason, never a value. */
function wordsOf(found: Exclude<FactsFound, { readonly kind: 'same' }>): string {
  return found.kind === 'changed' ? found.differs.join(' ') : found.why
}
