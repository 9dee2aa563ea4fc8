import { doubtSale } from './recovery.ts'
import { saleRowFromStored } from '../rules/saleRow.ts'
import { SaleReadStore } from '../store/saleReadStore.ts'
import { SaleStore } from '../store/saleStore.ts'
import type { SalesOfFile } from '../../storage/replaceFile.ts'

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
    for (const sale of new SaleReadStore(database).notYetAnswered())
      if (doubtSale(store, sale, now)) count += 1
    return count
  },
}
