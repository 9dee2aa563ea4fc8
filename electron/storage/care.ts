import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
import { StorageNews, type StorageView } from '../../shared/storage.ts'
import type { Cancel, Clock, Log, Timers } from '../ports.ts'
import { assertTableSound, tablesToCheck } from './check.ts'
import { storageReasonOf } from './database.ts'
import { guardDatabase, type GuardedDatabase } from './guard.ts'
import { INCOMPLETE_SINCE_AWAKE_MS, MetaStore, NEWS, REOPENED_AT_MS } from './metaStore.ts'
import type { SalesFile } from './salesFile.ts'

/** The window comes first; then the file is looked through, table by table. */
const CHECK_AFTER_MS = 500
const BETWEEN_TABLES_MS = 20
/** A disk that refused is tried again after this, twice as long each time. */
const RETRY_MS_FIRST = 1_000
const RETRY_MS_MAX = 60_000

/** Keeps the sales file usable: checks it behind the window, and opens it anew after a failure. */
export interface StorageCare {
  /** What the stores write through. */
  readonly database: GuardedDatabase
  view(): StorageView
  isReadOnly(): boolean
  /** Since when, in awake ms, sales that were recorded here are known to be missing in it; null where none are. */
  incompleteSinceAwakeMs(): number | null
  /** Begins the check. */
  start(): void
  stop(): void
  /** Somebody waits for an answer: opens the file anew now. @returns whether it may be written again */
  reopenNow(): boolean
  /** When all of the file was last looked through in this run, and what that found; null before. */
  lastCheck(): { readonly atMs: number; readonly isSound: boolean } | null
  /** Why the last reopening came to nothing; null where it succeeded or none was needed. */
  lastProblem(): unknown
  /** A person has read the news. */
  newsRead(): void
}

export interface StorageCareOptions {
  readonly file: SalesFile
  readonly clock: Pick<Clock, 'wallNowMs'>
  readonly awakeNowMs: () => number
  readonly timers: Timers
  readonly log: Log
  readonly onChange: (view: StorageView) => void
  /** The file was looked through and is whole; told once, and again after every reopening. */
  readonly onSound: () => void
}

export function createStorageCare(options: StorageCareOptions): StorageCare {
  const { file, clock, timers, log } = options
  const database = guardDatabase(file, failed)
  const meta = new MetaStore(database)
  let isChecked = false
  let isStopped = false
  let lastProblem: unknown = null
  let lastCheck: ReturnType<StorageCare['lastCheck']> = null
  let retryMs = RETRY_MS_FIRST
  let cancel: Cancel | null = null

  const view = (): StorageView => ({ status: status(), file: file.file, news: readNews(meta) })

  function status(): StorageView['status'] {
    if (file.isReadOnly()) return 'readOnly'
    if (!database.isSound()) return 'failing'
    return isChecked ? 'sound' : 'checking'
  }

  function later(delayMs: number, run: () => void): void {
    cancel?.()
    if (!isStopped) cancel = timers.after(delayMs, run)
  }

  /** Called from inside the call that failed, so nothing is done here but to note it. */
  function failed(error: unknown): void {
    log('error', 'storage.failed', { reason: storageReasonOf(error) })
    later(retryMs, () => void reopenNow())
    options.onChange(view())
  }

  function checked(isSound: boolean): void {
    lastCheck = { atMs: clock.wallNowMs(), isSound }
  }

  function check(tables: readonly string[]): void {
    const [table, ...rest] = tables
    if (table === undefined) {
      isChecked = true
      checked(true)
      options.onChange(view())
      options.onSound()
      return
    }
    try {
      assertTableSound(database, table)
    } catch (error) {
      checked(false)
      database.distrust(error)
      return
    }
    later(BETWEEN_TABLES_MS, () => check(rest))
  }

  function reopenNow(): boolean {
    if (database.isSound() || isStopped) return database.isSound()
    try {
      file.reopen(options.awakeNowMs())
      if (!file.isReadOnly()) {
        // That the file opens proves nothing about the next write; this does.
        file.transaction(() => new MetaStore(file).set(REOPENED_AT_MS, String(clock.wallNowMs())))
      }
    } catch (error) {
      lastProblem = error
      log('error', 'storage.notReopened', { reason: storageReasonOf(error) })
      retryMs = Math.min(2 * retryMs, RETRY_MS_MAX)
      later(retryMs, () => void reopenNow())
      return false
    }
    cancel?.()
    retryMs = RETRY_MS_FIRST
    isChecked = true
    checked(true)
    lastProblem = null
    database.trust()
    log('warn', 'storage.reopened', {})
    options.onChange(view())
    options.onSound()
    return true
  }

  return {
    database,
    view,
    isReadOnly: () => file.isReadOnly(),
    incompleteSinceAwakeMs: () => {
      const since = meta.get(INCOMPLETE_SINCE_AWAKE_MS)
      return since === undefined ? null : Number(since)
    },
    start: () => {
      if (file.isReadOnly() || !database.isSound()) return
      later(CHECK_AFTER_MS, () => check(tablesToCheck(database)))
    },
    stop: () => {
      isStopped = true
      cancel?.()
    },
    reopenNow,
    lastCheck: () => lastCheck,
    lastProblem: () => lastProblem,
    newsRead: () => {
      if (file.isReadOnly()) return
      meta.set(NEWS, '')
      options.onChange(view())
    },
  }
}

function readNews(meta: MetaStore): StorageNews | null {
  try {
    const text = meta.get(NEWS)
    if (text === undefined || text === '') return null
    const parsed = parseUnknown(z.nullable(StorageNews), JSON.parse(text))
    return parsed.ok ? parsed.value : null
  } catch {
    // A file that cannot be read has other news, and its status says so.
    return null
  }
}
