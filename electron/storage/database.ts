import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/**
 * One connection to one SQLite file. It is synchronous: when a transaction returns, its commit is on the disk. Tests
 * and the simulation wrap this port to make writes fail.
 */
export interface Database {
  /** @returns how many rows changed */
  run(sql: string, ...parameters: SQLInputValue[]): number
  get(sql: string, ...parameters: SQLInputValue[]): unknown
  all(sql: string, ...parameters: SQLInputValue[]): unknown[]
  exec(sql: string): void
  /** Runs the work between BEGIN IMMEDIATE and COMMIT; an exception rolls everything back. Does not nest. */
  transaction<Value>(work: () => Value): Value
  /** Reports contradictory data. Missing on a plain connection. */
  distrust?(error: unknown): void
  close(): void
}

/** A file that can be copied while it is in use. */
export interface Copied {
  /**
   * Writes a whole copy to a new file, in small steps between which the file is read and written. What is written
   * meanwhile is in the copy too.
   * @throws if the file was closed meanwhile, or the disk refuses
   */
  copyTo(file: string): Promise<void>
}

/** An open file. */
export type Connection = Database & Copied

/**
 * A file that trusts itself until a statement, BEGIN or COMMIT fails. Its state is unknown then, so nothing is written
 * until it was reopened and checked. Reading goes on, so that the screen can show what there is.
 */
export interface GuardedDatabase extends Connection {
  isSound(): boolean
  distrust(error: unknown): void
}

/** The open sales file, and how to recover it after a failure. */
export interface SalesFile extends GuardedDatabase {
  readonly file: string
  /** A newer version of Tillside wrote it, or its sales were given away, so it is only read. */
  isReadOnly(): boolean
  /** Its sales go on at another computer: from now on it is only read, also by the next start. @throws StorageError */
  giveAway(): void
  /** They go on here after all. @param wereGiven another computer may have sent them. @throws StorageError */
  takeBack(wereGiven: boolean): void
  /** Is told of the first failure after each opening, from within the failed call. */
  onFailure(listener: (error: unknown) => void): void
  /**
   * Closes the connection and opens the file again, salvaging a damaged one.
   * @throws StorageError if it cannot be used; every call fails then, until this succeeds
   */
  reopen(why: Reopening): void
}

export interface Reopening {
  /** Awake time of the run, for rows that become uncertain; null while only the file itself knows it. */
  readonly awakeNowMs: number | null
  /** It was found damaged: all of it is checked at once, however long that takes, before anything is written. */
  readonly isDamaged: boolean
}

/**
 * A database beside the sales: the bank's terminals (docs/decisions/0028) and records (docs/decisions/0031). It may fail
 * at any time: no sale waits for it, and none depends on it.
 */
export interface SideFile {
  /**
   * Runs the work in one transaction.
   * @returns undefined if the file cannot be used now. The next use opens and checks it again; a damaged one was set
   * aside, and an empty one takes its place
   */
  use<Value>(work: (database: Database) => Value): Value | undefined
  /** How often it was opened: after another opening, another file may have taken its place. */
  openings(): number
  /** Why the last use failed; null if it worked. */
  failure(): SideFileFailure | null
  /** A whole copy, as of {@link Copied}. @returns false if the file cannot be used now */
  copyTo(file: string): Promise<boolean>
  /** What it takes on the disk with its log, and its limit, at which nothing more is kept. */
  size(): { readonly bytes: number; readonly bytesMax: number }
  close(): void
}

/** `mistake`: the statement is invalid for the file's tables. */
export type SideFileFailure = StorageReason | 'mistake'

/** The file with the sales of an environment. */
export function salesFile(dataDir: string): string {
  return path.join(dataDir, 'sales.db')
}

export type StorageReason =
  /** Another process holds the file. */
  | 'locked'
  /** A later Tillside wrote it. */
  | 'newer'
  /** SQLite did not accept a pragma. */
  | 'settings'
  /** Its content is not SQLite's: a bad page, zeroes, another file's bytes. */
  | 'damaged'
  /** It is missing although sales were recorded. */
  | 'missing'
  /** The folder or the file cannot be written. */
  | 'readOnly'
  | 'full'
  /** A write or a commit failed, and the file was not reopened since: its state is unknown, so nothing is written. */
  | 'unsound'
  /** The lock file's path holds something that cannot be locked. */
  | 'lockFile'
  /** The path of `sales.head` holds something that is no file. */
  | 'headFile'
  | 'unusable'

/** The file cannot be used as the outbox needs it. `reason` is for people and names no row. */
export class StorageError extends Error {
  readonly reason: StorageReason
  /** The file concerned, absolute. */
  readonly file: string | null

  constructor(reason: StorageReason, message: string, options?: ErrorOptions & { readonly file?: string }) {
    super(message, options)
    this.name = 'StorageError'
    this.reason = reason
    this.file = options?.file ?? null
  }
}

/** SQLite's primary result codes that a person can do something about. */
const REASONS: Readonly<Record<number, StorageReason>> = {
  5: 'locked',
  6: 'locked',
  8: 'readOnly',
  11: 'damaged',
  13: 'full',
  14: 'readOnly',
  26: 'damaged',
}
const READ_ONLY_CODES: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS'])

