import { callError, type CallError } from '../../shared/contract.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { TerminalListView, TerminalView } from '../../shared/terminal.ts'
import type { SettlementApi } from '../gateway/answer.ts'
import type { Profile } from '../gateway/profile.ts'
import type { Clock, Log, SettingsStore } from '../ports.ts'
import { authorisedPages } from '../session/authorised.ts'
import { toCallError } from '../session/callErrors.ts'
import type { Session } from '../session/session.ts'
import { toTerminalView } from '../settlements/recordView.ts'
import { chooseTerminal, type ChosenTerminal, type Remembered } from './chosenTerminal.ts'
import { createTerminalStore, type TerminalList } from './terminalStore.ts'

const noList: TerminalList = {
  terminals: [],
  totalCount: null,
  pagesRead: 0,
  isComplete: false,
  readAtMs: null,
}

/** The terminals of whoever is signed in, and the one that this counter stands beside. */
export interface Terminals {
  /** From memory or from what was kept; asks nothing of the network. */
  get(): TerminalListView
  /** Reads the list to its last page (specification 4.5). Calls at the same time share one reading. */
  refresh(): Promise<Result<TerminalListView, CallError>>
  /** `notFound` where it is not in the list, `notAllowed` where the profile locks `terminalId`. */
  choose(terminalId: string): Result<TerminalListView, CallError>
  /** Null: a person has to choose before a sale can be recorded. */
  chosen(): ChosenTerminal | null
  /** To be called when the session changes: another client has another list. */
  sessionChanged(): void
}

export interface TerminalsOptions {
  readonly api: Pick<SettlementApi, 'retrieveTerminals'>
  readonly session: Pick<Session, 'token' | 'renew' | 'clientId'>
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly log: Log
  readonly destinationKey: string
  readonly profile: Pick<Profile, 'terminalId' | 'environment' | 'limits' | 'locked'>
  readonly onChange: (view: TerminalListView) => void
}

interface ClientList {
  readonly clientId: string | null
  list: TerminalList
  remembered: Remembered | null
}

export function createTerminals(options: TerminalsOptions): Terminals {
  const { api, session, clock, log, profile } = options
  const store = createTerminalStore(options)
  const isLocked = profile.locked.includes('terminalId')
  let loaded: ClientList = { clientId: null, list: noList, remembered: null }
  let reading: {
    readonly clientId: string
    readonly done: Promise<Result<TerminalListView, CallError>>
  } | null = null
  let shown: string | null = null

  /** The list of the client who is signed in now; a change of client is noticed here, whoever asks first. */
  function ofClient(): ClientList {
    const clientId = session.clientId()
    if (clientId !== loaded.clientId) {
      loaded = {
        clientId,
        list: (clientId === null ? null : store.list(clientId)) ?? noList,
        remembered: clientId === null ? null : store.choice(clientId),
      }
    }
    return loaded
  }

  function decide({ list, remembered }: ClientList): Remembered | null {
    return chooseTerminal({
      terminals: list.terminals,
      isComplete: list.isComplete,
      remembered: isLocked && remembered?.byPerson === true ? null : remembered,
      profileTerminalId: profile.terminalId,
      environment: profile.environment,
    })
  }

  function view(): TerminalListView {
    const own = ofClient()
    return { ...own.list, chosenTerminalId: decide(own)?.terminalId ?? null }
  }

  function changed(): TerminalListView {
    const next = view()
    const text = JSON.stringify(next)
    if (text !== shown) options.onChange(next)
    shown = text
    return next
  }

  async function read(clientId: string): Promise<Result<TerminalListView, CallError>> {
    const answer = await authorisedPages(session, {
      ask: (token, page) => api.retrieveTerminals(token, page),
      pageSize: profile.limits.pageSize,
    })
    const own = ofClient()
    if (answer === 'notSignedIn' || own.clientId !== clientId) return callError('notSignedIn')
    if (answer.pagesRead === 0 && answer.error !== null) return err(toCallError(answer.error))
    const isComplete = answer.incompleteReason === null
    const fresh: TerminalList = {
      terminals: answer.rows.map(toTerminalView),
      totalCount: answer.totalCount,
      pagesRead: answer.pagesRead,
      isComplete,
      readAtMs: clock.wallNowMs(),
    }
    if (!isComplete) log('warn', 'terminals.incomplete', { reason: answer.incompleteReason })
    const older = own.list
    own.list = isComplete ? fresh : joined(older, fresh)
    // On the disk a whole list, even an old one, is worth more than a piece of a newer one.
    if (isComplete || store.list(clientId)?.isComplete !== true) store.keepList(clientId, own.list)
    rememberRule(own, clientId)
    return ok(changed())
  }

  /** What a rule settled is remembered too: the order of the list is not defined, and a counter must not move by it. */
  function rememberRule(own: ClientList, clientId: string): void {
    const decided = decide(own)
    if (decided === null || profile.terminalId !== null || decided.byPerson) return
    if (own.remembered?.terminalId === decided.terminalId) return
    own.remembered = decided
    store.keepChoice(clientId, decided)
  }

  return {
    get: view,
    refresh() {
      const clientId = session.clientId()
      if (clientId === null) return Promise.resolve(callError('notSignedIn'))
      if (reading?.clientId !== clientId) {
        const mine = {
          clientId,
          done: read(clientId).finally(() => {
            if (reading === mine) reading = null
          }),
        }
        reading = mine
      }
      return reading.done
    },
    choose(terminalId) {
      const own = ofClient()
      if (own.clientId === null) return callError('notSignedIn')
      if (isLocked) return callError('notAllowed', { detail: 'locked' })
      const terminal = own.list.terminals.find((each) => each.terminalId === terminalId)
      if (terminal === undefined) return callError('notFound')
      const choice: Remembered = { terminalId, terminalRecordId: terminal.recordId, byPerson: true }
      // A choice that a restart would undo could send tomorrow's sales to another account.
      if (!store.keepChoice(own.clientId, choice)) return callError('notSaved', { detail: 'settings' })
      own.remembered = choice
      return ok(changed())
    },
    chosen() {
      const decided = decide(ofClient())
      return decided === null
        ? null
        : { terminalId: decided.terminalId, terminalRecordId: decided.terminalRecordId }
    },
    sessionChanged() {
      changed()
    },
  }
}

/**
 * An incomplete reading proves no absence, so the older rows stay beside what was seen now, and the whole is said to be
 * incomplete. Its age stays that of the older reading, since parts of it are that old.
 */
function joined(older: TerminalList, fresh: TerminalList): TerminalList {
  const byId = new Map<number, TerminalView>()
  for (const terminal of [...older.terminals, ...fresh.terminals]) byId.set(terminal.recordId, terminal)
  return { ...fresh, terminals: [...byId.values()], readAtMs: older.readAtMs ?? fresh.readAtMs }
}
