import type * as z from 'zod/mini'
import { mayStillTakeEffect, type TerminalChangeView } from '../../../shared/terminalChange.ts'
import type { Destination } from '../../outbox/rules/saleRow.ts'
import { appendAudit } from '../../storage/audit.ts'
import type { Database } from '../../storage/database.ts'
import {
  Asked,
  CHANGE_KINDS,
  Compared,
  Ended,
  GivenUp,
  ownerOf,
  readDetail,
  type At,
  type Change,
} from './changeEntries.ts'
import { isSameTerminal, type TerminalKey } from './comparison.ts'

/** Entries read at a time: a few milliseconds, also on a slow computer. */
const SLICE_ROWS = 250

interface EntryRow {
  readonly id: number
  readonly at_ms: number
  readonly kind: string
  readonly detail: string | null
  readonly hash: string
}

/** Which entries a change has, and the facts counted over all changes. The rest is read when shown. */
interface Known {
  readonly changeId: string
  readonly owner: string
  readonly terminalId: string
  recordId: number | null
  readonly askedId: number
  endedId: number | null
  state: Ended['state'] | null
  comparedId: number | null
  outcome: Compared['outcome'] | null
  wasSeen: boolean
  givenUpId: number | null
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

/**
 * The changes of terminals, as entries of the hash-chained audit that belong to no sale. An index of them is kept in
 * memory, built from the entries slice by slice on first use.
 */
export class ChangeStore {
  readonly #database: Database
  readonly #changes = new Map<string, Known>()
  readonly #ofOwner = new Map<string, Known[]>()
  #newest: { readonly id: number; readonly hash: string } | null = null

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Adds the next slice to the index.
   * @returns whether there may be more
   */
  readOn(): boolean {
    if (!this.#isSameFile()) this.#forget()
    const rows = this.#database.all(
      'SELECT id, at_ms, kind, detail, hash FROM audit WHERE sale_sequence IS NULL AND id > ? ORDER BY id LIMIT ?',
      this.#newest?.id ?? 0,
      SLICE_ROWS,
    ) as EntryRow[]
    for (const row of rows) this.#take(row)
    return rows.length === SLICE_ROWS
  }

  /** @throws if it is not on the disk; it may still be there, as after a commit that was reported as failed */
  ask(asked: Asked, atMs: number): void {
    this.#append(CHANGE_KINDS.asked, asked, { atMs, fromState: null, toState: 'asking' })
  }

  end(ended: Ended, atMs: number): void {
    this.#append(CHANGE_KINDS.ended, ended, { atMs, fromState: 'asking', toState: ended.state })
  }

  compare(compared: Compared, state: TerminalChangeView['state'], atMs: number): void {
    this.#append(CHANGE_KINDS.readBack, compared, { atMs, fromState: state, toState: state })
  }

  giveUp(givenUp: GivenUp, state: TerminalChangeView['state'], atMs: number): void {
    this.#append(CHANGE_KINDS.givenUp, givenUp, { atMs, fromState: state, toState: state })
  }

  /** Of one client at one address. Undefined also if its entry can no longer be read. */
  find(destination: Destination, changeId: string): Change | undefined {
    const known = this.#changes.get(changeId)
    return known?.owner === ownerOf(destination) ? this.#load(known) : undefined
  }

  isEnded(changeId: string): boolean {
    return this.#changes.get(changeId)?.endedId != null
  }

  isAsked(changeId: string): boolean {
    return this.#changes.has(changeId)
  }

  /**
   * Newest first.
   * @param inFlight the change whose answer this run waits for
   */
  page(destination: Destination, query: ChangeQuery, inFlight: string | null): ChangeRows {
    const own = this.#ofOwner.get(ownerOf(destination)) ?? []
    const { openFor } = query
    const all =
      openFor === undefined ? own : own.filter((known) => isOpen(known) && isSameTerminal(known, openFor))
    const end = Math.max(0, all.length - query.offset)
    const shown = all.slice(Math.max(0, end - query.limit), end).toReversed()
    return {
      changes: shown.map((known) => this.#load(known)).filter((change) => change !== undefined),
      total: all.length,
      openCount: all.filter((known) => known.changeId !== inFlight && isOpen(known)).length,
    }
  }

  #append(
    kind: string,
    entry: Asked | Ended | Compared | GivenUp,
    more: { readonly atMs: number; readonly fromState: string | null; readonly toState: string },
  ): void {
    const detail = JSON.stringify(entry)
    this.#database.transaction(() =>
      appendAudit(this.#database, { saleSequence: null, kind, detail, ...more }),
    )
    while (this.readOn());
  }

