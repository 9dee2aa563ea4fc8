import { createStore, type StoreApi } from 'zustand/vanilla'
import type { QueueView } from '../../shared/sale.ts'
import { assertNever } from '../../shared/result.ts'
import type { Client } from '../client.ts'
import type { Command } from '../keys.ts'
import { dayText } from '../format/time.ts'
import { strings } from '../strings.ts'
import { openTotals } from '../words/waitingText.ts'
import { accountSlice, closedSignIn } from './accountSlice.ts'
import { emptyEntry, entrySlice } from './entrySlice.ts'
import { emptyFind, findSlice } from './findSlice.ts'
import { emptyList, refreshVisible, salesSlice } from './salesSlice.ts'
import type { Actions, AppState, Deps, FindState, Get, Set } from './types.ts'

export type AppStore = StoreApi<AppState>

/**
 * The screen's state: what main has said, in one copy, and what the person is doing. Nothing here is decided about a
 * sale; main decides and tells.
 */
export function createAppStore(client: Client, nowMs: () => number): AppStore {
  let lastTicket = 0
  const deps: Deps = { client, nowMs, nextTicket: () => (lastTicket += 1) }
  const store = createStore<AppState>()((set, get) => {
    const { onSalesChanged, ...sales } = salesSlice(set, get, deps)
    return {
      ...initialFacts(nowMs()),
      ...sales,
      ...entrySlice(set, get, deps),
      ...accountSlice(set, get, deps),
      ...findSlice(set, get, deps),
      ...coreSlice(set, get, deps, onSalesChanged),
    }
  })
  followSession(store, client)
  return store
}

/**
 * Sales belong to the client they were recorded for: with another client, or none, the rows shown are forgotten and
 * asked for again. A session that has merely run out keeps its rows.
 */
function followSession(store: AppStore, client: Client): void {
  store.subscribe((state, before) => {
    const { session } = state
    if (state.phase !== 'ready' || before.phase !== 'ready' || session === null) return
    if (session.status === before.session?.status && session.clientId === before.session.clientId) return
    if (session.status === 'signedOut' || session.clientId !== before.session?.clientId) {
      // The next queue that comes is another client's, or that of all of them: it says nothing about this one.
      const queue = session.clientId === before.session?.clientId ? state.queue : null
      store.setState({ ...noRows(), queue, screen: 'sale', find: { ...emptyFind, ...daysOf(state) } })
    }
    void askAfresh(store, client)
  })
}

async function askAfresh(store: AppStore, client: Client): Promise<void> {
  const { getState: get, setState: set } = store
  refreshVisible(get)
  const [queue, terminals] = await Promise.all([
    client.call('queue.get', {}),
    client.call('terminals.get', {}),
  ])
  if (queue.ok && queue.value.revision >= (get().queue?.revision ?? 0)) set({ queue: queue.value })
  if (terminals.ok) set({ terminals: terminals.value })
  await readTerminalsOnce(get)
}

/** A list that was never read is read as soon as someone is signed in; after that only when asked for. */
async function readTerminalsOnce(get: Get): Promise<void> {
  const { session, terminals, refreshTerminals } = get()
  if (session?.status === 'signedIn' && terminals?.readAtMs === null) await refreshTerminals()
}

function noRows(): Pick<AppState, 'sales' | 'lists' | 'detail' | 'entry'> {
  const lists = { today: emptyList, transactions: emptyList, waiting: emptyList }
  return { sales: {}, lists, detail: null, entry: emptyEntry }
}

function daysOf({ find }: AppState): Pick<FindState, 'dateFrom' | 'dateTo'> {
  return { dateFrom: find.dateFrom, dateTo: find.dateTo }
}

function initialFacts(nowMs: number): Omit<AppState, keyof Actions> {
  const today = dayText(nowMs)
  return {
    phase: 'starting',
    app: null,
    session: null,
    connection: { status: 'notTried', lastContactAtMs: null },
    storage: null,
    queue: null,
    terminals: null,
    terminalsReading: false,
    terminalsProblem: null,
    nowMs,
    screen: 'sale',
    announcement: '',
    newSalePresses: 0,
    findPresses: 0,
    query: { filter: 'all', search: '', offset: 0 },
    isTrying: false,
    ...noRows(),
    signInState: closedSignIn,
    thisRunOnlyDismissed: false,
    find: { ...emptyFind, dateFrom: today, dateTo: today },
  }
}

