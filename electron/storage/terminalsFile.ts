import { renameSync } from 'node:fs'
import path from 'node:path'
import type { Log } from '../ports.ts'
import { assertPagesSound } from './check.ts'
import {
  isMistake,
  openDatabase,
  StorageError,
  storageReasonOf,
  type Database,
  type TerminalsFile,
} from './database.ts'
import { clearScratch } from './files.ts'

/** A file of another version is set aside like a damaged one. */
const VERSION = 1
export const TERMINALS_SCHEMA = `
  CREATE TABLE list (
    id INTEGER PRIMARY KEY,
    destination TEXT NOT NULL,
    client_id TEXT NOT NULL,
    facts TEXT NOT NULL,
    row_count INTEGER NOT NULL,
    is_whole INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX list_of_client ON list (destination, client_id, id);
  CREATE TABLE terminal (
    list INTEGER NOT NULL,
    terminal_id TEXT NOT NULL,
    record_id INTEGER NOT NULL,
    view TEXT NOT NULL,
    PRIMARY KEY (list, terminal_id, record_id)
  ) STRICT, WITHOUT ROWID;
`
/** 200 MB: ten lists of 50,000 terminals. A service whose rows have no end must not fill the disk. */
const PAGES_MAX = 50_000

export function openTerminalsFile(dataDir: string, log: Log): TerminalsFile {
  const file = path.join(dataDir, 'terminals.db')
  let opened: Database | null = null
  let isClosed = false

  function failed(error: unknown): void {
    const reason = storageReasonOf(error)
    log('warn', 'terminalsFile.failed', { reason })
    closeQuietly(opened)
    opened = null
    // A statement that is invalid for it meets other tables than ours.
    if (reason === 'damaged' || isMistake(error)) setAside(file, log)
  }

  return {
    use: (work) => {
      if (isClosed) return undefined
      try {
        opened ??= openSound(file)
        const database = opened
        return database.transaction(() => work(database))
      } catch (error) {
        failed(error)
        return undefined
      }
    },
    close: () => {
      isClosed = true
      closeQuietly(opened)
      opened = null
    },
  }
}

function openSound(file: string): Database {
  const database = openDatabase(file)
  try {
    // A power cut may take the newest list with it, and no write waits for the disk.
    database.exec(`PRAGMA synchronous = NORMAL; PRAGMA max_page_count = ${PAGES_MAX}`)
    assertPagesSound(database)
    const { user_version: version } = database.get('PRAGMA user_version') as { user_version: number }
    if (version === 0) {
      database.transaction(() => database.exec(`${TERMINALS_SCHEMA} PRAGMA user_version = ${VERSION}`))
    } else if (version !== VERSION)
      throw new StorageError('damaged', 'The file of terminals is of another version')
    return database
  } catch (error) {
    closeQuietly(database)
    throw error
  }
}

/** At most one is kept, so that the cause can be found. */
function setAside(file: string, log: Log): void {
  try {
    renameSync(file, file.replace(/\.db$/u, '.damaged.db'))
    clearScratch(file)
  } catch {
    log('warn', 'terminalsFile.notSetAside')
  }
}

function closeQuietly(database: Database | null): void {
  try {
    database?.close()
  } catch {
    // The next opening finds out.
  }
}
