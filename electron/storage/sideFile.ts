import type { Log } from '../ports.ts'
import { assertPagesSound } from './check.ts'
import {
  isMistake,
  openDatabase,
  storageReasonOf,
  type Connection,
  type Database,
  type SideFile,
  type SideFileFailure,
} from './database.ts'
import { logOf, sizeOf } from './files.ts'
import { migrate, type Migration } from './migrations.ts'

export interface SideFileOptions {
  /** Absolute path. */
  readonly file: string
  /** Names it in the log. */
  readonly name: 'terminalsFile' | 'recordsFile'
  readonly steps: readonly Migration[]
  /** A service whose rows have no end must not fill the disk. */
  readonly pagesMax: number
  /** Above this size the pages are not checked at opening, since that blocks the screen. */
  readonly checkedBytesMax: number
  /** What makes the file one that an empty one replaces. */
  readonly isLost: (failure: SideFileFailure) => boolean
  /** Renames the lost file, which is closed. @throws if the folder refuses */
  readonly setAside: (file: string) => void
  readonly log: Log
}

/** SQLite's own, which no statement here changes. */
const PAGE_BYTES = 4_096

/** A database beside the sales, which may fail at any time: no sale waits for it. It opens with its first use. */
export function openSideFile(options: SideFileOptions): SideFile {
  const { file, name, log } = options
  let opened: Connection | null = null
  let isClosed = false
  let openings = 0
  let lastFailure: SideFileFailure | null = null

  function failed(error: unknown): void {
    const reason = isMistake(error) ? 'mistake' : storageReasonOf(error)
    lastFailure = reason
    log('warn', `${name}.failed`, { reason })
    closeQuietly(opened)
    opened = null
    if (!options.isLost(reason)) return
    try {
      options.setAside(file)
    } catch {
      log('warn', `${name}.notSetAside`)
    }
  }

  function withFile<Value>(work: (database: Database) => Value): Value | undefined {
    if (isClosed) return undefined
    try {
      if (opened === null) {
        opened = openSound(options)
        openings += 1
      }
      const database = opened
      const value = database.transaction(() => work(database))
      lastFailure = null
      return value
    } catch (error) {
      failed(error)
      return undefined
    }
  }

  return {
    use: withFile,
    copyTo: async (to) => {
      try {
        // It opens with its first use.
        if (withFile(() => true) !== true || opened === null) return false
        await opened.copyTo(to)
        return true
      } catch (error) {
        log('warn', `${name}.notCopied`, { reason: storageReasonOf(error) })
        return false
      }
    },
    openings: () => openings,
    failure: () => lastFailure,
    size: () => ({ bytes: bytesOf(file), bytesMax: options.pagesMax * PAGE_BYTES }),
    close: () => {
      isClosed = true
      closeQuietly(opened)
      opened = null
    },
  }
}

const bytesOf = (file: string): number => sizeOf(file) + sizeOf(logOf(file))

function openSound({ file, steps, pagesMax, checkedBytesMax }: SideFileOptions): Connection {
  const isChecked = bytesOf(file) <= checkedBytesMax
  const database = openDatabase(file)
  try {
    // A power cut may take the newest writes with it, and no write waits for the disk.
    database.exec(`PRAGMA synchronous = NORMAL; PRAGMA max_page_count = ${pagesMax}`)
    if (isChecked) assertPagesSound(database)
    migrate(database, steps)
    return database
  } catch (error) {
    closeQuietly(database)
    throw error
  }
}

function closeQuietly(database: Database | null): void {
  try {
    database?.close()
  } catch {
    // The next opening finds out.
  }
}
