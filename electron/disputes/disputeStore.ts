import * as z from 'zod/mini'
import { DisputeFacts, type DisputeFilter, DISPUTES_AT_ONCE, DisputeStep } from '../../shared/dispute.ts'
import { parseUnknown } from '../../shared/parse.ts'
import type { Destination } from '../gateway/destination.ts'
import { appendAudit, type AuditRow } from '../storage/audit.ts'
import { canonicalJson } from '../storage/canonicalJson.ts'
import type { Database } from '../storage/database.ts'
import type { Work } from '../work/slices.ts'

/** What an entry of the audit says of a case: all of it, after a step. */
const Kept = z.object({ dispute: DisputeFacts, step: DisputeStep, by: z.string() })
type Kept = z.output<typeof Kept>

export interface KeptStep extends Kept {
  readonly entry: number
  readonly atMs: number
}

/** A case as its newest entry says. */
export interface Dispute extends DisputeFacts {
  readonly openedAtMs: number
}

const OF = 'environment = ? AND partner_url = ? AND client_id = ?'
const own = ({ environment, partnerUrl, clientId }: Destination) => [environment, partnerUrl, clientId]
const ROW = `SELECT newest.content, opened.at_ms AS openedAtMs FROM dispute
  JOIN audit AS newest ON newest.id = dispute.entry JOIN audit AS opened ON opened.id = dispute.first_entry`

/** So many entries hold a busy day, and a pack of them can still be sent. */
const RUN_MAX = 5_000
/** Reading so many takes a millisecond or two. */
const ROWS_AT_ONCE = 100

/** The answer days of a filter, and whether its cases are open. */
const FILTERS = {
  open: 'is_open = 1',
  due: 'is_open = 1 AND place <= ?',
  closed: 'is_open = 0',
} as const satisfies Record<DisputeFilter, string>

interface Row {
  readonly content: string | null
  readonly openedAtMs: number
}

