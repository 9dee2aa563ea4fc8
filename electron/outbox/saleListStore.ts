import { withoutSpaces } from '../../shared/referenceGroups.ts'
import type { SaleFilter, SaleOrder } from '../../shared/sale.ts'
import type { Database } from '../storage/database.ts'
import { keyOf, LOOKED_UP, OF_DESTINATION, OPEN, UNPAID } from './saleConditions.ts'
import type { CountAndTotal, QueueOwner, QueueTotals, SaleQuery } from './saleQuery.ts'
import { saleRowFromStored, type Destination, type SaleRow } from './saleRow.ts'

/** Refused, and nobody has taken note of it or recorded it anew; a sale is refused once in its life at most. */
const UNSEEN_REFUSAL = `state = 'refused' AND ${LOOKED_UP} AND NOT EXISTS (SELECT 1 FROM audit
  WHERE audit.sale_sequence = sale.sequence AND audit.kind IN ('corrected', 'refusalSeen'))`

const STATES_OF_FILTER: Readonly<Record<SaleFilter, string>> = {
  all: '1 = 1',
  waiting: OPEN,
  // Two small indexes; a plain OR over both would read every sale of the destination.
  needsPerson: `sequence IN (SELECT sequence FROM sale WHERE state IN ('review', 'conflict', 'held') AND ${OPEN}
    UNION ALL SELECT sequence FROM sale WHERE ${UNSEEN_REFUSAL})`,
  accepted: "state = 'accepted'",
  refused: `state = 'refused' AND ${LOOKED_UP}`,
  late: `${UNPAID} AND accepted_at_ms < ?`,
}

/** What is done is read from the newest back; what is open as it is taken up, what needs a person before all else. */
const OPEN_ORDER = "CASE WHEN state IN ('review', 'conflict', 'held') THEN 0 ELSE 1 END, sequence"
/** Where nobody chose one. */
const ORDER_OF_FILTER: Readonly<Record<SaleFilter, string>> = {
  all: 'sequence DESC',
  waiting: OPEN_ORDER,
  needsPerson: OPEN_ORDER,
  accepted: 'sequence DESC',
  refused: 'sequence DESC',
  late: 'sequence DESC',
}

const CHOSEN_ORDER: Readonly<Record<SaleOrder, string>> = { newest: 'sequence DESC', oldest: 'sequence' }

/** The lists that a person looks through, and their counts: indexed and paged; a list is of one destination only. */
export class SaleListStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
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
      sending: of('sending'),
      oldestWaitingAtMs: waiting.length === 0 ? null : Math.min(...waiting.map((row) => row.oldest)),
      checking: of('unknown'),
      needsPerson: of('review', 'conflict', 'held'),
      refused: this.#unseenRefusals(environment, partnerUrl, clientId),
    }
  }

  /**
   * Open sales of every other address in this file. This address neither sends nor shows them (design §4), so that the
   * screen has to say that they are there: "nothing waits" would not be true.
   */
  elsewhereCount({ environment, partnerUrl }: Pick<QueueOwner, 'environment' | 'partnerUrl'>): number {
    const row = this.#database.get(
      `SELECT COUNT(*) AS count FROM sale WHERE ${OPEN} AND NOT (environment = ? AND partner_url = ?)`,
      environment,
      partnerUrl,
    ) as { count: number }
    return row.count
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

  /** Of one client: accepted before a moment, and not paid that anybody knows of. */
  lateSince(destination: Destination, lateBeforeMs: number): CountAndTotal {
    return this.#database.get(
      `SELECT COUNT(*) AS count, COALESCE(SUM(amount_kobo), 0) AS kobo FROM sale
       WHERE ${OF_DESTINATION} AND ${UNPAID} AND accepted_at_ms < ?`,
      ...keyOf(destination),
      lateBeforeMs,
    ) as CountAndTotal
  }

  /** A page in the order that was chosen, else in that of its filter, with count and total of all that match. */
  page(destination: Destination, query: SaleQuery): { sales: readonly SaleRow[]; all: CountAndTotal } {
    const { where, parameters } = condition(destination, query)
    const sales = this.#database
      .all(
        `SELECT * FROM sale WHERE ${where} ORDER BY ${orderOf(query)} LIMIT ? OFFSET ?`,
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
}

function orderOf({ filter, order }: Pick<SaleQuery, 'filter' | 'order'>): string {
  return order === undefined ? ORDER_OF_FILTER[filter] : CHOSEN_ORDER[order]
}

function condition(
  destination: Destination,
  query: Pick<SaleQuery, 'filter' | 'lateBeforeMs' | 'reference' | 'amountKobo'>,
): { where: string; parameters: (string | number)[] } {
  const parts = [OF_DESTINATION, STATES_OF_FILTER[query.filter]]
  const parameters: (string | number)[] = [...keyOf(destination)]
  if (query.filter === 'late') parameters.push(query.lateBeforeMs)
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
