import { existsSync, renameSync } from 'node:fs'
import path from 'node:path'
import type { StorageNews } from '../../shared/storage.ts'
import type { Log, SettingsStore } from '../ports.ts'
import { appendAudit, auditHead } from './audit.ts'
import { bindAsFound } from './boundFacts.ts'
import { assertSound } from './check.ts'
import { noteClosedUnsaid } from './closedUnsaid.ts'
import {
  openDatabase,
  salesFile,
  StorageError,
  storageReasonOf,
  type Connection,
  type Database,
} from './database.ts'
import { copyDurably, logOf, nameBeside, renameDurably, sizeOf, stampOf } from './files.ts'
import type { Witness } from './auditCheckpoint.ts'
import { INCOMPLETE_SINCE_AWAKE_MS, MetaStore, NEWS, savedAwakeMs, SEQUENCE_FLOOR } from './metaStore.ts'
import { migrate } from './migrations.ts'
import { salvage, type LostSale, type Salvaged } from './salvage.ts'
import { ForeignSchemaError } from './schema.ts'

/** What the storage needs to know about sales, from the outbox (outbox/worker/recovery.ts). */
export interface SalesOfFile {
  isReadable(storedSale: unknown): boolean
  /** Makes every sale that may have been sent since its row was written `unknown`. @returns how many */
  doubtOpen(database: Database, now: { readonly wallMs: number; readonly awakeMs: number }): number
}

export interface SalesFileOptions {
  readonly dataDir: string
  readonly settings: Pick<SettingsStore, 'get' | 'set'>
  readonly sales: SalesOfFile
  readonly wallNowMs: () => number
  /** Awake time of the current run; at a start it comes from the file. */
  readonly awakeNowMs?: number
  readonly log: Log
}

/**
 * The reset marker: an empty file beside the sales file, with which a person accepts the loss of the old sales. Only
 * this makes Tillside create a new sales file, since an old one that was moved could still be brought back.
 */
export const RESET_MARKER = 'begin-new-sales-file'

/** The file is sound but lacks what it held when it was last used here: a backup, a copy, or its log was cut. */
export function doubtOlder(options: SalesFileOptions, database: Database, known: readonly Witness[]): void {
  const now = { wallMs: options.wallNowMs(), awakeMs: awakeMsOf(options, database) }
  database.transaction(() => tell(options, database, known, 'fileBehind', { kind: 'behind', keptAs: null }))
  const doubted = options.sales.doubtOpen(database, now)
  options.log('warn', 'storage.behind', { doubted })
}

/**
 * The file holds sales that this computer does not know: the file or the folder was copied from another one. Its
 * waiting sales are verified like any backlog; what it lacks cannot be known here.
 */
export function tellForeign(options: SalesFileOptions, database: Database): void {
  database.transaction(() => tell(options, database, [], 'fileForeign', { kind: 'foreign', keptAs: null }))
  options.log('warn', 'storage.foreign', {})
}

/** The name of a complete salvaged file; once it exists, the next start finishes an interrupted salvage. */
function salvagedName(file: string): string {
  return `${file}.salvaged`
}

/**
 * Keeps the damaged file under another name, copies what can be read into a new one, and marks its open sales as
 * uncertain before the new one replaces it.
 * @throws StorageError `damaged` if nothing can be read and there is no reset marker
 */
export function replaceDamaged(
  options: SalesFileOptions,
  known: readonly Witness[],
  cause: unknown,
): Connection {
  const { dataDir, wallNowMs, sales, log } = options
  const file = salesFile(dataDir)
  const target = `${file}.salvaging`
  const kept = nameBeside(file, `damaged-${stampOf(wallNowMs())}`)
  let found: Salvaged
  try {
    found = salvage(file, target, sales.isReadable, sequenceOf(known))
  } catch (error) {
    if (storageReasonOf(error) !== 'damaged') throw error
    if (!takeResetMarker(options)) {
      const message = 'The sales file is damaged and none of it can be read'
      throw new StorageError('damaged', message, { cause, file })
    }
    moveAside(file, kept)
    return beginAnew(options, known, path.basename(kept))
  }
  const foreign = cause instanceof ForeignSchemaError ? cause.foreign : null
  complete(options, known, target, found, { keptAs: path.basename(kept), foreign })
  copyDurably(file, kept)
  if (existsSync(logOf(file))) copyDurably(logOf(file), logOf(kept))
  renameDurably(target, salvagedName(file))
  finishSalvage(file)
  const { lost, ...counts } = found
  log('error', 'storage.salvaged', { ...counts, named: lost.length, foreign: foreign?.length ?? 0 })
  return openDatabase(file)
}

