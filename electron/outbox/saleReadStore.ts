import { withoutSpaces } from '../../shared/referenceGroups.ts'
import type { SaleFilter } from '../../shared/sale.ts'
import type { Database } from '../storage/database.ts'
import type { AuditRow, CountAndTotal, QueueOwner, QueueTotals, SaleQuery } from './saleQuery.ts'
import { saleRowFromStored, type Destination, type SaleRow } from './saleRow.ts'
import { sameAmount, type SameAmount, type SameAmountAsked } from './sameAmountStore.ts'

const OF_DESTINATION = 'environment = ? AND partner_url = ? AND client_id = ?'
/** The very condition of the partial indexes, so that SQLite may use them. */
const OPEN = "state IN ('queued', 'sending', 'unknown', 'review', 'conflict', 'held')"
const LOOKED_UP = "state IN ('queued', 'unknown', 'review', 'refused', 'cancelled', 'writtenOff')"

/** Refused, and nobody has taken note of it or recorded it anew; a sale is refused once in its life at most. */
const UNSEEN_REFUSAL = `state = 'refused' AND ${LOOKED_UP} AND NOT EXISTS (SELECT 1 FROM audit
  WHERE audit.sale_sequence = sale.sequence AND audit.kind IN ('corrected', 'refusalSeen'))`

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

const STATES_OF_FILTER: Readonly<Record<SaleFilter, string>> = {
  all: '1 = 1',
  waiting: OPEN,
  // Two small indexes; a plain OR over both would read every sale of the destination.
  needsPerson: `sequence IN (SELECT sequence FROM sale WHERE state IN ('review', 'conflict', 'held') AND ${OPEN}
    UNION ALL SELECT sequence FROM sale WHERE ${UNSEEN_REFUSAL})`,
  accepted: "state = 'accepted'",
  refused: `state = 'refused' AND ${LOOKED_UP}`,
}

/** What is done is read from the newest back; what is open as it is taken up, what needs a person before all else. */
const OPEN_ORDER = "CASE WHEN state IN ('review', 'conflict', 'held') THEN 0 ELSE 1 END, sequence"
const ORDER_OF_FILTER: Readonly<Record<SaleFilter, string>> = {
  all: 'sequence DESC',
  waiting: OPEN_ORDER,
  needsPerson: OPEN_ORDER,
  accepted: 'sequence DESC',
  refused: 'sequence DESC',
}

