import type { RecordView } from '../../shared/record.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { ReviewReason, SaleState } from '../../shared/sale.ts'
import type { Evidence } from '../gateway/answer.ts'
import { appendAudit } from '../storage/audit.ts'
import type { Database } from '../storage/database.ts'
import { nextState, type SaleEvent } from './machine.ts'
import { saleRowFromStored, type Destination, type SaleRow } from './saleRow.ts'

/** Why a transition did not happen: the row changed meanwhile, or the table of design §4 does not allow it. */
export type TransitionRefusal = 'stale' | 'notAllowed'

export interface NewSale {
  readonly transactionId: string
  readonly destination: Destination
  readonly terminalId: string
  readonly amountKobo: number
  readonly amountWire: string
  readonly note: string
  readonly recordedAtMs: number
  readonly recordedBoot: string
  readonly recordedAwakeMs: number
}

/** What a transition changes besides the state. Whatever is left out stays as it is. */
export interface SalePatch {
  readonly failureCount?: number
  readonly dueAwakeMs?: number
  readonly unknownSinceAwakeMs?: number
  readonly checkCount?: number
  readonly acceptedAtMs?: number
  readonly bankMessage?: string
  readonly reviewReason?: ReviewReason
  readonly record?: RecordView
  readonly recordAtMs?: number
  readonly datePaid?: string
}

export interface AttemptStart {
  readonly kind: 'send' | 'statusLookUp' | 'search'
  readonly boot: string
  readonly startedAtMs: number
  readonly startedAwakeMs: number
}

/** The outcome of an attempt, written in the same transaction as what it led to. */
export interface AttemptEnd {
  readonly attemptId: number
  readonly verdict: string
  readonly evidence: Evidence
}