type CoreActions = Pick<Actions, 'start' | 'tick' | 'show' | 'refresh' | 'run'>

function coreSlice(
  set: Set,
  get: Get,
  deps: Deps,
  onSalesChanged: (ids: readonly string[]) => void,
): CoreActions {
  const { client } = deps

  function takeQueue(queue: QueueView): void {
    const { queue: before, session } = get()
    if (before !== null && queue.revision < before.revision) return
    set({ queue, ...(session?.clientId == null ? {} : queueNews(before, queue)) })
  }

  /** Events come first, so that what changes while the first answers are on their way is not missed. */
  function listen(): ReadonlySet<string> {
    const told = new globalThis.Set<string>()
    client.listen('connection.changed', (connection) => {
      told.add('connection')
      set({ connection })
    })
    client.listen('storage.changed', (storage) => {
      told.add('storage')
      set({ storage })
    })
    client.listen('session.changed', (session) => {
      told.add('session')
      set({ session })
    })
    client.listen('terminals.changed', (terminals) => {
      told.add('terminals')
      set({ terminals })
    })
    client.listen('queue.changed', takeQueue)
    client.listen('sales.changed', ({ transactionIds }) => onSalesChanged(transactionIds))
    return told
  }

  return {
    async start() {
      const told = listen()
      const [app, session, connection, storage, queue, terminals] = await Promise.all([
        client.call('app.info', {}),
        client.call('session.get', {}),
        client.call('connection.get', {}),
        client.call('storage.get', {}),
        client.call('queue.get', {}),
        client.call('terminals.get', {}),
      ])
      if (!app.ok || !session.ok) {
        set({ phase: 'broken' })
        return
      }
      set({ phase: 'ready', app: app.value })
      // An event that came in the meantime is younger than the answer.
      if (!told.has('session')) set({ session: session.value })
      if (connection.ok && !told.has('connection')) set({ connection: connection.value })
      if (storage.ok && !told.has('storage')) set({ storage: storage.value })
      if (terminals.ok && !told.has('terminals')) set({ terminals: terminals.value })
      if (queue.ok) takeQueue(queue.value)
      refreshVisible(get)
      await readTerminalsOnce(get)
    },
    tick: () => set({ nowMs: deps.nowMs() }),
    show(screen) {
      set({ screen, detail: null, findPresses: 0, nowMs: deps.nowMs() })
      refreshVisible(get)
    },
    refresh() {
      const { screen } = get()
      set({ nowMs: deps.nowMs() })
      if (screen === 'terminal') void get().refreshTerminals()
      else if (screen === 'find') void get().search()
      else refreshVisible(get)
      const { detail } = get()
      if (detail !== null) onSalesChanged([detail.transactionId])
    },
    run: (command) => runCommand(command, set, get),
  }
}

/** What a key of the table does. Find stays on a screen that has a search of its own, else goes to Transactions. */
function runCommand(command: Command, set: Set, get: Get): void {
  switch (command) {
    case 'newSale':
      get().show('sale')
      set(({ newSalePresses }) => ({ newSalePresses: newSalePresses + 1 }))
      return
    case 'find':
      if (get().screen !== 'find' && get().screen !== 'transactions') get().show('transactions')
      set(({ findPresses }) => ({ findPresses: findPresses + 1 }))
      return
    case 'refresh':
      get().refresh()
      return
    case 'tryNow':
      void get().tryNow()
      return
    case 'findRecords':
      get().show('find')
      return
    case 'sale':
    case 'transactions':
    case 'waiting':
    case 'terminal':
      get().show(command)
      return
    default:
      assertNever(command, 'command')
  }
}

/**
 * Only turns for good or bad of one client's own queue are spoken; twenty updates a minute are not twenty announcements.
 * @param before null where none of this client's is known yet
 */
function queueNews(before: QueueView | null, now: QueueView): Partial<AppState> {
  if (before === null) return {}
  if (now.needsPersonCount > before.needsPersonCount) {
    return { announcement: strings.announce.needsPerson(now.needsPersonCount) }
  }
  if (openTotals(before).count > 0 && openTotals(now).count === 0) {
    return { announcement: strings.announce.allSent }
  }
  return {}
}
