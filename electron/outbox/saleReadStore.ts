import type { Database } from '../storage/database.ts'
import type { AuditRow } from './saleQuery.ts'
import { keyOf, LOOKED_UP, OF_DESTINATION, OPEN, UNPAID } from './saleConditions.ts'
import { saleRowFromStored, type Destination, type SaleRow } from './saleRow.ts'
import { sameAmount, type SameAmount, type SameAmountAsked } from './sameAmountStore.ts'

/** One index range for each state; over all of them at once SQLite would read every row that is due. */
const NEXT_OPEN_DUE = `SELECT MIN(due) AS due FROM (${[
  'queued',
  'unknown',
  'review',
  'refused',
  'cancelled',
  'writtenOff',
]
  .map(
    (state) =>
      `SELECT MIN(due_awake_ms) AS due FROM sale WHERE environment = ?1 AND partner_url = ?2 AND client_id = ?3
         AND state = '${state}' AND ${LOOKED_UP} AND due_awake_ms > ?4`,
  )
  .join(' UNION ALL ')})`

/** What the courier and the rules read of sales: indexed and bounded. What a person looks through is `SaleListStore`'s. */
export class SaleReadStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** All sales that an earlier run left in `sending`, of any destination. */
  leftSending(): readonly SaleRow[] {
    return this.#database
      .all("SELECT * FROM sale WHERE state = 'sending' ORDER BY sequence")
      .map(saleRowFromStored)
  }

  /** All sales that are queued or being sent, of any destination: what a doubtful file may be wrong about. */
  notYetAnswered(): readonly SaleRow[] {
    return this.#database
      .all("SELECT * FROM sale WHERE state IN ('queued', 'sending') ORDER BY sequence")
      .map(saleRowFromStored)
  }

  /** The first queued sale by local order whose time has come. */
  nextQueued(destination: Destination, nowAwakeMs: number): SaleRow | undefined {
    return this.#one(
      `SELECT * FROM sale WHERE ${OF_DESTINATION} AND state = 'queued' AND ${OPEN} AND due_awake_ms <= ?
       ORDER BY sequence LIMIT 1`,
      ...keyOf(destination),
      nowAwakeMs,
    )
  }

  /** The sale whose look-up has been due the longest. */
  nextLookUp(destination: Destination, nowAwakeMs: number): SaleRow | undefined {
    return this.#one(
      `SELECT * FROM sale WHERE ${OF_DESTINATION} AND state IN ('unknown', 'review', 'refused', 'cancelled', 'writtenOff')
         AND ${LOOKED_UP} AND due_awake_ms <= ? ORDER BY due_awake_ms LIMIT 1`,
      ...keyOf(destination),
      nowAwakeMs,
    )
  }

  /** The newest sale of which the bank has shown a record: what a positive control looks for (design §5.4). */
  knownAtBank(destination: Destination): SaleRow | undefined {
    return this.#one(
      `SELECT * FROM sale WHERE ${OF_DESTINATION} AND state = 'accepted' AND record_json IS NOT NULL
       ORDER BY sequence DESC LIMIT 1`,
      ...keyOf(destination),
    )
  }

  /** All sales that were stopped here before any byte left, of any destination. */
  held(): readonly SaleRow[] {
    return this.#database
      .all(`SELECT * FROM sale WHERE state = 'held' AND ${OPEN} ORDER BY sequence`)
      .map(saleRowFromStored)
  }

  /** The accepted, unpaid sale whose follow-up has been due the longest. */
  nextFollowUp(destination: Destination, nowAwakeMs: number): SaleRow | undefined {
    return this.#one(
      `SELECT * FROM sale WHERE ${OF_DESTINATION} AND ${UNPAID}
         AND due_awake_ms <= ? ORDER BY due_awake_ms LIMIT 1`,
      ...keyOf(destination),
      nowAwakeMs,
    )
  }

  /** When the next send or look-up that is not due yet falls due, awake ms; null where there is none. */
  nextOpenDueMs(destination: Destination, nowAwakeMs: number): number | null {
    return this.#dueOf(NEXT_OPEN_DUE, ...keyOf(destination), nowAwakeMs)
  }

  earliestFollowUpDueMs(destination: Destination): number | null {
    return this.#dueOf(
      `SELECT MIN(due_awake_ms) AS due FROM sale
       WHERE ${OF_DESTINATION} AND ${UNPAID}`,
      ...keyOf(destination),
    )
  }

  /** The oldest and the newest queued sale of a terminal: what a backlog's verification has to cover. */
  backlog(
    destination: Destination,
    terminalId: string,
  ): { oldestAtMs: number; newestSequence: number } | undefined {
    const row = this.#database.get(
      `SELECT MIN(recorded_at_ms) AS oldest, MAX(sequence) AS newest FROM sale
       WHERE ${OF_DESTINATION} AND state = 'queued' AND ${OPEN} AND terminal_id = ?`,
      ...keyOf(destination),
      terminalId,
    ) as { oldest: number | null; newest: number | null }
    if (row.oldest === null || row.newest === null) return undefined
    return { oldestAtMs: row.oldest, newestSequence: row.newest }
  }

  /** Whether any sale of any destination is not settled one way or the other. */
  hasOpen(): boolean {
    return this.#database.get(`SELECT 1 FROM sale WHERE ${OPEN} LIMIT 1`) !== undefined
  }

  unknownCount(destination: Destination): number {
    const row = this.#database.get(
      `SELECT COUNT(*) AS count FROM sale WHERE ${OF_DESTINATION} AND state = 'unknown' AND ${OPEN}`,
      ...keyOf(destination),
    ) as { count: number }
    return row.count
  }

  /** The states of the newest sales that were ever sent from a terminal, newest first. */
  newestSentStates(destination: Destination, terminalId: string, limit: number): readonly string[] {
    const rows = this.#database.all(
      `SELECT state FROM sale WHERE ${OF_DESTINATION} AND terminal_id = ? AND send_count > 0
       ORDER BY sequence DESC LIMIT ?`,
      ...keyOf(destination),
      terminalId,
      limit,
    ) as { state: string }[]
    return rows.map((row) => row.state)
  }

  /** For the same-sale guard. */
  sameAmount(...asked: SameAmountAsked): SameAmount {
    return sameAmount(this.#database, ...asked)
  }

  /** The newest entries of a sale's audit, oldest first. */
  timeline(sequence: number, limit: number): readonly AuditRow[] {
    const rows = this.#database.all(
      'SELECT at_ms, kind, detail FROM audit WHERE sale_sequence = ? ORDER BY id DESC LIMIT ?',
      sequence,
      limit,
    ) as AuditRow[]
    return rows.toReversed()
  }

  /** The references of the sales that were recorded in its place, oldest first. */
  correctionsOf(sequence: number): readonly string[] {
    const rows = this.#database.all(
      "SELECT detail FROM audit WHERE sale_sequence = ? AND kind = 'corrected' ORDER BY id",
      sequence,
    ) as { detail: string }[]
    return rows.map((row) => row.detail)
  }

  #one(sql: string, ...parameters: (string | number)[]): SaleRow | undefined {
    const stored = this.#database.get(sql, ...parameters)
    return stored === undefined ? undefined : saleRowFromStored(stored)
  }

  #dueOf(sql: string, ...parameters: (string | number)[]): number | null {
    return (this.#database.get(sql, ...parameters) as { due: number | null }).due
  }
}
