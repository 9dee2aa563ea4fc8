import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
import { IncompleteReason } from '../../shared/record.ts'
import { TerminalView } from '../../shared/terminal.ts'
import type { Log } from '../ports.ts'
import { SLICE_SIZE, type Work } from '../work/slices.ts'
import type { SideFile } from '../storage/database.ts'
import {
  knownTerminal,
  withRows,
  type KnownList,
  type KnownTerminal,
  type ListFacts,
} from './knownTerminals.ts'

const Facts = z.strictObject({
  totalCount: z.nullable(z.int()),
  pagesRead: z.int(),
  isComplete: z.boolean(),
  incompleteReason: z.nullable(IncompleteReason),
  readAtMs: z.nullable(z.number()),
  readSince: z.nullable(z.strictObject({ atMs: z.number(), countBefore: z.int() })),
})

/** What a stored list says about itself, before its rows are read. */
export interface StoredList {
  readonly id: number
  readonly facts: ListFacts
  readonly rowCount: number
}

interface Row {
  readonly terminal_id: string
  readonly record_id: string
  readonly view: string
}

const BEFORE_ALL: Row = { terminal_id: '', record_id: '', view: '' }

const UNFINISHED = 'is_whole = 0'
const OTHER_THAN = 'id <> ?'

/**
 * One client's list of terminals in the file. Account numbers are already masked here. It reads, writes and removes a
 * slice of rows at a time: a list may have 50,000.
 */
export class TerminalListStore {
  readonly #file: SideFile
  readonly #log: Log
  readonly #owner: readonly [destination: string, clientId: string]

  constructor(
    { terminalsFile, log }: { readonly terminalsFile: SideFile; readonly log: Log },
    owner: readonly [destination: string, clientId: string],
  ) {
    this.#file = terminalsFile
    this.#log = log
    this.#owner = owner
  }

  /** The newest one whose rows are all there; null if there is none. */
  newest(): StoredList | null {
    const found = this.#file.use((database) =>
      database.get(
        `SELECT id, facts, row_count FROM list WHERE destination = ? AND client_id = ? AND is_whole = 1
         ORDER BY id DESC LIMIT 1`,
        ...this.#owner,
      ),
    ) as { id: number; facts: string; row_count: number } | undefined
    if (found === undefined) return null
    const facts = parseUnknown(Facts, jsonIn(found.facts))
    if (!facts.ok) this.#log('warn', 'terminals.storedUnreadable', { path: facts.error[0]?.path ?? null })
    return facts.ok ? { id: found.id, facts: facts.value, rowCount: found.row_count } : null
  }

  /**
   * Its first two terminals and those with the given IDs: all that the choice of this counter's depends on.
   * @returns null if they cannot be read
   */
  choosable(list: StoredList | null, terminalIds: readonly string[]): readonly TerminalView[] | null {
    if (list === null) return null
    const of = 'FROM terminal WHERE list = ?'
    const rows = this.#file.use((database) => [
      ...database.all(`SELECT record_id, view ${of} ORDER BY terminal_id, record_id LIMIT 2`, list.id),
      ...terminalIds.flatMap((terminalId) =>
        database.all(
          `SELECT record_id, view ${of} AND terminal_id = ? ORDER BY record_id LIMIT 2`,
          list.id,
          terminalId,
        ),
      ),
    ]) as Row[] | undefined
    const views = (rows ?? []).map(viewIn).filter((view) => view !== null)
    if (rows === undefined || views.length < rows.length || (views.length === 0 && list.rowCount > 0))
      return null
    return [...new Map(views.map((view) => [view.recordId, view])).values()]
  }

  /** @returns null if it is not what it says */
  *read(list: StoredList | null): Work<KnownList | null> {
    if (list === null) return null
    const byId = new Map<string, KnownTerminal>()
    let count = 0
    for (let last: Row | undefined = BEFORE_ALL; last !== undefined; yield) {
      const rows = this.#someAfter(list.id, last)
      count += rows.length
      for (const view of rows.map(viewIn)) if (view !== null) byId.set(view.recordId, knownTerminal(view))
      last = rows.length < SLICE_SIZE || count > list.rowCount ? undefined : rows.at(-1)
    }
    if (count === list.rowCount && byId.size === count) return withRows(list.facts, byId)
    // Its content is not logged. The next reading replaces it.
    this.#log('warn', 'terminals.storedUnreadable', { rows: byId.size, count })
    return null
  }

  /**
   * Counts only once its last row is there; then the older ones go. What earlier writings left unfinished goes first: if
   * each ended half-way, they would fill the file. @returns whether it counts
   */
  *write({ rows, ...facts }: KnownList): Work<boolean> {
    while (this.#removeSome(UNFINISHED)) yield
    const inserted = this.#file.use((database) =>
      database.get(
        'INSERT INTO list (destination, client_id, facts, row_count) VALUES (?, ?, ?, ?) RETURNING id',
        ...this.#owner,
        JSON.stringify(facts),
        rows.length,
      ),
    ) as { id: number } | undefined
    const id = inserted?.id ?? 0
    let isWritten = inserted !== undefined
    for (let from = 0; isWritten && from < rows.length; from += SLICE_SIZE) {
      isWritten = this.#insertSome(id, rows.slice(from, from + SLICE_SIZE))
      yield
    }
    isWritten &&=
      this.#file.use((database) => database.run('UPDATE list SET is_whole = 1 WHERE id = ?', id)) === 1
    if (!isWritten) this.#log('error', 'terminals.notKept', { rows: rows.length })
    else while (this.#removeSome(OTHER_THAN, id)) yield
    return isWritten
  }

  #someAfter(list: number, { terminal_id, record_id }: Row): readonly Row[] {
    const rows = this.#file.use((database) =>
      database.all(
        `SELECT terminal_id, record_id, view FROM terminal
         WHERE list = ? AND (terminal_id, record_id) > (?, ?) ORDER BY terminal_id, record_id LIMIT ${SLICE_SIZE}`,
        list,
        terminal_id,
        record_id,
      ),
    )
    return (rows ?? []) as Row[]
  }

  #insertSome(id: number, rows: readonly KnownTerminal[]): boolean {
    const isDone = this.#file.use((database) => {
      // Between two slices the file may have been set aside.
      if (database.get('SELECT 1 FROM list WHERE id = ?', id) === undefined) return false
      for (const { view } of rows) {
        database.run(
          'INSERT INTO terminal (list, terminal_id, record_id, view) VALUES (?, ?, ?, ?)',
          id,
          view.terminalId,
          view.recordId,
          JSON.stringify(view),
        )
      }
      return true
    })
    return isDone === true
  }

  /** @returns whether there may be more of these lists */
  #removeSome(which: string, ...values: readonly number[]): boolean {
    const removed = this.#file.use((database) => {
      const lists = `SELECT id FROM list WHERE destination = ? AND client_id = ? AND ${which}`
      const rows = database.run(
        `DELETE FROM terminal WHERE (list, terminal_id, record_id) IN
           (SELECT list, terminal_id, record_id FROM terminal WHERE list IN (${lists}) LIMIT ${SLICE_SIZE})`,
        ...this.#owner,
        ...values,
      )
      if (rows < SLICE_SIZE)
        database.run(`DELETE FROM list WHERE id IN (${lists})`, ...this.#owner, ...values)
      return rows
    })
    return removed === SLICE_SIZE
  }
}

function viewIn({ record_id, view }: Row): TerminalView | null {
  const parsed = parseUnknown(TerminalView, jsonIn(view))
  return parsed.ok && parsed.value.recordId === record_id ? parsed.value : null
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
