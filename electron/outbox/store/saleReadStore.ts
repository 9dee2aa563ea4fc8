import type { Database } from '../../storage/database.ts'
import type { AuditRow, RecordedSince } from '../rules/saleQuery.ts'
import { keyOf, OF_DESTINATION } from './saleConditions.ts'
import { NOT_YET_ANSWERED } from '../rules/machine.ts'
import { by } from './saleIndexStore.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import {
  STATES_WITH_DUE,
  STATES_LOOKED_UP,
  NEXT_OPEN_DUE,
  NEXT_LOOK_UP,
  NEXT_RECORDED_SINCE,
  OLDEST_QUEUED,
  NEWEST_QUEUED,
} from './nextStore.ts'
import { type AlikeAsked, saleAlike } from './alikeStore.ts'
import { removedSlip, type RemovedSlipAsked } from './removedSlipStore.ts'
import { sameAmount, type SameAmount, type SameAmountAsked } from './sameAmountStore.ts'
import { foundDamaged, isDue, saleFrom } from './storedSale.ts'
import { WAS_TYPED } from './typedStore.ts'
import type { PaidTimes } from '../rules/delays.ts'

/** States that the index of look-ups never has: finding one there shows that the index is damaged. */
/** Reading so many takes a few milliseconds. */
const FOLLOWED_TOGETHER_MAX = 300
/** Of the newest sales that the bank has shown, so that a bank that pays late costs no long reading. */
const KNOWN_READ = 200
const PAID_READ = 40
const RECEIVED = "CASE WHEN json_valid(record_json) THEN record_json ->> '$.timeReceived' END"
const RECORD_REFERENCE = "CASE WHEN json_valid(record_json) THEN record_json ->> '$.transactionId' END"
const KNOWN_REFERENCES = `${by(
  'sale_known',
  `sequence, ${RECORD_REFERENCE} AS reference`,
)} AND ${OF_DESTINATION} ORDER BY sequence DESC LIMIT ${KNOWN_READ}`
const RECENTLY_PAID = `SELECT timeReceived, datePaid FROM (${by(
  'sale_known',
  `COALESCE(${RECEIVED}, '') AS timeReceived, date_paid AS datePaid, differing_open`,
)} AND ${OF_DESTINATION} ORDER BY sequence DESC LIMIT ${KNOWN_READ})
  WHERE datePaid IS NOT NULL AND differing_open = 0 LIMIT ${PAID_READ}`

const NOT_LOOKED_UP: readonly SaleRow['state'][] = ['sending', 'accepted']

