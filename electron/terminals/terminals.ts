import { callError, type CallError } from '../../shared/callError.ts'
import type { Request } from '../../shared/contract.ts'
import type { IncompleteReason } from '../../shared/record.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type {
  MerchantPage,
  NameCheckState,
  TerminalListView,
  TerminalPage,
  TerminalView,
} from '../../shared/terminal.ts'
import type { GatewayError, Terminal } from '../gateway/answer.ts'
import type { Profile } from '../gateway/profile.ts'
import type { Clock, KeptFiles, Log, SettingsStore } from '../ports.ts'
import { toCallError } from '../session/callErrors.ts'
import type { SignedInApi } from '../session/signedInApi.ts'
import { toTerminalView } from '../gateway/recordView.ts'
import type { Turn } from '../slices.ts'
import type { ChosenTerminal } from './chosenTerminal.ts'
import { createClientTerminals, noTerminals, type ClientTerminals } from './clientTerminals.ts'
import { createKeptList } from './keptList.ts'
import { joined, replaced, touchedUp, type Brought, type KnownList } from './knownTerminals.ts'
import { createTerminalReadings } from './terminalReadings.ts'
import { createTerminalStore } from './terminalStore.ts'
import type { TerminalVersions } from './terminalVersions.ts'

/** The merchants' terminals of the signed-in client, and this counter's terminal. */
export interface Terminals {
  /** From memory or from the kept list; without the network. */
  get(): TerminalListView
  /** The kept list is in memory, so the chosen terminal can be found in it. */
  ready(): Promise<void>
  /** A page of the known rows, by terminal ID. */
  page(request: Request<'terminals.page'>): Promise<Result<TerminalPage, CallError>>
  /** The merchants of these terminals: the service has no list of merchants. */
  merchants(request: Request<'terminals.merchants'>): Promise<Result<MerchantPage, CallError>>
  /** Reads the list to its last page (docs/service.md 4.5). Simultaneous calls share one reading. */
  refresh(): Promise<Result<TerminalListView, CallError>>
  /** Ends every reading as incomplete: `cancelled`. */
  cancelRefresh(): TerminalListView
  /**
   * Reads the service's list again until the terminal is found, else to its end. It shares no reading with other
   * callers: its result is newer than the call. All rows read update the known list.
   */
  find(isIt: (terminal: Terminal) => boolean, options?: FindOptions): Promise<TerminalFound | 'notSignedIn'>
  /** A result of {@link Terminals.find} for the screen. */
  viewOf(terminal: Terminal): TerminalView
  /** `notFound` if it is not in the list, `notAllowed` if the profile locks `terminalId`. */
  choose(terminalId: string): Result<TerminalListView, CallError>
  /** Null: a person has to choose before a sale can be recorded. */
  chosen(): ChosenTerminal | null
  /** Call when the session changes: another client has another list. */
  sessionChanged(): void
  /** Call when the result of `nameCheck` may have changed. */
  nameCheckChanged(): void
  /** Ends every reading, and waits until everything to be kept is on the disk. */
  stop(): Promise<void>
}

export interface FindOptions {
  /** With a known record id, the page of its last position is requested first. */
  readonly recordId?: number | null
  readonly signal?: AbortSignal
}

export interface TerminalFound {
  readonly terminal: Terminal | null
  /** If no terminal was found, null proves its absence (docs/service.md 2.4). */
  readonly incompleteReason: IncompleteReason | null
  readonly error: GatewayError | null
}

export interface TerminalsOptions {
  readonly bank: Pick<SignedInApi, 'clientId' | 'generation' | 'retrieveTerminals'>
  readonly settings: SettingsStore
  readonly keptFiles: KeptFiles
  readonly versions: TerminalVersions
  readonly turn: Turn
  readonly clock: Clock
  readonly log: Log
  readonly destinationKey: string
  readonly profile: Pick<Profile, 'terminalId' | 'environment' | 'limits' | 'locked'>
  /** Whether the name of an account can be asked for; the list reports it to the screen. */
  readonly nameCheck: () => NameCheckState
  /** Whether only a manager may choose this client's terminal. */
  readonly asksManager: () => boolean
  readonly onChange: (view: TerminalListView) => void
}

