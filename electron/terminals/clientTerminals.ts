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

/** What is known of one client's terminals, in memory and on the disk, and which of them this counter stands beside. */
export interface ClientTerminals {
  /** Null where nobody is signed in, who has no terminals. */
  readonly clientId: string | null
  /** Settled once the kept list is in memory. Until then facts and choice are those of the summary. */
  readonly ready: Promise<void>
  facts(): ListFacts & { readonly rowCount: number }
  choice(): Choice
  /** Only after {@link ClientTerminals.ready} has it any rows. */
  index(): TerminalIndex
  /** The page on which a terminal was seen in this run; null where it was not. */
  pageOf(recordId: number): number | null
  /** Makes another list of the one that is known, and keeps it where it is worth keeping. Only after `ready`. */
  change(make: (older: KnownList) => KnownList): void
  /**
   * Where no reading has ended yet, the rows of the one that is under way are there to be chosen from; they are not kept.
   * @returns whether there are others now
   */
  showSoFar(rows: Brought['rows']): boolean
  /** A person's choice, remembered before it holds. */
  choose(terminalId: string): 'chosen' | 'notFound' | 'notSaved'
  /** Everything that is to be kept is on the disk. */
  settled(): Promise<void>
}

export interface Choice {
  readonly remembered: Remembered | null
  /** Null where the list does not show it. */
  readonly row: TerminalView | null
}

export interface ClientTerminalsOptions {
  readonly store: TerminalStore
  readonly kept: KeptList
  readonly profile: Pick<Profile, 'terminalId' | 'environment' | 'locked'>
  readonly asksManager: () => boolean
  /** The kept list is in memory now. */
  readonly onReady: () => void
}

const NO_CHOICE: Choice = { remembered: null, row: null }
/** By how much the rows have to grow before they are sorted again, so that a long first reading sorts a few times only. */
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
  /** What lies on the disk. */
  let keptFacts = summary ?? factsOf(NOTHING_KNOWN)
  let toKeep: KnownList | null = null
  let keeping: Promise<void> = Promise.resolve()

  /** Where the profile locks the terminal, what a person chose before does not count. */
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
      // The list that this was decided by is the one that is being read now.
      const isSame = summary?.chosenFrom === chosenFrom()
      if (isSame && summary.chosen !== null) return ofSummary(summary.chosen, facts.remembered)
      // Where it was complete and did not show the terminal, it is still not there.
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
    // A list that cannot be believed takes the counter's own terminal from nobody.
    const known = read ?? withRows(NOTHING_KNOWN, rescued(current().row))
    keptFacts = factsOf(read ?? NOTHING_KNOWN)
    set(known)
    options.onReady()
  }

  /** What a rule settled is remembered too: the order of the list is not defined, and a counter must not move by it. */
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

/** On the disk a whole list, even an old one, is worth more than a piece of a newer one. */
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
