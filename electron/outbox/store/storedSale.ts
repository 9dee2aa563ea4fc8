import { StorageError, type Database } from '../../storage/database.ts'
import { isSameDestination, type Destination } from '../../gateway/destination.ts'
import { saleRowFromStored, type SaleRow } from '../rules/saleRow.ts'

type Told = Pick<Database, 'distrust'>

/** A sale as read. One that the program could not have written means that the file is damaged. */
export function saleFrom(database: Told, stored: unknown): SaleRow {
  try {
    return saleRowFromStored(stored)
  } catch (error) {
    return foundDamaged(database, error instanceof Error ? error.message : 'a sale cannot be read')
  }
}

/** The condition of the indexes that find a destination's next sale. */
export function isDue(
  destination: Destination,
  nowAwakeMs: number,
  isOfState: (state: SaleRow['state']) => boolean,
): (sale: SaleRow) => boolean {
  return (sale) =>
    isOfState(sale.state) && sale.dueAwakeMs <= nowAwakeMs && isSameDestination(sale.destination, destination)
}

/** Reports the damage, so that the file is reopened and salvaged. */
export function foundDamaged(database: Told, what: string): never {
  const error = new StorageError('damaged', what)
  database.distrust?.(error)
  throw error
}
