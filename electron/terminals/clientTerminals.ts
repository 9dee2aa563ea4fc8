import type { TerminalView } from '../../shared/terminal.ts'
import type { Profile } from '../gateway/profile.ts'
import { chooseTerminal, type Remembered } from './chosenTerminal.ts'
import type { KeptList } from './keptList.ts'
import {
  knownTerminal,
  NOTHING_KNOWN,
  soFar,
  withRows,
  type Brought,
  type KnownList,
  type ListFacts,
} from './knownTerminals.ts'
import { createTerminalIndex, type TerminalIndex } from './terminalIndex.ts'
import type { TerminalStore } from './terminalStore.ts'

/** What is known of one client's terminals, in memory and on the disk, and which of them is this counter's. */
export interface ClientTerminals {
  /** Null without a sign-in: then there are no terminals. */
  readonly clientId: string | null
  /** Resolves once the kept list is in memory. Until then facts and choice come from the summary. */
  readonly ready: Promise<void>
  facts(): ListFacts & { readonly rowCount: number }
  choice(): Choice
  /** It has rows only after {@link ClientTerminals.ready}. */
  index(): TerminalIndex
  /** The page on which a terminal was seen in this run; null if it was not. */
  pageOf(recordId: number): number | null
  /** Replaces the known list, and stores it if it is worth more than the stored one. Only after `ready`. */
  change(make: (older: KnownList) => KnownList): void
  /**
   * Before any reading has ended, the current one's rows can be chosen from; they are not stored.
   * @returns whether there are others now
   */
  showSoFar(rows: Brought['rows']): boolean
  /** A person's choice, stored before it counts. */
  choose(terminalId: string): 'chosen' | 'notFound' | 'notSaved'
  /** Everything to be stored is on the disk. */
  settled(): Promise<void>
}

export interface Choice {
  readonly remembered: Remembered | null
  /** Null if the list does not show it. */
  readonly row: TerminalView | null
}

export interface ClientTerminalsOptions {
  readonly store: TerminalStore
  readonly kept: KeptList
  readonly profile: Pick<Profile, 'terminalId' | 'environment' | 'locked'>
  readonly asksManager: () => boolean
  readonly onReady: () => void
}

const NO_CHOICE: Choice = { remembered: null, row: null }
/** How much the rows have to grow before they are sorted again, so that a long first reading sorts only a few times. */
const GROWTH_SHOWN = 1.25

export function noTerminals(): ClientTerminals {
  return {
    clientId: null,
    ready: Promise.resolve(),
    facts: () => factsOf(NOTHING_KNOWN),
    choice: () => NO_CHOICE,
    index: () => createTerminalIndex([]),
    pageOf: () => null,
    change: () => undefined,
    showSoFar: () => false,
    choose: () => 'notFound',
    settled: () => Promise.resolve(),
  }
}

