import type { StorageNews } from '../../shared/storage.ts'
import { appendAudit } from './audit.ts'
import type { Part } from './comparison.ts'
import type { Database } from './database.ts'
import { MetaStore, NEWS } from './metaStore.ts'

/** Nothing more is done for a sale in these states, so one that was put there from outside would go unnoticed. */
const CLOSED: readonly string[] = ['cancelled', 'writtenOff', 'refused', 'accepted']

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

/**
 * Looks, in parts, for sales that are closed although no entry of the audit says so, and tells a person once. The row
 * stays as it is: only the bank and a person can say what became of the money.
 *
 * Unread news of the file comes first; once it is read, the file is checked again (databaseHealth.ts).
 */
export function* closedUnsaidParts(
  database: Database,
  wallNowMs: () => number,
  onFound: (count: number) => void,
): Generator<Part, void, void> {
  const meta = new MetaStore(database)
  if ((meta.get(NEWS) ?? '') !== '') return
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
        if (!isEnd || found.length === 0) return
        database.transaction(() => {
          noteEach(database, found, wallNowMs())
          const told: StorageNews = {
            kind: 'closedOutside',
            atMs: wallNowMs(),
            keptAs: null,
            unreadableSales: null,
            closedSales: found.length,
            references: found.slice(0, REFERENCES_MAX).map(({ transactionId }) => transactionId),
          }
          meta.set(NEWS, JSON.stringify(told))
        })
        onFound(found.length)
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
