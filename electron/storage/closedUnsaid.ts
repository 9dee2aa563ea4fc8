import type { StorageNews } from '../../shared/storage.ts'
import { appendAudit } from './audit.ts'
import type { Part } from './indexComparison.ts'
import type { Database } from './database.ts'
import { MetaStore, NEWS } from './metaStore.ts'

/** Nothing more is done for a sale in these states, so one that was put there from outside would go unnoticed. */
export const CLOSED: readonly string[] = ['cancelled', 'writtenOff', 'refused', 'accepted']

/** The state that a sale's newest entry names; null where none does. */
export function saidState(database: Pick<Database, 'get'>, sequence: number): string | null {
  const newest = database.get(
    'SELECT to_state AS state FROM audit WHERE sale_sequence = ? ORDER BY id DESC LIMIT 1',
    sequence,
  ) as { readonly state: string | null } | undefined
  return newest?.state ?? null
}

const KIND = 'foundClosed'
const REFERENCES_MAX = 3

interface SaleAndEntry {
  readonly sequence: number
  readonly transactionId: string
  readonly state: string
  /** By the sale's newest entry; null if it has none. */
  readonly said: string | null
  readonly kind: string | null
}

export interface UnsaidTold {
  /** How many are closed so; once, at the end. */
  readonly closed: (count: number) => void
  /** One is open so: it is held before it can be sent. */
  readonly open: (sequence: number) => void
}

/**
 * Looks, in parts, for sales that are closed although no entry of the audit says so, and tells a person once. The row
 * stays as it is: only the bank and a person can say what became of the money. One that is open so is reported at once.
 *
 * Unread news of the file comes first; once it is read, the file is checked again (databaseHealth.ts).
 */
export function* closedUnsaidParts(
  database: Database,
  wallNowMs: () => number,
  told: UnsaidTold,
): Generator<Part, void, void> {
  const meta = new MetaStore(database)
  const isOtherNews = (meta.get(NEWS) ?? '') !== ''
  const found: SaleAndEntry[] = []
  let after = 0
  let isEnd = false
  while (!isEnd) {
    yield {
      kind: 'compared',
      table: 'audit',
      run: (rowsMax) => {
        const rows = read(database, after, rowsMax)
        isEnd = rows.length < rowsMax
        after = rows.at(-1)?.sequence ?? after
        found.push(...rows.filter(isUnsaid))
        for (const row of rows)
          if (!CLOSED.includes(row.state) && row.state !== row.said) told.open(row.sequence)
        if (!isEnd || found.length === 0 || isOtherNews) return
        database.transaction(() => {
          noteEach(database, found, wallNowMs())
          const news: StorageNews = {
            kind: 'closedOutside',
            atMs: wallNowMs(),
            keptAs: null,
            unreadableSales: null,
            closedSales: found.length,
            references: found.slice(0, REFERENCES_MAX).map(({ transactionId }) => transactionId),
          }
          meta.set(NEWS, JSON.stringify(news))
        })
        told.closed(found.length)
      },
    }
  }
}

/** For a salvaged file, whose own news says that entries were lost. Inside the caller's transaction. */
export function noteClosedUnsaid(database: Database, atMs: number): void {
  noteEach(database, read(database, 0, -1).filter(isUnsaid), atMs)
}

/** The entry keeps the state that the audit knows, so `audit:verify` goes on reporting the difference. */
function noteEach(database: Database, sales: readonly SaleAndEntry[], atMs: number): void {
  for (const { sequence, state, said } of sales) {
    const entry = { saleSequence: sequence, atMs, kind: KIND, fromState: said, toState: said }
    appendAudit(database, { ...entry, detail: `stands as ${state}` })
  }
}

function isUnsaid({ state, said, kind }: SaleAndEntry): boolean {
  return CLOSED.includes(state) && state !== said && kind !== KIND
}

/** @param limit how many sales; below zero for all */
function read(database: Pick<Database, 'all'>, after: number, limit: number): readonly SaleAndEntry[] {
  return database.all(
    `SELECT sale.sequence, sale.transaction_id AS transactionId, sale.state, audit.to_state AS said, audit.kind
     FROM sale LEFT JOIN audit ON audit.id = (SELECT MAX(id) FROM audit WHERE sale_sequence = sale.sequence)
     WHERE sale.sequence > ? ORDER BY sale.sequence LIMIT ?`,
    after,
    limit,
  ) as SaleAndEntry[]
}
