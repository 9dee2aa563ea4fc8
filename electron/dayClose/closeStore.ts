import type { SaleState } from '../../shared/sale.ts'
import type { Standing } from '../../shared/standing.ts'
import type { Destination } from '../gateway/destination.ts'
import { SETTLED_COLUMNS, type SettledOf } from '../outbox/rules/paidSums.ts'
import { STANDING_COLUMNS, type StandingColumns, withStanding } from '../outbox/rules/standing.ts'
import { keyOf, OF_DESTINATION } from '../outbox/store/saleConditions.ts'
import { by } from '../outbox/store/saleIndexStore.ts'
import { appendAudit, type AuditEntry, auditHead, type AuditHead } from '../storage/audit.ts'
import type { Database } from '../storage/database.ts'

/** A sale as a close counts it. */
export interface ClosedSale extends SettledOf {
  readonly sequence: number
  readonly transactionId: string
  readonly terminalId: string
  readonly amountKobo: number
  readonly state: SaleState
  readonly standing: Standing
  readonly recordedAtMs: number
  /** Null if no cashiers were set up. */
  readonly cashier: string | null
}

/** An entry of the audit that holds a close. */
export interface CloseEntry {
  readonly id: number
  readonly atMs: number
  readonly detail: string
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

/** An entry of the audit, as far as it says what a sale is. */
export interface StandingEntry {
  readonly kind: string
  readonly state: SaleState | null
}

/** What a close counted, by its newest sale. */
export interface CloseRange {
  readonly id: number
  readonly number: number
  readonly day: string
  readonly untilSequence: number
}

/** Entries that change what is known of a payment, and no state. */
const PAYMENT_KINDS =
  "'paid', 'unpaid', 'foundDiffering', 'paidBack', 'differsOtherwise', 'managerKeepsOurs', 'managerTakesBanks'"

/** Reading so many takes a few milliseconds. */
export const ROWS_AT_ONCE = 500
const KIND = 'dayClosed'
const COLUMNS = `sequence, transaction_id AS transactionId, terminal_id AS terminalId, amount_kobo AS amountKobo,
  recorded_at_ms AS recordedAtMs, ${STANDING_COLUMNS},
  ${SETTLED_COLUMNS}, cashier_name AS cashier`
const ENTRY = 'id, at_ms AS atMs, detail, hash, previous_hash AS previousHash, content'
type Stored<Sale extends ClosedSale> = Omit<Sale, 'standing'> & StandingColumns

/** Closes are entries of the audit, which binds and keeps them; they belong to no sale. */
export class CloseStore {
  readonly #database: Pick<Database, 'all' | 'get' | 'run' | 'transaction'>

  constructor(database: Pick<Database, 'all' | 'get' | 'run' | 'transaction'>) {
    this.#database = database
  }

  /** The newest first, of every client. @param beforeId an entry; null: from the newest */
  closes(beforeId: number | null, limit: number): readonly CloseEntry[] {
    return this.#database.all(
      `SELECT ${ENTRY} FROM audit
       WHERE sale_sequence IS NULL AND id < ? AND kind = '${KIND}' AND content IS NOT NULL ORDER BY id DESC LIMIT ?`,
      beforeId ?? Number.MAX_SAFE_INTEGER,
      limit,
    ) as unknown as CloseEntry[]
  }