/** Every read of sales: indexed, paged, and of one destination only. */
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
      `SELECT * FROM sale WHERE ${OF_DESTINATION} AND state = 'accepted' AND date_paid IS NULL
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
       WHERE ${OF_DESTINATION} AND state = 'accepted' AND date_paid IS NULL`,
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

  /** Of one client, or with `clientId: null` of all clients at an address: what is safe on this computer. */
  queueTotals({ environment, partnerUrl, clientId }: QueueOwner): QueueTotals {
    const rows = this.#database.all(
      `SELECT state, COUNT(*) AS count, SUM(amount_kobo) AS kobo, MIN(recorded_at_ms) AS oldest FROM sale
       WHERE environment = ? AND partner_url = ? AND (client_id = ? OR ? IS NULL) AND ${OPEN} GROUP BY state`,
      environment,
      partnerUrl,
      clientId,
      clientId,
    ) as { state: string; count: number; kobo: number; oldest: number }[]
    const of = (...states: readonly string[]): CountAndTotal =>
      rows
        .filter((row) => states.includes(row.state))
        .reduce((sum, row) => ({ count: sum.count + row.count, kobo: sum.kobo + row.kobo }), {
          count: 0,
          kobo: 0,
        })
    const waiting = rows.filter((row) => row.state === 'queued' || row.state === 'sending')
    return {
      waiting: of('queued', 'sending'),
      oldestWaitingAtMs: waiting.length === 0 ? null : Math.min(...waiting.map((row) => row.oldest)),
      checking: of('unknown'),
      needsPerson: of('review', 'conflict', 'held'),
      refused: this.#unseenRefusals(environment, partnerUrl, clientId),
    }
  }

  #unseenRefusals(environment: string, partnerUrl: string, clientId: string | null): CountAndTotal {
    return this.#database.get(
      `SELECT COUNT(*) AS count, COALESCE(SUM(amount_kobo), 0) AS kobo FROM sale
       WHERE environment = ? AND partner_url = ? AND (client_id = ? OR ? IS NULL) AND ${UNSEEN_REFUSAL}`,
      environment,
      partnerUrl,
      clientId,
      clientId,
    ) as { count: number; kobo: number }
  }

  /** Whether a sale is refused and nobody has taken note of it. */
  isUnseenRefusal({ sequence }: SaleRow): boolean {
    const sql = `SELECT 1 FROM sale WHERE sequence = ? AND ${UNSEEN_REFUSAL}`
    return this.#database.get(sql, sequence) !== undefined
  }

  /** Everything recorded since a moment, removed sales apart. */
  recordedSince(destination: Destination, sinceMs: number): CountAndTotal {
    const row = this.#database.get(
      `SELECT COUNT(*) AS count, COALESCE(SUM(amount_kobo), 0) AS kobo FROM sale
       WHERE ${OF_DESTINATION} AND recorded_at_ms >= ? AND state != 'cancelled'`,
      ...keyOf(destination),
      sinceMs,
    ) as { count: number; kobo: number }
    return row
  }

  /** A page in the order of its filter, with count and total of all that match. */
  page(destination: Destination, query: SaleQuery): { sales: readonly SaleRow[]; all: CountAndTotal } {
    const { where, parameters } = condition(destination, query)
    const sales = this.#database
      .all(
        `SELECT * FROM sale WHERE ${where} ORDER BY ${ORDER_OF_FILTER[query.filter]} LIMIT ? OFFSET ?`,
        ...parameters,
        query.limit,
        query.offset,
      )
      .map(saleRowFromStored)
    const all = this.#database.get(
      `SELECT COUNT(*) AS count, COALESCE(SUM(amount_kobo), 0) AS kobo FROM sale WHERE ${where}`,
      ...parameters,
    ) as { count: number; kobo: number }
    return { sales, all }
  }

  /** Sales that match, recorded before a sequence, from the newest back: a slice never shifts under its reader. */
  slice(
    destination: Destination,
    query: Omit<SaleQuery, 'offset'>,
    beforeSequence: number | null,
  ): readonly SaleRow[] {
    const { where, parameters } = condition(destination, query)
    return this.#database
      .all(
        `SELECT * FROM sale WHERE ${where} AND sequence < ? ORDER BY sequence DESC LIMIT ?`,
        ...parameters,
        beforeSequence ?? Number.MAX_SAFE_INTEGER,
        query.limit,
      )
      .map(saleRowFromStored)
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

function keyOf(destination: Destination): [string, string, string] {
  return [destination.environment, destination.partnerUrl, destination.clientId]
}

function condition(
  destination: Destination,
  query: Pick<SaleQuery, 'filter' | 'reference' | 'amountKobo'>,
): { where: string; parameters: (string | number)[] } {
  const parts = [OF_DESTINATION, STATES_OF_FILTER[query.filter]]
  const parameters: (string | number)[] = [...keyOf(destination)]
  if (query.reference !== '') {
    const matches: string[] = []
    // A half-open range uses the index of the unique reference, which LIKE with a parameter would not.
    const bare = withoutSpaces(query.reference)
    for (const start of new Set([query.reference, query.reference.toUpperCase(), bare, bare.toUpperCase()])) {
      matches.push('(transaction_id >= ? AND transaction_id < ?)')
      parameters.push(start, `${start}\uffff`)
    }
    if (query.amountKobo !== null) {
      matches.push('amount_kobo = ?')
      parameters.push(query.amountKobo)
    }
    parts.push(`(${matches.join(' OR ')})`)
  }
  return { where: parts.join(' AND '), parameters }
}