  /** After a failure the file may be another: an older copy, or a salvaged one. */
  #isSameFile(): boolean {
    if (this.#newest === null) return true
    const row = this.#database.get('SELECT hash FROM audit WHERE id = ?', this.#newest.id) as
      { hash: string } | undefined
    return row?.hash === this.#newest.hash
  }

  #forget(): void {
    this.#newest = null
    this.#changes.clear()
    this.#ofOwner.clear()
  }

  #take(row: EntryRow): void {
    this.#newest = { id: row.id, hash: row.hash }
    switch (row.kind) {
      case CHANGE_KINDS.asked:
        return this.#takeAsked(row, readDetail(Asked, row.detail))
      case CHANGE_KINDS.ended: {
        const ended = readDetail(Ended, row.detail)
        const known = ended === undefined ? undefined : this.#changes.get(ended.changeId)
        // The first end counts: a second can only come from a write that was reported as failed but took effect.
        if (ended === undefined || known === undefined || known.endedId !== null) return
        known.endedId = row.id
        known.state = ended.state
        known.recordId ??= ended.recordId
        return
      }
      case CHANGE_KINDS.readBack: {
        const compared = readDetail(Compared, row.detail)
        const known = compared === undefined ? undefined : this.#changes.get(compared.changeId)
        if (compared === undefined || known === undefined) return
        known.comparedId = row.id
        known.outcome = compared.outcome
        known.wasSeen ||= compared.outcome === 'asAsked'
        known.recordId ??= compared.recordId
        return
      }
      case CHANGE_KINDS.givenUp: {
        const givenUp = readDetail(GivenUp, row.detail)
        const known = givenUp === undefined ? undefined : this.#changes.get(givenUp.changeId)
        if (known !== undefined) known.givenUpId ??= row.id
        return
      }
      default:
    }
  }

  #takeAsked(row: EntryRow, asked: Asked | undefined): void {
    if (asked === undefined || this.#changes.has(asked.changeId)) return
    const known: Known = {
      changeId: asked.changeId,
      owner: ownerOf(asked),
      terminalId: asked.terminalId,
      recordId: asked.recordId,
      askedId: row.id,
      endedId: null,
      state: null,
      comparedId: null,
      outcome: null,
      wasSeen: false,
      givenUpId: null,
    }
    this.#changes.set(asked.changeId, known)
    const others = this.#ofOwner.get(known.owner)
    if (others === undefined) this.#ofOwner.set(known.owner, [known])
    else others.push(known)
  }

  #load({ askedId, endedId, comparedId, wasSeen, givenUpId }: Known): Change | undefined {
    const asked = this.#entry(askedId, Asked)
    if (asked === undefined) return undefined
    return {
      asked,
      ended: (endedId === null ? undefined : this.#entry(endedId, Ended)) ?? null,
      compared: (comparedId === null ? undefined : this.#entry(comparedId, Compared)) ?? null,
      wasSeen,
      givenUp: (givenUpId === null ? undefined : this.#entry(givenUpId, GivenUp)) ?? null,
    }
  }

  #entry<Entry extends Asked | Ended | Compared | GivenUp>(
    id: number,
    schema: z.ZodMiniType<Entry>,
  ): At<Entry> | undefined {
    const row = this.#database.get('SELECT at_ms, detail FROM audit WHERE id = ?', id) as
      Pick<EntryRow, 'at_ms' | 'detail'> | undefined
    const entry = row === undefined ? undefined : readDetail(schema, row.detail)
    return row === undefined || entry === undefined ? undefined : { atMs: row.at_ms, entry }
  }
}

/** Without an end it was asked by an earlier run, or is in flight: its outcome is unknown. */
function isOpen({ state, outcome, wasSeen, givenUpId }: Known): boolean {
  return mayStillTakeEffect({ state: state ?? 'unknown', outcome, wasSeen, isGivenUp: givenUpId !== null })
}
