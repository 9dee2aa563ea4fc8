import type { Database } from './database.ts'

/** What the file says about an index, so that a new one of a migration is checked too. */
export interface IndexOfTable {
  readonly name: string
  readonly table: string
  /** The columns of its key, in order. SQLite adds the row number after them. */
  readonly columns: readonly string[]
  /** Which rows it holds, as SQL over its table; null for all. */
  readonly condition: string | null
}

export type Reader = Pick<Database, 'get' | 'all'>

/** The tables of the file, sales first: sending waits for them. */
export function tablesOf(database: Reader): readonly string[] {
  const rows = database.all(
    "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name <> 'sale', name",
  ) as { name: string }[]
  return rows.map(({ name }) => name)
}

/** Whether a table has row numbers. One without them is an index itself, with nothing to compare it with. */
export function hasRowNumbers(database: Reader, table: string): boolean {
  const row = database.get('SELECT wr FROM pragma_table_list WHERE schema = ? AND name = ?', 'main', table)
  return (row as { wr: number } | undefined)?.wr === 0
}

/** The columns that order a table without row numbers. */
export function primaryKeyOf(database: Reader, table: string): readonly string[] {
  const columns = database.all('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk', table)
  return (columns as { name: string }[]).map(({ name }) => name)
}

/**
 * @param isAsked which ones, by name
 * @throws Error for an index that cannot be compared, such as one of an expression
 */
export function indexesOf(
  database: Reader,
  table: string,
  isAsked: (name: string) => boolean = () => true,
): readonly IndexOfTable[] {
  const rows = database.all(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? ORDER BY name",
    table,
  ) as { name: string; sql: string | null }[]
  const asked = rows.filter(({ name }) => isAsked(name))
  return asked.map(({ name, sql }) => {
    const partial = database.get('SELECT partial FROM pragma_index_list(?) WHERE name = ?', table, name) as {
      partial: number
    }
    return {
      name,
      table,
      columns: keyOf(database, name),
      condition: partial.partial === 0 ? null : conditionOf(name, sql ?? ''),
    }
  })
}

function keyOf(database: Reader, index: string): readonly string[] {
  const columns = database.all(
    'SELECT name FROM pragma_index_xinfo(?) WHERE key = 1 ORDER BY seqno',
    index,
  ) as {
    name: string | null
  }[]
  return columns.map(({ name }) => {
    if (name === null) throw new Error(`${index} is an index of an expression and cannot be compared`)
    return name
  })
}

const CONDITION = /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+\S+\s+ON\s+\S+\s*\([^()]*\)\s*WHERE\s+(?<condition>.+)$/isu

function conditionOf(index: string, sql: string): string {
  const condition = CONDITION.exec(sql)?.groups?.['condition']
  if (condition === undefined) throw new Error(`${index} has a condition that cannot be read`)
  return condition
}
