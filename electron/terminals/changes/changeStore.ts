import type * as z from 'zod/mini'
import type { TerminalChangeView } from '../../../shared/terminalChange.ts'
import type { Destination } from '../../outbox/saleRow.ts'
import { appendAudit } from '../../storage/audit.ts'
import type { Database } from '../../storage/database.ts'
import {
  Asked,
  CHANGE_KINDS,
  Compared,
  Ended,
  ownerOf,
  readDetail,
  type At,
  type Change,
} from './changeEntries.ts'

/** Entries read at a time: a few milliseconds, also on a slow computer. */
const SLICE_ROWS = 250
/** So long what was asked may still be on its way to the bank's list, by this computer's clock (design §5.4, quiet period). */
const ON_ITS_WAY_MS = 10 * 60_000

interface EntryRow {
  readonly id: number
  readonly at_ms: number
  readonly kind: string
  readonly detail: string | null
  readonly hash: string
}

/** Where the entries of a change stand, and what is counted over all changes. The rest is read when it is shown. */
interface Known {
  readonly changeId: string
  readonly owner: string
  readonly askedId: number
  readonly askedAtMs: number
  endedId: number | null
  state: Ended['state'] | null
  comparedId: number | null
  comparedAtMs: number
  outcome: Compared['outcome'] | null
}

export interface ChangeRows {
  readonly changes: readonly Change[]
  readonly total: number
  readonly unknownCount: number
}

/**
 * The changes of terminals, as entries of the hash-chained audit that belong to no sale. An index of them is kept in
 * memory; it is made of the entries themselves, slice by slice, the first time that somebody asks.
 */
export class ChangeStore {
  readonly #database: Database
  readonly #changes = new Map<string, Known>()
  readonly #ofOwner = new Map<string, Known[]>()
  /** The newest entry that the index knows. */
  #newest: { readonly id: number; readonly hash: string } | null = null

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Takes the next slice into the index.
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

  /** @throws where it is not on the disk; then it may yet be there, as after a commit whose end was lost */
  ask(asked: Asked, atMs: number): void {
    this.#append(CHANGE_KINDS.asked, asked, { atMs, fromState: null, toState: 'asking' })
  }

  /** @throws where it is not on the disk */
  end(ended: Ended, atMs: number): void {
    this.#append(CHANGE_KINDS.ended, ended, { atMs, fromState: 'asking', toState: ended.state })
  }

  /** @throws where it is not on the disk */
  compare(compared: Compared, state: TerminalChangeView['state'], atMs: number): void {
    this.#append(CHANGE_KINDS.readBack, compared, { atMs, fromState: state, toState: state })
  }

  /** Of one client at one address. Undefined also where its entry cannot be read any more. */
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
   * @param inFlight a change of which this run waits for the answer
   */
  page(
    destination: Destination,
    query: { readonly offset: number; readonly limit: number },
    inFlight: string | null,
  ): ChangeRows {
    const all = this.#ofOwner.get(ownerOf(destination)) ?? []
    const end = Math.max(0, all.length - query.offset)
    const shown = all.slice(Math.max(0, end - query.limit), end).toReversed()
    return {
      changes: shown.map((known) => this.#load(known)).filter((change) => change !== undefined),
      total: all.length,
      unknownCount: all.filter((known) => known.changeId !== inFlight && isOpen(known)).length,
    }
  }

  #append(
    kind: string,
    entry: Asked | Ended | Compared,
    more: { readonly atMs: number; readonly fromState: string | null; readonly toState: string },
  ): void {
    const detail = JSON.stringify(entry)
    this.#database.transaction(() =>
      appendAudit(this.#database, { saleSequence: null, kind, detail, ...more }),
    )
    while (this.readOn());
  }

  /** After a failure the file may be another: an older copy, or what could be saved of a damaged one. */
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
        // The first end is the true one: a second can only stem from a disk that took a write and denied it.
        if (ended === undefined || known === undefined || known.endedId !== null) return
        known.endedId = row.id
        known.state = ended.state
        return
      }
      case CHANGE_KINDS.readBack: {
        const compared = readDetail(Compared, row.detail)
        const known = compared === undefined ? undefined : this.#changes.get(compared.changeId)
        if (compared === undefined || known === undefined) return
        known.comparedId = row.id
        known.comparedAtMs = row.at_ms
        known.outcome = compared.outcome
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
      askedId: row.id,
      askedAtMs: row.at_ms,
      endedId: null,
      state: null,
      comparedId: null,
      comparedAtMs: 0,
      outcome: null,
    }
    this.#changes.set(asked.changeId, known)
    const others = this.#ofOwner.get(known.owner)
    if (others === undefined) this.#ofOwner.set(known.owner, [known])
    else others.push(known)
  }

  #load({ askedId, endedId, comparedId }: Known): Change | undefined {
    const asked = this.#entry(askedId, Asked)
    if (asked === undefined) return undefined
    return {
      asked,
      ended: (endedId === null ? undefined : this.#entry(endedId, Ended)) ?? null,
      compared: (comparedId === null ? undefined : this.#entry(comparedId, Compared)) ?? null,
    }
  }

  #entry<Entry extends Asked | Ended | Compared>(
    id: number,
    schema: z.ZodMiniType<Entry>,
  ): At<Entry> | undefined {
    const row = this.#database.get('SELECT at_ms, detail FROM audit WHERE id = ?', id) as
      Pick<EntryRow, 'at_ms' | 'detail'> | undefined
    const entry = row === undefined ? undefined : readDetail(schema, row.detail)
    return row === undefined || entry === undefined ? undefined : { atMs: row.at_ms, entry }
  }
}

/** No clear answer came, and no list that was read whole has shown since what came of it. */
function isOpen({ state, outcome, askedAtMs, comparedAtMs }: Known): boolean {
  if (state !== null && state !== 'unknown') return false
  if (outcome === null || outcome === 'incomplete') return true
  const isUnseen = outcome === 'notThere' || outcome === 'asBefore'
  return isUnseen && comparedAtMs - askedAtMs < ON_ITS_WAY_MS
}
