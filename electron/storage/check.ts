import { partsOf, type IsReadable } from './indexComparison.ts'
import { isMistake, StorageError, type Database } from './database.ts'

/** Rows a part when nothing else waits. */
const ROWS_AT_ONCE = 5_000

/** Up to this size, checking all pages takes less than half a second (docs/decisions/0018), and a person waits for it. */
export const PAGES_CHECKED_BYTES_MAX = 64 * 1_024 * 1_024

/**
 * Checks the pages of the whole file: each belongs to one place and is well-formed. Not whether each index agrees with
 * its table: that takes several times as long and can run in slices (indexComparison.ts).
 * @throws StorageError `damaged`
 */
export function assertPagesSound(database: Pick<Database, 'all'>): void {
  assertOk(database.all('PRAGMA quick_check(1)')[0])
}

/** Checks pages and indexes in one go, with SQLite's own check. @throws StorageError `damaged` */
export function assertIntegrity(database: Pick<Database, 'all'>): void {
  assertOk(database.all('PRAGMA integrity_check(1)')[0])
}

/** Every check in one go: a second for some twenty thousand sales. @throws StorageError `damaged` */
export function assertSound(
  database: Pick<Database, 'get' | 'all'>,
  isReadable: IsReadable = () => true,
): void {
  assertIntegrity(database)
  try {
    for (const part of partsOf(database, isReadable)) part.run(ROWS_AT_ONCE)
  } catch (error) {
    // A version of SQLite that rejects our comparison statements has passed its own check above.
    if (!isMistake(error)) throw error
  }
}

function assertOk(row: unknown): void {
  const said: unknown = typeof row === 'object' && row !== null ? Object.values(row)[0] : undefined
  if (said !== 'ok') throw new StorageError('damaged', 'The sales file is damaged')
}
