import { StorageError } from '../../storage/database.ts'
import type { SaleRow } from '../rules/saleRow.ts'

/**
 * Queued sales that could not be claimed. Once means that another change came first. If the queue returns it unchanged,
 * queue and row contradict each other, and the loop would try for ever.
 */
export interface RefusedClaims {
  /** @throws StorageError `damaged` the second time in a row */
  note(sale: SaleRow): void
}

export function createRefusedClaims(): RefusedClaims {
  let refused = ''
  return {
    note: ({ transactionId, version }) => {
      const claim = `${transactionId} ${version}`
      if (claim === refused) throw new StorageError('damaged', 'a queued sale cannot be claimed')
      refused = claim
    },
  }
}
