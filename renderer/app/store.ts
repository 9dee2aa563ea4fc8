import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PeopleView } from '../../shared/people.ts'
import { PANE_WIDTH_PX, STANDARD_VIEW_PREFERENCES } from '../../shared/viewPreferences.ts'
import type { Client } from '../core/client.ts'
import { strings } from '../strings/strings.ts'
import { accessSlice, closedPin } from '../features/auth/accessSlice.ts'
import { accountSlice, closedSignIn } from '../features/auth/accountSlice.ts'
import { arranged, followViewPreferences } from './viewPreferences.ts'
import { type ScreenClock, screenClock } from '../core/clock.ts'
import { runCommand } from './commands.ts'
import { followLock } from '../features/sale/aside.ts'
import { entrySlice } from '../features/sale/entrySlice.ts'
import { emptyEntry } from '../features/sale/entryState.ts'
import { askAll, listenTo, takeQueue } from './events.ts'
import { emptyFind, findSlice } from '../features/bankRecords/findSlice.ts'
import type { FindState } from '../core/findTypes.ts'
import { daySlice, noDay } from '../features/day/daySlice.ts'
import { type ClosingActions, noClosing } from '../core/closingTypes.ts'
import { noPaper, type PaperActions } from '../core/paperTypes.ts'
import { noPractice } from '../core/practiceTypes.ts'
import { openingSlice } from './openingSlice.ts'
import { practiceSlice } from './practiceSlice.ts'
import { followDay, loadSettings, refreshFind } from './refreshing.ts'
import { noPeople, peopleSlice } from '../features/people/peopleSlice.ts'
import { emptyLookUp, lookUpSlice } from '../features/bankRecords/lookUpSlice.ts'
import { emptyList, refreshVisible } from '../features/sales/saleLists.ts'
import { salesSlice } from '../features/sales/salesSlice.ts'
import { backupSlice, followBackups, noBackup } from '../features/settings/backupSlice.ts'
import { followProfile } from '../features/settings/profileSlice.ts'
import { emptySettings, settingsSlice } from '../features/settings/settingsSlice.ts'
import { type DisputeActions, noDisputes } from '../core/disputeTypes.ts'
import { noTerminalWork, type TerminalChangeActions } from '../core/terminalChangeTypes.ts'
import { noTerminals, showsTerminals, terminalsSlice } from '../features/terminals/terminalsSlice.ts'
import { followHanded, noTills, tillSlice } from '../features/tills/tillSlice.ts'
import { noUpdates, updatesSlice } from '../features/settings/updatesSlice.ts'
import { type Actions, type AppState, type Deps, type Get, noExport, type Set } from '../core/types.ts'

export type AppStore = StoreApi<AppState>

/** Loaded by app/lazyScreens.ts; a command that comes before them, or without them, does nothing. */
type LaterActions = TerminalChangeActions &
  ClosingActions &
  DisputeActions &
  PaperActions &
  Pick<Actions, 'exportShown' | 'cancelExport' | 'openFolder'>

/** The screen's state: one copy of what main has said, and what the person is doing. Main alone decides about sales. */
export function createAppStore(
  client: Client,
  nowMs: () => number,
  later: ScreenClock['later'] = screenClock.later,
  hasQuestion: () => boolean = () => false,
): AppStore {
  let lastTicket = 0
  const deps: Deps = { client, nowMs, nextTicket: () => (lastTicket += 1), later, hasQuestion }
  const store = createStore<AppState>()((set, get) => {
    const access = accessSlice(set, get, deps)
    const people = peopleSlice(set, get, deps, access.guarded)
    const { takeNews, readDetail, ...sales } = salesSlice(set, get, deps, access.guarded)
    const find = findSlice(set, get, deps)
    const tills = tillSlice(set, get, deps, access.guarded)
    const updates = updatesSlice(set, deps, access.guarded)
    const listen = (): ReadonlySet<string> => {
      client.listen('sales.changed', (news) => {
        // How old a sale is shows in its chip, so its row and the time come together.
        set({ nowMs: nowMs() })
        takeNews(news)
        if (news.queue !== null) takeQueue(news.queue, set, get)
      })
      find.listen()
      updates.listen()
      tills.listen()
      return listenTo(set, get, deps, { ...access, ...people })
    }
    return {
      ...initialFacts(nowMs()),
      ...sales,
      ...access.actions,
      ...people.actions,
      ...find.actions,
      ...lookUpSlice(set, get, deps),
      ...entrySlice(set, get, deps, access.guarded),
      ...accountSlice(set, get, deps, access.guarded),
      ...terminalsSlice(set, get, deps, access.guarded),
      ...({} as LaterActions),
      joinLater(slice) {
        const { actions, listen: listenLater } = slice(set, get, deps, access.guarded)
        set(actions)
        listenLater?.()
      },
      ...updates.actions,
      ...settingsSlice(set, get, deps, access.guarded),
      ...backupSlice(set, get, deps, access.guarded),
      ...tills.actions,
      ...openingSlice(get, deps),
      ...practiceSlice(set, get, deps),
      ...daySlice(set, get, deps),
      ...coreSlice(set, get, deps, { listen, readDetail, takePeople: people.takePeople }),
    }
  })
  followSession(store, client)
  followTerminals(store)
  followLock(store)
  followProfile(store)
  followBackups(store)
  followHanded(store, nowMs)
  followViewPreferences(store, deps)
  return store
}