/** What the worker and the rules read of sales: indexed and bounded. `SaleListStore` has the lists of the screen. */
export class SaleReadStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** All sales that an earlier run left in `sending`, of any destination. */
  leftSending(): readonly SaleRow[] {
    return this.#all(`${by('sale_sending')} ORDER BY sequence`, 'sending')
  }

  /** All open sales but conflicts, of any destination: those that a doubtful file may be wrong about. */
  notYetAnswered(): readonly SaleRow[] {
    // Nearly all open sales are read anyway. The index is in queue order only within a destination.
    const rows = this.#all(`${by('sale_open')} AND state <> 'conflict'`, ...NOT_YET_ANSWERED)
    return rows.toSorted((left, right) => left.sequence - right.sequence)
  }

  /** The first queued sale by local order that is due. */
  nextQueued(destination: Destination, nowAwakeMs: number): SaleRow | undefined {
    return this.#next(
      isDue(destination, nowAwakeMs, (state) => state === 'queued'),
      `${by('sale_open')} AND ${OF_DESTINATION} AND state = 'queued' AND due_awake_ms <= ?
       ORDER BY sequence LIMIT 1`,
      ...keyOf(destination),
      nowAwakeMs,
    )
  }

  /** The same, of those recorded since a moment of a run, at any terminal or at all but one. */
  nextRecordedSince(destination: Destination, since: RecordedSince, nowAwakeMs: number): SaleRow | undefined {
    const { boot, sinceAwakeMs, otherThanTerminalId } = since
    return this.#next(
      isDue(destination, nowAwakeMs, (state) => state === 'queued'),
      NEXT_RECORDED_SINCE,
      ...keyOf(destination),
      ...keyOf(destination),
      boot,
      sinceAwakeMs,
      nowAwakeMs,
      otherThanTerminalId ?? '',
    )
  }

  /** The same, of every terminal but one. */
  nextQueuedElsewhere(destination: Destination, terminalId: string, nowAwakeMs: number): SaleRow | undefined {
    return this.#next(
      isDue(destination, nowAwakeMs, (state) => state === 'queued'),
      `${by('sale_open')} AND ${OF_DESTINATION} AND state = 'queued' AND terminal_id <> ?
         AND due_awake_ms <= ? ORDER BY sequence LIMIT 1`,
      ...keyOf(destination),
      terminalId,
      nowAwakeMs,
    )
  }

  /** The same, of a terminal's sales that may be the trial of a stop: what `mayBeTrial` of stop.ts says, as a query. */
  nextTrial(destination: Destination, terminalId: string, nowAwakeMs: number): SaleRow | undefined {
    return this.#next(
      isDue(destination, nowAwakeMs, (state) => state === 'queued'),
      `${by('sale_open')} AND ${OF_DESTINATION} AND state = 'queued' AND terminal_id = ?
         AND due_awake_ms <= ? AND unknown_since_awake_ms IS NULL AND resend_count = 0
         AND NOT (${WAS_TYPED}) ORDER BY sequence LIMIT 1`,
      ...keyOf(destination),
      terminalId,
      nowAwakeMs,
    )
  }

  /** Whether a person entered its reference, which another counter may have too; it was not made for this sale. */
  isTyped({ sequence }: Pick<SaleRow, 'sequence' | 'transactionId'>): boolean {
    return (
      this.#database.get(`SELECT 1 FROM sale WHERE sequence = ? AND ${WAS_TYPED}`, sequence) !== undefined
    )
  }

  /** The till that handed it over, as named then; null for a typed sale. */
  handedBy({ sequence }: Pick<SaleRow, 'sequence'>): string | null {
    const sql = `SELECT audit.detail AS name FROM handover JOIN audit ON audit.id = handover.ended_entry
      WHERE handover.sale_sequence = ? AND handover.state = 'recorded'`
    return (this.#database.get(sql, sequence) as { readonly name: string } | undefined)?.name ?? null
  }

  /** The sale whose look-up has been due the longest. */
  nextLookUp(destination: Destination, nowAwakeMs: number): SaleRow | undefined {
    const isAsked = isDue(destination, nowAwakeMs, (state) => !NOT_LOOKED_UP.includes(state))
    return this.#database
      .all(NEXT_LOOK_UP, ...STATES_LOOKED_UP.flatMap(() => [...keyOf(destination), nowAwakeMs]))
      .map((stored) => this.#asFound(stored, isAsked))
      .toSorted((left, right) => left.dueAwakeMs - right.dueAwakeMs)[0]
  }

  /**
   * The newest sale of which the bank has shown a record, for a positive control.
   * @param suits decides by the reference in the record; only the newest ones are asked
   */
  knownAtBank(destination: Destination, suits?: (reference: string) => boolean): SaleRow | undefined {
    const newest = this.#database.all(KNOWN_REFERENCES, ...keyOf(destination)) as {
      sequence: number
      reference: string | null
    }[]
    const found = newest.find(({ reference }) => reference !== null && (suits?.(reference) ?? true))
    if (found === undefined) return undefined
    return this.#next(
      ({ state }) => state === 'accepted',
      'SELECT * FROM sale WHERE sequence = ?',
      found.sequence,
    )
  }

  /** When its first and its last send began, by this computer's clock, ms; null if the file does not say. */
  sentBetweenMs(sequence: number): { readonly firstMs: number; readonly lastMs: number } | null {
    const row = this.#database.get(
      `SELECT MIN(started_at_ms) AS firstMs, MAX(started_at_ms) AS lastMs FROM attempt
       WHERE sale_sequence = ? AND kind = 'send'`,
      sequence,
    ) as { firstMs: number | null; lastMs: number | null }
    return row.firstMs === null || row.lastMs === null ? null : { firstMs: row.firstMs, lastMs: row.lastMs }
  }

  /** Whether a manager took the record of this reference as that of another sale of the same amount and terminal. */
  isTaken(
    destination: Destination,
    { amountKobo, terminalId }: Pick<SaleRow, 'amountKobo' | 'terminalId'>,
    reference: string,
  ): boolean {
    const sql = `SELECT 1 FROM sale WHERE ${OF_DESTINATION} AND amount_kobo = ? AND terminal_id = ?
      AND state = 'accepted' AND ${RECORD_REFERENCE} = ? COLLATE NOCASE`
    return this.#database.get(sql, ...keyOf(destination), amountKobo, terminalId, reference) !== undefined
  }

  /** Whether the client has a sale of this reference here, in any state. */
  hasSale(destination: Destination, transactionId: string): boolean {
    const sql = `SELECT 1 FROM sale WHERE transaction_id = ? AND ${OF_DESTINATION}`
    return this.#database.get(sql, transactionId, ...keyOf(destination)) !== undefined
  }

  /** All sales held before any byte was sent, of any destination. */
  held(): readonly SaleRow[] {
    return this.#all(`${by('sale_held')} ORDER BY sequence`, 'held')
  }

  /** The accepted, unpaid sale whose follow-up has been due the longest. */
  nextFollowUp(destination: Destination, nowAwakeMs: number): SaleRow | undefined {
    return this.#next(
      isDue(destination, nowAwakeMs, (state) => state === 'accepted'),
      `${by('sale_unpaid')} AND ${OF_DESTINATION}
         AND due_awake_ms <= ? ORDER BY due_awake_ms LIMIT 1`,
      ...keyOf(destination),
      nowAwakeMs,
    )
  }

  /** Unpaid sales of a terminal whose follow-up is due by then, of the first that are due. */
  followUpsUntil(destination: Destination, terminalId: string, untilAwakeMs: number): readonly SaleRow[] {
    const isFound = isDue(destination, untilAwakeMs, (state) => state === 'accepted')
    return this.#database
      .all(
        `SELECT * FROM (${by('sale_unpaid')} AND ${OF_DESTINATION} AND due_awake_ms <= ?
           ORDER BY due_awake_ms LIMIT ${FOLLOWED_TOGETHER_MAX}) WHERE terminal_id = ?`,
        ...keyOf(destination),
        untilAwakeMs,
        terminalId,
      )
      .map((stored) => this.#asFound(stored, isFound))
  }

  /** The times of the newest sales that were paid as expected, from the bank's records. */
  recentlyPaid(destination: Destination): readonly PaidTimes[] {
    return this.#database.all(RECENTLY_PAID, ...keyOf(destination)) as unknown as PaidTimes[]
  }

  /** When the next send or look-up falls due, awake ms; null if there is none. */
  nextOpenDueMs(destination: Destination, nowAwakeMs: number): number | null {
    return this.#dueOf(NEXT_OPEN_DUE, ...STATES_WITH_DUE.flatMap(() => [...keyOf(destination), nowAwakeMs]))
  }

  earliestFollowUpDueMs(destination: Destination): number | null {
    return this.#dueOf(
      `${by('sale_unpaid', 'MIN(due_awake_ms) AS due')} AND ${OF_DESTINATION}`,
      ...keyOf(destination),
    )
  }

  /** The oldest and the newest queued sale of a terminal, which the backlog's verification must cover. */
  backlog(
    destination: Destination,
    terminalId: string,
  ): { oldestAtMs: number; newestSequence: number } | undefined {
    const parameters = [...keyOf(destination), terminalId]
    // Two queries: SQLite finds each end of an index at once, but both together only by reading all between.
    const oldest = this.#database.get(OLDEST_QUEUED, ...parameters) as { oldest: number | null }
    const newest = this.#database.get(NEWEST_QUEUED, ...parameters) as { newest: number } | undefined
    if (oldest.oldest === null || newest === undefined) return undefined
    return { oldestAtMs: oldest.oldest, newestSequence: newest.newest }
  }

  /** Whether any sale of any destination is unsettled. */
  hasOpen(): boolean {
    return this.#database.get(`${by('sale_open', '1')} LIMIT 1`) !== undefined
  }

  unknownCount(destination: Destination): number {
    const row = this.#database.get(
      `${by('sale_open', 'COUNT(*) AS count')} AND ${OF_DESTINATION} AND state = 'unknown'`,
      ...keyOf(destination),
    ) as { count: number }
    return row.count
  }

  unknownOf(destination: Destination): readonly SaleRow[] {
    return this.#database
      .all(`${by('sale_open')} AND ${OF_DESTINATION} AND state = 'unknown'`, ...keyOf(destination))
      .map((stored) => saleFrom(this.#database, stored))
  }

  /** Open unknown sales that are not yet marked as part of a stop. */
  unmarkedUnknownCount(destination: Destination): number {
    const row = this.#database.get(
      `${by('sale_open', 'COUNT(*) AS count')} AND ${OF_DESTINATION} AND state = 'unknown' AND in_stop = 0`,
      ...keyOf(destination),
    ) as { count: number }
    return row.count
  }

  unknownDestinations(): readonly Destination[] {
    const columns = 'DISTINCT environment, partner_url AS partnerUrl, client_id AS clientId'
    return this.#database.all(`${by('sale_open', columns)} AND state = 'unknown'`) as unknown as Destination[]
  }

  /** The terminal with the most open unknown sales, if there are at least `countMin`. */
  terminalOfUnknown(destination: Destination, countMin: number): string | undefined {
    const row = this.#database.get(
      `${by('sale_open', 'terminal_id')} AND ${OF_DESTINATION} AND state = 'unknown'
       GROUP BY terminal_id HAVING COUNT(*) >= ? ORDER BY COUNT(*) DESC LIMIT 1`,
      ...keyOf(destination),
      countMin,
    ) as { terminal_id: string } | undefined
    return row?.terminal_id
  }

  /**
   * The sales of a terminal that were sent last, newest first. Without those that certainly never left, removed ones
   * included, and those about to leave: they show nothing.
   * @param beforeAwakeMs only those whose last send began before then
   */
  newestSent(
    destination: Destination,
    terminalId: string,
    limit: number,
    beforeAwakeMs?: number,
  ): readonly SaleRow[] {
    return this.#database
      .all(
        `${by('sale_sent')} AND ${OF_DESTINATION} AND terminal_id = ? AND sent_awake_ms < ?
           AND state NOT IN ('queued', 'sending', 'held', 'cancelled') ORDER BY sent_awake_ms DESC, sequence DESC LIMIT ?`,
        ...keyOf(destination),
        terminalId,
        beforeAwakeMs ?? Number.MAX_SAFE_INTEGER,
        limit,
      )
      .map((stored) => saleFrom(this.#database, stored))
  }

  sameAmount(...asked: SameAmountAsked): SameAmount {
    return sameAmount(this.#database, ...asked)
  }

  alike(...asked: AlikeAsked): SaleRow | undefined {
    return saleAlike(this.#database, ...asked)
  }
  removedSlip(...asked: RemovedSlipAsked): SaleRow | undefined {
    return removedSlip(this.#database, ...asked)
  }

  /** The newest entries of a sale's audit, oldest first. */
  timeline(sequence: number, limit: number): readonly AuditRow[] {
    const rows = this.#database.all(
      'SELECT at_ms, kind, detail, content FROM audit WHERE sale_sequence = ? ORDER BY id DESC LIMIT ?',
      sequence,
      limit,
    ) as AuditRow[]
    return rows.toReversed()
  }

  /** Whether a differing record, in its audit text (acceptance.ts), was reported before, and whether a person settled it. */
  differenceTold(sequence: number, text: string): 'settled' | 'told' | null {
    const kinds = this.#database.all(
      `SELECT DISTINCT kind FROM audit WHERE sale_sequence = ? AND instr(detail, ?) > 0
         AND kind IN ('foundDiffering', 'managerKeepsOurs', 'managerTakesBanks', 'managerSaysOther')`,
      sequence,
      text,
    ) as { kind: string }[]
    const isSettled = kinds.some(({ kind }) => kind !== 'foundDiffering')
    return isSettled ? 'settled' : kinds.length > 0 ? 'told' : null
  }

  /** The references of its corrections, oldest first. */
  correctionsOf(sequence: number): readonly string[] {
    const rows = this.#database.all(
      "SELECT detail FROM audit WHERE sale_sequence = ? AND kind = 'corrected' ORDER BY id",
      sequence,
    ) as { detail: string }[]
    return rows.map((row) => row.detail)
  }

  /** @param asked the index's condition, to check that the row meets it too */
  #next(
    asked: (sale: SaleRow) => boolean,
    sql: string,
    ...parameters: (string | number)[]
  ): SaleRow | undefined {
    const stored = this.#database.get(sql, ...parameters)
    return stored === undefined ? undefined : this.#asFound(stored, asked)
  }

  #all(sql: string, ...states: readonly SaleRow['state'][]): readonly SaleRow[] {
    return this.#database
      .all(sql)
      .map((stored) => this.#asFound(stored, ({ state }) => states.includes(state)))
  }

  /**
   * A sale that an index led to, checked against that index's condition. If the row does not meet it, or is not found
   * by its own reference, an index is damaged: the loop would find the same sale again and again.
   */
  #asFound(stored: unknown, asked: (sale: SaleRow) => boolean): SaleRow {
    const sale = saleFrom(this.#database, stored)
    const byReference = this.#database.get(
      'SELECT sequence FROM sale WHERE transaction_id = ?',
      sale.transactionId,
    ) as { sequence: number } | undefined
    if (byReference?.sequence === sale.sequence && asked(sale)) return sale
    return foundDamaged(this.#database, 'an index leads to another sale')
  }

  #dueOf(sql: string, ...parameters: (string | number)[]): number | null {
    return (this.#database.get(sql, ...parameters) as { due: number | null }).due
  }
}
