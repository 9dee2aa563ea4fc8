import type { SaleState } from '../../shared/sale.ts'
import type { Destination } from '../gateway/destination.ts'
import { keyOf, OF_DESTINATION } from '../outbox/store/saleConditions.ts'
import { appendAudit, auditHead, type AuditHead } from '../storage/audit.ts'
import type { Database } from '../storage/database.ts'

/** A sale as a close counts it. */
export interface ClosedSale {
  readonly sequence: number
  readonly transactionId: string
  readonly terminalId: string
  readonly amountKobo: number
  readonly state: SaleState
  readonly recordedAtMs: number
  readonly isPaid: 0 | 1
  readonly isDiffering: 0 | 1
  /** Decimal naira, by the bank's kept record. */
  readonly settled: string | null
  /** Null if no cashiers were set up. */
  readonly cashier: string | null
}

/** An entry of the audit that holds a close. */
export interface CloseEntry {
  readonly id: number
  readonly hash: string
  readonly previousHash: string
  readonly content: string
}

/** An entry of the audit about a sale; null: about none. */
export interface SaleEntry {
  readonly id: number
  readonly sequence: number | null
  /** The sale may be something else since. */
  readonly isNews: 0 | 1
}

/** Entries that change what is known of a payment, and no state. */
const PAYMENT_KINDS = "'paid', 'foundDiffering', 'managerKeepsOurs', 'managerTakesBanks'"

/** Reading so many takes a few milliseconds. */
export const ROWS_AT_ONCE = 500
const KIND = 'dayClosed'
const COLUMNS = `sequence, transaction_id AS transactionId, terminal_id AS terminalId, amount_kobo AS amountKobo, state,
  recorded_at_ms AS recordedAtMs, date_paid IS NOT NULL AS isPaid, differing_open AS isDiffering,
  CASE WHEN json_valid(record_json) THEN record_json ->> '$.amountSettled' END AS settled, cashier_name AS cashier`

/** Closes are entries of the audit, which binds and keeps them; they belong to no sale. */
export class CloseStore {
  readonly #database: Pick<Database, 'all' | 'get' | 'run' | 'transaction'>

  constructor(database: Pick<Database, 'all' | 'get' | 'run' | 'transaction'>) {
    this.#database = database
  }

  /** The newest first, of every client. @param beforeId an entry; null: from the newest */
  closes(beforeId: number | null, limit: number): readonly CloseEntry[] {
    return this.#database.all(
      `SELECT id, hash, previous_hash AS previousHash, content FROM audit
       WHERE sale_sequence IS NULL AND id < ? AND kind = '${KIND}' AND content IS NOT NULL ORDER BY id DESC LIMIT ?`,
      beforeId ?? Number.MAX_SAFE_INTEGER,
      limit,
    ) as unknown as CloseEntry[]
  }

  /** In local order, a part at a time. */
  salesAfter(destination: Destination, sequence: number, untilSequence: number): readonly ClosedSale[] {
    return this.#database.all(
      // By the sequence alone: the index of a client's sales would sort them all.
      `SELECT ${COLUMNS} FROM sale NOT INDEXED WHERE sequence > ? AND sequence <= ? AND ${OF_DESTINATION}
       ORDER BY sequence LIMIT ${ROWS_AT_ONCE}`,
      sequence,
      untilSequence,
      ...keyOf(destination),
    ) as unknown as ClosedSale[]
  }

  sale(destination: Destination, sequence: number): ClosedSale | undefined {
    return this.#database.get(
      `SELECT ${COLUMNS} FROM sale WHERE sequence = ? AND ${OF_DESTINATION}`,
      sequence,
      ...keyOf(destination),
    ) as unknown as ClosedSale | undefined
  }

  newestSequence(): number {
    const { newest } = this.#database.get('SELECT MAX(sequence) AS newest FROM sale') as {
      newest: number | null
    }
    return newest ?? 0
  }

  /** Which sales entries after one are about, a part at a time. */
  entriesAfter(auditId: number): readonly SaleEntry[] {
    return this.#database.all(
      `SELECT id, sale_sequence AS sequence, from_state IS NOT to_state OR kind IN (${PAYMENT_KINDS}) AS isNews
       FROM audit WHERE id > ? ORDER BY id LIMIT ${ROWS_AT_ONCE}`,
      auditId,
    ) as unknown as SaleEntry[]
  }

  head(): AuditHead | undefined {
    return auditHead(this.#database as Database)
  }

  /** @returns its entry; undefined if the audit has grown since `head` */
  keep(content: string, day: string, atMs: number, head: AuditHead | undefined): CloseEntry | undefined {
    return this.#database.transaction(() => {
      if (this.head()?.id !== head?.id) return undefined
      appendAudit(this.#database, {
        saleSequence: null,
        atMs,
        kind: KIND,
        fromState: null,
        toState: null,
        detail: day,
        content,
      })
      return this.closes(null, 1)[0]
    })
  }
}
