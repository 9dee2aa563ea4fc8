import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/**
 * One connection to one SQLite file. It is synchronous: when a transaction returns, its commit is on the disk.
 * Tests and the simulation wrap this port to let writes fail.
 */
export interface Database {
  /** @returns how many rows changed */
  run(sql: string, ...parameters: SQLInputValue[]): number
  get(sql: string, ...parameters: SQLInputValue[]): unknown
  all(sql: string, ...parameters: SQLInputValue[]): unknown[]
  exec(sql: string): void
  /** Runs the work between BEGIN IMMEDIATE and COMMIT; whatever it throws rolls everything back. Does not nest. */
  transaction<Value>(work: () => Value): Value
  close(): void
}

/** The one file that holds the sales of an environment. */
export function salesFile(dataDir: string): string {
  return path.join(dataDir, 'sales.db')
}

/** The file could not be opened as the outbox needs it. `reason` is for people, and names no row. */
export class StorageError extends Error {
  readonly reason: 'locked' | 'newer' | 'settings' | 'unusable'

  constructor(reason: StorageError['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StorageError'
    this.reason = reason
  }
}

/**
 * The settings that make "saved" true (docs/decisions/0001), each read back after it was asked for.
 * EXCLUSIVE comes before WAL: then no shared-memory file exists and a second process is refused, which guards against
 * two couriers. FULL makes each commit wait for the disk; `fullfsync` does so on macOS, where a plain sync does not.
 */
const PRAGMAS = [
  { name: 'locking_mode', value: 'EXCLUSIVE', readsBack: 'exclusive' },
  { name: 'journal_mode', value: 'WAL', readsBack: 'wal' },
  { name: 'synchronous', value: 'FULL', readsBack: 2 },
  { name: 'fullfsync', value: 'ON', readsBack: 1 },
  { name: 'checkpoint_fullfsync', value: 'ON', readsBack: 1 },
  { name: 'foreign_keys', value: 'ON', readsBack: 1 },
  { name: 'trusted_schema', value: 'OFF', readsBack: 0 },
] as const

/**
 * Opens the file, creating it and its folder where missing.
 * @throws StorageError `locked` where another process holds it, `settings` where a pragma did not take,
 * `unusable` where it is no database or the disk refuses.
 */
export function openDatabase(file: string): Database {
  let connection: DatabaseSync
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    connection = new DatabaseSync(file, { timeout: 0 })
  } catch (cause) {
    throw new StorageError('unusable', `The sales file could not be opened: ${file}`, { cause })
  }
  try {
    for (const { name, value, readsBack } of PRAGMAS) {
      connection.exec(`PRAGMA ${name} = ${value}`)
      const row = connection.prepare(`PRAGMA ${name}`).get() as Record<string, unknown> | undefined
      const actual = row === undefined ? undefined : Object.values(row)[0]
      if (actual !== readsBack)
        throw new StorageError('settings', `The sales file does not keep ${name} = ${value}`)
    }
    // The exclusive lock is taken by the first write, so take it now and not at the first sale.
    connection.exec('BEGIN EXCLUSIVE; COMMIT')
  } catch (cause) {
    connection.close()
    if (cause instanceof StorageError) throw cause
    const locked = cause instanceof Error && /locked|busy/iu.test(cause.message)
    throw locked
      ? new StorageError('locked', 'Another Tillside already has the sales file open', { cause })
      : new StorageError('unusable', `The sales file could not be read: ${file}`, { cause })
  }
  return wrap(connection)
}

function wrap(connection: DatabaseSync): Database {
  const prepared = new Map<string, StatementSync>()
  const statement = (sql: string): StatementSync => {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    const made = connection.prepare(sql)
    prepared.set(sql, made)
    return made
  }
  return {
    run: (sql, ...parameters) => Number(statement(sql).run(...parameters).changes),
    get: (sql, ...parameters) => statement(sql).get(...parameters),
    all: (sql, ...parameters) => statement(sql).all(...parameters),
    exec: (sql) => connection.exec(sql),
    transaction: (work) => {
      connection.exec('BEGIN IMMEDIATE')
      let value: ReturnType<typeof work>
      try {
        value = work()
        connection.exec('COMMIT')
      } catch (error) {
        // A failed COMMIT may have ended the transaction by itself already.
        if (connection.isTransaction) connection.exec('ROLLBACK')
        throw error
      }
      return value
    },
    close: () => {
      prepared.clear()
      connection.close()
    },
  }
}