/** What a salvaged file needs before use: the news, the traces of lost sales, and the marks of uncertainty. */
function complete(
  options: SalesFileOptions,
  known: readonly Witness[],
  target: string,
  found: Salvaged,
  { keptAs, foreign }: { readonly keptAs: string; readonly foreign: readonly string[] | null },
): void {
  const { unreadableSales } = found
  const built = openDatabase(target)
  try {
    built.transaction(() => {
      new MetaStore(built).set(SEQUENCE_FLOOR, String(found.highestSequence))
      const news = { keptAs, unreadableSales }
      if (foreign === null) tell(options, built, known, 'fileSalvaged', { kind: 'salvaged', ...news })
      else
        tell(options, built, known, 'fileAltered', { kind: 'altered', ...news, foreign: firstNames(foreign) })
      for (const sale of found.lost) auditLost(built, sale, options.wallNowMs())
      // If a sale's entry is gone, its row is all there is. Open ones are marked as uncertain below.
      bindAsFound(built, options.wallNowMs())
      noteClosedUnsaid(built, options.wallNowMs())
    })
    options.sales.doubtOpen(built, { wallMs: options.wallNowMs(), awakeMs: awakeMsOf(options, built) })
    assertSound(built, options.sales.isReadable)
  } finally {
    built.close()
  }
}

/** Puts a salvaged file in place. Its old log goes first: a remaining one would be replayed into the new file. */
export function finishSalvage(file: string): void {
  const salvaged = salvagedName(file)
  if (!existsSync(salvaged)) return
  // Already copied under the name of the damaged file.
  if (existsSync(logOf(file))) renameDurably(logOf(file), `${file}.old-log`)
  renameDurably(salvaged, file)
}

/** Records what an index still has of a lost sale: enough to search for it at the bank. */
function auditLost(database: Database, lost: LostSale, atMs: number): void {
  appendAudit(database, {
    // There is no row to refer to.
    saleSequence: null,
    atMs,
    kind: 'saleLost',
    fromState: null,
    toState: null,
    detail: JSON.stringify(lost),
  })
}

/** Only with a reset marker. What was known of the old file is kept: its sequences are not reused. */
export function beginAnew(
  options: SalesFileOptions,
  known: readonly Witness[],
  keptAs: string | null = null,
): Connection {
  const file = salesFile(options.dataDir)
  const kept = nameBeside(file, `left-${stampOf(options.wallNowMs())}`)
  if (sizeOf(logOf(file)) > 0) moveAside(file, kept)
  const database = openDatabase(file)
  migrate(database)
  new MetaStore(database).set(SEQUENCE_FLOOR, String(sequenceOf(known)))
  database.transaction(() => tell(options, database, known, 'fileBegunAnew', { kind: 'begunAnew', keptAs }))
  options.log('error', 'storage.begunAnew', {})
  return database
}

/** Writes one audit entry, and the news for the person; inside the caller's transaction. */
export function tell(
  options: Pick<SalesFileOptions, 'wallNowMs' | 'awakeNowMs'>,
  database: Database,
  known: readonly Witness[],
  kind: string,
  news: Pick<StorageNews, 'kind' | 'keptAs' | 'foreign'> & { readonly unreadableSales?: number },
): void {
  const atMs = options.wallNowMs()
  const meta = new MetaStore(database)
  const told: StorageNews = { unreadableSales: null, ...news, atMs }
  meta.set(INCOMPLETE_SINCE_AWAKE_MS, String(awakeMsOf(options, database)))
  meta.set(NEWS, JSON.stringify(told))
  const head = auditHead(database)
  const detail = JSON.stringify({
    ...told,
    hadEntries: head?.id ?? 0,
    knownEntries: known.map(({ id }) => id),
  })
  appendAudit(database, { saleSequence: null, atMs, kind, fromState: null, toState: null, detail })
}

const FOREIGN_NAMED_MAX = 10

/** The first names: another hand may have written thousands. */
export const firstNames = (foreign: readonly string[]): string[] => foreign.slice(0, FOREIGN_NAMED_MAX)

export function moveAside(file: string, kept: string): void {
  if (existsSync(logOf(file))) renameDurably(logOf(file), logOf(kept))
  if (existsSync(file)) renameDurably(file, kept)
}

/** Removes the marker: the next loss needs a new one. */
export function takeResetMarker({ dataDir, wallNowMs }: SalesFileOptions): boolean {
  for (const name of [RESET_MARKER, `${RESET_MARKER}.txt`]) {
    const marker = path.join(dataDir, name)
    if (!existsSync(marker)) continue
    renameSync(marker, path.join(dataDir, `${RESET_MARKER}.used-${stampOf(wallNowMs())}`))
    return true
  }
  return false
}

function sequenceOf(known: readonly Witness[]): number {
  return Math.max(0, ...known.map(({ sequence }) => sequence))
}

export function awakeMsOf({ awakeNowMs }: Pick<SalesFileOptions, 'awakeNowMs'>, database: Database): number {
  return awakeNowMs ?? savedAwakeMs(database)
}
