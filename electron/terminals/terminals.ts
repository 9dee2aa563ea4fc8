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
import type { GatewayError, Terminal, UnreadableRow } from '../gateway/answer.ts'
import type { Profile } from '../gateway/profile.ts'
import type { Clock, Log, SettingsStore } from '../ports.ts'
import { toCallError } from '../session/callErrors.ts'
import type { SignedInApi } from '../session/signedInApi.ts'
import { toTerminalView } from '../gateway/recordView.ts'
import type { Breathe } from '../work/slices.ts'
import type { SideFile } from '../storage/database.ts'
import type { ChosenTerminal } from './chosenTerminal.ts'
import type { ClientTerminals } from './clientTerminals.ts'
import { createCurrentTerminals } from './currentTerminals.ts'
import type { PayoutWatch } from './payouts/payoutWatch.ts'
import { joined, replaced, touchedUp } from './knownTerminals.ts'
import { createTerminalReadings } from './terminalReadings.ts'
import type { TerminalVersions } from './terminalVersions.ts'

/** The merchants' terminals of the signed-in client, and this counter's terminal. */
export interface Terminals {
  /** From memory or from the stored list; without the network. */
  get(): TerminalListView
  /** The stored list is in memory, so the chosen terminal can be found in it. */
  ready(): Promise<void>
  /** A page of the known rows, by terminal ID. */
  page(request: Request<'terminals.page'>): Promise<Result<TerminalPage, CallError>>
  /** One known row. */
  byId(request: Request<'terminals.byId'>): Promise<Result<TerminalView | null, CallError>>
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
  /** Call when the result of `nameCheck`, or the view of `payouts`, may have changed. */
  othersChanged(): void
  /** Ends every reading, and waits until everything to be kept is on the disk. */
  stop(): Promise<void>
}

export interface FindOptions {
  /** With a known record id, the page of its last position is requested first. */
  readonly recordId?: string | null
  readonly signal?: AbortSignal
}

export interface TerminalFound {
  readonly terminal: Terminal | null
  /** Rows that cannot be read: each may be the terminal, unless its ID is another one. */
  readonly unreadable: readonly UnreadableRow[]
  /** If no terminal was found, null proves its absence (docs/service.md 2.4). */
  readonly incompleteReason: IncompleteReason | null
  readonly error: GatewayError | null
}

export interface TerminalsOptions {
  readonly bank: Pick<SignedInApi, 'clientId' | 'generation' | 'pages' | 'retrieveTerminals'>
  readonly settings: SettingsStore
  readonly terminalsFile: SideFile
  readonly versions: TerminalVersions
  readonly breathe: Breathe
  readonly clock: Clock
  readonly log: Log
  readonly destinationKey: string
  readonly profile: Pick<Profile, 'terminalId' | 'environment' | 'limits' | 'locked'>
  /** Whether the name of an account can be asked for; the list reports it to the screen. */
  readonly nameCheck: () => NameCheckState
  readonly payouts: Pick<PayoutWatch, 'view' | 'follow' | 'listed'>
  /** The account that was asked for here, of a terminal that the bank showed with another one since; else null. */
  readonly askedAccount: (terminalId: string) => { readonly asked: string; readonly shown: string } | null
  /** Whether only a manager may choose this client's terminal. */
  readonly asksManager: () => boolean
  readonly onChange: (view: TerminalListView) => void
}

/** A sentence has no place for more. */
const UNREAD_FIELDS_MAX = 3

