import { accessSync, chmodSync, constants, mkdirSync, rmdirSync, statSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openError, salesFile, StorageError, storageReasonOf } from './database.ts'

/** Keeps a second Tillside from the sales until released, even while the sales file itself is closed. */
export interface ProgramLock {
  release(): void
}

/** Beside the sales file. It stays empty: only the system's lock on it counts, which ends with the process. */
export function lockFile(dataDir: string): string {
  return path.join(dataDir, 'sales.lock')
}

/**
 * Takes the lock of a data folder. Nothing else in this process may open the lock file: closing any handle of it would
 * release the lock (docs/decisions/0018).
 * @throws StorageError `locked` if another program has it, `lockFile` if its path cannot be used, else the error of the
 * folder or the disk
 */
export function takeProgramLock(dataDir: string): ProgramLock {
  const file = lockFile(dataDir)
  try {
    return hold(file)
  } catch (error) {
    if (storageReasonOf(error) !== 'locked') repair(file)
  }
  try {
    return hold(file)
  } catch (cause) {
    throw lockError(dataDir, cause)
  }
}

/** On a read-only file BEGIN EXCLUSIVE takes a shared lock, so this also writes, in memory, and never commits. */
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
 * Makes the lock file usable without removing its name, since another program may hold it now: makes it writable and
 * empties it in place. Removes a folder only if it is empty.
 */
function repair(file: string): void {
  try {
    const stats = statSync(file)
    if (stats.isDirectory()) rmdirSync(file)
    if (!stats.isFile()) return
    chmodSync(file, stats.mode | constants.S_IRUSR | constants.S_IWUSR)
    if (stats.size > 0) truncateSync(file)
  } catch {
    // The next try to take the lock reports the error.
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
