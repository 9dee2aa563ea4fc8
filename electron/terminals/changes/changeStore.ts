import type * as z from 'zod/mini'
import type { Cashier } from '../../../shared/people.ts'
import type { TerminalChangeView } from '../../../shared/terminalChange.ts'
import type { Destination } from '../../gateway/destination.ts'
import { signed } from '../../outbox/rules/signature.ts'
import { appendAudit } from '../../storage/audit.ts'
import type { Database } from '../../storage/database.ts'
import {
  Asked,
  CHANGE_KINDS,
  Compared,
  Ended,
  GivenUp,
  readDetail,
  type At,
  type Change,
} from './changeEntries.ts'
import type { TerminalKey } from './rowComparison.ts'

/** A row of `terminal_change`: which audit entries a change has. They are read when it is shown. */
interface Row {
  readonly asked_entry: number
  readonly ended_entry: number | null
  readonly compared_entry: number | null
  readonly given_up_entry: number | null
  readonly was_seen: number
}

interface EntryFacts {
  readonly atMs: number
  /** The cashier who was in; a manager's own name is in the entry. */
  readonly by?: Cashier | null
  readonly fromState: string | null
  readonly toState: string
}

export interface ChangeRows {
  readonly changes: readonly Change[]
  readonly total: number
  readonly openCount: number
}

export interface ChangeQuery {
  readonly offset: number
  readonly limit: number
  readonly openFor?: TerminalKey | undefined
}

/** Not `record_id`, which may exceed what a number holds exactly: it only finds rows. */
const ROW = 'asked_entry, ended_entry, compared_entry, given_up_entry, was_seen'
const OWN = 'environment = ? AND partner_url = ? AND client_id = ?'
const FOR = 'is_open = 1 AND (record_id = CAST(? AS INTEGER) OR terminal_id = ?)'

/**
 * The changes of terminals, as entries of the hash-chained audit that belong to no sale. A trigger keeps a row for each
 * change (docs/decisions/0028), by which they are found.
 */
export class ChangeStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** @throws if it is not on the disk; it may still be there, as after a commit that was reported as failed */
  ask(asked: Asked, atMs: number, by: Cashier | null = null): void {
    this.#append(CHANGE_KINDS.asked, asked, { atMs, by, fromState: null, toState: 'asking' })
  }

  /** Does nothing if it was not asked, or has ended: a write reported as failed may have taken effect. */
  end(ended: Ended, atMs: number): void {
    const isRunning = 'SELECT 1 FROM terminal_change WHERE change_id = ? AND ended_entry IS NULL'
    if (this.#database.get(isRunning, ended.changeId) === undefined) return
    this.#append(CHANGE_KINDS.ended, ended, { atMs, fromState: 'asking', toState: ended.state })
  }

  compare(compared: Compared, state: TerminalChangeView['state'], atMs: number): void {
    this.#append(CHANGE_KINDS.readBack, compared, { atMs, fromState: state, toState: state })
  }

  giveUp(
    givenUp: GivenUp,
    state: TerminalChangeView['state'],
    atMs: number,
    by: Cashier | null = null,
  ): void {
    this.#append(CHANGE_KINDS.givenUp, givenUp, { atMs, by, fromState: state, toState: state })
  }

  /** Of one client at one address. Undefined also if its entry can no longer be read. */
  find({ environment, partnerUrl, clientId }: Destination, changeId: string): Change | undefined {
    const row = this.#database.get(
      `SELECT ${ROW} FROM terminal_change WHERE ${OWN} AND change_id = ?`,
      environment,
      partnerUrl,
      clientId,
      changeId,
    ) as Row | undefined
    return row === undefined ? undefined : this.#load(row)
  }

  /** The newest change of a terminal that the bank may have taken. */
  latestFor({ environment, partnerUrl, clientId }: Destination, terminalId: string): Change | undefined {
    const row = this.#database.get(
      `SELECT ${ROW} FROM terminal_change WHERE ${OWN} AND terminal_id = ?
        AND state IS NOT 'unsent' AND state IS NOT 'refused' ORDER BY id DESC LIMIT 1`,
      environment,
      partnerUrl,
      clientId,
      terminalId,
    ) as Row | undefined
    return row === undefined ? undefined : this.#load(row)
  }

  /**
   * Newest first.
   * @param inFlight the change whose answer this run waits for
   */
  page(destination: Destination, query: ChangeQuery, inFlight: string | null): ChangeRows {
    const { environment, partnerUrl, clientId } = destination
    const { offset, limit, openFor } = query
    const own = [environment, partnerUrl, clientId]
    const [where, asked] =
      openFor === undefined
        ? [OWN, own]
        : [`${OWN} AND ${FOR}`, [...own, openFor.recordId, openFor.terminalId]]
    const count = (condition: string, ...values: readonly (string | number | null)[]): number =>
      (
        this.#database.get(`SELECT COUNT(*) AS count FROM terminal_change WHERE ${condition}`, ...values) as {
          count: number
        }
      ).count
    const rows = this.#database.all(
      `SELECT ${ROW} FROM terminal_change WHERE ${where} ORDER BY id DESC LIMIT ? OFFSET ?`,
      ...asked,
      limit,
      offset,
    ) as Row[]
    return {
      changes: rows.map((row) => this.#load(row)).filter((change) => change !== undefined),
      total: count(where, ...asked),
      openCount: count(`${where} AND is_open = 1 AND change_id IS NOT ?`, ...asked, inFlight),
    }
  }

  #append(kind: string, entry: Asked | Ended | Compared | GivenUp, { by = null, ...more }: EntryFacts): void {
    const said = signed(JSON.stringify(entry), by)
    this.#database.transaction(() =>
      appendAudit(this.#database, { saleSequence: null, kind, ...said, ...more }),
    )
  }

  #load({ asked_entry, ended_entry, compared_entry, was_seen, given_up_entry }: Row): Change | undefined {
    const asked = this.#entry(asked_entry, Asked)
    if (asked === null) return undefined
    return {
      asked,
      ended: this.#entry(ended_entry, Ended),
      compared: this.#entry(compared_entry, Compared),
      wasSeen: was_seen === 1,
      givenUp: this.#entry(given_up_entry, GivenUp),
    }
  }

  #entry<Entry extends Asked | Ended | Compared | GivenUp>(
    id: number | null,
    schema: z.ZodMiniType<Entry>,
  ): At<Entry> | null {
    const row = this.#database.get('SELECT at_ms, detail FROM audit WHERE id = ?', id) as
      { at_ms: number; detail: string | null } | undefined
    const entry = row === undefined ? undefined : readDetail(schema, row.detail)
    return row === undefined || entry === undefined ? null : { atMs: row.at_ms, entry }
  }
}
