import { err, ok, type Result } from '../../../shared/result.ts'
import type { Cashier } from '../../../shared/people.ts'
import type { SaleState } from '../../../shared/sale.ts'
import { appendAudit } from '../../storage/audit.ts'
import type { FactsFound } from '../../storage/boundFacts.ts'
import { CLOSED, saidState } from '../../storage/closedUnsaid.ts'
import type { Database } from '../../storage/database.ts'
import { AWAKE_MS, MetaStore, SEQUENCE_FLOOR } from '../../storage/metaStore.ts'
import { contentOfFacts, differingFacts } from '../../storage/saleFacts.ts'
import { beginAttempt, endAttempt, type AttemptEnd, type AttemptStart } from './attemptStore.ts'
import { contentOfWords } from '../rules/bankWords.ts'
import {
  moved,
  noted,
  paymentNews,
  unprovenSince,
  type Moment,
  type SalePatch,
  type TransitionRefusal,
} from '../rules/change.ts'
import { factsOf, FactsStore, withFacts } from './factsStore.ts'
import { signed, type Signed } from '../rules/signature.ts'
import type { SaleEvent } from '../rules/machine.ts'
import { OPEN } from './saleConditions.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { insertSale, writeSale, type NewSale } from './saleWriteStore.ts'
import { foundDamaged, saleFrom } from './storedSale.ts'
import { originKind } from './typedStore.ts'

/** The only writer of sales. Each method that changes a sale is one transaction of sale, attempt and audit. */
export class SaleStore {
  readonly #database: Database
  readonly #facts: FactsStore
  #isTogether = false

  constructor(database: Database) {
    this.#database = database
    this.#facts = new FactsStore(database)
  }