/** The only writer of sales. Each method that changes a sale is one transaction of sale, attempt and audit. */
export class SaleStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** @returns the row as read back from the disk's own answer, or `used` where the id was used ever before */
  insert(sale: NewSale): Result<SaleRow, 'used'> {
    return this.#database.transaction(() => {
      if (this.byTransactionId(sale.transactionId) !== undefined) return err('used' as const)
      this.#database.run(
        `INSERT INTO sale (transaction_id, environment, partner_url, client_id, terminal_id, amount_kobo, amount_wire,
           note, state, version, recorded_at_ms, recorded_boot, recorded_awake_ms, due_awake_ms)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'queued', 1, ?, ?, ?, ?)`,
        sale.transactionId,
        sale.destination.environment,
        sale.destination.partnerUrl,
        sale.destination.clientId,
        sale.terminalId,
        sale.amountKobo,
        sale.amountWire,
        sale.note,
        sale.recordedAtMs,
        sale.recordedBoot,
        sale.recordedAwakeMs,
        sale.recordedAwakeMs,
      )
      const row = this.byTransactionId(sale.transactionId)
      if (row === undefined) throw new Error('a sale was written but cannot be read back')
      this.#audit(row, sale.recordedAtMs, 'recorded', null, 'queued', null)
      return ok(row)
    })
  }

  byTransactionId(transactionId: string): SaleRow | undefined {
    const stored = this.#database.get('SELECT * FROM sale WHERE transaction_id = ?', transactionId)
    return stored === undefined ? undefined : saleRowFromStored(stored)
  }

  /** Claims a queued sale: `sending`, one more send counted and its attempt begun, durable on return. */
  claim(sale: SaleRow, start: AttemptStart): Result<{ sale: SaleRow; attemptId: number }, TransitionRefusal> {
    return this.#database.transaction(() => {
      const moved = this.#move(sale, 'claimed', {}, start.startedAtMs, null, 1)
      return moved.ok ? ok({ sale: moved.value, attemptId: this.beginAttempt(sale, start) }) : moved
    })
  }

  /** Moves a sale by the table of machine.ts, together with the end of the attempt that showed it. */
  apply(
    sale: SaleRow,
    event: Exclude<SaleEvent, 'claimed'>,
    patch: SalePatch,
    atMs: number,
    detail: string | null = null,
    end?: AttemptEnd,
  ): Result<SaleRow, TransitionRefusal> {
    return this.#database.transaction(() => {
      const moved = this.#move(sale, event, patch, atMs, detail, 0)
      if (moved.ok && end !== undefined) this.endAttempt(end)
      return moved
    })
  }

  /** A look-up that moved nothing: counted, its attempt ended, the next one set. */
  countCheck(sale: SaleRow, atMs: number, dueAwakeMs: number, end?: AttemptEnd): void {
    this.#database.transaction(() => {
      this.#database.run(
        `UPDATE sale SET check_count = check_count + 1, last_check_at_ms = ?, due_awake_ms = ?, version = version + 1
         WHERE sequence = ? AND version = ?`,
        atMs,
        dueAwakeMs,
        sale.sequence,
        sale.version,
      )
      if (end !== undefined) this.endAttempt(end)
    })
  }

  /** Stores what the service says of an accepted sale; a real payment date is audited and never changes again. */
  storeRecord(
    sale: SaleRow,
    record: RecordView,
    datePaid: string | null,
    atMs: number,
    dueAwakeMs: number,
  ): void {
    this.#database.transaction(() => {
      const changes = this.#database.run(
        `UPDATE sale SET record_json = ?, record_at_ms = ?, date_paid = ?, due_awake_ms = ?,
           check_count = check_count + 1, last_check_at_ms = ?, version = version + 1
         WHERE sequence = ? AND version = ? AND state = 'accepted' AND date_paid IS NULL`,
        JSON.stringify(record),
        atMs,
        datePaid,
        dueAwakeMs,
        atMs,
        sale.sequence,
        sale.version,
      )
      if (changes === 1 && datePaid !== null)
        this.#audit(sale, atMs, 'paid', 'accepted', 'accepted', datePaid)
    })
  }

  /** A person does not want to wait: whatever is open falls due now. */
  makeOpenDue(destination: Destination, nowAwakeMs: number): void {
    this.#database.run(
      `UPDATE sale SET due_awake_ms = ?, version = version + 1
       WHERE environment = ? AND partner_url = ? AND client_id = ? AND state IN ('queued', 'unknown', 'review')
         AND due_awake_ms > ?`,
      nowAwakeMs,
      destination.environment,
      destination.partnerUrl,
      destination.clientId,
      nowAwakeMs,
    )
  }

  beginAttempt(sale: SaleRow, start: AttemptStart): number {
    const row = this.#database.get(
      `INSERT INTO attempt (sale_sequence, kind, boot, started_at_ms, started_awake_ms)
       VALUES (?, ?, ?, ?, ?) RETURNING id`,
      sale.sequence,
      start.kind,
      start.boot,
      start.startedAtMs,
      start.startedAwakeMs,
    ) as { id: number }
    return row.id
  }

  endAttempt({ attemptId, verdict, evidence }: AttemptEnd): void {
    this.#database.run(
      `UPDATE attempt SET elapsed_ms = ?, phase = ?, http_status = ?, verdict = ?, body_sha256 = ?, body_excerpt = ?,
         server_date = ? WHERE id = ?`,
      Math.round(evidence.elapsedMs),
      evidence.phase,
      evidence.httpStatus,
      verdict,
      evidence.bodySha256,
      evidence.bodyExcerpt,
      evidence.serverDate,
      attemptId,
    )
  }

  /** The version-guarded move; must run inside a transaction. */
  #move(
    sale: SaleRow,
    event: SaleEvent,
    patch: SalePatch,
    atMs: number,
    detail: string | null,
    sends: 0 | 1,
  ): Result<SaleRow, TransitionRefusal> {
    const to = nextState(sale.state, event, sale.sendCount)
    if (to === undefined) return err('notAllowed')
    const after = { ...sale, ...patch }
    const changes = this.#database.run(
      `UPDATE sale SET state = ?, version = version + 1, send_count = send_count + ?, failure_count = ?,
         due_awake_ms = ?, unknown_since_awake_ms = ?, check_count = ?, accepted_at_ms = ?, bank_message = ?,
         review_reason = ?, record_json = ?, record_at_ms = ?, date_paid = ?
       WHERE sequence = ? AND version = ? AND state = ?`,
      to,
      sends,
      after.failureCount,
      after.dueAwakeMs,
      after.unknownSinceAwakeMs,
      after.checkCount,
      after.acceptedAtMs,
      after.bankMessage,
      after.reviewReason,
      after.record === null ? null : JSON.stringify(after.record),
      after.recordAtMs,
      after.datePaid,
      sale.sequence,
      sale.version,
      sale.state,
    )
    if (changes !== 1) return err('stale')
    this.#audit(sale, atMs, event, sale.state, to, detail)
    if (to === 'accepted' && after.datePaid !== null) {
      this.#audit(sale, atMs, 'paid', 'accepted', 'accepted', after.datePaid)
    }
    const moved = this.byTransactionId(sale.transactionId)
    if (moved === undefined) throw new Error('a sale was moved but cannot be read back')
    return ok(moved)
  }

  #audit(
    sale: SaleRow,
    atMs: number,
    kind: string,
    fromState: SaleState | null,
    toState: SaleState,
    detail: string | null,
  ): void {
    appendAudit(this.#database, { saleSequence: sale.sequence, atMs, kind, fromState, toState, detail })
  }
}