/** Cases are entries of the audit, which binds and keeps them; tables beside it find them. */
export class DisputeStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  keep(owner: Destination, { dispute, step, by }: Kept, atMs: number): void {
    const { environment, partnerUrl, clientId } = owner
    const content = canonicalJson({
      dispute: { ...dispute },
      step: { ...step },
      by,
      owner: { environment, partnerUrl, clientId },
    })
    const entry = { saleSequence: null, fromState: null, toState: null, detail: null, kind: 'disputeStep' }
    this.#database.transaction(() => appendAudit(this.#database, { ...entry, atMs, content }))
  }

  byId(owner: Destination, disputeId: string): Dispute | undefined {
    return this.#all(`${ROW} WHERE ${OF} AND dispute_id = ?`, ...own(owner), disputeId)[0]
  }

  /** Open ones by their answer day, closed ones the newest first. @param until the last answer day that is due */
  page(owner: Destination, show: DisputeFilter, until: string, offset: number): readonly Dispute[] {
    const order = show === 'closed' ? 'place DESC, dispute.id DESC' : 'place, dispute.id'
    const sql = `${ROW} WHERE ${OF} AND ${FILTERS[show]} ORDER BY ${order} LIMIT ${DISPUTES_AT_ONCE} OFFSET ?`
    return this.#all(sql, ...own(owner), ...(show === 'due' ? [until] : []), offset)
  }

  count(owner: Destination, show: DisputeFilter, until: string): number {
    const sql = `SELECT COUNT(*) AS count FROM dispute WHERE ${OF} AND ${FILTERS[show]}`
    const parameters = [...own(owner), ...(show === 'due' ? [until] : [])]
    return (this.#database.get(sql, ...parameters) as { count: number }).count
  }

  /** What every case of a filter has at stake, and what came back of it. */
  money(
    owner: Destination,
    show: DisputeFilter,
    until: string,
  ): readonly { readonly atStake: string; readonly recovered: string | null }[] {
    return this.#database.all(
      `SELECT content ->> '$.dispute.atStake' AS atStake, content ->> '$.dispute.recovered' AS recovered
       FROM dispute JOIN audit ON audit.id = dispute.entry WHERE ${OF} AND ${FILTERS[show]}`,
      ...own(owner),
      ...(show === 'due' ? [until] : []),
    ) as { atStake: string; recovered: string | null }[]
  }

  /** The open cases that are about a sale, the oldest first. */
  openAbout(owner: Destination, transactionId: string): readonly Dispute[] {
    return this.#all(
      `${ROW} JOIN dispute_sale ON dispute_sale.dispute_id = dispute.dispute_id
       WHERE dispute_sale.transaction_id = ? AND ${OF} AND is_open = 1 ORDER BY dispute_sale.id`,
      transactionId,
      ...own(owner),
    )
  }

  /** The oldest first. */
  steps(disputeId: string): readonly KeptStep[] {
    const rows = this.#database.all(
      `SELECT audit.id AS entry, audit.at_ms AS atMs, audit.content FROM dispute_step
       JOIN audit ON audit.id = dispute_step.entry WHERE dispute_step.dispute_id = ? ORDER BY dispute_step.entry`,
      disputeId,
    ) as { entry: number; atMs: number; content: string | null }[]
    return rows.flatMap(({ content, ...row }) => {
      const kept = read(content)
      return kept === undefined ? [] : [{ ...row, ...kept }]
    })
  }

  /**
   * The entries that prove a case, in their order: all about its sales and itself but the making of packs, the naming of
   * the counter's key, and, so that each sale hangs on digits that were printed, everything from its first entry to the
   * close after that one, where that is no more than a pack can hold.
   */
  *proof(
    owner: Destination,
    { disputeId, about }: DisputeFacts,
    fingerprint: string,
  ): Work<readonly AuditRow[]> {
    const ids = new Set<number>()
    const add = (sql: string, ...parameters: (string | number)[]): void => {
      for (const { id } of this.#database.all(sql, ...parameters) as { id: number }[]) ids.add(id)
    }
    for (const { transactionId } of about) {
      yield
      const sale = this.#database.get(
        `SELECT sequence FROM sale WHERE transaction_id = ? AND ${OF}`,
        transactionId,
        ...own(owner),
      ) as { sequence: number } | undefined
      if (sale === undefined) continue
      add('SELECT id FROM audit WHERE sale_sequence = ?', sale.sequence)
      const { first } = this.#database.get(
        'SELECT MIN(id) AS first FROM audit WHERE sale_sequence = ?',
        sale.sequence,
      ) as { first: number | null }
      const close = this.#database.get(
        `SELECT id FROM audit WHERE sale_sequence IS NULL AND id > ? AND kind = 'dayClosed' ORDER BY id LIMIT 1`,
        first ?? 0,
      ) as { id: number } | undefined
      if (first === null || close === undefined) continue
      const from = close.id - first < RUN_MAX ? first : close.id
      add('SELECT id FROM audit WHERE id BETWEEN ? AND ?', from, close.id)
    }
    add(
      `SELECT entry AS id FROM dispute_step JOIN audit ON audit.id = dispute_step.entry
       WHERE dispute_id = ? AND content ->> '$.step.kind' <> 'packed'`,
      disputeId,
    )
    add(
      `SELECT id FROM audit WHERE sale_sequence IS NULL AND kind = 'counterKey'
         AND content ->> '$.counterKey.fingerprint' = ?`,
      fingerprint,
    )
    const rows: AuditRow[] = []
    for (const id of [...ids].toSorted((one, other) => one - other)) {
      rows.push(this.#database.get('SELECT * FROM audit WHERE id = ?', id) as AuditRow)
      if (rows.length % ROWS_AT_ONCE === 0) yield
    }
    return rows
  }

  #all(sql: string, ...parameters: (string | number)[]): readonly Dispute[] {
    const rows = this.#database.all(sql, ...parameters) as unknown as Row[]
    return rows.flatMap(({ content, openedAtMs }) => {
      const kept = read(content)
      return kept === undefined ? [] : [{ ...kept.dispute, openedAtMs }]
    })
  }
}

function read(content: string | null): Kept | undefined {
  try {
    const parsed = parseUnknown(Kept, JSON.parse(content ?? ''))
    return parsed.ok ? parsed.value : undefined
  } catch {
    return undefined
  }
}
