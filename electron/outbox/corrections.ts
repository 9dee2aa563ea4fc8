import { callError, type CallError } from '../../shared/callError.ts'
import type { Result } from '../../shared/result.ts'
import { neverLeft } from './machine.ts'
import type { SaleReadStore } from './saleReadStore.ts'
import type { SaleRow } from './saleRow.ts'
import type { SaleStore } from './saleStore.ts'

/** Both ends of the link between a sale and those that were recorded in its place. */
export interface Corrections {
  /** References of the sales that were recorded in its place, oldest first. */
  of(sale: SaleRow): readonly string[]
  /** Why no sale may be recorded in its place now; undefined where one may. */
  refusal(sale: SaleRow): Result<never, CallError> | undefined
}

/** States in which a correction stands for nothing any more, so that another may take its place. */
const GIVEN_UP: readonly SaleRow['state'][] = ['refused', 'cancelled', 'writtenOff']

export function createCorrections(
  reads: Pick<SaleReadStore, 'correctionsOf'>,
  store: Pick<SaleStore, 'byTransactionId'>,
): Corrections {
  return {
    of: (sale) => reads.correctionsOf(sale.sequence),
    refusal: (sale) => {
      // What may have left, a held sale too, may be at the bank; and one that can still be sent must not have a double.
      // What is held because the bank could not be understood may be there as well; what was changed in the file is put
      // right or removed first, since its row is no base for another sale.
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
