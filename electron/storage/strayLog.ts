import { DatabaseSync } from 'node:sqlite'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { StorageNews } from '../../shared/storage.ts'
import { appendAudit } from './audit.ts'
import type { Database } from './database.ts'
import { logOf, nameBeside, renameDurably, sizeOf, stampOf } from './files.ts'
import { CLOSED_AS, MetaStore, NEWS } from './metaStore.ts'
import { storedColumns } from './schema.ts'

/**
 * Sets aside a log that lies beside a sales file that was closed in order. SQLite would read it into the file before
 * anything can be compared, and an older one, from a copy or a folder that is kept in step, would hide newer sales.
 * Only where the file without it is the very one that was closed: a file that was put back may belong to the log.
 * @param closedAs what the last run called the file at its orderly end
 * @returns the names that they are kept under
 */
export function setStrayLogsAside(file: string, closedAs: string | null, nowMs: number): readonly string[] {
  const stray = [logOf(file), `${file}-journal`].filter((each) => sizeOf(each) > 0)
  if (closedAs === null || stray.length === 0 || nameAlone(file) !== closedAs) return []
  return stray.map((each) => {
    const kept = nameBeside(each, `stray-${stampOf(nowMs)}`)
    renameDurably(each, kept)
    return path.basename(kept)
  })
}

/** What the file without its log says that it was called; undefined where it cannot be read so. */
function nameAlone(file: string): string | undefined {
  const address = pathToFileURL(file)
  // SQLite opens such a file without looking at a log, and without a lock.
  address.searchParams.set('immutable', '1')
  try {
    const alone = new DatabaseSync(address, { readOnly: true })
    try {
      const reader: Pick<Database, 'get' | 'all'> = {
        get: (sql, ...parameters) => alone.prepare(sql).get(...parameters),
        all: (sql, ...parameters) => alone.prepare(sql).all(...parameters),
      }
      if (storedColumns(reader, 'meta').length === 0) return undefined
      return new MetaStore(reader as Database).get(CLOSED_AS)
    } finally {
      alone.close()
    }
  } catch {
    return undefined
  }
}

/** Unread news of the file itself comes first. */
export function tellStrayLogs(database: Database, kept: readonly string[], nowMs: number): void {
  const [keptAs] = kept
  if (keptAs === undefined) return
  const meta = new MetaStore(database)
  const told: StorageNews = { kind: 'logSetAside', atMs: nowMs, keptAs, unreadableSales: null }
  database.transaction(() => {
    if ((meta.get(NEWS) ?? '') === '') meta.set(NEWS, JSON.stringify(told))
    const entry = { saleSequence: null, atMs: nowMs, kind: 'logSetAside', fromState: null, toState: null }
    appendAudit(database, { ...entry, detail: kept.join(' ') })
  })
}
