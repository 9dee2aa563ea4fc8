import type { BackupFacts } from '../../shared/backup.ts'
import { OPEN } from '../outbox/store/saleConditions.ts'
import { openDatabase, type Database } from '../storage/database.ts'
import { givenAwayAtMs } from '../storage/givenAway.ts'
import { LAST_BACKUP_MS, MetaStore } from '../storage/metaStore.ts'

/** What the sales file knows about its backups. */
export class BackupStore {
  readonly #database: Pick<Database, 'get'>
  readonly #meta: MetaStore

  constructor(database: Database) {
    this.#database = database
    this.#meta = new MetaStore(database)
  }

  /** By this computer's clock, ms; null: never. */
  lastAtMs(): number | null {
    const last = Number(this.#meta.get(LAST_BACKUP_MS) ?? Number.NaN)
    return Number.isFinite(last) ? last : null
  }

  noteMade(atMs: number): void {
    this.#meta.set(LAST_BACKUP_MS, String(atMs))
  }

  /** By this computer's clock, ms; null: they were not. */
  givenAwayAtMs(): number | null {
    return givenAwayAtMs(this.#database)
  }

  /** When the first sale was recorded, ms; null: none was. */
  firstSaleAtMs(): number | null {
    const first = this.#database.get(
      'SELECT recorded_at_ms AS ms FROM sale WHERE sequence > 0 ORDER BY sequence LIMIT 1',
    ) as { ms: number } | undefined
    return first?.ms ?? null
  }
}

/** Counts the sales of a copy of ours. @throws StorageError */
export function countsOf(file: string): Pick<BackupFacts, 'saleCount' | 'openCount'> {
  const copy = openDatabase(file)
  try {
    return copy.get(
      `SELECT (SELECT COUNT(*) FROM sale) AS saleCount, (SELECT COUNT(*) FROM sale WHERE ${OPEN}) AS openCount`,
    ) as Pick<BackupFacts, 'saleCount' | 'openCount'>
  } finally {
    copy.close()
  }
}
