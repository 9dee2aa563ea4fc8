import { err, ok, type Result } from '../../shared/result.ts'
import type { SaleState } from '../../shared/sale.ts'
import { isMadeTransactionId } from '../../shared/transactionId.ts'
import { appendAudit, type AuditEntry } from '../storage/audit.ts'
import type { FactsFound } from '../storage/boundFacts.ts'
import type { Database } from '../storage/database.ts'
import { AWAKE_MS, MetaStore, SEQUENCE_FLOOR } from '../storage/metaStore.ts'
import { contentOfFacts, differingFacts } from '../storage/saleFacts.ts'
import { beginAttempt, endAttempt, type AttemptEnd, type AttemptStart } from './attemptStore.ts'
import { contentOfWords } from './bankWords.ts'
import { becomesPaid, moved, noted, type Moment, type SalePatch, type TransitionRefusal } from './change.ts'
import { factsOf, FactsStore, withFacts } from './factsStore.ts'
import type { SaleEvent } from './machine.ts'
import { OPEN } from './saleConditions.ts'
import type { Destination, SaleRow } from './saleRow.ts'
import { insertSale, writeSale, type NewSale } from './saleWriteStore.ts'
import { foundDamaged, saleFrom } from './storedSale.ts'
import { TYPED } from './typedStore.ts'

/** The only writer of sales. Each method that changes a sale is one transaction of sale, attempt and audit. */
export class SaleStore {
  readonly #database: Database
  readonly #facts: FactsStore
  /** Several changes are one transaction. */
  #isTogether = false

  constructor(database: Database) {
    this.#database = database
    this.#facts = new FactsStore(database)
  }