export function createTerminals(options: TerminalsOptions): Terminals {
  const { bank, log, profile, versions, payouts } = options
  let shown: string | null = null
  let isStopped = false
  let unread: { readonly clientId: string; readonly fields: readonly string[] } | null = null
  const current = createCurrentTerminals({ ...options, onReady: () => void changed() })
  const readings = createTerminalReadings({
    ...options,
    pageSize: profile.limits.pageSize,
    onProgress: ({ clientId, rows }) => {
      current.showSoFar(clientId, rows)
      changed()
    },
  })
  const refreshing = createRefreshing(readAll, () => void changed())

  const view = (): TerminalListView => ({
    ...shownOf(current.get()),
    reading: readings.progress(),
    nameCheck: options.nameCheck(),
    askedAccountEnding: askedAccountEnding(),
    unreadFields: unread !== null && unread.clientId === bank.clientId() ? [...unread.fields] : [],
    payouts: payouts.view(),
    revision: current.revision(),
  })

  /** It counts until the list shows it: a list that was read since may be the first to. */
  function askedAccountEnding(): string | null {
    // A cancelled reading ends after the file was closed.
    if (isStopped) return null
    const { row } = current.get().choice()
    const account = row === null ? null : options.askedAccount(row.terminalId)
    if (row === null || account === null) return null
    const isShownNow = row.accountEnding === account.asked && account.shown !== account.asked
    return isShownNow ? null : account.asked
  }

  /** This counter's terminal is watched from the first list that shows it. */
  function followed(): void {
    const own = current.get()
    const { remembered, row } = own.choice()
    if (own.clientId === null || remembered === null) return
    // A list of an earlier run may be older than a change from here.
    const isOfThisRun = row !== null && own.pageOf(row.recordId) !== null
    payouts.follow(own.clientId, remembered.terminalId, isOfThisRun ? row : null)
  }

  function changed(): TerminalListView {
    if (isStopped) return view()
    followed()
    const next = view()
    const text = JSON.stringify(next)
    if (text !== shown) options.onChange(next)
    shown = text
    return next
  }

  function listed(clientId: string): void {
    const own = current.get()
    if (own.clientId !== clientId || !own.facts().isComplete) return
    payouts.listed(clientId, (terminalId) => own.index().terminal({ terminalId, recordId: null }) !== null)
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
    const fields = new Set(read.unreadable.map(({ field }) => field))
    unread = { clientId, fields: [...fields].slice(0, UNREAD_FIELDS_MAX) }
    const isTaken = await current.take(clientId, isComplete ? replaced : joined, brought)
    if (isTaken && isComplete) listed(clientId)
    return isTaken ? ok(view()) : callError('notSignedIn')
  }

  function cancel(isMeant: (clientId: string) => boolean): void {
    refreshing.forget(isMeant)
    readings.cancel(isMeant)
  }

  return {
    get: view,
    ready: async () => void (await current.ready()),
    page: async (request) => {
      const own = await current.ready()
      return ok({ ...own.index().page(request), revision: current.revision() })
    },
    byId: async (request) => ok((await current.ready()).index().terminal(request)),
    merchants: async (request) => ok((await current.ready()).index().merchants(request)),
    refresh() {
      const clientId = bank.clientId()
      if (clientId === null) return Promise.resolve(callError('notSignedIn'))
      return refreshing.of(clientId)
    },
    cancelRefresh() {
      cancel(() => true)
      return view()
    },
    async find(isIt, { recordId = null, signal = null } = {}) {
      const clientId = bank.clientId()
      if (clientId === null) return 'notSignedIn'
      const firstPage = recordId === null ? null : current.get().pageOf(recordId)
      try {
        const ended = await readings.read(clientId, { isIt, firstPage, signal })
        if (ended === 'notSignedIn') return ended
        const { brought, read, found } = ended
        const isWhole = !read.isStopped && read.incompleteReason === null
        const isTaken = await current.take(clientId, isWhole ? replaced : touchedUp, brought)
        if (!isTaken) return 'notSignedIn'
        if (isWhole) listed(clientId)
        const { incompleteReason } = brought.facts
        return { terminal: found, unreadable: read.unreadable, incompleteReason, error: read.error }
      } finally {
        changed()
      }
    },
    viewOf: (terminal) => toTerminalView(terminal, versions.of(terminal)),
    choose(terminalId) {
      const own = current.get()
      if (own.clientId === null) return callError('notSignedIn')
      if (profile.locked.includes('terminalId')) return callError('notAllowed', { reason: 'locked' })
      const chosen = own.choose(terminalId)
      return chosen === 'chosen' ? ok(changed()) : callError(chosen)
    },
    chosen() {
      const { remembered } = current.get().choice()
      if (remembered === null) return null
      return { terminalId: remembered.terminalId, terminalRecordId: remembered.terminalRecordId }
    },
    sessionChanged() {
      const clientId = bank.clientId()
      cancel((other) => other !== clientId)
      changed()
    },
    othersChanged: () => void changed(),
    async stop() {
      isStopped = true
      const stopped = current.stop()
      cancel(() => true)
      await stopped
    },
  }
}

/** What the screen sees of one client's list and choice. */
function shownOf(own: ClientTerminals) {
  const { rowCount, ...facts } = own.facts()
  const { remembered, row } = own.choice()
  return { chosenTerminalId: remembered?.terminalId ?? null, chosen: row, knownCount: rowCount, ...facts }
}

type Refreshed = Promise<Result<TerminalListView, CallError>>

/** Simultaneous callers of one client share a reading of the whole list. */
function createRefreshing(readAll: (clientId: string) => Refreshed, onEnd: () => void) {
  let latest: { readonly clientId: string; readonly done: Refreshed } | null = null
  return {
    of: (clientId: string): Refreshed => {
      if (latest?.clientId !== clientId) {
        const mine = {
          clientId,
          done: readAll(clientId).finally(() => {
            if (latest === mine) latest = null
            onEnd()
          }),
        }
        latest = mine
      }
      return latest.done
    },
    /** Later callers get a reading of their own. */
    forget: (isMeant: (clientId: string) => boolean): void => {
      if (latest !== null && isMeant(latest.clientId)) latest = null
    },
  }
}