/** Reads the page of terminals when it comes into view, and again whenever its rows may have changed. */
function followTerminals(store: AppStore): void {
  store.subscribe((state, before) => {
    if (!showsTerminals(state)) return
    const isSame =
      showsTerminals(before) &&
      state.terminals?.revision === before.terminals?.revision &&
      state.session?.clientId === before.session?.clientId
    if (!isSame) void state.readTerminals()
  })
}

/**
 * Sales belong to the client they were recorded for: when the client changes or signs out, the rows are dropped and
 * read again. An expired session keeps its rows.
 */
function followSession(store: AppStore, client: Client): void {
  store.subscribe((state, before) => {
    const { session } = state
    if (state.phase !== 'ready' || before.phase !== 'ready' || session === null) return
    if (session.status === before.session?.status && session.clientId === before.session.clientId) return
    if (session.status === 'signedOut' || session.clientId !== before.session?.clientId) {
      // The next queue is that of another client or of all clients, so the old one must not be compared with it.
      const queue = session.clientId === before.session?.clientId ? state.queue : null
      store.setState({
        ...noRows(),
        terminalWork: noTerminalWork,
        queue,
        screen: 'sale',
        day: noDay,
        paper: noPaper,
        closing: noClosing,
        find: { ...emptyFind, ...daysOf(state) },
        lookUpState: emptyLookUp,
      })
      state.forgetTerminals()
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
  void get().takeOpening()
  await readTerminalsOnce(get)
}

/** A list that was never read is read after sign-in; later it is read only on request. */
async function readTerminalsOnce(get: Get): Promise<void> {
  const { session, terminals, refreshTerminals } = get()
  if (session?.status === 'signedIn' && terminals?.readAtMs === null) await refreshTerminals()
}

const noDays = { found: null, atMs: null, couldNotRead: false } as const

function noRows(): Pick<AppState, 'sales' | 'lists' | 'saleDays' | 'detail' | 'entry' | 'counterViewId'> {
  const lists = {
    today: emptyList,
    open: emptyList,
    transactions: emptyList,
    todo: emptyList,
  }
  return { sales: {}, lists, saleDays: noDays, detail: null, entry: emptyEntry, counterViewId: null }
}

function daysOf({ find }: AppState): Pick<FindState, 'dateFrom' | 'dateTo'> {
  return { dateFrom: find.dateFrom, dateTo: find.dateTo }
}

function initialFacts(nowMs: number): Omit<AppState, keyof Actions> {
  return {
    phase: 'starting',
    app: null,
    session: null,
    connection: { status: 'notTried', problem: null, lastContactAtMs: null, clockAheadMs: null },
    storage: null,
    access: null,
    accessAtMs: nowMs,
    people: noPeople,
    queue: null,
    terminals: null,
    terminalsReading: false,
    ...noTerminals,
    terminalWork: noTerminalWork,
    nowMs,
    screen: 'sale',
    announcement: '',
    tooFast: null,
    newSalePresses: 0,
    findPresses: 0,
    copyPresses: 0,
    screenPresses: 0,
    isHelpOpen: false,
    practice: noPractice,
    touchedAtMs: 0,
    // Where preferences cannot be read, the welcome stays away.
    ...arranged({ ...STANDARD_VIEW_PREFERENCES, isWelcomed: true }),
    isTrying: false,
    triedAtMs: null,
    todoShown: [],
    ...noRows(),
    signInState: closedSignIn,
    isSigningOut: false,
    leavesWhenSent: false,
    closeAsked: null,
    pinDialog: closedPin,
    settingsState: emptySettings,
    updatesState: noUpdates,
    exporting: noExport,
    paper: noPaper,
    closing: noClosing,
    backup: noBackup,
    tills: noTills,
    disputes: noDisputes,
    putAway: {},
    day: noDay,
    find: emptyFind,
    findMode: 'dates',
    lookUpState: emptyLookUp,
  }
}

/** Long enough to read five words. */
const TOO_FAST_MS = 4_000

type CoreActions = Pick<
  Actions,
  | 'start'
  | 'tick'
  | 'show'
  | 'refresh'
  | 'run'
  | 'takeScan'
  | 'holdScan'
  | 'missEnter'
  | 'tellTakenOut'
  | 'openHelp'
  | 'setPaneWidth'
>

interface Core {
  readonly listen: () => ReadonlySet<string>
  readonly readDetail: (transactionId: string) => Promise<void>
  readonly takePeople: (view: PeopleView) => void
}

function coreSlice(set: Set, get: Get, deps: Deps, { listen, readDetail, takePeople }: Core): CoreActions {
  const { client } = deps
  /** A second try listens once. */
  let told: ReadonlySet<string> | null = null
  let saidCount = 0
  function say(tooFast: string): void {
    saidCount += 1
    const said = saidCount
    set({ tooFast, announcement: tooFast })
    deps.later(TOO_FAST_MS, () => {
      if (said === saidCount) set({ tooFast: null })
    })
  }
  return {
    async start() {
      told ??= listen()
      const facts = await askAll(client)
      const {
        app,
        session,
        connection,
        storage,
        queue,
        terminals,
        access,
        people,
        settings,
        viewPreferences,
      } = facts
      if (app === null || session === null) return set({ phase: 'broken' })
      // Before the first frame: a locked counter shows nothing else.
      if (people !== null && !told.has('people')) takePeople(people)
      set({ phase: 'ready', app, ...(viewPreferences === null ? {} : arranged(viewPreferences)) })
      // An event that came in the meantime is newer than the answer.
      if (!told.has('session')) set({ session })
      if (connection !== null && !told.has('connection')) set({ connection })
      if (storage !== null && !told.has('storage')) set({ storage })
      if (terminals !== null && !told.has('terminals')) set({ terminals })
      if (access !== null && !told.has('access')) set({ access, accessAtMs: deps.nowMs() })
      if (settings !== null && !told.has('settings')) {
        set(({ settingsState }) => ({ settingsState: { ...settingsState, settings } }))
      }
      const { handed } = facts
      if (get().tills.handed === null) set(({ tills }) => ({ tills: { ...tills, handed } }))
      if (queue !== null) takeQueue(queue, set, get)
      refreshVisible(get)
      void get().takeOpening()
      await readTerminalsOnce(get)
    },
    tick: () => {
      set({ nowMs: deps.nowMs() })
      void followDay(set, get, deps)
    },
    show(screen) {
      set({ screen, detail: null, exporting: noExport, nowMs: deps.nowMs() })
      refreshVisible(get)
      void followDay(set, get, deps)
      if (screen === 'settings') loadSettings(get)
      if (screen === 'day') get().openDay()
    },
    refresh() {
      const { screen } = get()
      set({ nowMs: deps.nowMs() })
      if (screen === 'terminal') void get().refreshTerminals()
      else if (screen === 'find') refreshFind(get)
      else if (screen === 'settings') loadSettings(get)
      else if (screen === 'day') get().readDay()
      else if (screen === 'disputes')
        set(({ disputes }) => ({ disputes: { ...disputes, asked: disputes.asked + 1 } }))
      else refreshVisible(get)
      const { detail } = get()
      if (detail !== null) void readDetail(detail.transactionId)
    },
    run: (command) => runCommand(command, set, get),
    takeScan(code) {
      set({ announcement: strings.announce.scanned(code), counterViewId: null })
      get().showFind('reference')
      void get().lookUp(code, { isScan: true })
    },
    holdScan: () => set({ announcement: strings.announce.scanHeld }),
    missEnter() {
      const isEntry = get().screen === 'sale' && !deps.hasQuestion()
      say(isEntry ? strings.sale.enterRecords : strings.announce.enterAgain)
    },
    tellTakenOut: () => say(strings.announce.takenOut),
    openHelp: (isHelpOpen) => set({ isHelpOpen }),
    setPaneWidth: (widthPx) =>
      set({ paneWidthPx: Math.min(PANE_WIDTH_PX.max, Math.max(PANE_WIDTH_PX.min, widthPx)) }),
  }
}
