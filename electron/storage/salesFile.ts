import { auditHead, hasAuditEntry } from './audit.ts'
import { assertPagesSound, assertSound, PAGES_CHECKED_BYTES_MAX } from './check.ts'
import {
  openDatabase,
  salesFile,
  StorageError,
  storageReasonOf,
  type Connection,
  type Database,
  type SalesFile,
} from './database.ts'
import { logOf, sizeOf } from './files.ts'
import { givenAwayAtMs, markGivenAway, takeBack, unmarkGivenAway } from './givenAway.ts'
import { guardDatabase } from './guard.ts'
import { takeBrought } from './broughtFile.ts'
import {
  assertNothingInTheWay,
  createAuditCheckpoint,
  type AuditCheckpoint,
  type Witness,
} from './auditCheckpoint.ts'
import { CLOSED_AS, MetaStore, REOPENED_AT_MS } from './metaStore.ts'
import { migrate, migrations, newerError, versionOf } from './migrations.ts'
import { takeProgramLock, type ProgramLock } from './programLock.ts'
import {
  beginAnew,
  doubtOlder,
  finishSalvage,
  replaceDamaged,
  takeResetMarker,
  tellForeign,
  type SalesFileOptions,
} from './replaceFile.ts'
import { setStrayLogsAside, tellStrayLogs } from './strayLog.ts'
import { assertOurSchema, holdsOurTables } from './schema.ts'

interface Opened {
  readonly database: Connection
  readonly isReadOnly: boolean
}

/**
 * Opens the sales of a data folder: only reads newer ones, salvages damaged ones, and marks open sales as uncertain if
 * the file is not the one last used here. It never creates a new file if sales were recorded.
 * @param over what tests and the simulation put over each connection
 * @throws StorageError
 */
export function openSalesFile(
  options: SalesFileOptions,
  over: (connection: Connection) => Connection = (connection) => connection,
): SalesFile {
  // First of all: a salvage closes the sales file, which releases its own lock.
  const lock = takeProgramLock(options.dataDir)
  try {
    assertNothingInTheWay(options.dataDir)
    return openLocked(options, lock, over)
  } catch (error) {
    lock.release()
    throw error
  }
}

function openLocked(
  options: SalesFileOptions,
  lock: ProgramLock,
  over: (connection: Connection) => Connection,
): SalesFile {
  const { dataDir } = options
  const file = salesFile(dataDir)
  const witness = createAuditCheckpoint(dataDir, options.settings)
  // Before anything else opens the file.
  const stray = setStrayLogsAside(file, witness.takeClosed(), options.wallNowMs())
  const from = takeBrought(options) ? 'otherComputer' : 'thisComputer'
  let opened = openOnce(options, witness, { isDamaged: false, from })
  if (!opened.isReadOnly) tellStrayLogs(opened.database, stray, options.wallNowMs())
  let isClosed = false
  let connection = over(opened.database)
  const guard = guardDatabase(
    () => connection,
    () => {
      const head = witnessOf(opened.database)
      if (head !== undefined) witness.remember(head)
    },
  )
  rememberWell(witness, opened)
  return {
    ...guard.database,
    onFailure: guard.onFailure,
    file,
    isReadOnly: () => opened.isReadOnly,
    giveAway: () => {
      markGivenAway(options, opened.database)
      rememberWell(witness, opened)
      opened = { ...opened, isReadOnly: true }
    },
    takeBack: (wereGiven) => {
      if (wereGiven) takeBack(options, opened.database)
      else unmarkGivenAway(options, opened.database)
      opened = { ...opened, isReadOnly: false }
      rememberWell(witness, opened)
    },
    reopen: ({ awakeNowMs, isDamaged }) => {
      closeQuietly(connection)
      opened = openOnce(awakeNowMs === null ? options : { ...options, awakeNowMs }, witness, {
        isDamaged,
        from: 'thisRun',
      })
      connection = over(opened.database)
      rememberWell(witness, opened)
      if (!opened.isReadOnly) {
        // A successful open proves nothing about the next write; this does.
        const database = connection
        database.transaction(() => new MetaStore(database).set(REOPENED_AT_MS, String(options.wallNowMs())))
      }
      guard.trust()
    },
    close: () => {
      if (isClosed) return
      isClosed = true
      rememberWell(witness, opened)
      const closedAs = guard.database.isSound() ? nameClosed(opened, connection, options.wallNowMs()) : null
      witness.close()
      closeQuietly(guard.database)
      if (closedAs !== null && sizeOf(logOf(file)) === 0) witness.noteClosed(closedAs)
      lock.release()
    },
  }
}

