import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
import { StorageNews, type StorageView } from '../../shared/storage.ts'
import type { Cancel, Clock, Log, Timers } from '../ports.ts'
import { assertIntegrity } from './check.ts'
import { partsOf, type IsReadable, type Part } from './comparison.ts'
import { isMistake, storageReasonOf, type SalesFile } from './database.ts'
import { guardDatabase, type GuardedDatabase } from './guard.ts'
import { INCOMPLETE_SINCE_AWAKE_MS, MetaStore, NEWS, REOPENED_AT_MS } from './metaStore.ts'
import { recountedTotals } from './saleTotals.ts'
import { createSlicer } from './slicer.ts'

/** The window comes first; then the file is looked through, in slices, with a turn for everything else in between. */
const CHECK_AFTER_MS = 500
const BETWEEN_SLICES_MS = 5
/** A disk that refused is tried again after this, twice as long each time. */
const RETRY_MS_FIRST = 1_000
const RETRY_MS_MAX = 60_000
/** What fails again so soon was not mended by being opened anew. */
const CALM_MS = 60_000

/** Keeps the sales file usable: checks it behind the window, and opens it anew after a failure. */
export interface StorageCare {
  /** What the stores write through. */
  readonly database: GuardedDatabase
  view(): StorageView
  isReadOnly(): boolean
  /** The sales and their indexes were found to agree since the file was last opened: only then may one be sent. */
  areSalesChecked(): boolean
  /** Since when, in awake ms, sales that were recorded here are known to be missing in it; null where none are. */
  incompleteSinceAwakeMs(): number | null
  /** Begins the check. */
  start(): void
  stop(): void
  /** Somebody waits for an answer: opens the file anew now. @returns whether it may be written again */
  reopenNow(): boolean
  /** Does what reads or writes the file; where it fails at that, once more after it was opened anew. @throws what it fails of */
  orReopened<Value>(act: () => Value): Value
  /** A rule has ended with this error. Where it says that the file is damaged, it is opened anew. */
  metBy(error: unknown): void
  /** When all of the file was last looked through in this run, and what that found; null before. */
  lastCheck(): { readonly atMs: number; readonly isSound: boolean } | null
  /** A person has read the news. */
  newsRead(): void
}

export interface StorageCareOptions {
  readonly file: SalesFile
  readonly clock: Clock
  /** Null as long as only the file itself can tell it. */
  readonly awakeNowMs: () => number | null
  /** Whether a stored sale is one that the program could have written. */
  readonly isReadable: IsReadable
  readonly timers: Timers
  readonly log: Log
  readonly onChange: (view: StorageView) => void
  /** The file was opened anew after a failure. Nothing may be sent from it until `onSalesChecked`. */
  readonly onReopened: () => void
  /** The sales were looked through and are whole; told once, and again after every reopening. */
  readonly onSalesChecked: () => void
  /** A total that is shown was wrong, and is right now. */
  readonly onTotalsPutRight: () => void
}

