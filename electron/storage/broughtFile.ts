import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Work } from '../work/slices.ts'
import { openDatabase, salesFile, StorageError } from './database.ts'
import { logOf, nameBeside, renameDurably, sizeOf, stampOf } from './files.ts'
import { GIVEN_AWAY_AT_MS, MetaStore, savedAwakeMs } from './metaStore.ts'
import { migrate, migrations, versionOf } from './migrations.ts'
import { recordMigrations, recordsFilePath } from './recordsFile.ts'
import { firstNames, moveAside, tell, type SalesFileOptions } from './replaceFile.ts'
import { carryRows, carrySideRows } from './salvage.ts'
import { foreignIn } from './schema.ts'

export type BroughtOptions = Pick<SalesFileOptions, 'dataDir' | 'sales' | 'wallNowMs' | 'log'>

/**
 * Sales of another computer, from its backup. They wait beside the sales file, ready for use, until the next start puts
 * them in its place; only if no sale was recorded here until then, so that two computers' sales are never one file.
 */
const waitingName = (file: string): string => `${file}.brought`

/** New files with the rows of a backup's. */
export interface Carried {
  readonly sales: string
  /** The bank's records; null: the backup has none that can be used. */
  readonly records: string | null
  /** What the backup's schema held that Tillside never wrote (schema.ts). */
  readonly foreign: readonly string[]
}

/**
 * Copies the rows of a backup's files into new files beside them. Everything else in the backup's files is left out. The
 * work pauses after some rows.
 * @param sales the backup's file; SQLite writes into it
 * @throws StorageError `damaged` if any row cannot be read, `newer`; or what the folder refuses
 */
export function* carryBrought(
  isReadable: (sale: unknown) => boolean,
  sales: string,
  records: string | null,
): Work<Carried> {
  const foreign = foreignOf(sales)
  const carried = `${sales}.carried`
  const { unreadableSales, unreadableAttempts, unreadableEntries } = yield* carryRows(
    sales,
    carried,
    isReadable,
    0,
  )
  if (unreadableSales + unreadableAttempts + unreadableEntries > 0)
    throw new StorageError('damaged', 'The sales of the backup are damaged')
  const carriedRecords = records === null ? null : `${records}.carried`
  const hasRecords =
    records !== null &&
    carriedRecords !== null &&
    (yield* carrySideRows(records, carriedRecords, recordMigrations))
  return { sales: carried, records: hasRecords ? carriedRecords : null, foreign }
}

function foreignOf(file: string): readonly string[] {
  const database = openDatabase(file)
  try {
    return foreignIn(database, migrations, versionOf(database))
  } finally {
    database.close()
  }
}

/**
 * Makes carried files ready: since the backup was made the other computer may have sent what waits in it, so every open
 * sale becomes unknown. The files are moved.
 * @throws StorageError, or what the folder refuses
 */
export function placeBrought(options: BroughtOptions, { sales, records, foreign }: Carried): void {
  const database = openDatabase(sales)
  let doubted: number
  try {
    migrate(database)
    database.transaction(() => {
      new MetaStore(database).set(GIVEN_AWAY_AT_MS, '')
      const altered = foreign.length === 0 ? {} : { foreign: firstNames(foreign) }
      tell(options, database, [], 'fileBrought', { kind: 'brought', keptAs: null, ...altered })
    })
    const now = { wallMs: options.wallNowMs(), awakeMs: savedAwakeMs(database) }
    doubted = options.sales.doubtOpen(database, now)
  } finally {
    database.close()
  }
  // What an earlier try left belongs to other sales.
  keepAside(recordsFilePath(options.dataDir), options)
  if (records !== null) renameDurably(records, waitingName(recordsFilePath(options.dataDir)))
  renameDurably(sales, waitingName(salesFile(options.dataDir)))
  options.log('warn', 'storage.brought', { doubted })
}

/**
 * Puts what waits in its place. The file without sales that was there is kept under another name.
 * @returns whether the sales file is one that was brought
 */
export function takeBrought({ dataDir, wallNowMs, log }: Omit<BroughtOptions, 'sales'>): boolean {
  const file = salesFile(dataDir)
  if (!existsSync(waitingName(file))) return false
  const records = recordsFilePath(dataDir)
  if (hasSales(file)) {
    for (const each of [records, file]) keepAside(each, { wallNowMs })
    log('error', 'storage.notBrought', {})
    return false
  }
  const stamp = stampOf(wallNowMs())
  // The sales come last: until then the next start begins again.
  for (const each of existsSync(waitingName(records)) ? [records, file] : [file]) {
    moveAside(each, nameBeside(each, `left-${stamp}`))
    renameDurably(waitingName(each), each)
  }
  log('warn', 'storage.broughtTaken', { file: path.basename(file) })
  return true
}

/** Keeps what waits for the file's place under another name. */
function keepAside(file: string, { wallNowMs }: Pick<BroughtOptions, 'wallNowMs'>): void {
  if (!existsSync(waitingName(file))) return
  renameDurably(waitingName(file), nameBeside(file, `brought-${stampOf(wallNowMs())}`))
}

/** A file that cannot be read may have some. */
function hasSales(file: string): boolean {
  if (sizeOf(file) === 0 && sizeOf(logOf(file)) === 0) return false
  try {
    const database = openDatabase(file)
    try {
      const hasTable = database.get("SELECT 1 FROM sqlite_schema WHERE name = 'sale'") !== undefined
      return hasTable && database.get('SELECT 1 FROM sale LIMIT 1') !== undefined
    } finally {
      database.close()
    }
  } catch {
    return true
  }
}