  /**
   * @returns the row as read back from the disk's own answer, or `used` where the id was used ever before. What it
   * corrects learns of it in the same transaction, and leaves the line for good where it still stood in it.
   */
  insert(sale: NewSale, now: Moment): Result<SaleRow, 'used'> {
    return this.#transaction(() => {
      if (this.byTransactionId(sale.transactionId) !== undefined) return err('used' as const)
      const sequence = this.#nextSequence()
      insertSale(this.#database, sequence, sale)
      const row = this.byTransactionId(sale.transactionId)
      const facts = factsOf({ ...sale, sequence })
      if (row === undefined || differingFacts(facts, factsOf(row)).length > 0) {
        throw new Error('a sale was written but cannot be read back')
      }
      appendAudit(this.#database, {
        saleSequence: sequence,
        atMs: sale.recordedAtMs,
        kind: 'recorded',
        fromState: null,
        toState: 'queued',
        detail: sale.corrects,
        content: contentOfFacts(facts),
      })
      if (sale.isTyped === true && isMadeTransactionId(sale.transactionId))
        this.#audit(row, sale.recordedAtMs, TYPED, 'queued', 'queued', null)
      if (sale.corrects !== null) this.#correct(sale.corrects, row, now)
      return ok(row)
    })
  }

  /** A held sale may be released by itself one day, and then there would be two of it. */
  #correct(reference: string, by: SaleRow, now: Moment): void {
    const sale = this.byTransactionId(reference)
    if (sale === undefined) throw new Error('what a sale corrects is not there')
    this.#audit(sale, now.wallMs, 'corrected', sale.state, sale.state, by.transactionId)
    if (sale.state === 'refused') writeSale(this.#database, sale, noted(sale, { refusalSeen: true }))
    if (sale.state !== 'held') return
    const patch = { checkCount: 0, dueAwakeMs: now.awakeMs }
    const removed = this.#move(sale, 'cancelled', patch, now, by.transactionId)
    if (!removed.ok) throw new Error('a held sale that is corrected cannot be removed')
  }

  /**
   * Does something with each, all in one transaction. Where that fails, nothing of it is written; each is then tried by
   * itself, up to the one that fails again.
   * @throws what the transaction failed of
   */
  together<Item>(items: readonly Item[], act: (item: Item) => void): void {
    try {
      this.#database.transaction(() => {
        this.#isTogether = true
        try {
          for (const item of items) act(item)
        } finally {
          this.#isTogether = false
        }
      })
    } catch (error) {
      try {
        for (const item of items) act(item)
      } catch {
        throw error
      }
    }
  }

  #transaction<Value>(work: () => Value): Value {
    return this.#isTogether ? work() : this.#database.transaction(work)
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
    if (stored === undefined) return undefined
    const sale = saleFrom(this.#database, stored)
    const isAsked = sale.transactionId.toUpperCase() === transactionId.toUpperCase()
    return isAsked ? sale : foundDamaged(this.#database, 'a reference leads to another sale')
  }

  #bySequence(sequence: number): SaleRow | undefined {
    const stored = this.#database.get('SELECT * FROM sale WHERE sequence = ?', sequence)
    return stored === undefined ? undefined : saleFrom(this.#database, stored)
  }

  /** A row against what the audit says was recorded. */
  compareFacts(sale: SaleRow): FactsFound {
    return this.#facts.compare(sale)
  }

  /**
   * Claims a queued sale: `sending`, one more send counted and its attempt begun, durable on return.
   * @returns the sale with the facts that were recorded, or `factsChanged` where its row is not that sale any more
   */
  claim(
    sale: SaleRow,
    boot: string,
    now: Moment,
  ): Result<{ sale: SaleRow; attemptId: number }, TransitionRefusal | 'factsChanged'> {
    return this.#transaction(() => {
      const stands = this.#bySequence(sale.sequence)
      if (stands === undefined) return err('stale')
      const found = this.#facts.compare(stands)
      if (found.kind !== 'same') return err('factsChanged')
      const claimed = this.#move(sale, 'claimed', {}, now, null)
      if (!claimed.ok) return claimed
      this.#keepAwake(now)
      return ok({
        sale: withFacts(claimed.value, found.facts),
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
    return this.#transaction(() => {
      const result = this.#move(sale, event, patch, now, detail)
      if (result.ok && end !== undefined) endAttempt(this.#database, end)
      return result
    })
  }

  /** Whether a row that was changed can be what was recorded again. */
  mayRestore(sale: SaleRow): boolean {
    const found = this.#facts.compare(sale)
    return found.kind === 'changed' && this.#facts.isRestorable(sale, found.facts)
  }

  /** A manager has the row written back to what was recorded: it is in line again, as that sale and no other. */
  restore(sale: SaleRow, patch: SalePatch, now: Moment, detail: string): Result<SaleRow, TransitionRefusal> {
    return this.#transaction(() => {
      const found = this.#facts.compare(sale)
      if (found.kind !== 'changed' || !this.#facts.isRestorable(sale, found.facts)) return err('notAllowed')
      const restored = withFacts(sale, found.facts)
      if (!moved(sale, 'managerRestores', patch, now).ok) return err('notAllowed')
      this.#facts.writeBack(sale, found.facts)
      return this.#move(restored, 'managerRestores', patch, now, detail)
    })
  }

  /** A person has taken note of a refusal: the sale stays as it is, and the audit says since when it was known. */
  noteRefusal(sale: SaleRow, now: Moment): void {
    this.#transaction(() => {
      if (!writeSale(this.#database, sale, noted(sale, { refusalSeen: true }))) return
      this.#audit(sale, now.wallMs, 'refusalSeen', sale.state, sale.state, null)
    })
  }

  /** Writes what a look-up showed without moving the sale. Where the row changed meanwhile, nothing is written. */
  note(sale: SaleRow, patch: SalePatch, now: Moment, end?: AttemptEnd): void {
    this.#transaction(() => {
      const after = noted(sale, patch)
      if (!writeSale(this.#database, sale, after)) return
      if (after.lookedUpAwakeMs !== sale.lookedUpAwakeMs) this.#keepAwake(now)
      if (becomesPaid(sale, after))
        this.#audit(sale, now.wallMs, 'paid', sale.state, after.state, after.datePaid)
      if (end !== undefined) endAttempt(this.#database, end)
    })
  }

  /** A person does not want to wait: whatever is open falls due now. */
  makeOpenDue(destination: Destination, nowAwakeMs: number): void {
    this.#database.run(
      `UPDATE sale INDEXED BY sale_open SET due_awake_ms = ?, version = version + 1
       WHERE ${OPEN} AND environment = ? AND partner_url = ? AND client_id = ? AND state IN ('queued', 'unknown', 'review')
         AND due_awake_ms > ?`,
      nowAwakeMs,
      destination.environment,
      destination.partnerUrl,
      destination.clientId,
      nowAwakeMs,
    )
  }

  /** Sending has stopped: every unknown sale of the destination is part of it, for good. */
  markStop(destination: Destination): void {
    this.#database.run(
      `UPDATE sale INDEXED BY sale_open SET in_stop = 1, version = version + 1
       WHERE ${OPEN} AND environment = ? AND partner_url = ? AND client_id = ? AND state = 'unknown' AND in_stop = 0`,
      destination.environment,
      destination.partnerUrl,
      destination.clientId,
    )
  }

  beginAttempt(sale: SaleRow, start: AttemptStart): number {
    return beginAttempt(this.#database, sale, start)
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
    if (!writeSale(this.#database, sale, after)) return err('stale')
    if (after.lookedUpAwakeMs !== sale.lookedUpAwakeMs) this.#keepAwake(now)
    const words = event === 'outcomeUnknown' ? (patch.bankMessage ?? null) : null
    const said = words === null ? detail : { detail, content: contentOfWords(words) }
    this.#audit(sale, now.wallMs, event, sale.state, after.state, said)
    if (becomesPaid(sale, after))
      this.#audit(sale, now.wallMs, 'paid', after.state, after.state, after.datePaid)
    // By its place in the file: a damaged reference is not found by itself.
    const written = this.#bySequence(sale.sequence)
    if (written === undefined) return foundDamaged(this.#database, 'a sale was moved and is not there')
    return ok(written)
  }

  /** What is sent or looked up after a crash must be later, in awake time, than what was before it. */
  #keepAwake({ awakeMs }: Moment): void {
    new MetaStore(this.#database).set(AWAKE_MS, String(awakeMs))
  }

  #audit(
    sale: SaleRow,
    atMs: number,
    kind: string,
    fromState: SaleState | null,
    toState: SaleState,
    said: string | null | Pick<AuditEntry, 'detail' | 'content'>,
  ): void {
    const told = said === null || typeof said === 'string' ? { detail: said } : said
    appendAudit(this.#database, { saleSequence: sale.sequence, atMs, kind, fromState, toState, ...told })
  }
}