export function createStorageCare(options: StorageCareOptions): StorageCare {
  const { file, clock, timers, log } = options
  const database = guardDatabase(file, failed)
  const meta = new MetaStore(database)
  let checked: 'nothing' | 'sales' | 'all' = 'nothing'
  let isStarted = false
  let isStopped = false
  /** What led to the reopening that is due says that the file is damaged, and not only that it could not be written. */
  let isDamaged = false
  let reopenedAtMs = -Infinity
  let lastProblem: unknown = null
  let lastCheck: ReturnType<StorageCare['lastCheck']> = null
  let retryMs = RETRY_MS_FIRST
  let cancel: Cancel | null = null

  const view = (): StorageView => ({ status: status(), file: file.file, news: readNews(meta) })

  function status(): StorageView['status'] {
    if (file.isReadOnly()) return 'readOnly'
    if (!database.isSound()) return 'failing'
    return checked === 'all' ? 'sound' : 'checking'
  }

  function later(delayMs: number, run: () => void): void {
    cancel?.()
    if (!isStopped) cancel = timers.after(delayMs, run)
  }

  /** Called from inside the call that failed, so nothing is done here but to note it. */
  function failed(error: unknown): void {
    const reason = storageReasonOf(error)
    log('error', 'storage.failed', { reason })
    // A newer file is only looked at; whatever is odd about it is not ours to mend.
    if (file.isReadOnly()) return
    isDamaged ||= reason === 'damaged'
    checked = 'nothing'
    const isCalm = clock.monotonicNowMs() - reopenedAtMs > CALM_MS
    retryMs = isCalm ? RETRY_MS_FIRST : Math.min(2 * retryMs, RETRY_MS_MAX)
    later(retryMs, () => void reopenNow())
    options.onChange(view())
  }

  function check(): void {
    if (file.isReadOnly()) return
    const slicer = createSlicer(clock)
    const parts = allParts()
    later(0, slice)

    function slice(): void {
      // What was told of the sales may have written, and failed: the file is then opened anew, and checked from the start.
      if (!database.isSound()) return
      try {
        const { done, value: part } = parts.next()
        if (done === true || part === undefined) return finish('all')
        if (checked === 'nothing' && part.table !== 'sale') finish('sales')
        if (!database.isSound()) return
        slicer.run(part)
      } catch (error) {
        if (!isMistake(error)) return found(error)
        log('error', 'storage.notCompared', { name: error instanceof Error ? error.name : 'unknown' })
        return checkAtOnce()
      }
      if (database.isSound()) later(BETWEEN_SLICES_MS, slice)
    }
  }

  function* allParts(): Generator<Part, void, void> {
    yield* partsOf(database, options.isReadable)
    yield* recountedTotals(database, () => {
      log('error', 'storage.totalsPutRight', {})
      options.onTotalsPutRight()
    })
  }

  /** For a version of SQLite that would not compare as it is asked to. It takes its time, and is no worse than to wait for ever. */
  function checkAtOnce(): void {
    try {
      assertIntegrity(database)
      finish('all')
    } catch (error) {
      found(error)
    }
  }

  function found(error: unknown): void {
    lastCheck = { atMs: clock.wallNowMs(), isSound: false }
    database.distrust(error)
  }

  function finish(what: 'sales' | 'all'): void {
    const wasChecked = checked !== 'nothing'
    checked = what
    if (what === 'all') lastCheck = { atMs: clock.wallNowMs(), isSound: true }
    options.onChange(view())
    if (!wasChecked) options.onSalesChecked()
  }

  function reopenNow(): boolean {
    if (database.isSound() || isStopped || file.isReadOnly()) return database.isSound()
    try {
      file.reopen({ awakeNowMs: options.awakeNowMs(), isDamaged })
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
    isDamaged = false
    reopenedAtMs = clock.monotonicNowMs()
    lastProblem = null
    database.trust()
    log('warn', 'storage.reopened', {})
    options.onReopened()
    options.onChange(view())
    // Who was told of it may have met the next failure, which has set the next reopening.
    if (isStarted && database.isSound()) check()
    return database.isSound()
  }

  return {
    database,
    view,
    isReadOnly: () => file.isReadOnly(),
    areSalesChecked: () => checked !== 'nothing',
    incompleteSinceAwakeMs: () => {
      const since = meta.get(INCOMPLETE_SINCE_AWAKE_MS)
      return since === undefined ? null : Number(since)
    },
    start: () => {
      if (file.isReadOnly()) return
      isStarted = true
      // Where a reopening is due, that begins the check.
      if (database.isSound()) later(CHECK_AFTER_MS, check)
    },
    stop: () => {
      isStopped = true
      cancel?.()
    },
    reopenNow,
    orReopened: (act) => {
      try {
        return act()
      } catch (error) {
        if (database.isSound()) throw error
        // What a person needs to know is why the file cannot be used, and not where that was noticed.
        if (!reopenNow()) throw lastProblem ?? error
        return act()
      }
    },
    metBy: (error) => {
      if (storageReasonOf(error) === 'damaged') database.distrust(error)
    },
    lastCheck: () => lastCheck,
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
