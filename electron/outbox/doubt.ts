import { saleRowFromStored } from './saleRow.ts'
import { SaleReadStore } from './saleReadStore.ts'
import { SaleStore } from './saleStore.ts'
import type { SalesOfFile } from '../storage/replaceFile.ts'

/**
 * What the storage has to know of sales. After a salvage, or in a file that is older than the one last used here, a
 * row that says `queued` may have been sent since it was written: nobody knows, so it becomes `unknown` and is looked up
 * under the absence proof, like any send without an answer.
 */
export const salesOfFile: SalesOfFile = {
  isReadable: (stored) => {
    try {
      saleRowFromStored(stored)
      return true
    } catch {
      return false
    }
  },
  doubtOpen: (database, now) => {
    const store = new SaleStore(database)
    let count = 0
    for (const sale of new SaleReadStore(database).notYetAnswered()) {
      const moved = store.apply(
        sale,
        'salvaged',
        {
          unknownSinceAwakeMs: now.awakeMs,
          dueAwakeMs: now.awakeMs,
          checkCount: 0,
          notFoundCount: 0,
          lastNotFoundAwakeMs: null,
        },
        now,
      )
      if (moved.ok) count += 1
    }
    return count
  },
}
