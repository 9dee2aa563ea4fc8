import { StorageError, type Database } from './database.ts'

/** The tables to check, one slice each, so that a long check lets the screen breathe in between. */
export function tablesToCheck(database: Pick<Database, 'all'>): readonly string[] {
  const rows = database.all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
  return (rows as { name: string }[]).map(({ name }) => name)
}

/** @throws StorageError `damaged` where a page of this table or of one of its indexes is not what SQLite wrote */
export function assertTableSound(database: Pick<Database, 'all'>, table: string): void {
  const [first] = database.all(`PRAGMA quick_check('${table.replaceAll("'", "''")}')`)
  assertOk(first)
}

/** The same of the whole file at once. */
export function assertSound(database: Pick<Database, 'all'>): void {
  assertOk(database.all('PRAGMA quick_check(1)')[0])
}

function assertOk(row: unknown): void {
  const said: unknown = typeof row === 'object' && row !== null ? Object.values(row)[0] : undefined
  if (said !== 'ok') throw new StorageError('damaged', 'The sales file is damaged')
}
