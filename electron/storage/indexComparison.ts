import type { SQLInputValue } from 'node:sqlite'
import { StorageError } from './database.ts'
import {
  hasRowNumbers,
  indexesOf,
  primaryKeyOf,
  tablesOf,
  type IndexOfTable,
  type Reader,
} from './indexes.ts'

/** A bounded part of the work. Parts of one kind cost the same for each row, so slices can be sized. */
export interface Part {
  readonly kind: 'rows' | 'missing' | 'surplus' | 'counted' | 'compared'
  readonly table: string
  /** @throws StorageError `damaged` */
  run(rowsMax: number): void
}

/** A damaged row number may be below zero. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER

export type IsReadable = (sale: unknown) => boolean

/**
 * Compares every table with each of its indexes, in parts, the sales first. check.ts covers the pages. Each part reads
 * the current state, so writes need not wait for the end.
 *
 * They agree if every row that belongs in the index is found through it by its whole key, and if every entry leads to
 * such a row with the same values.
 */
export function* partsOf(database: Reader, isReadable: IsReadable): Generator<Part, void, void> {
  for (const table of tablesOf(database)) yield* partsOfTable(database, table, isReadable)
}

export function* partsOfTable(
  database: Reader,
  table: string,
  isReadable: IsReadable,
): Generator<Part, void, void> {
  const indexes = indexesOf(database, table)
  if (!hasRowNumbers(database, table)) {
    if (indexes.length > 0) throw new Error(`${table} has an index that cannot be compared`)
    yield* rowsByKey(database, table)
    return
  }
  const rows = yield* rowsOf(database, table, table === 'sale' ? isReadable : () => true)
  for (const index of indexes) {
    yield* missingFrom(database, index)
    yield* surplusIn(database, index, rows)
  }
}

/** Reads each row of a table without row numbers, which is an index itself. */
function* rowsByKey(database: Reader, table: string): Generator<Part, void, void> {
  const key = primaryKeyOf(database, table)
  const names = key.map(quoted).join(', ')
  const marks = key.map(() => '?').join(', ')
  const sql = (condition: string): string =>
    `SELECT * FROM ${quoted(table)} ${condition} ORDER BY ${names} LIMIT ?`
  let last: readonly SQLInputValue[] | null = null
  let isEnd = false
  while (!isEnd) {
    yield {
      kind: 'rows',
      table,
      run: (rowsMax) => {
        const rows = (
          last === null
            ? database.all(sql(''), rowsMax)
            : database.all(sql(`WHERE (${names}) > (${marks})`), ...last, rowsMax)
        ) as Readonly<Record<string, SQLInputValue>>[]
        const before = last
        const newest = rows.at(-1)
        isEnd = rows.length < rowsMax
        if (newest === undefined) return
        last = key.map((column) => newest[column] ?? null)
        if (before === null) return
        // Keys out of order may form a cycle.
        const order = database.get(`SELECT (${marks}) > (${marks}) AS is_behind`, ...last, ...before)
        if ((order as { is_behind: number | null }).is_behind !== 1) throw damaged(table, null)
      },
    }
  }
}

/** Rows held at a time. More would survive a minor garbage collection and grow the heap for good. */
const ROWS_HELD = 10

/** Reads each row whole, and checks that the program could have written each sale. @returns how many there are */
function* rowsOf(database: Reader, table: string, isReadable: IsReadable): Generator<Part, number, void> {
  const sql = `SELECT rowid AS row_number, * FROM ${quoted(table)} NOT INDEXED WHERE rowid > ? ORDER BY rowid LIMIT ?`
  let after = BEFORE_ALL
  let isEnd = false
  let count = 0
  function readSome(rowsMax: number): void {
    const rows = database.all(sql, after, rowsMax) as { row_number: number }[]
    count += rows.length
    for (const row of rows) if (!isReadable(row)) throw damaged(table, row.row_number)
    after = rows.at(-1)?.row_number ?? after
    isEnd = rows.length < rowsMax
  }
  while (!isEnd) {
    yield {
      kind: 'rows',
      table,
      run: (rowsMax) => {
        for (let left = rowsMax; left > 0 && !isEnd; left -= ROWS_HELD) readSome(Math.min(left, ROWS_HELD))
      },
    }
  }
  return count
}

/** Rows that the index does not lead to. The table is read in its own order. */
function* missingFrom(database: Reader, index: IndexOfTable): Generator<Part, void, void> {
  const { sql, endOfRange } = missingSql(index)
  let after: number | null = BEFORE_ALL
  while (after !== null) {
    yield {
      kind: 'missing',
      table: index.table,
      run: (rowsMax) => {
        const range = database.get(endOfRange, after, rowsMax) as { last: number | null; rows: number }
        const found = database.get(sql, after, range.last) as { missing: number }
        if (found.missing > 0) throw damaged(index.name, after)
        after = range.rows < rowsMax ? null : range.last
      },
    }
  }
}

