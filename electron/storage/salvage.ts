import type { SQLInputValue } from 'node:sqlite'
import { copyFileSync, existsSync } from 'node:fs'
import { openDatabase, StorageError, type Database } from './database.ts'
import { clearScratch, logOf, syncFile } from './files.ts'
import { migrate, versionOf, type Migration } from './migrations.ts'

/** What could be taken over, and what could not. A count of unreadable rows is a lower bound. */
export interface Salvaged {
  readonly sales: number
  readonly unreadableSales: number
  readonly attempts: number
  readonly unreadableAttempts: number
  readonly entries: number
  readonly unreadableEntries: number
  /** The highest local sequence that is known to have been used, whether its sale could be read or not. */
  readonly highestSequence: number
  /** What the indexes still know of sales whose rows are gone. */
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

/** Rows are never deleted, so keys have no gaps and a key that cannot be read is a row that was lost. */
const KEYED = [
  { table: 'sale', key: 'sequence', columns: ['transaction_id', 'recorded_at_ms'] },
  { table: 'attempt', key: 'id', columns: ['sale_sequence'] },
  { table: 'audit', key: 'id', columns: ['sale_sequence'] },
] as const

/**
 * Reads a damaged file row by row and writes what is whole into a new file, which stands under its own name until the
 * caller puts it in its place. The damaged file is only copied from.
 * @param highestKnown a sequence that is known from elsewhere to have been used
 * @throws StorageError `damaged` where not even its tables can be found
 */
export function salvage(
  damaged: string,
  target: string,
  isReadable: (sale: unknown) => boolean,
  highestKnown: number,
  steps: readonly Migration[],
): Salvaged {
  // SQLite writes into whatever it opens (it takes its log in), so it gets a copy of its own.
  const scratch = `${damaged}.reading`
  clearScratch(scratch)
  clearScratch(target)
  copyFileSync(damaged, scratch)
  if (existsSync(logOf(damaged))) copyFileSync(logOf(damaged), logOf(scratch))
  let source: Database | null = null
  let written: Database | null = null
  try {
    source = openSource(scratch, steps)
    written = openDatabase(target)
    migrate(written, steps)
    // The audit of a sale that is lost is kept all the same: it is the last trace of it.
    written.exec('PRAGMA foreign_keys = OFF')
    const copied = copyAll(source, written, isReadable, highestKnown)
    written.exec('PRAGMA foreign_keys = ON')
    written.close()
    written = null
    syncFile(target)
    return copied
  } finally {
    closeQuietly(source)
    closeQuietly(written)
    clearScratch(scratch)
  }
}

function openSource(scratch: string, steps: readonly Migration[]): Database {
  const source = openDatabase(scratch)
  try {
    // Where the catalogue cannot be read there is nothing to go by.
    source.get('SELECT COUNT(*) FROM sqlite_schema')
    if (source.get("SELECT 1 FROM sqlite_schema WHERE name = 'sale'") === undefined) {
      throw new StorageError('damaged', 'The sales file is damaged')
    }
    // Of a newer file, rows would not fit; that Tillside has to salvage it.
    versionOf(source, steps)
    return source
  } catch (error) {
    source.close()
    throw error
  }
}

function copyAll(
  source: Database,
  written: Database,
  isReadable: (sale: unknown) => boolean,
  highestKnown: number,
): Salvaged {
  return written.transaction(() => {
    copyMeta(source, written)
    const [sale, attempt, audit] = KEYED.map(({ table, key, columns }) => {
      const highest = Math.max(highestKey(source, table, key, columns), table === 'sale' ? highestKnown : 0)
      return copyTable(source, written, { table, key, highest }, table === 'sale' ? isReadable : () => true)
    })
    if (sale === undefined || attempt === undefined || audit === undefined) throw new Error('no tables')
    return {
      sales: sale.read,
      unreadableSales: sale.unreadable,
      attempts: attempt.read,
      unreadableAttempts: attempt.unreadable,
      entries: audit.read,
      unreadableEntries: audit.unreadable,
      highestSequence: sale.highestKey,
      lost: lostSales(source, sale.missing),
    }
  })
}

/** The highest key, asked of the table and of each of its indexes in turn, since any of them may be the damaged part. */
function highestKey(source: Database, table: string, key: string, columns: readonly string[]): number {
  const questions = [
    `SELECT MAX(${key}) AS highest FROM ${table}`,
    ...columns.map(
      (column) => `SELECT MAX(${key}) AS highest FROM (SELECT ${key}, ${column} FROM ${table}
       ORDER BY ${column})`,
    ),
    ...(table === 'sale'
      ? [
          'SELECT MAX(sale_sequence) AS highest FROM audit',
          'SELECT MAX(sale_sequence) AS highest FROM attempt',
        ]
      : []),
  ]
  const answers = questions.map((sql) => {
    const row = attempt(() => source.get(sql)) as { highest: number | null } | undefined
    return row?.highest ?? 0
  })
  return Math.max(0, ...answers)
}

/** Key by key: one bad page then costs the rows on it and no others. */
function copyTable(
  source: Database,
  written: Database,
  { table, key, highest }: { readonly table: string; readonly key: string; readonly highest: number },
  isReadable: (row: unknown) => boolean,
): TableCount {
  const missing = new Set<number>()
  for (let each = 1; each <= highest; each += 1) {
    const row = attempt(() => source.get(`SELECT * FROM ${table} WHERE ${key} = ?`, each))
    const isWhole = row !== undefined && isReadable(row)
    const taken = isWhole
      ? attempt(() => insertRow(written, table, row as Record<string, SQLInputValue>))
      : undefined
    if (taken === undefined) missing.add(each)
  }
  return { read: highest - missing.size, unreadable: missing.size, missing, highestKey: highest }
}

/** Each index holds some columns of every sale, on pages of its own. */
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

function copyMeta(source: Database, written: Database): void {
  const rows = attempt(() => source.all('SELECT key, value FROM meta')) ?? []
  for (const row of rows) insertRow(written, 'meta', row as Record<string, SQLInputValue>)
}

/** Columns are the ones that our own statement asked for; a damaged row cannot name others. */
function insertRow(written: Database, table: string, row: Record<string, SQLInputValue>): number {
  const columns = Object.keys(row)
  const marks = columns.map(() => '?').join(', ')
  return written.run(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`,
    ...columns.map((column) => row[column] ?? null),
  )
}

function attempt<Value>(act: () => Value): Value | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

function closeQuietly(database: Database | null): void {
  attempt(() => database?.close())
}
