import type { SQLInputValue } from 'node:sqlite'
import { copyFileSync, existsSync } from 'node:fs'
import { atOnce, type Work } from '../work/slices.ts'
import type { IsReadable } from './indexComparison.ts'
import { openDatabase, StorageError, type Database } from './database.ts'
import { clearScratch, logOf, syncFile } from './files.ts'
import { MetaStore, SEQUENCE_FLOOR } from './metaStore.ts'
import { migrate, migrations, versionOf, type Migration } from './migrations.ts'
import { attempt, keysOf, type Keys, type Reference } from './salvageKeys.ts'
import { foreignIn, schemaAt, storedColumns } from './schema.ts'

/** What was taken over, and what was not. The count of unreadable rows is a lower bound. */
export interface Salvaged {
  readonly sales: number
  readonly unreadableSales: number
  readonly attempts: number
  readonly unreadableAttempts: number
  readonly entries: number
  readonly unreadableEntries: number
  /** The highest local sequence known to be used, by a readable sale or a lost one. */
  readonly highestSequence: number
  /** What the indexes still have of sales whose rows are gone. */
  readonly lost: readonly LostSale[]
}

export interface LostSale {
  readonly sequence: number
  readonly transactionId: string | null
  readonly amountKobo: number | null
  readonly recordedAtMs: number | null
}

interface TableCount {
  readonly read: number
  readonly unreadable: number
  readonly missing: ReadonlySet<number>
  readonly highestKey: number
}

type Row = Record<string, SQLInputValue>

interface KeyedTable {
  readonly table: string
  readonly key: string
  readonly elsewhere: readonly Reference[]
}

/** Rows are never deleted, so keys have no gaps: an unreadable key is a lost row. */
const KEYED: readonly KeyedTable[] = [
  {
    table: 'sale',
    key: 'sequence',
    elsewhere: [
      { table: 'audit', column: 'sale_sequence' },
      { table: 'attempt', column: 'sale_sequence' },
    ],
  },
  { table: 'attempt', key: 'id', elsewhere: [] },
  { table: 'audit', key: 'id', elsewhere: [] },
]

/**
 * Reads a damaged file row by row and writes the sound rows into a new file with a name of its own, until the caller
 * puts it in place. The damaged file is only copied from.
 * @param highestKnown a sequence known from elsewhere to be used
 * @throws StorageError `damaged` if not even its tables can be found
 */
export function salvage(
  damaged: string,
  target: string,
  isReadable: IsReadable,
  highestKnown: number,
): Salvaged {
  // SQLite writes into every file that it opens (it merges its log), so it gets a copy.
  const scratch = `${damaged}.reading`
  clearScratch(scratch)
  copyFileSync(damaged, scratch)
  if (existsSync(logOf(damaged))) copyFileSync(logOf(damaged), logOf(scratch))
  try {
    return atOnce(carryRows(scratch, target, isReadable, highestKnown))
  } finally {
    clearScratch(scratch)
  }
}

/**
 * Writes what a file of any schema stores in tables of ours into a new file, row by row. It pauses after some rows, so
 * that a caller can let other work pass.
 * @param from a file of the caller's own: SQLite writes into it
 * @throws StorageError `damaged` if not even its tables can be found, `newer`
 */
export function* carryRows(
  from: string,
  target: string,
  isReadable: IsReadable,
  highestKnown: number,
): Work<Salvaged> {
  clearScratch(target)
  let source: Database | null = null
  let written: Database | null = null
  try {
    source = openSource(from)
    written = openDatabase(target)
    migrate(written)
    createOneSale(written)
    // The audit of a lost sale is kept: it is its last trace.
    written.exec('PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE')
    // An index that is made at the end costs a third of one that follows row by row.
    const indexes = indexesToMake(written)
    for (const { name } of indexes) written.exec(`DROP INDEX ${name}`)
    const copied = yield* copyAll(source, written, isReadable, highestKnown)
    for (const { sql } of indexes) {
      written.exec(sql)
      yield
    }
    written.exec('COMMIT; PRAGMA foreign_keys = ON')
    written.close()
    written = null
    syncFile(target)
    return copied
  } finally {
    closeQuietly(source)
    closeQuietly(written)
  }
}

function openSource(from: string): Database {
  const source = openDatabase(from)
  try {
    // Without a readable catalogue nothing can be found.
    if (!storedColumns(source, 'sale').includes('transaction_id')) {
      throw new StorageError('damaged', 'The sales file is damaged')
    }
    // Rows of a newer file would not fit; that Tillside must salvage it.
    versionOf(source)
    return source
  } catch (error) {
    source.close()
    throw error
  }
}

