import { callError, type CallError } from '../../shared/callError.ts'
import type { Result } from '../../shared/result.ts'
import { neverLeft } from './rules/machine.ts'
import type { SaleReadStore } from './store/saleReadStore.ts'
import type { SaleRow } from './rules/saleRow.ts'
import type { SaleStore } from './store/saleStore.ts'

/** Both ends of the link between a sale and its corrections. */
export interface Corrections {
  of(sale: SaleRow): readonly string[]
  /** Why it may not be corrected now; undefined if it may. */
  refusal(sale: SaleRow): Result<never, CallError> | undefined
}

/** States of a correction that no longer counts, so that another may be recorded. */
const GIVEN_UP: readonly SaleRow['state'][] = ['refused', 'cancelled', 'writtenOff']

export function createCorrections(
  reads: Pick<SaleReadStore, 'correctionsOf'>,
  store: Pick<SaleStore, 'byTransactionId'>,
): Corrections {
  return {
    of: (sale) => reads.correctionsOf(sale.sequence),
    refusal: (sale) => {
      // What may have left, a held sale too, may be at the bank; and a sale that can still be sent must not have a
      // double. A sale held for unreadable answers may be at the bank as well. One with changed facts is restored or
      // removed first, since its row is no basis for another sale.
      const isOpen = sale.heldReason === 'bankUnclear' || sale.heldReason === 'factsChanged'
      const isStopped = sale.state === 'held' && neverLeft(sale) && !isOpen
      const isOver = GIVEN_UP.includes(sale.state) || isStopped
      if (!isOver) return callError('notAllowed', { reason: 'saleState', state: sale.state })
      const stands = reads.correctionsOf(sale.sequence).some((reference) => {
        const correction = store.byTransactionId(reference)
        return correction !== undefined && !GIVEN_UP.includes(correction.state)
      })
      return stands ? callError('notAllowed', { reason: 'corrected' }) : undefined
    },
  }
}
