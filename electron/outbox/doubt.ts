import { unprovenSince } from './recovery.ts'
import { saleRowFromStored } from './saleRow.ts'
import { SaleReadStore } from './saleReadStore.ts'
import { SaleStore } from './saleStore.ts'
import type { SalesOfFile } from '../storage/replaceFile.ts'

/**
 * What the storage has to know of sales. After a salvage, or in a file that is older than the one last used here, a
 * row that says `queued` may have been sent since it was written: nobody knows, so it becomes `unknown` and is looked up
 * under the absence proof, like any send without an answer. One that is `unknown` already may have been sent again: its
 * quiet period begins anew, and what was not found before proves nothing.
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
      const unproven = unprovenSince(now)
      if (sale.state === 'unknown') store.note(sale, unproven, now)
      else if (store.apply(sale, 'salvaged', unproven, now).ok) count += 1
    }
    return count
  },
}
