import type { TerminalView } from '../../shared/terminal.ts'
import type { Profile } from '../gateway/profile.ts'
import type { Clock } from '../ports.ts'
import { inBreaths, type Breathe } from '../work/slices.ts'
import { chooseTerminal, type Remembered } from './chosenTerminal.ts'
import { NOTHING_KNOWN, soFar, type Brought, type KnownList, type ListFacts } from './knownTerminals.ts'
import type { RememberedTerminal } from './rememberedTerminal.ts'
import { createTerminalIndex, type TerminalIndex } from './terminalIndex.ts'
import type { TerminalListStore } from './terminalListStore.ts'

/** What is known of one client's terminals, in memory and on the disk, and which of them is this counter's. */
export interface ClientTerminals {
  /** Null without a sign-in: then there are no terminals. */
  readonly clientId: string | null
  /** Resolves once the stored list is in memory. Facts and choice are known before. */
  readonly ready: Promise<void>
  facts(): ListFacts & { readonly rowCount: number }
  choice(): Choice
  /** It has rows only after {@link ClientTerminals.ready}. */
  index(): TerminalIndex
  /** The page on which a terminal was seen in this run; null if it was not. */
  pageOf(recordId: string): number | null
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
  readonly store: TerminalListStore
  readonly choice: RememberedTerminal
  readonly profile: Pick<Profile, 'terminalId' | 'environment' | 'locked'>
  readonly asksManager: () => boolean
  readonly breathe: Breathe
  readonly clock: Pick<Clock, 'monotonicNowMs'>
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
  const { store, profile, breathe, clock } = options
  const stored = store.newest()
  const storing = createStoring(options)
  let remembered = options.choice.read()
  /** Null until the stored one was read. */
  let list: KnownList | null = null
  let index: TerminalIndex | null = null
  let choice: Choice | null = null

  /** If the profile locks the terminal, an earlier choice of a person does not count. */
  function counted(): Remembered | null {
    return profile.locked.includes('terminalId') && remembered?.byPerson === true ? null : remembered
  }

  function decide(): Choice {
    const ids = [profile.terminalId, counted()?.terminalId ?? null].filter((id) => id !== null)
    const known = list?.rows.map(({ view }) => view) ?? store.choosable(stored, ids)
    const terminals = known ?? []
    const decided = chooseTerminal({
      terminals,
      // A list whose rows cannot be read does not show that the terminal is gone.
      isComplete: known !== null && (list ?? stored?.facts)?.isComplete === true,
      remembered: counted(),
      profileTerminalId: profile.terminalId,
      environment: profile.environment,
      asksManager: options.asksManager(),
    })
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
    set((await inBreaths(store.read(stored), breathe, clock)) ?? NOTHING_KNOWN)
    options.onReady()
  }

  /** A rule's choice is stored too: the order of the list is undefined, and must not change a counter's terminal. */
  function rememberRule(): void {
    const { remembered: decided } = current()
    if (decided === null || profile.terminalId !== null || decided.byPerson) return
    if (remembered?.terminalId === decided.terminalId) return
    remembered = decided
    choice = null
    options.choice.keep(decided)
  }

  return {
    clientId,
    ready: load(),
    facts: () =>
      list === null && stored !== null
        ? { ...stored.facts, rowCount: stored.rowCount }
        : factsOf(list ?? NOTHING_KNOWN),
    choice: current,
    index: () => (index ??= createTerminalIndex(list?.rows ?? [])),
    pageOf: (recordId) => list?.rows.find(({ view }) => view.recordId === recordId)?.pageNumber ?? null,
    change: (make) => {
      const older = list ?? NOTHING_KNOWN
      const next = make(older)
      set(next)
      rememberRule()
      if (next.rows !== older.rows) storing.offer(next)
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
      if (!options.choice.keep(made)) return 'notSaved'
      remembered = made
      choice = null
      return 'chosen'
    },
    settled: storing.settled,
  }
}

/** Stores one list after another, the latest that is worth it. */
function createStoring({
  store,
  breathe,
  clock,
}: Pick<ClientTerminalsOptions, 'store' | 'breathe' | 'clock'>) {
  let offered: KnownList | null = null
  let storing: Promise<void> = Promise.resolve()

  async function storeNow(): Promise<void> {
    const own = offered
    offered = null
    if (own === null || isWorthLess(own, store.newest()?.facts)) return
    await inBreaths(store.write(own), breathe, clock)
  }

  return {
    offer: (own: KnownList): void => {
      if (isWorthLess(own, offered ?? undefined)) return
      offered = own
      storing = storing.then(storeNow)
    },
    settled: () => storing,
  }
}

/** On the disk a complete list, even an old one, is worth more than part of a newer one. */
function isWorthLess(own: ListFacts, other: ListFacts | undefined): boolean {
  return !own.isComplete && other?.isComplete === true
}

function factsOf({ rows, ...facts }: KnownList): ListFacts & { readonly rowCount: number } {
  return { ...facts, rowCount: rows.length }
}
