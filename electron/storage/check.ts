import { partsOf, type IsReadable } from './comparison.ts'
import { isMistake, StorageError, type Database } from './database.ts'

/** So many rows at once where nothing else waits. */
const ROWS_AT_ONCE = 5_000

/**
 * The pages of the whole file: each belongs to one place, and is what SQLite writes. Whether an index agrees with its
 * table is not asked here; that takes several times as long, and can be done in slices (comparison.ts).
 * @throws StorageError `damaged`
 */
export function assertPagesSound(database: Pick<Database, 'all'>): void {
  assertOk(database.all('PRAGMA quick_check(1)')[0])
}

/** Pages and indexes at once, by SQLite's own means. @throws StorageError `damaged` */
export function assertIntegrity(database: Pick<Database, 'all'>): void {
  assertOk(database.all('PRAGMA integrity_check(1)')[0])
}

/** Everything at once: it takes a second for some twenty thousand sales. @throws StorageError `damaged` */
export function assertSound(
  database: Pick<Database, 'get' | 'all'>,
  isReadable: IsReadable = () => true,
): void {
  assertIntegrity(database)
  try {
    for (const part of partsOf(database, isReadable)) part.run(ROWS_AT_ONCE)
  } catch (error) {
    // A version of SQLite that would not compare as it is asked to has said above that all is well.
    if (!isMistake(error)) throw error
  }
}

function assertOk(row: unknown): void {
  const said: unknown = typeof row === 'object' && row !== null ? Object.values(row)[0] : undefined
  if (said !== 'ok') throw new StorageError('damaged', 'The sales file is damaged')
}