/** If the newest entry cannot be read, what was remembered before is still true of this file. */
function rememberWell(witness: AuditCheckpoint, { database, isReadOnly }: Opened): void {
  if (isReadOnly) return
  try {
    const head = witnessOf(database)
    if (head !== undefined) witness.rememberWell(head)
  } catch {
    // Its next use reports the damage.
  }
}

/** Writes a name into the file that no other state of it has. @returns null where it cannot be written */
function nameClosed({ isReadOnly }: Opened, connection: Connection, nowMs: number): string | null {
  if (isReadOnly) return null
  try {
    const meta = new MetaStore(connection)
    const times = Number((meta.get(CLOSED_AS) ?? '0').split(' ')[0]) + 1
    const name = `${times} ${nowMs} ${witnessOf(connection)?.hash ?? 'empty'}`
    connection.transaction(() => meta.set(CLOSED_AS, name))
    return name
  } catch {
    return null
  }
}

/** One statement, since it runs after every commit. */
function witnessOf(database: Database): Witness | undefined {
  return database.get(
    `SELECT id, hash, (SELECT COALESCE(MAX(sequence), 0) FROM sale) AS sequence
     FROM audit ORDER BY id DESC LIMIT 1`,
  ) as Witness | undefined
}

interface OpenedAs {
  /** It was found damaged, so the whole file is checked before anything is written. */
  readonly isDamaged: boolean
  /** Of a file from another computer, what is known of the file before says nothing. */
  readonly from: 'thisComputer' | 'thisRun' | 'otherComputer'
}

function openOnce(
  options: SalesFileOptions,
  witness: AuditCheckpoint,
  { isDamaged, from }: OpenedAs,
): Opened {
  const file = salesFile(options.dataDir)
  const known = from === 'otherComputer' ? [] : witness.recall()
  finishSalvage(file)
  // SQLite would delete a log without its file, and with it the newest sales.
  const isGone = sizeOf(file) === 0 && (known.length > 0 || sizeOf(logOf(file)) > 0)
  if (isGone) {
    if (!takeResetMarker(options)) throw new StorageError('missing', 'The sales file is missing', { file })
    return { database: beginAnew(options, known), isReadOnly: false }
  }
  let database: Connection
  try {
    const opened = openKnownVersion(file, options, isDamaged)
    if (opened.isReadOnly) return opened
    database = opened.database
  } catch (error) {
    if (storageReasonOf(error) !== 'damaged') throw withFile(error, file)
    return { database: replaceDamaged(options, known, error), isReadOnly: false }
  }
  try {
    if (!known.every((head) => hasAuditEntry(database, head))) doubtOlder(options, database, known)
    // A brought file has its own news, and a commit of this run may have taken effect before it was remembered.
    else if (from === 'thisComputer' && known.length === 0 && auditHead(database) !== undefined)
      tellForeign(options, database)
  } catch (error) {
    database.close()
    if (storageReasonOf(error) !== 'damaged') throw withFile(error, file)
    return { database: replaceDamaged(options, known, error), isReadOnly: false }
  }
  return { database, isReadOnly: false }
}

function openKnownVersion(file: string, options: SalesFileOptions, isDamaged: boolean): Opened {
  const database = openDatabase(file)
  try {
    const version = versionIn(database)
    // Before a row is read: a view in a table's place may have no end.
    if (version !== 'newer') assertOurSchema(database, migrations, version)
    else if (!holdsOurTables(database, migrations)) throw newerError()
    if (version === 'newer' || isGivenAway(database, version)) {
      database.exec('PRAGMA query_only = ON')
      return { database, isReadOnly: true }
    }
    // On this connection: closing another one of the file would release its lock (docs/decisions/0018).
    if (isDamaged) assertSound(database, options.sales.isReadable)
    else if (sizeOf(file) + sizeOf(logOf(file)) <= PAGES_CHECKED_BYTES_MAX) assertPagesSound(database)
    migrate(database)
    return { database, isReadOnly: false }
  } catch (error) {
    closeQuietly(database)
    throw error
  }
}

/** A file that was just created has no tables yet. */
function isGivenAway(database: Database, version: number): boolean {
  return version > 0 && givenAwayAtMs(database) !== null
}

function versionIn(database: Database): number | 'newer' {
  try {
    return versionOf(database)
  } catch (error) {
    if (error instanceof StorageError && error.reason === 'newer') return 'newer'
    throw error
  }
}

function withFile(error: unknown, file: string): unknown {
  if (!(error instanceof StorageError)) {
    return new StorageError(storageReasonOf(error), 'The sales file could not be used', {
      cause: error,
      file,
    })
  }
  if (error.file !== null) return error
  return new StorageError(error.reason, error.message, { cause: error, file })
}

function closeQuietly(database: Database): void {
  try {
    database.close()
  } catch {
    // It is already closed, or the disk refuses that too; the next open finds out.
  }
}