function* copyAll(
  source: Database,
  written: Database,
  isReadable: IsReadable,
  highestKnown: number,
): Work<Salvaged> {
  copyMeta(source, written)
  const foreign = new Set(attempt(() => foreignIn(source, migrations, versionOf(source))))
  const isOurs = (index: string): boolean => !foreign.has(`index ${index}`)
  // Gaps below it are earlier losses, which were reported then.
  const floor = Number(new MetaStore(written).get(SEQUENCE_FLOOR) ?? 0)
  const counts: TableCount[] = []
  for (const each of KEYED) {
    const isSale = each.table === 'sale'
    const keys = yield* keysOf(source, each.table, {
      elsewhere: each.elsewhere,
      isOurs,
      highestKnown: isSale ? highestKnown : 0,
    })
    counts.push(yield* copyTable(source, written, each, keys, isSale ? { isReadable, floor } : ANY_ROW))
  }
  const [sale, attempted, audit] = counts
  if (sale === undefined || attempted === undefined || audit === undefined) throw new Error('no tables')
  return {
    sales: sale.read,
    unreadableSales: sale.unreadable,
    attempts: attempted.read,
    unreadableAttempts: attempted.unreadable,
    entries: audit.read,
    unreadableEntries: audit.unreadable,
    highestSequence: sale.highestKey,
    lost: lostSales(source, sale.missing),
  }
}

const ANY_ROW = { isReadable: null, floor: 0 } as const

interface IndexToMake {
  readonly name: string
  readonly sql: string
}

/** All but those of a key, which refuse a second row. */
function indexesToMake(written: Database): readonly IndexToMake[] {
  return written.all(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
  ) as IndexToMake[]
}

/** A pause after as many rows, about ten milliseconds of work. */
const ROWS_AT_ONCE = 200

/** Key by key: one bad page then loses only its own rows. */
function* copyTable(
  source: Database,
  written: Database,
  { table, key }: KeyedTable,
  keys: Keys,
  { isReadable, floor }: { readonly isReadable: IsReadable | null; readonly floor: number },
): Work<TableCount> {
  const missing = new Set<number>()
  const { placeOf, referenceOf } = table === 'sale' ? placesByReference(source) : NO_PLACES
  const misplaced: { readonly at: number; readonly row: Row }[] = []
  const take = (at: number, row: Row): boolean =>
    insertReadable(written, table, { ...row, [key]: at }, isReadable)
  const columns = sharedColumns(source, written, table).join(', ')
  const read = (at: number): Row | undefined =>
    columns === ''
      ? undefined
      : (attempt(() => source.get(`SELECT ${columns} FROM ${table} NOT INDEXED WHERE rowid = ?`, at)) as
          Row | undefined)
  for (const each of keys.toRead()) {
    if (each % ROWS_AT_ONCE === 0) yield
    const row = read(each)
    if (row !== undefined && (placeOf(row) ?? each) !== each) misplaced.push({ at: each, row })
    if (row === undefined || misplaced.at(-1)?.row === row || !take(each, row)) missing.add(each)
  }
  // A damaged key leaves its row readable and its place empty. The index's claim about the place may be damaged too.
  for (const at of keys.odd) misplaced.push({ at, row: read(at) ?? {} })
  const isOneToOne = keys.odd.length === missing.size && misplaced.length === missing.size
  const empty = [...missing]
  for (const [each, { at, row }] of misplaced.entries()) {
    const places = [placeOf(row), isOneToOne ? empty[each] : undefined, at]
    const place = places.find((one) => one !== undefined && missing.has(one) && take(one, row))
    if (place !== undefined) missing.delete(place)
  }
  // Of two rows with one key, a search by the key finds only one.
  for (const at of [...missing].slice(0, SCANS_MAX)) {
    const reference = referenceOf(at)
    const sql = `SELECT ${columns} FROM ${table} NOT INDEXED WHERE transaction_id = ? COLLATE BINARY`
    const row = reference === undefined ? undefined : attempt(() => source.get(sql, reference))
    if (row !== undefined && take(at, row as Row)) missing.delete(at)
  }
  const lost = new Set([...missing].filter((at) => at > floor || keys.isKnown(at)))
  const count = attempt(() => written.get(`SELECT COUNT(*) AS rows FROM ${table}`)) as { rows: number }
  return { read: count.rows, unreadable: lost.size, missing: lost, highestKey: keys.highest }
}

interface Places {
  readonly placeOf: (row: Row) => number | undefined
  readonly referenceOf: (place: number) => string | undefined
}

const NO_PLACES: Places = { placeOf: () => undefined, referenceOf: () => undefined }
/** Each scan reads the whole table. */
const SCANS_MAX = 100

/** Where the index of references places a sale. */
function placesByReference(source: Database): Places {
  const known = rowsOf(source, 'SELECT sequence, transaction_id AS id FROM sale ORDER BY transaction_id')
  const places = new Map(known.map(({ sequence, id }) => [id, sequence]))
  const references = new Map(known.map(({ sequence, id }) => [sequence, id]))
  return {
    placeOf: (row) => numberOrNull(places.get(row['transaction_id'])) ?? undefined,
    referenceOf: (place) => textOrNull(references.get(place)) ?? undefined,
  }
}