  /** Those of every client whose entry begins with these digits. */
  withDigits(digits: string): readonly CloseEntry[] {
    return this.#database.all(
      `SELECT ${ENTRY} FROM audit
       WHERE sale_sequence IS NULL AND kind = '${KIND}' AND content IS NOT NULL AND substr(hash, 1, ?) = ?`,
      digits.length,
      digits,
    ) as unknown as CloseEntry[]
  }

  /** In local order, a part at a time. */
  salesAfter(destination: Destination, sequence: number, untilSequence: number): readonly ClosedSale[] {
    const rows = this.#database.all(
      // By the sequence alone: the index of a client's sales would sort them all.
      `SELECT ${COLUMNS} FROM sale NOT INDEXED WHERE sequence > ? AND sequence <= ? AND ${OF_DESTINATION}
       ORDER BY sequence LIMIT ${ROWS_AT_ONCE}`,
      sequence,
      untilSequence,
      ...keyOf(destination),
    ) as unknown as Stored<ClosedSale>[]
    return rows.map(withStanding)
  }

  sale(destination: Destination, sequence: number): ClosedSale | undefined {
    const row = this.#database.get(
      `SELECT ${COLUMNS} FROM sale WHERE sequence = ? AND ${OF_DESTINATION}`,
      sequence,
      ...keyOf(destination),
    ) as unknown as Stored<ClosedSale> | undefined
    return row === undefined ? undefined : withStanding(row)
  }

  /** Sales of earlier closes that are open, a part at a time; one that changes meanwhile may come twice. @param after the last of the part before */
  openPart(destination: Destination, set: OpenSet, after: OpenSale | null): readonly OpenSale[] {
    const { sql, start } = OPEN_SETS[set]
    const from = after === null ? start : set === 'unpaid' ? [after.dueMs, after.sequence] : [after.sequence]
    const rows = this.#database.all(sql, ...keyOf(destination), ...from) as unknown as Stored<OpenSale>[]
    return rows.map(withStanding)
  }

  /** What the audit says of one sale up to an entry, oldest first. */
  entriesOf(sequence: number, untilId: number): readonly StandingEntry[] {
    return this.#database.all(
      'SELECT kind, to_state AS state FROM audit WHERE sale_sequence = ? AND id <= ? ORDER BY id',
      sequence,
      untilId,
    ) as unknown as StandingEntry[]
  }

  /** The closes of a client, the newest first, a part at a time. @param beforeId an entry; null: from the newest */
  ranges(destination: Destination, beforeId: number | null): readonly CloseRange[] {
    return this.#database.all(
      `SELECT id, content ->> '$.facts.number' AS number, content ->> '$.facts.day' AS day,
         content ->> '$.untilSequence' AS untilSequence FROM audit
       WHERE sale_sequence IS NULL AND id < ? AND kind = '${KIND}' AND json_valid(content)
         AND content ->> '$.owner.environment' = ? AND content ->> '$.owner.partnerUrl' = ?
         AND content ->> '$.owner.clientId' = ? ORDER BY id DESC LIMIT ${ROWS_AT_ONCE}`,
      beforeId ?? Number.MAX_SAFE_INTEGER,
      ...keyOf(destination),
    ) as unknown as CloseRange[]
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

  /** @returns its entry */
  keep(content: string, day: string, atMs: number): CloseEntry {
    return this.#database.transaction(() => {
      appendAudit(this.#database, auditEntryOf({ atMs, detail: day, content }))
      const [kept] = this.closes(null, 1)
      if (kept === undefined) throw new Error('a close was written but cannot be read back')
      return kept
    })
  }
}

export const auditEntryOf = ({
  atMs,
  detail,
  content,
}: Pick<CloseEntry, 'atMs' | 'detail' | 'content'>): AuditEntry => ({
  saleSequence: null,
  atMs,
  kind: KIND,
  fromState: null,
  toState: null,
  detail,
  content,
})

export interface OpenSale extends ClosedSale {
  readonly dueMs: number
}

const OPEN_STATES = ['queued', 'sending', 'unknown', 'review', 'conflict', 'held'] as const
export const openSets = [...OPEN_STATES, 'unpaid', 'differing'] as const
export type OpenSet = (typeof openSets)[number]

/** Each set in the order of its index, which no look-up changes but that of the unpaid ones. */
const OPEN_SETS = Object.fromEntries(openSets.map((set) => [set, openSetOf(set)])) as unknown as Readonly<
  Record<OpenSet, ReturnType<typeof openSetOf>>
>

function openSetOf(set: OpenSet): { readonly sql: string; readonly start: readonly number[] } {
  const columns = `${COLUMNS}, due_awake_ms AS dueMs`
  const end = `LIMIT ${ROWS_AT_ONCE}`
  if (set === 'unpaid')
    return {
      sql: `${by('sale_unpaid', columns)} AND ${OF_DESTINATION} AND (due_awake_ms, sequence) > (?, ?)
        ORDER BY due_awake_ms, sequence ${end}`,
      start: [Number.MIN_SAFE_INTEGER, 0],
    }
  if (set === 'differing')
    return {
      sql: `${by('sale_differing', columns)} AND ${OF_DESTINATION} AND sequence > ? ORDER BY sequence ${end}`,
      start: [0],
    }
  return {
    sql: `${by('sale_open', columns)} AND ${OF_DESTINATION} AND state = '${set}' AND sequence > ? ORDER BY sequence ${end}`,
    start: [0],
  }
}