  /**
   * @returns the row as read back from the file, or `used` if the id was ever used. A corrected sale is updated in the
   * same transaction, and leaves the queue for good if it was still held.
   * @param alongside writes in the same transaction what belongs to the sale
   */
  insert(sale: NewSale, now: Moment, alongside?: (sale: SaleRow) => void): Result<SaleRow, 'used'> {
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
        content: contentOfFacts(facts, sale.cashier ?? null),
      })
      const origin = sale.isTyped === undefined ? null : originKind(sale.transactionId, sale.isTyped)
      if (origin !== null) this.#audit(row, sale.recordedAtMs, origin, 'queued', 'queued', null)
      if (sale.corrects !== null) this.#correct(sale.corrects, row, now)
      alongside?.(row)
      return ok(row)
    })
  }

  /** A held sale could be released later, and would then be a double. */
  #correct(reference: string, by: SaleRow, now: Moment): void {
    const sale = this.byTransactionId(reference)
    if (sale === undefined) throw new Error('what a sale corrects is not there')
    const said = signed(by.transactionId, by.cashier)
    this.#audit(sale, now.wallMs, 'corrected', sale.state, sale.state, said)
    if (sale.state === 'refused') writeSale(this.#database, sale, noted(sale, { refusalSeen: true }))
    if (sale.state !== 'held') return
    const patch = { checkCount: 0, dueAwakeMs: now.awakeMs }
    const removed = this.#move(sale, 'cancelled', patch, now, said)
    if (!removed.ok) throw new Error('a held sale that is corrected cannot be removed')
  }

  /**
   * Does something with each item, all in one transaction. If that fails, nothing is written, and each is then tried
   * alone, up to the one that fails again.
   * @throws the error of the transaction
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

  /** Never reused, not even those of sales lost in a damaged file. */
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

  /** Compares a row with what the audit says was recorded. */
  compareFacts(sale: SaleRow): FactsFound {
    return this.#facts.compare(sale)
  }

  /**
   * Claims a queued sale: `sending`, one more send counted and its attempt started, durable on return.
   * @returns the sale with the recorded facts, or `factsChanged` if its row differs from them
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

  /** Moves a sale by the table of machine.ts, and ends the attempt that caused it. */
  apply(
    sale: SaleRow,
    event: Exclude<SaleEvent, 'claimed'>,
    patch: SalePatch,
    now: Moment,
    detail: string | null | Signed = null,
    end?: AttemptEnd,
  ): Result<SaleRow, TransitionRefusal> {
    return this.#transaction(() => {
      const result = this.#move(sale, event, patch, now, detail)
      if (result.ok && end !== undefined) endAttempt(this.#database, end)
      return result
    })
  }

  mayRestore(sale: SaleRow): boolean {
    const found = this.#facts.compare(sale)
    return found.kind === 'changed' && this.#facts.isRestorable(sale, found.facts)
  }

  /** A manager restores the recorded facts of a row: it is queued again, as that sale and no other. */
  restore(
    sale: SaleRow,
    patch: SalePatch,
    now: Moment,
    detail: string | Signed,
  ): Result<SaleRow, TransitionRefusal> {
    return this.#transaction(() => {
      const found = this.#facts.compare(sale)
      if (found.kind !== 'changed' || !this.#facts.isRestorable(sale, found.facts)) return err('notAllowed')
      const restored = withFacts(sale, found.facts)
      if (!moved(sale, 'managerRestores', patch, now).ok) return err('notAllowed')
      this.#facts.writeBack(sale, found.facts)
      return this.#move(restored, 'managerRestores', patch, now, detail)
    })
  }

  /** A person has noted a refusal: the sale stays as it is, and the audit records when. */
  noteRefusal(sale: SaleRow, now: Moment, by: Cashier | null = null): void {
    this.#transaction(() => {
      if (!writeSale(this.#database, sale, noted(sale, { refusalSeen: true }))) return
      this.#audit(sale, now.wallMs, 'refusalSeen', sale.state, sale.state, signed(null, by))
    })
  }

  /** A receipt was given to a printer: the sale stays as it is. */
  noteReceipt(sale: SaleRow, now: Moment, by: Cashier | null = null): void {
    this.#transaction(() =>
      this.#audit(sale, now.wallMs, 'receiptPrinted', sale.state, sale.state, signed(null, by)),
    )
  }

  /** Writes the result of a look-up without moving the sale. If the row changed meanwhile, nothing is written. */
  note(sale: SaleRow, patch: SalePatch, now: Moment, end?: AttemptEnd): void {
    this.#transaction(() => {
      const after = noted(sale, patch)
      if (!writeSale(this.#database, sale, after)) return
      if (after.lookedUpAwakeMs !== sale.lookedUpAwakeMs) this.#keepAwake(now)
      this.#tellPayment(sale, after, now)
      if (end !== undefined) endAttempt(this.#database, end)
    })
  }

  /** A person asks for a try now: everything open falls due. */
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

  /** Sending has stopped: marks every unknown sale of the destination as part of the stop, for good. */
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
    detail: string | null | Signed,
  ): Result<SaleRow, TransitionRefusal> {
    const result = moved(sale, event, patch, now)
    if (!result.ok) return result
    const after = result.value
    if (event !== 'foundChanged' && after.state !== sale.state && this.#holdUnsaid(sale, event, now))
      return err('stale')
    if (!writeSale(this.#database, sale, after)) return err('stale')
    if (after.lookedUpAwakeMs !== sale.lookedUpAwakeMs) this.#keepAwake(now)
    const words = event === 'outcomeUnknown' ? (patch.bankMessage ?? null) : null
    const said = words === null ? detail : { ...entryOf(detail), content: contentOfWords(words) }
    this.#audit(sale, now.wallMs, event, sale.state, after.state, said)
    this.#tellPayment(sale, after, now)
    // By sequence: a damaged reference would not be found.
    const written = this.#bySequence(sale.sequence)
    if (written === undefined) return foundDamaged(this.#database, 'a sale was moved and is not there')
    return ok(written)
  }

  /**
   * Holds a sale in a state that nothing recorded here leads to: another hand wrote it, and it may be paid already. It is
   * looked up, and nothing else happens to it without a person.
   * @returns whether it is such a sale
   */
  holdUnsaid(sequence: number, now: Moment): boolean {
    return this.#transaction(() => {
      const sale = this.#bySequence(sequence)
      return sale !== undefined && this.#holdUnsaid(sale, null, now)
    })
  }

  #holdUnsaid(sale: SaleRow, event: SaleEvent | null, now: Moment): boolean {
    const said = saidState(this.#database, sale.sequence)
    if (said === sale.state) return false
    // A damaged file may have lost its newest entries. A sale that was closed does not open by that.
    if (event === 'salvaged' && !CLOSED.includes(said ?? '')) return false
    const patch = { ...unprovenSince(now), heldReason: 'factsChanged' } as const
    this.#move(sale, 'foundChanged', patch, now, `state ${said ?? 'unknown'}`)
    return true
  }

  #tellPayment(before: SaleRow, after: SaleRow, now: Moment): void {
    const news = paymentNews(before, after)
    if (news !== null) this.#audit(before, now.wallMs, news, after.state, after.state, after.datePaid)
  }

  /** After a crash, sends and look-ups must be later in awake time than those before it. */
  #keepAwake({ awakeMs }: Moment): void {
    new MetaStore(this.#database).set(AWAKE_MS, String(awakeMs))
  }

  #audit(
    sale: SaleRow,
    atMs: number,
    kind: string,
    fromState: SaleState | null,
    toState: SaleState,
    said: string | null | Signed,
  ): void {
    const entry = { saleSequence: sale.sequence, atMs, kind, fromState, toState }
    appendAudit(this.#database, { ...entry, ...entryOf(said) })
  }
}

function entryOf(said: string | null | Signed): Signed {
  return said === null || typeof said === 'string' ? { detail: said, content: null } : said
}
