import { compareRecordIds } from '../../shared/recordId.ts'
import type { IncompleteReason } from '../../shared/record.ts'
import type { TerminalView } from '../../shared/terminal.ts'
import { searchText } from '../../shared/searchText.ts'

export interface ListFacts {
  readonly totalCount: number | null
  readonly pagesRead: number
  readonly isComplete: boolean
  /** Of the latest reading to the end. */
  readonly incompleteReason: IncompleteReason | null
  readonly readAtMs: number | null
  /** Rows that a search has seen after that reading; null if there are none. */
  readonly readSince: ReadSince | null
}

export interface ReadSince {
  readonly atMs: number
  /** How many rows the reading itself had. */
  readonly countBefore: number
}

export interface KnownTerminal {
  readonly view: TerminalView
  /** @see searchText.ts */
  readonly text: string
  /** The last request that showed it, counted over all readings of this run; 0 for one of an earlier run. */
  readonly askNumber: number
  /** Its page in that request; null for one of an earlier run. */
  readonly pageNumber: number | null
}

export interface KnownList extends ListFacts {
  /** By terminal ID, each record id once. */
  readonly rows: readonly KnownTerminal[]
}

/** The most rows that one reading brings (pagedReader.ts), so that several together stay in memory too. */
export const ROWS_KNOWN_MAX = 200_000

export const NOTHING_KNOWN: KnownList = {
  rows: [],
  totalCount: null,
  pagesRead: 0,
  isComplete: false,
  incompleteReason: null,
  readAtMs: null,
  readSince: null,
}

/** The result of one reading, complete or not. */
export interface Brought {
  readonly rows: ReadonlyMap<string, KnownTerminal>
  readonly facts: ListFacts
  readonly firstAskNumber: number
}

export function knownTerminal(
  view: TerminalView,
  seen: Pick<KnownTerminal, 'askNumber' | 'pageNumber'> = { askNumber: 0, pageNumber: null },
): KnownTerminal {
  const { terminalId, merchantId, serialNumber, accountName, accountEnding } = view
  return {
    view,
    text: searchText([terminalId, merchantId, serialNumber, accountName, accountEnding]),
    ...seen,
  }
}

/** A complete list replaces the older one, except rows seen since: an edit just read back must not look undone. */
export function replaced(older: KnownList, { rows, facts, firstAskNumber }: Brought): KnownList {
  const byId = new Map(rows)
  for (const row of older.rows) if (row.askNumber > firstAskNumber) keepLater(byId, row)
  return withRows({ ...facts, ...countedAgain(facts, byId.size) }, byId)
}

/**
 * An incomplete reading proves no absence, so the older rows stay beside the new ones, and the whole counts as
 * incomplete. Its age stays that of the older reading, since parts of it are that old. Without a single page, the older
 * list is unchanged.
 */
export function joined(
  older: KnownList,
  { rows, facts }: Brought,
  rowsMax: number = ROWS_KNOWN_MAX,
): KnownList {
  if (facts.pagesRead === 0) return { ...older, incompleteReason: facts.incompleteReason }
  const readAtMs = older.readAtMs ?? facts.readAtMs
  const { byId, isCut } = union(older, rows, rowsMax)
  const incompleteReason = isCut ? 'moreThanBound' : facts.incompleteReason
  return withRows({ ...facts, isComplete: false, incompleteReason, readAtMs }, byId)
}

/** The rows of the first reading while it goes on. The facts of the whole stay unknown until it ends. */
export function soFar(older: KnownList, rows: Brought['rows']): KnownList {
  return withRows(older, union(older, rows).byId)
}

/**
 * A reading that looked for one terminal updates the rows that it saw. A complete list stays complete, as long as it
 * has as many rows as the service now counts; the facts of its reading stay.
 */
export function touchedUp(older: KnownList, brought: Brought): KnownList {
  if (brought.rows.size === 0) return older
  if (older.readAtMs === null) return joined(older, brought)
  const { totalCount, readAtMs } = brought.facts
  const { byId, isCut } = union(older, brought.rows)
  const countBefore = older.readSince?.countBefore ?? older.rows.length
  const facts: ListFacts = {
    totalCount: totalCount ?? older.totalCount,
    pagesRead: older.pagesRead,
    isComplete: older.isComplete,
    incompleteReason: older.incompleteReason,
    readAtMs: older.readAtMs,
    readSince: readAtMs === null ? older.readSince : { atMs: readAtMs, countBefore },
  }
  if (isCut) return withRows({ ...facts, isComplete: false, incompleteReason: 'moreThanBound' }, byId)
  return withRows(older.isComplete ? { ...facts, ...countedAgain(facts, byId.size) } : facts, byId)
}

function countedAgain(
  { totalCount, isComplete, incompleteReason }: ListFacts,
  count: number,
): Pick<ListFacts, 'isComplete' | 'incompleteReason'> {
  return count === totalCount
    ? { isComplete, incompleteReason }
    : { isComplete: false, incompleteReason: 'countChanged' }
}

/** Both, within a limit; rows seen last stay. A service whose lists keep changing must not fill the memory. */
function union(
  older: KnownList,
  rows: Brought['rows'],
  rowsMax: number = ROWS_KNOWN_MAX,
): { readonly byId: ReadonlyMap<string, KnownTerminal>; readonly isCut: boolean } {
  const byId = new Map(older.rows.map((row) => [row.view.recordId, row]))
  for (const row of rows.values()) keepLater(byId, row)
  if (byId.size <= rowsMax) return { byId, isCut: false }
  const latestFirst = [...byId].sort(([, left], [, right]) => right.askNumber - left.askNumber)
  return { byId: new Map(latestFirst.slice(0, rowsMax)), isCut: true }
}

function keepLater(byId: Map<string, KnownTerminal>, row: KnownTerminal): void {
  const { recordId } = row.view
  const other = byId.get(recordId)
  if (other === undefined || other.askNumber <= row.askNumber) byId.set(recordId, row)
}

export function withRows(facts: ListFacts, byId: ReadonlyMap<string, KnownTerminal>): KnownList {
  return { ...facts, rows: [...byId.values()].sort(byTerminalId) }
}

/** Two terminals with one ID, which no honest list has, still have a fixed order. */
function byTerminalId({ view: left }: KnownTerminal, { view: right }: KnownTerminal): number {
  if (left.terminalId === right.terminalId) return compareRecordIds(left.recordId, right.recordId)
  return left.terminalId < right.terminalId ? -1 : 1
}