export function createClientTerminals(options: ClientTerminalsOptions, clientId: string): ClientTerminals {
  const { store, kept, profile } = options
  const isLocked = profile.locked.includes('terminalId')
  const summary = store.summary(clientId)
  let remembered = store.choice(clientId)
  /** Null until the kept one was read. */
  let list: KnownList | null = null
  let index: TerminalIndex | null = null
  let choice: Choice | null = null
  /** The facts of the list on the disk. */
  let keptFacts = summary ?? factsOf(NOTHING_KNOWN)
  let toKeep: KnownList | null = null
  let keeping: Promise<void> = Promise.resolve()

  /** If the profile locks the terminal, an earlier choice of a person does not count. */
  const counted = (): Remembered | null => (isLocked && remembered?.byPerson === true ? null : remembered)
  const chosenFrom = (): string => JSON.stringify([counted(), profile.terminalId])

  function decide(): Choice {
    const facts = {
      remembered: counted(),
      profileTerminalId: profile.terminalId,
      environment: profile.environment,
      asksManager: options.asksManager(),
    }
    if (list === null) {
      // The summary's decision was made from the list that is being loaded now.
      const isSame = summary?.chosenFrom === chosenFrom()
      if (isSame && summary.chosen !== null) return ofSummary(summary.chosen, facts.remembered)
      // A complete list without the terminal still lacks it.
      const isComplete = isSame && summary.isComplete
      return { remembered: chooseTerminal({ ...facts, terminals: [], isComplete }), row: null }
    }
    const terminals = list.rows.map(({ view }) => view)
    const decided = chooseTerminal({ ...facts, terminals, isComplete: list.isComplete })
    const row = terminals.find(
      ({ terminalId, recordId }) =>
        terminalId === decided?.terminalId && recordId === decided.terminalRecordId,
    )
    return { remembered: decided, row: row ?? null }
  }

  function set(next: KnownList): void {
    list = next
    index = null
    choice = null
  }

  const current = (): Choice => (choice ??= decide())

  async function load(): Promise<void> {
    const read = await kept.read()
    // An unreadable list must not lose the counter's own terminal.
    const known = read ?? withRows(NOTHING_KNOWN, rescued(current().row))
    keptFacts = factsOf(read ?? NOTHING_KNOWN)
    set(known)
    options.onReady()
  }

  /** A rule's choice is stored too: the order of the list is undefined, and must not change a counter's terminal. */
  function rememberRule(): void {
    const { remembered: decided } = current()
    if (decided === null || profile.terminalId !== null || decided.byPerson) return
    if (remembered?.terminalId === decided.terminalId) return
    remembered = decided
    choice = null
    store.keepChoice(clientId, decided)
  }

  function keepSummary(): void {
    const { totalCount, pagesRead, isComplete, incompleteReason, readAtMs, readSince, rowCount } = keptFacts
    const facts = { totalCount, pagesRead, isComplete, incompleteReason, readAtMs, readSince, rowCount }
    store.keepSummary(clientId, { ...facts, chosen: current().row, chosenFrom: chosenFrom() })
  }

  async function keepNow(): Promise<void> {
    const own = toKeep
    toKeep = null
    if (own === null || isWorthLess(own, keptFacts) || !(await kept.write(own))) return
    keptFacts = factsOf(own)
    keepSummary()
  }

  function keep(own: KnownList): void {
    if (toKeep !== null && isWorthLess(own, toKeep)) return
    toKeep = own
    keeping = keeping.then(keepNow)
  }

  const ready = load()
  return {
    clientId,
    ready,
    facts: () => (list === null ? keptFacts : factsOf(list)),
    choice: current,
    index: () => (index ??= createTerminalIndex(list?.rows ?? [])),
    pageOf: (recordId) => list?.rows.find(({ view }) => view.recordId === recordId)?.pageNumber ?? null,
    change: (make) => {
      const older = list ?? NOTHING_KNOWN
      const next = make(older)
      set(next)
      rememberRule()
      if (next.rows !== older.rows) keep(next)
    },
    showSoFar: (rows) => {
      if (list === null || list.readAtMs !== null || rows.size === 0) return false
      if (rows.size < list.rows.length * GROWTH_SHOWN) return false
      set(soFar(list, rows))
      rememberRule()
      return true
    },
    choose: (terminalId) => {
      const terminal = list?.rows.find(({ view }) => view.terminalId === terminalId)
      if (terminal === undefined) return 'notFound'
      const { recordId: terminalRecordId } = terminal.view
      const made: Remembered = { terminalId, terminalRecordId, byPerson: true }
      // A choice that a restart would undo could send tomorrow's sales to another account.
      if (!store.keepChoice(clientId, made)) return 'notSaved'
      remembered = made
      choice = null
      keepSummary()
      return 'chosen'
    },
    settled: () => keeping,
  }
}

/** On the disk a complete list, even an old one, is worth more than part of a newer one. */
function isWorthLess(own: ListFacts, other: ListFacts): boolean {
  return !own.isComplete && other.isComplete
}

function factsOf({ rows, ...facts }: KnownList): ListFacts & { readonly rowCount: number } {
  return { ...facts, rowCount: rows.length }
}

function ofSummary(row: TerminalView, from: Remembered | null): Choice {
  const { terminalId, recordId: terminalRecordId } = row
  return { remembered: { terminalId, terminalRecordId, byPerson: from?.byPerson ?? false }, row }
}

function rescued(row: TerminalView | null): ReadonlyMap<number, ReturnType<typeof knownTerminal>> {
  return new Map(row === null ? [] : [[row.recordId, knownTerminal(row)]])
}
