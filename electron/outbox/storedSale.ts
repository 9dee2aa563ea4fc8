import { StorageError, type Database } from '../storage/database.ts'
import { isSameDestination, saleRowFromStored, type Destination, type SaleRow } from './saleRow.ts'

type Told = Pick<Database, 'distrust'>

/** A sale as it was read. One that the program could not have written makes the file one that is damaged. */
export function saleFrom(database: Told, stored: unknown): SaleRow {
  try {
    return saleRowFromStored(stored)
  } catch (error) {
    return foundDamaged(database, error instanceof Error ? error.message : 'a sale cannot be read')
  }
}

/** What is asked of the indexes by which a destination's next sale is found. */
export function isDue(
  destination: Destination,
  nowAwakeMs: number,
  isOfState: (state: SaleRow['state']) => boolean,
): (sale: SaleRow) => boolean {
  return (sale) =>
    isOfState(sale.state) && sale.dueAwakeMs <= nowAwakeMs && isSameDestination(sale.destination, destination)
}

/** Tells whoever looks after the file, so that it is opened anew and salvaged. */
export function foundDamaged(database: Told, what: string): never {
  const error = new StorageError('damaged', what)
  database.distrust?.(error)
  throw error
}
