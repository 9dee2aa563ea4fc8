import type { IncompleteReason } from '../../shared/record.ts'
import type { TerminalView } from '../../shared/terminal.ts'
import { searchText } from './searchText.ts'

/** What is known of a list of terminals as a whole. */
export interface ListFacts {
  readonly totalCount: number | null
  readonly pagesRead: number
  readonly isComplete: boolean
  /** Of the latest reading to the end. */
  readonly incompleteReason: IncompleteReason | null
  readonly readAtMs: number | null
  /** Rows that a search has seen after that reading; null where there are none. */
  readonly readSince: ReadSince | null
}

export interface ReadSince {
  readonly atMs: number
  /** How many rows the reading itself had brought. */
  readonly countBefore: number
}

export interface KnownTerminal {
  readonly view: TerminalView
  /** @see searchText.ts */
  readonly text: string
  /** The request that showed it last, counted over all readings of this run; 0 where it comes from an earlier run. */
  readonly askNumber: number
  /** The page on which it stood then; null where it comes from an earlier run. */
  readonly pageNumber: number | null
}

export interface KnownList extends ListFacts {
  /** By terminal ID, each record id once. */
  readonly rows: readonly KnownTerminal[]
}

/** As many as one reading brings at most (pagedReader.ts): what many of them bring together is kept in memory too. */
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

/** What one reading has brought, to its end or not. */
export interface Brought {
  readonly rows: ReadonlyMap<number, KnownTerminal>
  readonly facts: ListFacts
  /** The first request of this reading. */
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

/**
 * A list that was read to its end takes the place of the older one. What another reading has seen while this one was
 * under way is later news, and stays: an edit that was just read back must not look undone.
 */
export function replaced(older: KnownList, { rows, facts, firstAskNumber }: Brought): KnownList {
  const byId = new Map(rows)
  for (const row of older.rows) if (row.askNumber > firstAskNumber) keepLater(byId, row)
  return withRows({ ...facts, ...countedAgain(facts, byId.size) }, byId)
}

/**
 * An incomplete reading proves no absence, so the older rows stay beside what was seen now, and the whole is said to be
 * incomplete. Its age stays that of the older reading, since parts of it are that old. Where not one page came, the
 * older list is what it was.
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

/** What the first reading has brought while it goes on. Nothing is said of the whole before it has ended. */
export function soFar(older: KnownList, rows: Brought['rows']): KnownList {
  return withRows(older, union(older, rows).byId)
}

/**
 * A reading that looked for one terminal, and never meant to see them all, says something of the rows that it saw. A
 * list that was whole stays so, as long as there are as many as the service counts by now; what is said of its reading
 * stays what that reading was.
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

/**
 * Both, as far as there is room: those seen last stay. A service that has other terminals in each of its readings must not
 * fill the memory of a till by and by.
 */
function union(
  older: KnownList,
  rows: Brought['rows'],
  rowsMax: number = ROWS_KNOWN_MAX,
): { readonly byId: ReadonlyMap<number, KnownTerminal>; readonly isCut: boolean } {
  const byId = new Map(older.rows.map((row) => [row.view.recordId, row]))
  for (const row of rows.values()) keepLater(byId, row)
  if (byId.size <= rowsMax) return { byId, isCut: false }
  const latestFirst = [...byId].sort(([, left], [, right]) => right.askNumber - left.askNumber)
  return { byId: new Map(latestFirst.slice(0, rowsMax)), isCut: true }
}

function keepLater(byId: Map<number, KnownTerminal>, row: KnownTerminal): void {
  const { recordId } = row.view
  const other = byId.get(recordId)
  if (other === undefined || other.askNumber <= row.askNumber) byId.set(recordId, row)
}

export function withRows(facts: ListFacts, byId: ReadonlyMap<number, KnownTerminal>): KnownList {
  return { ...facts, rows: [...byId.values()].sort(byTerminalId) }
}

/** Of two terminals with one ID, which no honest list has, the order is settled too. */
function byTerminalId({ view: left }: KnownTerminal, { view: right }: KnownTerminal): number {
  if (left.terminalId === right.terminalId) return left.recordId - right.recordId
  return left.terminalId < right.terminalId ? -1 : 1
}