export function createTerminals(options: TerminalsOptions): Terminals {
  const { bank, log, profile, destinationKey, versions } = options
  const store = createTerminalStore(options)
  let loaded = noTerminals()
  let revision = 0
  let refreshing: Refreshing | null = null
  let shown: string | null = null
  let isStopped = false
  const readings = createTerminalReadings({
    ...options,
    pageSize: profile.limits.pageSize,
    onProgress: ({ clientId, rows }) => {
      const own = ofClient()
      if (own.clientId === clientId && !isStopped && own.showSoFar(rows)) revision += 1
      changed()
    },
  })

  /** Those of the signed-in client; each call notices a change of client. */
  function ofClient(): ClientTerminals {
    const clientId = bank.clientId()
    if (clientId !== loaded.clientId) {
      revision += 1
      loaded = clientId === null ? noTerminals() : open(clientId)
    }
    return loaded
  }

  function open(clientId: string): ClientTerminals {
    const kept = createKeptList(options, [destinationKey, clientId])
    const onReady = (): void => {
      if (loaded.clientId === clientId) changed()
    }
    return createClientTerminals({ ...options, store, kept, onReady }, clientId)
  }

  /** With the kept list in memory, even if other clients sign in meanwhile. */
  async function readyOne(): Promise<ClientTerminals> {
    const own = ofClient()
    await own.ready
    return ofClient() === own ? own : readyOne()
  }

  function view(): TerminalListView {
    const own = ofClient()
    const { totalCount, pagesRead, isComplete, incompleteReason, readAtMs, readSince, rowCount } = own.facts()
    const { remembered, row } = own.choice()
    return {
      chosenTerminalId: remembered?.terminalId ?? null,
      chosen: row,
      knownCount: rowCount,
      totalCount,
      pagesRead,
      isComplete,
      incompleteReason,
      readAtMs,
      readSince,
      reading: readings.progress(),
      nameCheck: options.nameCheck(),
      revision,
    }
  }

  function changed(): TerminalListView {
    const next = view()
    const text = JSON.stringify(next)
    if (text !== shown) options.onChange(next)
    shown = text
    return next
  }

  /** @returns false if another client is signed in by now */
  async function take(
    clientId: string,
    make: (older: KnownList, brought: Brought) => KnownList,
    brought: Brought,
  ): Promise<boolean> {
    const own = await readyOne()
    if (own.clientId !== clientId) return false
    if (isStopped) return true
    if (brought.rows.size > 0) revision += 1
    own.change((older) => make(older, brought))
    return true
  }

  async function readAll(clientId: string): Promise<Result<TerminalListView, CallError>> {
    const ended = await readings.read(clientId, null)
    if (ended === 'notSignedIn') return callError('notSignedIn')
    const { brought, read } = ended
    const { incompleteReason } = brought.facts
    const isComplete = incompleteReason === null
    if (!isComplete) log('warn', 'terminals.incomplete', { reason: incompleteReason })
    if (read.pagesRead === 0 && read.error !== null && incompleteReason !== 'cancelled') {
      return err(toCallError(read.error))
    }
    const isTaken = await take(clientId, isComplete ? replaced : joined, brought)
    return isTaken ? ok(view()) : callError('notSignedIn')
  }

  /** Later callers get a reading of their own. */
  function cancel(isMeant: (clientId: string) => boolean): void {
    if (refreshing !== null && isMeant(refreshing.clientId)) refreshing = null
    readings.cancel(isMeant)
  }

  return {
    get: view,
    ready: async () => void (await readyOne()),
    page: async (request) => {
      const own = await readyOne()
      return ok({ ...own.index().page(request), revision })
    },
    merchants: async (request) => ok((await readyOne()).index().merchants(request)),
    refresh() {
      const clientId = bank.clientId()
      if (clientId === null) return Promise.resolve(callError('notSignedIn'))
      if (refreshing?.clientId !== clientId) {
        const mine: Refreshing = {
          clientId,
          done: readAll(clientId).finally(() => {
            if (refreshing === mine) refreshing = null
            changed()
          }),
        }
        refreshing = mine
      }
      return refreshing.done
    },
    cancelRefresh() {
      cancel(() => true)
      return view()
    },
    async find(isIt, { recordId = null, signal = null } = {}) {
      const clientId = bank.clientId()
      if (clientId === null) return 'notSignedIn'
      const firstPage = recordId === null ? null : ofClient().pageOf(recordId)
      try {
        const ended = await readings.read(clientId, { isIt, firstPage, signal })
        if (ended === 'notSignedIn') return ended
        const { brought, read, found } = ended
        const isWhole = !read.isStopped && read.incompleteReason === null
        const isTaken = await take(clientId, isWhole ? replaced : touchedUp, brought)
        if (!isTaken) return 'notSignedIn'
        const { incompleteReason } = brought.facts
        return { terminal: found, incompleteReason, error: read.error }
      } finally {
        changed()
      }
    },
    viewOf: (terminal) => toTerminalView(terminal, versions.of(terminal)),
    choose(terminalId) {
      const own = ofClient()
      if (own.clientId === null) return callError('notSignedIn')
      if (profile.locked.includes('terminalId')) return callError('notAllowed', { reason: 'locked' })
      const chosen = own.choose(terminalId)
      if (chosen === 'notFound') return callError('notFound')
      if (chosen === 'notSaved') return callError('notSaved')
      return ok(changed())
    },
    chosen() {
      const { remembered } = ofClient().choice()
      if (remembered === null) return null
      return { terminalId: remembered.terminalId, terminalRecordId: remembered.terminalRecordId }
    },
    sessionChanged() {
      const clientId = bank.clientId()
      cancel((other) => other !== clientId)
      changed()
    },
    nameCheckChanged: () => void changed(),
    async stop() {
      isStopped = true
      cancel(() => true)
      await loaded.settled()
    },
  }
}

interface Refreshing {
  readonly clientId: string
  readonly done: Promise<Result<TerminalListView, CallError>>
}
