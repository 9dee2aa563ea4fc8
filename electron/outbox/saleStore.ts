import { err, ok, type Result } from '../../shared/result.ts'
import type { SaleState } from '../../shared/sale.ts'
import type { Evidence } from '../gateway/answer.ts'
import { appendAudit } from '../storage/audit.ts'
import type { Database } from '../storage/database.ts'
import { AWAKE_MS, MetaStore, SEQUENCE_FLOOR } from '../storage/metaStore.ts'
import { becomesPaid, moved, noted, type Moment, type SalePatch, type TransitionRefusal } from './change.ts'
import type { SaleEvent } from './machine.ts'
import { saleRowFromStored, type Destination, type SaleRow } from './saleRow.ts'

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
  /** The reference of a refused, removed or written-off sale that this one corrects; null for none. */
  readonly corrects: string | null
}

export interface AttemptStart {
  readonly kind: 'send' | 'statusLookUp' | 'search'
  readonly boot: string
  readonly startedAt: Moment
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

  /**
   * @returns the row as read back from the disk's own answer, or `used` where the id was used ever before. What it
   * corrects learns of it in the same transaction, and leaves the line for good where it still stood in it.
   */
  insert(sale: NewSale, now: Moment): Result<SaleRow, 'used'> {
    return this.#database.transaction(() => {
      if (this.byTransactionId(sale.transactionId) !== undefined) return err('used' as const)
      this.#database.run(
        `INSERT INTO sale (sequence, transaction_id, environment, partner_url, client_id, terminal_id, amount_kobo, amount_wire,
           note, state, version, recorded_at_ms, recorded_boot, recorded_awake_ms, due_awake_ms, corrects)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', 1, ?, ?, ?, ?, ?)`,
        this.#nextSequence(),
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
        sale.corrects,
      )
      const row = this.byTransactionId(sale.transactionId)
      if (row === undefined) throw new Error('a sale was written but cannot be read back')
      this.#audit(row, sale.recordedAtMs, 'recorded', null, 'queued', sale.corrects)
      if (sale.corrects !== null) this.#correct(sale.corrects, row, now)
      return ok(row)
    })
  }

  /** A held sale may be released by itself one day, and then there would be two of it. */
  #correct(reference: string, by: SaleRow, now: Moment): void {
    const sale = this.byTransactionId(reference)
    if (sale === undefined) throw new Error('what a sale corrects is not there')
    this.#audit(sale, now.wallMs, 'corrected', sale.state, sale.state, by.transactionId)
    if (sale.state !== 'held') return
    const patch = { checkCount: 0, dueAwakeMs: now.awakeMs }
    const removed = this.#move(sale, 'cancelled', patch, now, by.transactionId)
    if (!removed.ok) throw new Error('a held sale that is corrected cannot be removed')
  }

  /** Never one that a sale had before, those included that a damaged file took with it. */
  #nextSequence(): number {
    const row = this.#database.get(
      `SELECT 1 + MAX(COALESCE((SELECT MAX(sequence) FROM sale), 0),
         COALESCE((SELECT CAST(value AS INTEGER) FROM meta WHERE key = ?), 0)) AS next`,
      SEQUENCE_FLOOR,
    ) as { next: number }
    return row.next
  }

  byTransactionId(transactionId: string): SaleRow | undefined {
    const stored = this.#database.get('SELECT * FROM sale WHERE transaction_id = ?', transactionId)
    return stored === undefined ? undefined : saleRowFromStored(stored)
  }

  /** Claims a queued sale: `sending`, one more send counted and its attempt begun, durable on return. */
  claim(
    sale: SaleRow,
    boot: string,
    now: Moment,
  ): Result<{ sale: SaleRow; attemptId: number }, TransitionRefusal> {
    return this.#database.transaction(() => {
      const claimed = this.#move(sale, 'claimed', {}, now, null)
      if (!claimed.ok) return claimed
      // Whatever is sent after a crash must be later, in awake time, than what was sent before it.
      new MetaStore(this.#database).set(AWAKE_MS, String(now.awakeMs))
      return ok({
        sale: claimed.value,
        attemptId: this.beginAttempt(sale, { kind: 'send', boot, startedAt: now }),
      })
    })
  }

  /** Moves a sale by the table of machine.ts, together with the end of the attempt that showed it. */
  apply(
    sale: SaleRow,
    event: Exclude<SaleEvent, 'claimed'>,
    patch: SalePatch,
    now: Moment,
    detail: string | null = null,
    end?: AttemptEnd,
  ): Result<SaleRow, TransitionRefusal> {
    return this.#database.transaction(() => {
      const result = this.#move(sale, event, patch, now, detail)
      if (result.ok && end !== undefined) this.#endAttempt(end)
      return result
    })
  }

  /** A person has taken note of a refusal: the sale stays as it is, and the audit says since when it was known. */
  noteRefusal(sale: SaleRow, now: Moment): void {
    this.#database.transaction(() =>
      this.#audit(sale, now.wallMs, 'refusalSeen', sale.state, sale.state, null),
    )
  }

  /** Writes what a look-up showed without moving the sale. Where the row changed meanwhile, nothing is written. */
  note(sale: SaleRow, patch: SalePatch, now: Moment, end?: AttemptEnd): void {
    this.#database.transaction(() => {
      const after = noted(sale, patch)
      if (!this.#write(sale, after)) return
      if (becomesPaid(sale, after))
        this.#audit(sale, now.wallMs, 'paid', sale.state, after.state, after.datePaid)
      if (end !== undefined) this.#endAttempt(end)
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
      start.startedAt.wallMs,
      start.startedAt.awakeMs,
    ) as { id: number }
    return row.id
  }

  #endAttempt({ attemptId, verdict, evidence }: AttemptEnd): void {
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
    now: Moment,
    detail: string | null,
  ): Result<SaleRow, TransitionRefusal> {
    const result = moved(sale, event, patch, now)
    if (!result.ok) return result
    const after = result.value
    if (!this.#write(sale, after)) return err('stale')
    this.#audit(sale, now.wallMs, event, sale.state, after.state, detail)
    if (becomesPaid(sale, after))
      this.#audit(sale, now.wallMs, 'paid', after.state, after.state, after.datePaid)
    const written = this.byTransactionId(sale.transactionId)
    if (written === undefined) throw new Error('a sale was moved but cannot be read back')
    return ok(written)
  }

  /** @returns false where somebody else changed the row since it was read; then nothing was written */
  #write(before: SaleRow, after: SaleRow): boolean {
    const changes = this.#database.run(
      `UPDATE sale SET state = ?, version = ?, send_count = ?, sent_awake_ms = ?, resend_count = ?, failure_count = ?,
         due_awake_ms = ?, unknown_since_awake_ms = ?, check_count = ?, last_check_at_ms = ?, looked_up_awake_ms = ?,
         not_found_count = ?, last_not_found_awake_ms = ?, accepted_at_ms = ?, bank_message = ?, review_reason = ?,
         held_reason = ?, record_json = ?, record_at_ms = ?, date_paid = ?
       WHERE sequence = ? AND version = ? AND state = ?`,
      after.state,
      after.version,
      after.sendCount,
      after.sentAwakeMs,
      after.resendCount,
      after.failureCount,
      after.dueAwakeMs,
      after.unknownSinceAwakeMs,
      after.checkCount,
      after.lastCheckAtMs,
      after.lookedUpAwakeMs,
      after.notFoundCount,
      after.lastNotFoundAwakeMs,
      after.acceptedAtMs,
      after.bankMessage,
      after.reviewReason,
      after.heldReason,
      after.record === null ? null : JSON.stringify(after.record),
      after.recordAtMs,
      after.datePaid,
      before.sequence,
      before.version,
      before.state,
    )
    return changes === 1
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
