import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
import { StorageNews, type StorageView } from '../../shared/storage.ts'
import type { Cancel, Timers } from '../ports.ts'
import { storageReasonOf, type SalesFile } from './database.ts'
import { createFileCheck, type FileCheck, type FileCheckOptions } from './fileCheck.ts'
import { givenAwayAtMs } from './givenAway.ts'
import { INCOMPLETE_SINCE_AWAKE_MS, MetaStore, NEWS } from './metaStore.ts'

/** The window opens first. */
const CHECK_AFTER_MS = 500
/** Delay before a failed disk is tried again; it doubles each time. */
const RETRY_MS_FIRST = 1_000
const RETRY_MS_MAX = 60_000
/** A failure so soon after a reopening was not fixed by it. */
const CALM_MS = 60_000

/** Keeps the sales file usable: checks it in the background, and reopens it after a failure. */
export interface DatabaseHealth {
  /** The connection that the stores write through. */
  readonly database: SalesFile
  view(): StorageView
  isReadOnly(): boolean
  /** Since the file was last opened, the sales and their indexes were found to agree: only then may one be sent. */
  areSalesChecked(): boolean
  /** Awake ms since when sales recorded here are known to be missing in the file; null if none are. */
  incompleteSinceAwakeMs(): number | null
  start(): void
  stop(): void
  /** Reopens the file now, because a caller needs the answer. @returns whether it may be written again */
  reopenNow(): boolean
  /** Runs a read or write of the file; if the file fails, reopens it and runs it once more. @throws the last error */
  orReopened<Value>(act: () => Value): Value
  /** A delivery rule ended with this error. If it means damage, the file is reopened. */
  metBy(error: unknown): void
  /** Whether the bank's records are kept, in their own file. Nothing else depends on it. */
  noteRecords(areKept: boolean): void
  lastCheck: FileCheck['last']
  newsRead(): void
}

export interface DatabaseHealthOptions extends FileCheckOptions {
  /** Null while only the file itself knows it. */
  readonly awakeNowMs: () => number | null
  readonly timers: Timers
  readonly onChange: (view: StorageView) => void
  /** The file was reopened after a failure. Nothing may be sent from it until `onSalesChecked`. */
  readonly onReopened: () => void
}

export function createDatabaseHealth(options: DatabaseHealthOptions): DatabaseHealth {
  const { file, clock, timers, log } = options
  const meta = new MetaStore(file)
  const tell = (): void => options.onChange(view())
  const check = createFileCheck(options, later, tell)
  let isStarted = false
  let isStopped = false
  /** The failure behind the pending reopening means damage, not only a failed write. */
  let isDamaged = false
  let reopenedAtMs = -Infinity
  let areRecordsKept = true
  let lastProblem: unknown = null
  let retryMs = RETRY_MS_FIRST
  let cancel: Cancel | null = null
  file.onFailure(failed)

  const view = (): StorageView => ({
    status: status(),
    file: file.file,
    news: readNews(meta),
    givenAwayAtMs: readGivenAway(),
    areRecordsKept,
  })

  function readGivenAway(): number | null {
    try {
      return givenAwayAtMs(file)
    } catch {
      // An unreadable file has other news.
      return null
    }
  }

  function status(): StorageView['status'] {
    if (file.isReadOnly()) return 'readOnly'
    if (!file.isSound()) return 'failing'
    return check.checked() === 'all' ? 'sound' : 'checking'
  }

  function later(delayMs: number, run: () => void): void {
    cancel?.()
    if (!isStopped) cancel = timers.after(delayMs, run)
  }

  /** Runs inside the failed call, so it only notes the failure. */
  function failed(error: unknown): void {
    const reason = storageReasonOf(error)
    log('error', 'storage.failed', { reason })
    // A newer file is only read; its problems are not ours to fix.
    if (file.isReadOnly()) return
    isDamaged ||= reason === 'damaged'
    check.forget()
    const isCalm = clock.monotonicNowMs() - reopenedAtMs > CALM_MS
    retryMs = isCalm ? RETRY_MS_FIRST : Math.min(2 * retryMs, RETRY_MS_MAX)
    later(retryMs, () => void reopenNow())
    tell()
  }

  function reopenNow(): boolean {
    if (file.isSound() || isStopped || file.isReadOnly()) return file.isSound()
    try {
      file.reopen({ awakeNowMs: options.awakeNowMs(), isDamaged })
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
    log('warn', 'storage.reopened', {})
    options.onReopened()
    tell()
    // A listener may have met the next failure, which has scheduled another reopening.
    if (isStarted && file.isSound()) check.run()
    return file.isSound()
  }

  return {
    database: file,
    view,
    isReadOnly: () => file.isReadOnly(),
    areSalesChecked: () => check.checked() !== 'nothing',
    incompleteSinceAwakeMs: () => incompleteSince(meta),
    start: () => {
      if (file.isReadOnly()) return
      isStarted = true
      // A pending reopening starts the check itself.
      if (file.isSound()) later(CHECK_AFTER_MS, check.run)
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
        if (file.isSound()) throw error
        // The person needs the reason why the file cannot be used, not the place where it failed.
        if (!reopenNow()) throw lastProblem ?? error
        return act()
      }
    },
    metBy: (error) => {
      if (storageReasonOf(error) === 'damaged') file.distrust(error)
    },
    noteRecords: (areKept) => {
      areRecordsKept = areKept
      tell()
    },
    lastCheck: check.last,
    newsRead: () => {
      if (file.isReadOnly()) return
      meta.set(NEWS, '')
      tell()
      // What waited for this news to be read may be told now.
      if (isStarted && file.isSound()) check.run()
    },
  }
}

function incompleteSince(meta: MetaStore): number | null {
  const since = meta.get(INCOMPLETE_SINCE_AWAKE_MS)
  return since === undefined ? null : Number(since)
}

function readNews(meta: MetaStore): StorageNews | null {
  try {
    const text = meta.get(NEWS)
    if (text === undefined || text === '') return null
    const parsed = parseUnknown(z.nullable(StorageNews), JSON.parse(text))
    return parsed.ok ? parsed.value : null
  } catch {
    // An unreadable file has other news, which its status shows.
    return null
  }
}
