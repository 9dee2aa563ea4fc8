import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
import { HandoverReason, TillLevel } from '../../shared/till.ts'
import type { Destination } from '../gateway/destination.ts'
import { appendAudit } from '../storage/audit.ts'
import { canonicalJson } from '../storage/canonicalJson.ts'
import type { Database } from '../storage/database.ts'

/** A till as its newest entry says. The key itself is sealed in the settings. */
const TillFacts = z.strictObject({
  id: z.string(),
  environment: z.enum(['live', 'practice']),
  partnerUrl: z.string(),
  clientId: z.string(),
  name: z.string(),
  level: TillLevel,
  terminalIds: z.array(z.string()),
  maxKobo: z.int(),
  perHour: z.int(),
  isConnected: z.boolean(),
  keyEnding: z.string(),
  keyMadeAtMs: z.int(),
  keyMadeBy: z.string(),
})
export type TillFacts = z.output<typeof TillFacts>

export type TillEvent = 'connected' | 'changed' | 'keyRenewed' | 'disconnected'

/** What a till handed over, as kept. Its key stands for it for ever. */
const HandoverFacts = z.strictObject({
  tillId: z.string(),
  key: z.string(),
  environment: z.enum(['live', 'practice']),
  partnerUrl: z.string(),
  clientId: z.string(),
  terminalId: z.string(),
  amountKobo: z.int(),
  /** Empty: Tillside makes a reference. */
  slip: z.string(),
  soldAtMs: z.int(),
  handedAtMs: z.int(),
  note: z.string(),
  /** The till's name then, and its cashier where it named one. */
  from: z.string(),
  reason: z.nullable(HandoverReason),
})
export type HandoverFacts = z.output<typeof HandoverFacts>

export type HandoverState = 'waiting' | 'recorded' | 'known' | 'sentBack' | 'cancelled'

export interface Handover extends HandoverFacts {
  readonly id: number
  readonly state: HandoverState
  readonly saleSequence: number | null
  /** The hand-over of another key that it is; else null. */
  readonly sameAs: number | null
}

export type PlaceInPage = Pick<Handover, 'handedAtMs' | 'id'>

/** How a hand-over ends. */
export type HandoverEnd =
  | { readonly state: 'recorded' | 'known'; readonly saleSequence: number }
  | { readonly state: 'known'; readonly sameAs: number }
  | { readonly state: 'sentBack' | 'cancelled' }

interface Row {
  readonly id: number
  readonly state: HandoverState
  readonly saleSequence: number | null
  readonly sameAs: number | null
  readonly content: string | null
}

const ROW = `SELECT handover.id, handover.state, handover.sale_sequence AS saleSequence, handover.same_as AS sameAs,
  audit.content FROM handover JOIN audit ON audit.id = handover.entry`
const OF = 'handover.environment = ? AND handover.partner_url = ? AND handover.client_id = ?'
const own = ({ environment, partnerUrl, clientId }: Destination) => [environment, partnerUrl, clientId]

