import { DatabaseSync } from 'node:sqlite'
import { StorageError, type Database } from './database.ts'

/**
 * The schema of a file: what the program wrote, and nothing else. A trigger, a view or an index of another hand changes
 * what our own statements do, so a file with one is not used (docs/decisions/0042).
 */

export interface Migration {
  /** Ascending from 1 without a gap; a released version never changes (docs/release.md). */
  readonly version: number
  readonly sql: string
}

type Reader = Pick<Database, 'all'>

interface SchemaRow {
  readonly type: string
  readonly name: string
  readonly tbl_name: string
  readonly sql: string | null
}

/** Our own texts have no comments, so only the space between words may differ. */
const normalised = (sql: string | null): string => (sql ?? '').replaceAll(/\s+/gu, ' ').trim()

const keyOf = ({ type, name, tbl_name: table, sql }: SchemaRow): string =>
  JSON.stringify([type, name, table, normalised(sql)])

function rowsOf(database: Reader): readonly SchemaRow[] {
  return database.all('SELECT type, name, tbl_name, sql FROM sqlite_schema') as SchemaRow[]
}

/** What each version of a kind of file holds, made once by its own steps. */
const made = new WeakMap<readonly Migration[], Map<number, readonly SchemaRow[]>>()

/** The schema that the first steps write. */
export function schemaAt(steps: readonly Migration[], version: number): readonly SchemaRow[] {
  const known = made.get(steps) ?? new Map<number, readonly SchemaRow[]>()
  made.set(steps, known)
  const rows = known.get(version)
  if (rows !== undefined) return rows
  const memory = new DatabaseSync(':memory:')
  try {
    for (const { sql } of steps.slice(0, version)) memory.exec(sql)
    const read = rowsOf({ all: (sql) => memory.prepare(sql).all() })
    known.set(version, read)
    return read
  } finally {
    memory.close()
  }
}

/**
 * What the schema has that the program never wrote, and what it lacks of it: `trigger resend`, `no index sale_due`.
 * @param version the file's own, at most the newest of the steps
 */
export function foreignIn(database: Reader, steps: readonly Migration[], version: number): readonly string[] {
  const ours = schemaAt(steps, version)
  const stands = rowsOf(database)
  const [ourKeys, standingKeys] = [new Set(ours.map(keyOf)), new Set(stands.map(keyOf))]
  const names = new Set(stands.map(({ type, name }) => `${type} ${name}`))
  return [
    ...stands.filter((row) => !ourKeys.has(keyOf(row))).map(({ type, name }) => `${type} ${name}`),
    ...ours
      .filter((row) => !standingKeys.has(keyOf(row)) && !names.has(`${row.type} ${row.name}`))
      .map(({ type, name }) => `no ${type} ${name}`),
  ]
}

/** A file whose schema is not the program's: it is kept, and its rows are carried into a new one. */
export class ForeignSchemaError extends StorageError {
  /** As {@link foreignIn}. */
  readonly foreign: readonly string[]

  constructor(foreign: readonly string[]) {
    super('damaged', 'The file holds what Tillside never wrote')
    this.name = 'ForeignSchemaError'
    this.foreign = foreign
  }
}

/** Before anything else is read of a file. @throws ForeignSchemaError */
export function assertOurSchema(database: Reader, steps: readonly Migration[], version: number): void {
  const foreign = foreignIn(database, steps, version)
  if (foreign.length > 0) throw new ForeignSchemaError(foreign)
}

/** Whether a file of a newer version, which is only read, still stores every table that is read of it. */
export function holdsOurTables(database: Reader, steps: readonly Migration[]): boolean {
  return schemaAt(steps, steps.length).every(
    ({ type, name }) => type !== 'table' || storedColumns(database, name).length > 0,
  )
}

/** A column with such a name hides the row number. */
const ROW_NUMBER_NAMES: readonly string[] = ['rowid', '_rowid_', 'oid']

/**
 * The columns that a file of any schema really stores, in a table with row numbers or a key of its own. A view, a
 * virtual table or a computed column is not stored, and reading one may never end.
 * @returns none where there is no such table
 */
export function storedColumns(database: Reader, table: string): readonly string[] {
  const stored = database.all(
    "SELECT 1 FROM sqlite_schema WHERE name = ? AND type = 'table' AND rootpage > 0",
    table,
  )
  if (stored.length === 0) return []
  const columns = database.all('SELECT name, hidden FROM pragma_table_xinfo(?)', table) as {
    readonly name: string
    readonly hidden: number
  }[]
  if (columns.some(({ name }) => ROW_NUMBER_NAMES.includes(name.toLowerCase()))) return []
  return columns.filter(({ hidden }) => hidden === 0).map(({ name }) => name)
}