/** The two statements, separate so that a test can ask SQLite for their plan. */
export function missingSql(index: IndexOfTable): { readonly sql: string; readonly endOfRange: string } {
  const { name, columns } = index
  const table = quoted(index.table)
  const condition = index.condition ?? '1'
  const same = columns.map((column) => `entry.${quoted(column)} IS stored.${quoted(column)}`).join(' AND ')
  return {
    endOfRange: `SELECT MAX(at) AS last, COUNT(*) AS rows FROM
      (SELECT rowid AS at FROM ${table} NOT INDEXED WHERE rowid > ? ORDER BY rowid LIMIT ?)`,
    sql: `SELECT COUNT(*) AS missing FROM ${table} AS stored NOT INDEXED
      WHERE stored.rowid > ? AND stored.rowid <= ? AND (${condition}) AND NOT EXISTS
        (SELECT 1 FROM ${table} AS entry INDEXED BY ${quoted(name)}
         WHERE (${condition}) AND ${same} AND entry.rowid = stored.rowid)`,
  }
}

type Entry = Readonly<Record<string, SQLInputValue>> & { readonly at: number }

/** Entries that lead to no row, to one with other values, or to one outside the index's condition; in the index's order. */
function* surplusIn(database: Reader, index: IndexOfTable, rows: number): Generator<Part, void, void> {
  let last: Entry | null = null
  let entries = 0
  let isEnd = false
  while (!isEnd) {
    yield {
      kind: 'surplus',
      table: index.table,
      run: (rowsMax) => {
        const found = entriesBehind(database, index, last, rowsMax)
        entries += found.count
        last = found.last
        isEnd = found.count < rowsMax
        // An index out of order may form a cycle.
        if (!isEnd && entries > 2 * rows + CIRCLE_MIN) throw damaged(index.name, entries)
      },
    }
  }
}

/** A cycle of any kind passes this many entries soon, and fewer sales are recorded meanwhile. */
const CIRCLE_MIN = 1_000_000

/** Reads the next entries: first with the same start of the key, then with ever shorter ones. */
function entriesBehind(
  database: Reader,
  index: IndexOfTable,
  before: Entry | null,
  rowsMax: number,
): { readonly count: number; readonly last: Entry | null } {
  const values =
    before === null ? [] : [...index.columns.map((_, each) => before[`key${each}`] ?? null), before.at]
  let count = 0
  let last = before
  for (let same = values.length - 1; same >= -1 && count < rowsMax; same -= 1) {
    const isBeginning = same < 0
    // Only the first step reads from the beginning.
    if (isBeginning && before !== null) break
    const place = isBeginning ? null : same
    const parameters = values.slice(0, values[same] === null ? same : same + 1)
    const found = database.get(surplusSql(index, place, values), ...parameters, rowsMax - count) as {
      count: number
      surplus: number | null
      at: number | null
    }
    if (found.surplus !== null && found.surplus > 0) throw damaged(index.name, found.at)
    if (found.count === 0) continue
    count += found.count
    last = database.get(
      `${entriesSql(index, place, values)} OFFSET ?`,
      ...parameters,
      1,
      found.count - 1,
    ) as Entry
  }
  return { count, last }
}

/** How many entries there are, and how many of them are surplus. */
export function surplusSql(
  index: IndexOfTable,
  same: number | null,
  values: readonly SQLInputValue[],
): string {
  return `SELECT COUNT(*) AS count, SUM(is_true IS NOT 1) AS surplus, MIN(iif(is_true IS 1, NULL, at)) AS at
    FROM (${entriesSql(index, same, values)})`
}

/** @param same how many columns of the key equal the last entry's; the next one is greater. Null: from the beginning */
export function entriesSql(
  { name, table, columns, condition }: IndexOfTable,
  same: number | null,
  values: readonly SQLInputValue[],
): string {
  const keys = [...columns.map((column) => `entry.${quoted(column)}`), 'entry.rowid']
  const isHeld = condition ?? '1'
  // Byte for byte: the index's own collation may ignore case.
  const agrees = columns.map(
    (column, each) => `stored.${quoted(column)} IS ${keys[each] ?? ''} COLLATE BINARY`,
  )
  const behind =
    same === null
      ? []
      : [
          ...keys.slice(0, same).map((key) => `${key} IS ?`),
          // No comparison with NULL is true; every other value sorts after it.
          `${keys[same] ?? ''} ${values[same] === null ? 'IS NOT NULL' : '> ?'}`,
        ]
  return `SELECT ${columns.map((_, each) => `${keys[each] ?? ''} AS key${each}`).join(', ')}, entry.rowid AS at,
      (SELECT (${isHeld}) AND ${agrees.join(' AND ')} FROM ${quoted(table)} AS stored NOT INDEXED
       WHERE stored.rowid = entry.rowid) AS is_true
    FROM ${quoted(table)} AS entry INDEXED BY ${quoted(name)}
    WHERE ${[`(${isHeld})`, ...behind].join(' AND ')} ORDER BY ${keys.join(', ')} LIMIT ?`
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The place is for developers; it contains no data of a sale. */
function damaged(where: string, at: number | null): StorageError {
  return new StorageError('damaged', `The sales file is damaged: ${where} at ${at ?? 'its end'}`)
}