/** Keeps the row only if the program could have written it, as the new file stores it. */
function insertReadable(written: Database, table: string, row: Row, isReadable: IsReadable | null): boolean {
  const isTaken =
    isReadable === null ||
    attempt(() => {
      insertRow(written, ONE_SALE, row)
      return isReadable(written.get(`SELECT * FROM ${ONE_SALE}`))
    }) === true
  if (isReadable !== null) written.run(`DELETE FROM ${ONE_SALE}`)
  // A statement that fails writes nothing.
  return isTaken && attempt(() => insertRow(written, table, row)) !== undefined
}

/** Holds one sale at a time, as the new file would store it, without its indexes and totals. */
const ONE_SALE = 'temp.one_sale'

function createOneSale(written: Database): void {
  const sale = schemaAt(migrations, migrations.length).find(({ name }) => name === 'sale')
  written.exec('PRAGMA temp_store = MEMORY')
  written.exec((sale?.sql ?? '').replace(/^CREATE TABLE sale/u, `CREATE TABLE ${ONE_SALE}`))
}

/** Each index holds some columns of every sale, on its own pages. */
function lostSales(source: Database, missing: ReadonlySet<number>): readonly LostSale[] {
  if (missing.size === 0) return []
  const ids = new Map(
    rowsOf(source, 'SELECT sequence, transaction_id AS id FROM sale ORDER BY transaction_id').map((row) => [
      row['sequence'],
      row['id'],
    ]),
  )
  const amounts = new Map(
    rowsOf(
      source,
      `SELECT sequence, amount_kobo, recorded_at_ms FROM sale INDEXED BY sale_amount
       ORDER BY environment, partner_url, client_id, amount_kobo`,
    ).map((row) => [row['sequence'], row]),
  )
  return [...missing]
    .map((sequence) => ({
      sequence,
      transactionId: textOrNull(ids.get(sequence)),
      amountKobo: numberOrNull(amounts.get(sequence)?.['amount_kobo']),
      recordedAtMs: numberOrNull(amounts.get(sequence)?.['recorded_at_ms']),
    }))
    .filter(({ transactionId, amountKobo }) => transactionId !== null || amountKobo !== null)
}

function rowsOf(source: Database, sql: string): readonly Record<string, unknown>[] {
  return (attempt(() => source.all(sql)) ?? []) as readonly Record<string, unknown>[]
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/**
 * The same for a file beside the sales, whose tables refer to each other and may lose a row.
 * @returns false if nothing of it can be read, or a newer Tillside wrote it; there is no new file then
 */
export function* carrySideRows(from: string, target: string, steps: readonly Migration[]): Work<boolean> {
  clearScratch(target)
  const source = attempt(() => openDatabase(from))
  if (source === undefined) return false
  let isWhole = false
  let written: Database | null = null
  try {
    if (attempt(() => versionOf(source, steps)) === undefined) return false
    const made = openDatabase(target)
    written = made
    migrate(made, steps)
    made.exec('BEGIN IMMEDIATE')
    for (const { type, name } of schemaAt(steps, steps.length)) {
      const columns = type === 'table' ? sharedColumns(source, made, name).join(', ') : ''
      if (columns === '') continue
      let after = 0
      for (;;) {
        const sql = `SELECT rowid AS row_number, ${columns} FROM ${name} NOT INDEXED WHERE rowid > ? ORDER BY rowid LIMIT ?`
        const rows = (attempt(() => source.all(sql, after, ROWS_AT_ONCE)) ?? []) as (Row & {
          readonly row_number: number
        })[]
        for (const { row_number: _, ...row } of rows) attempt(() => insertRow(made, name, row))
        const last = rows.at(-1)
        if (last === undefined) break
        after = last.row_number
        yield
      }
    }
    made.exec('COMMIT')
    isWhole = true
    return true
  } finally {
    closeQuietly(source)
    closeQuietly(written)
    if (!isWhole) clearScratch(target)
  }
}

/** What both files store: another hand may have added columns, or made one of ours a computed one. */
function sharedColumns(source: Database, written: Database, table: string): readonly string[] {
  const stored = attempt(() => storedColumns(source, table)) ?? []
  return storedColumns(written, table).filter((column) => stored.includes(column))
}

function copyMeta(source: Database, written: Database): void {
  if (sharedColumns(source, written, 'meta').length < 2) return
  const rows = attempt(() => source.all('SELECT key, value FROM meta LIMIT 1000')) ?? []
  for (const row of rows) attempt(() => insertRow(written, 'meta', row as Row))
}

/** The columns are those of our own file: the other one cannot name others. */
function insertRow(written: Database, table: string, row: Row): number {
  const columns = Object.keys(row)
  const marks = columns.map(() => '?').join(', ')
  return written.run(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`,
    ...columns.map((column) => row[column] ?? null),
  )
}

function closeQuietly(database: Database | null): void {
  attempt(() => database?.close())
}