export class TillStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Every till that was ever connected here, the oldest first. */
  tills(): readonly TillFacts[] {
    const rows = this.#database.all(
      'SELECT audit.content FROM till JOIN audit ON audit.id = till.entry ORDER BY till.id',
    ) as { readonly content: string | null }[]
    return rows.flatMap(({ content }) => read(content, 'till', TillFacts) ?? [])
  }

  keepTill(till: TillFacts, event: TillEvent, by: string, atMs: number): void {
    this.#database.transaction(() =>
      appendAudit(this.#database, {
        saleSequence: null,
        atMs,
        kind: 'tillChanged',
        fromState: null,
        toState: null,
        detail: null,
        content: canonicalJson({ till: { ...till }, event, by }),
      }),
    )
  }

  /** Keeps a hand-over, and its end if it has one already: its entry then says both. */
  add(handover: HandoverFacts, end?: HandoverEnd): void {
    this.#database.transaction(() => this.addWithin(handover, end))
  }

  /** The same inside the caller's transaction. */
  addWithin(handover: HandoverFacts, end?: HandoverEnd): void {
    if (end !== undefined) return this.endWithin(handover, end, handover.handedAtMs)
    const entry = { saleSequence: null, fromState: null, toState: null, detail: handover.from }
    const content = canonicalJson({ handover: { ...handover } })
    appendAudit(this.#database, { ...entry, atMs: handover.handedAtMs, kind: 'handedOver', content })
  }

  end(handover: HandoverFacts, end: HandoverEnd, atMs: number, by = ''): void {
    this.#database.transaction(() => this.endWithin(handover, end, atMs, by))
  }

  /** Inside the caller's transaction. The first end counts. */
  endWithin(handover: HandoverFacts, end: HandoverEnd, atMs: number, by = ''): void {
    const isRecorded = end.state === 'recorded'
    appendAudit(this.#database, {
      // Its own sale names it; a sale that was there before stays as it is.
      saleSequence: isRecorded ? end.saleSequence : null,
      atMs,
      kind: 'handoverEnded',
      fromState: isRecorded ? 'queued' : null,
      toState: isRecorded ? 'queued' : null,
      detail: handover.from,
      content: canonicalJson({ handover: { ...handover, ...end }, by }),
    })
  }

  byKey(tillId: string, key: string): Handover | undefined {
    return this.#one(`${ROW} WHERE handover.till_id = ? AND handover.key = ?`, tillId, key)
  }

  byId(id: number): Handover | undefined {
    return this.#one(`${ROW} WHERE handover.id = ?`, id)
  }

  /** One that waits with this slip, from any till. */
  waitingWithSlip(destination: Destination, slip: string): Handover | undefined {
    return this.#one(
      `${ROW} WHERE ${OF} AND handover.state = 'waiting' AND handover.slip = ? ORDER BY handover.id LIMIT 1`,
      ...own(destination),
      slip,
    )
  }

  /** The oldest first. */
  waiting(destination: Destination, limit: number): readonly Handover[] {
    const sql = `${ROW} WHERE ${OF} AND handover.state = 'waiting' ORDER BY handover.id LIMIT ?`
    return this.#all(sql, ...own(destination), limit)
  }

  waitingCount(destination: Destination): number {
    const sql = `SELECT COUNT(*) AS count FROM handover WHERE ${OF} AND state = 'waiting'`
    return (this.#database.get(sql, ...own(destination)) as { count: number }).count
  }

  /** Those that wait since before a moment, or for another reason than their till's level. */
  callingCount(destination: Destination, beforeMs: number): number {
    const sql = `SELECT COUNT(*) AS count FROM handover JOIN audit ON audit.id = handover.entry WHERE ${OF}
      AND handover.state = 'waiting' AND (handover.handed_at_ms <= ? OR audit.content ->> '$.handover.reason' <> 'fill')`
    return (this.#database.get(sql, ...own(destination), beforeMs) as { count: number }).count
  }

  /** Of a till, by the time at which they were handed over. */
  page(tillId: string, after: PlaceInPage, limit: number): readonly Handover[] {
    const sql = `${ROW} WHERE handover.till_id = ? AND (handover.handed_at_ms, handover.id) > (?, ?)
      ORDER BY handover.handed_at_ms, handover.id LIMIT ?`
    return this.#all(sql, tillId, after.handedAtMs, after.id, limit)
  }

  /** When its sales since a moment were handed over, of those that are recorded; the oldest first. */
  recordedTimes(tillId: string, sinceMs: number): number[] {
    const rows = this.#database.all(
      `SELECT handed_at_ms AS atMs FROM handover WHERE till_id = ? AND handed_at_ms > ? AND state = 'recorded'
       ORDER BY handed_at_ms`,
      tillId,
      sinceMs,
    ) as { atMs: number }[]
    return rows.map(({ atMs }) => atMs)
  }

  /** How many of its sales were recorded since. */
  recordedSince(tillId: string, sinceMs: number): { readonly count: number; readonly kobo: number } {
    return this.#database.get(
      `SELECT COUNT(*) AS count, COALESCE(SUM(amount_kobo), 0) AS kobo FROM handover
       WHERE till_id = ? AND handed_at_ms >= ? AND state = 'recorded'`,
      tillId,
      sinceMs,
    ) as { count: number; kobo: number }
  }

  last(tillId: string): { readonly handedAtMs: number; readonly amountKobo: number } | null {
    const row = this.#database.get(
      `SELECT handed_at_ms AS handedAtMs, amount_kobo AS amountKobo FROM handover WHERE till_id = ?
       ORDER BY handed_at_ms DESC, id DESC LIMIT 1`,
      tillId,
    ) as { handedAtMs: number; amountKobo: number } | undefined
    return row ?? null
  }

  referenceOf(saleSequence: number): string | undefined {
    const row = this.#database.get(
      'SELECT transaction_id AS id FROM sale WHERE sequence = ?',
      saleSequence,
    ) as { readonly id: string } | undefined
    return row?.id
  }

  #one(sql: string, ...parameters: (string | number)[]): Handover | undefined {
    return this.#all(sql, ...parameters)[0]
  }

  #all(sql: string, ...parameters: (string | number)[]): readonly Handover[] {
    const rows = this.#database.all(sql, ...parameters) as unknown as Row[]
    return rows.map(({ content, ...row }) => {
      const facts = read(content, 'handover', HandoverFacts)
      // A key whose facts cannot be read may stand for any sale.
      if (facts === undefined) throw new Error('a hand-over cannot be read')
      return { ...facts, ...row }
    })
  }
}

function read<Schema extends z.ZodMiniType>(
  content: string | null,
  name: 'till' | 'handover',
  schema: Schema,
): z.output<Schema> | undefined {
  try {
    const whole = JSON.parse(content ?? '') as { readonly [key in typeof name]?: Record<string, unknown> }
    const { state: _, saleSequence: _s, sameAs: _a, ...facts } = whole[name] ?? {}
    const parsed = parseUnknown(schema, facts)
    return parsed.ok ? parsed.value : undefined
  } catch {
    return undefined
  }
}