/** SQLite's codes for an invalid statement: our mistake, and no sign of the disk. */
const MISTAKES: ReadonlySet<number> = new Set([1, 19, 20, 21, 25])

export function isMistake(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || !('errcode' in thrown) || typeof thrown.errcode !== 'number') return false
  return MISTAKES.has(thrown.errcode & 0xff)
}

/** What an exception of the driver or the file system means for the file. */
export function storageReasonOf(thrown: unknown): StorageReason {
  if (thrown instanceof StorageError) return thrown.reason
  if (!(thrown instanceof Error)) return 'unusable'
  if ('errcode' in thrown && typeof thrown.errcode === 'number') {
    // An extended code carries the primary one in its low byte.
    return REASONS[thrown.errcode & 0xff] ?? 'unusable'
  }
  if (!('code' in thrown)) return 'unusable'
  // A number beyond JavaScript's range: Tillside never wrote it.
  if (thrown.code === 'ERR_OUT_OF_RANGE') return 'damaged'
  return READ_ONLY_CODES.has(thrown.code) ? 'readOnly' : 'unusable'
}

/**
 * The settings that make "saved" true (docs/decisions/0001), each read back after it is set. EXCLUSIVE comes before
 * WAL: then no shared-memory file exists and a second process is refused, which guards against two workers. FULL makes
 * each commit wait for the disk; `fullfsync` does so on macOS, where a plain sync does not.
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

const OPEN_WORDS: Partial<Readonly<Record<StorageReason, string>>> = {
  locked: 'Another Tillside already has the sales file open',
  damaged: 'The sales file is damaged',
  readOnly: 'The sales file or its folder cannot be written',
  full: 'The disk is full',
}

/** Why the sales file or its lock could not be opened, in a few words. */
export function openError(file: string, cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause
  const said = storageReasonOf(cause)
  const reason = said === 'unusable' && !isWritable(file) ? 'readOnly' : said
  return new StorageError(reason, OPEN_WORDS[reason] ?? 'The sales file could not be read', { cause, file })
}

/** SQLite reports an I/O error if it cannot lock such a file, so this asks the file system. */
function isWritable(file: string): boolean {
  try {
    accessSync(path.dirname(file), constants.W_OK)
    if (existsSync(file)) accessSync(file, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Opens the file, creating it and its folder if missing.
 * @throws StorageError `locked` if another process holds it, `settings` if a pragma fails, `damaged` if it is not a
 * database, `readOnly` or `full` if the disk refuses, else `unusable`.
 */
export function openDatabase(file: string): Connection {
  let connection: DatabaseSync
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    connection = new DatabaseSync(file, { timeout: 0, defensive: true })
  } catch (cause) {
    throw openError(file, cause)
  }
  try {
    for (const { name, value, readsBack } of PRAGMAS) {
      connection.exec(`PRAGMA ${name} = ${value}`)
      const row = connection.prepare(`PRAGMA ${name}`).get() as Record<string, unknown> | undefined
      const actual = row === undefined ? undefined : Object.values(row)[0]
      if (actual !== readsBack)
        throw new StorageError('settings', `The sales file does not keep ${name} = ${value}`, { file })
    }
    // The first write takes the exclusive lock, so take it now and not at the first sale.
    connection.exec('BEGIN EXCLUSIVE; COMMIT')
  } catch (cause) {
    connection.close()
    throw openError(file, cause)
  }
  return databaseOn(connection)
}

export function databaseOn(connection: DatabaseSync): Connection {
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
        // A failed COMMIT may already have ended the transaction.
        if (connection.isTransaction) connection.exec('ROLLBACK')
        throw error
      }
      return value
    },
    copyTo: (file) => copyWhole(connection, file),
    close: () => {
      prepared.clear()
      connection.close()
    },
  }
}

/** Less than half a megabyte a step, of about a millisecond, on another thread. */
const PAGES_AT_ONCE = 100
const COPIES_MAX = 20

/**
 * SQLite copies page by page, and never in the middle of a transaction. If one runs at the very first step, Node takes
 * that for the end and reports an error without a code; then the copy begins again.
 */
async function copyWhole(connection: DatabaseSync, file: string): Promise<void> {
  for (let left = COPIES_MAX; ; left -= 1) {
    const syncing = syncNowAndThen(file)
    try {
      await backup(connection, file, { rate: PAGES_AT_ONCE, progress: syncing.step })
      return
    } catch (error) {
      const isBusyFirst = error instanceof Error && 'errcode' in error && error.errcode === 0
      if (!isBusyFirst || left === 1) throw error
    } finally {
      await syncing.ended()
    }
  }
}

/** SQLite waits for the disk once, at the end, and a sale waits with it: so most of the copy is there by then. */
function syncNowAndThen(file: string): { readonly step: () => void; readonly ended: () => Promise<void> } {
  let running: Promise<void> | null = null
  async function sync(): Promise<void> {
    try {
      const handle = await open(file, 'r+')
      try {
        await handle.datasync()
      } finally {
        await handle.close()
      }
    } catch {
      // The end waits longer, and reports what the disk refuses.
    }
  }
  return {
    step: () => {
      running ??= sync().finally(() => {
        running = null
      })
    },
    ended: async () => {
      await running
    },
  }
}
