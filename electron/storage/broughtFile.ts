import { existsSync } from 'node:fs'
import path from 'node:path'
import { openDatabase, salesFile } from './database.ts'
import { logOf, nameBeside, renameDurably, sizeOf, stampOf } from './files.ts'
import { GIVEN_AWAY_AT_MS, MetaStore, savedAwakeMs } from './metaStore.ts'
import { migrate } from './migrations.ts'
import { recordsFilePath } from './recordsFile.ts'
import { moveAside, tell, type SalesFileOptions } from './replaceFile.ts'

export type BroughtOptions = Pick<SalesFileOptions, 'dataDir' | 'sales' | 'wallNowMs' | 'log'>

/**
 * Sales of another computer, from its backup. They wait beside the sales file, ready for use, until the next start puts
 * them in its place; only if no sale was recorded here until then, so that two computers' sales are never one file.
 */
const waitingName = (file: string): string => `${file}.brought`

/**
 * Makes a copy ready: since it was made the other computer may have sent what waits in it, so every open sale becomes
 * unknown. The copies are moved.
 * @param records a copy of the bank's records; null: the backup has none
 * @throws StorageError, or what the folder refuses
 */
export function placeBrought(options: BroughtOptions, sales: string, records: string | null): void {
  const database = openDatabase(sales)
  let doubted: number
  try {
    migrate(database)
    database.transaction(() => {
      new MetaStore(database).set(GIVEN_AWAY_AT_MS, '')
      tell(options, database, [], 'fileBrought', { kind: 'brought', keptAs: null })
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
