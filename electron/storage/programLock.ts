import { accessSync, chmodSync, constants, mkdirSync, rmdirSync, statSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openError, salesFile, StorageError, storageReasonOf } from './database.ts'

/** Keeps a second Tillside from the sales, also while the sales file itself is closed, until it is released. */
export interface ProgramLock {
  release(): void
}

/** Beside the sales file. It stays empty: the system's lock on it is all, and goes with the process, however that ends. */
export function lockFile(dataDir: string): string {
  return path.join(dataDir, 'sales.lock')
}

/**
 * Takes the lock of a data folder, or says why not. Nothing else in this process may open the lock file: closing any
 * handle of it would let go of the lock (docs/decisions/0018).
 * @throws StorageError `locked` where another program has it, `lockFile` where what is in its place cannot be used,
 * else what the folder or the disk refuses
 */
export function takeProgramLock(dataDir: string): ProgramLock {
  const file = lockFile(dataDir)
  try {
    return hold(file)
  } catch (error) {
    if (storageReasonOf(error) !== 'locked') mend(file)
  }
  try {
    return hold(file)
  } catch (cause) {
    throw lockError(dataDir, cause)
  }
}

/**
 * On a file that may only be read SQLite takes BEGIN EXCLUSIVE for a reading, which others share: so something is
 * written, into the memory of this connection alone, and never committed.
 */
const HOLD = `PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1`

function hold(file: string): ProgramLock {
  mkdirSync(path.dirname(file), { recursive: true })
  const connection = new DatabaseSync(file, { timeout: 0 })
  try {
    connection.exec(HOLD)
  } catch (error) {
    connection.close()
    throw error
  }
  return { release: () => connection.close() }
}

/**
 * Makes way for a lock file without ever taking its name away, since another program may hold the file at this moment:
 * it is made writable and emptied in place. Of a folder, only an empty one goes.
 */
function mend(file: string): void {
  try {
    const stats = statSync(file)
    if (stats.isDirectory()) rmdirSync(file)
    if (!stats.isFile()) return
    chmodSync(file, stats.mode | constants.S_IRUSR | constants.S_IWUSR)
    if (stats.size > 0) truncateSync(file)
  } catch {
    // The next try to take the lock says what is wrong.
  }
}

function lockError(dataDir: string, cause: unknown): StorageError {
  const file = lockFile(dataDir)
  const isInTheWay = statSync(file, { throwIfNoEntry: false }) !== undefined && isWritableFolder(dataDir)
  if (storageReasonOf(cause) !== 'locked' && isInTheWay) {
    return new StorageError('lockFile', 'The file that keeps a second Tillside out cannot be used', {
      cause,
      file,
    })
  }
  return openError(salesFile(dataDir), cause)
}

function isWritableFolder(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK)
    return true
  } catch {
    return false
  }
}
