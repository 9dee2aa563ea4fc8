import { StorageError } from '../storage/database.ts'
import type { SaleRow } from './saleRow.ts'

/**
 * Queued sales that could not be claimed as they were. Once is somebody who was quicker. Found in the line again as it
 * was, the line and the row contradict each other, and to go on would ask for it without end.
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
