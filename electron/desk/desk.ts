import { createBackups, type Backups } from '../backup/backups.ts'
import type { BackendOptions } from '../backend/backendOptions.ts'
import { createCloseGuard, type CloseGuard } from './closeGuard.ts'
import { type Agent, calendarOf, type Persons } from './persons.ts'
import type { Engine } from '../engine/engine.ts'
import { createSaleFinder, terminalsNamed, type SaleFinder } from '../outbox/saleFinder.ts'
import { createDay, type Day } from '../day/day.ts'
import { createDayNotes, type DayNotes } from '../day/dayNotes.ts'
import { CloseStore } from '../dayClose/closeStore.ts'
import { createDayClose, type DayClose } from '../dayClose/dayClose.ts'
import { DayStore } from '../outbox/store/dayStore.ts'
import { FindStore } from '../outbox/store/findStore.ts'
import { SaleReadStore } from '../outbox/store/saleReadStore.ts'
import { salesOfFile } from '../outbox/worker/recovery.ts'
import { createObserver } from '../outbox/worker/shownRecords.ts'
import { lateLimits } from '../outbox/rules/saleView.ts'
import { todayOf } from '../outbox/worker/searchDays.ts'
import type { Foundation } from '../engine/foundation.ts'
import type { DeskPorts } from '../ports.ts'
import { createDiagnostics, type Diagnostics } from '../reports/diagnostics.ts'
import { createPaperRoom, type PaperRoom } from '../paper/paperRoom.ts'
import { createReports, type Reports } from '../reports/reports.ts'
import { choicesOf, type Preferences } from '../settings/preferences.ts'
import { profileView } from '../settings/profileView.ts'
import { createRecordLookUp, type RecordLookUp } from '../settlements/recordLookUp.ts'
import { createRecordSearch, type RecordSearch } from '../settlements/recordSearch.ts'
import { createBreathe } from '../work/slices.ts'
import { salesFile } from '../storage/database.ts'
import { createTerminalChanges, type TerminalChanges } from '../terminals/changes/terminalChanges.ts'
import { createTillRoom, type TillRoom } from '../tills/tillRoom.ts'
import { createUpdates, type Updates } from '../updates/updates.ts'
import { createCounterKey } from '../disputes/counterKey.ts'
import { createDisputeRoom, type DisputeRoom } from '../disputes/disputeRoom.ts'
import { DisputeStore } from '../disputes/disputeStore.ts'
import type { Emit } from '../../shared/contract.ts'
import { todoOf } from '../../shared/todo.ts'

/** The rooms that serve the person at the screen. Sales are recorded and delivered without them. */
export interface Desk extends Persons, Agent {
  readonly records: RecordSearch
  readonly recordLookUp: RecordLookUp
  readonly day: Day
  readonly dayNotes: DayNotes
  readonly saleFinder: SaleFinder
  readonly reports: Reports
  readonly paperRoom: PaperRoom
  readonly dayClose: DayClose
  readonly backups: Backups
  readonly diagnostics: Diagnostics
  readonly closeGuard: CloseGuard
  readonly terminalChanges: TerminalChanges
  readonly updates: Updates
  readonly tills: TillRoom
  readonly disputes: DisputeRoom
  /** Waits for the registration or edit in flight. */
  stop(): Promise<void>
}

export interface DeskParts {
  readonly foundation: Foundation & { readonly ports: DeskPorts }
  readonly persons: Persons
  readonly agent: Agent
  readonly engine: Engine
}

/** Builds the rooms and wires them; the rules live in the rooms. @param emit never throws */
export function createDesk(
  options: BackendOptions,
  { foundation, persons, agent, engine }: DeskParts,
  emit: Emit,
): Desk {
  const { profile, ports, events, storage, database, connection, session, destination } = foundation
  const { clock, timers, random, files, leave, desktop, log } = ports
  const { bank, context, terminals, payouts } = engine
  const { preferences, access, people } = persons
  const reads = new SaleReadStore(database)
  const observer = createObserver(context, storage.isReadOnly)
  const breathe = createBreathe(timers)
  const records = createRecordSearch({
    bank,
    clock,
    today: () => todayOf(context),
    pageSize: profile.limits.pageSize,
    observer,
    onProgress: (progress) => emit('records.progress', progress),
    isOwn: ({ transactionId }) => {
      const owner = destination()
      return owner !== null && reads.hasSale(owner, transactionId)
    },
    breathe,
  })
  const day = createDay({
    ...foundation.records,
    bank,
    observer,
    store: new DayStore(database),
    destination,
    chosenTerminalId: () => terminals.chosen()?.terminalId ?? null,
    zone: foundation.zone,
    clockAheadMs: context.clockAheadMs,
    today: () => todayOf(context),
    late: () =>
      lateLimits({ nowMs: clock.wallNowMs(), clockAheadMs: context.clockAheadMs(), ...profile.settlement }),
    pageSize: profile.limits.pageSize,
    clock,
    breathe,
  })
  const dayNotes = createDayNotes({
    day,
    owner: destination,
    today: () => todayOf(context),
    dayAt: (wallMs) => foundation.zone.day(wallMs - (context.clockAheadMs() ?? 0)),
    isFree: () => connection.view().status === 'online' && todoOf(engine.queue()).open.count === 0,
    clock,
    timers,
    onChange: () => emit('day.noted', {}),
    onBroken: (error) =>
      log('error', 'day.broken', { name: error instanceof Error ? error.name : 'unknown' }),
  })
  events.on('saleChanged', () => dayNotes.saleChanged())
  dayNotes.start()
  const reports = createReports({
    profile,
    clock,
    breathe,
    files,
    clientId: () => session.clientId(),
    sales: engine.sales,
    records,
    day: (asked) => day.whole(asked),
    disputes: (asked) => disputes.page(asked),
    onProgress: (progress) => emit('reports.progress', progress),
  })
  const closeGuard = createCloseGuard({
    waiting: () => {
      const { count, kobo } = todoOf(engine.queue()).open
      return { count, totalKobo: kobo }
    },
    // Without a tray icon a hidden window could not be reopened.
    whenClosed: () => (preferences.get().tray ? preferences.get().whenClosed : 'end'),
    ask: (waiting) => emit('app.closeAsked', waiting),
    hide: () => desktop.hideWindow(),
    leave,
  })
  const terminalChanges = createTerminalChanges({
    ...agent,
    bank,
    terminals,
    storage,
    payouts,
    destination,
    accountPattern: profile.accountPattern,
    random,
    timers,
  })
  events.on('sessionChanged', () => terminalChanges.clientChanged())
  const updates = createUpdates({
    ...ports,
    isOn: profile.updates.feed !== null,
    version: options.version,
    onLeaving: closeGuard.systemEnds,
    onChange: (view) => emit('updates.changed', view),
  })
  const recordLookUp = createRecordLookUp({ bank, clock, observer })
  const counterKey = createCounterKey({
    ...ports,
    database,
    environment: profile.environment,
    isReadOnly: storage.isReadOnly,
  })
  const dayClose = createDayClose({
    counterKey,
    store: new CloseStore(database),
    destination,
    cashier: () => people.cashier()?.name ?? null,
    isReadOnly: storage.isReadOnly,
    files,
    profile,
    version: options.version,
    clock,
    breathe,
  })
  const paperRoom = createPaperRoom({
    ...foundation.records,
    papers: ports.papers,
    files,
    profile,
    version: options.version,
    destination,
    detail: (transactionId) => engine.sales.get(transactionId),
    printer: () => preferences.get().printer,
    onReceipt: (transactionId) => engine.sales.noteReceipt(transactionId),
    lookUp: (transactionId) => recordLookUp.byReference(transactionId),
    clock,
    breathe,
    log,
  })
  const backups = createBackups({
    ...ports,
    breathe,
    dataDir: options.installation.dataDir,
    version: options.version,
    profile,
    database,
    isReadOnly: storage.isReadOnly,
    sales: salesOfFile,
    preferences,
    terminalId: () => terminals.chosen()?.terminalId ?? null,
    clientId: () => session.clientId(),
    onLeaving: closeGuard.systemEnds,
    pause: () => engine.worker.pause(),
    resume: () => {
      storage.reopenNow()
      void engine.worker.resume()
    },
  })
  const tills = createTillRoom({
    ...ports,
    database,
    profile,
    destination,
    storage,
    sales: engine.sales,
    cashier: people.cashier,
    version: options.version,
    preferences,
    terminal: async (terminalId) => {
      const found = await terminals.byId({ recordId: null, terminalId })
      return found.ok ? found.value : null
    },
    emit,
    onTodo: () => events.tell('todoChanged'),
  })
  events.on('sessionChanged', () => tills.changed())
  const disputes = createDisputeRoom({
    ...ports,
    store: new DisputeStore(database),
    destination,
    storage,
    sales: (transactionIds) => engine.sales.changed(transactionIds),
    today: () => todayOf(context),
    calendar: () => calendarOf(foundation, persons),
    by: () => people.cashier()?.name ?? '',
    onChange: () => events.tell('todoChanged'),
    dataDir: options.installation.dataDir,
    version: options.version,
    profile,
    counterKey,
    breathe,
    known: (transactionId) => paperRoom.known(transactionId),
  })
  return {
    ...persons,
    ...agent,
    tills,
    disputes,
    backups,
    records,
    recordLookUp,
    paperRoom,
    dayClose,
    day,
    dayNotes,
    saleFinder: createSaleFinder({
      store: new FindStore(database),
      destination,
      views: (transactionIds) => engine.sales.changed(transactionIds),
      terminalsNamed: (words) => terminalsNamed(terminals, words),
      breathe,
      clock,
    }),
    reports,
    diagnostics: createDiagnosticsRoom(options, foundation, terminals, preferences),
    closeGuard,
    terminalChanges,
    updates,
    stop: async () => {
      access.stop()
      people.stop()
      updates.stop()
      day.stop()
      disputes.stop()
      await Promise.all([terminalChanges.stop(), dayNotes.stop(), tills.stop()])
    },
  }
}

function createDiagnosticsRoom(
  { version, installation }: BackendOptions,
  { profile, ports, connection, session, storage, owner }: DeskParts['foundation'],
  terminals: Engine['terminals'],
  preferences: Preferences,
): Diagnostics {
  return createDiagnostics({
    ...ports,
    version,
    environment: profile.environment,
    quietPeriodMinutes: profile.outbox.quietPeriodMinutes,
    profile: () => profileView(profile, installation, version),
    choices: () => choicesOf(preferences.get()),
    session: () => session.view(),
    connection: () => connection.view(),
    unread: () => connection.unread(),
    terminalId: () => terminals.chosen()?.terminalId ?? null,
    owner,
    storage,
    otherSalesFile: salesFile(installation.otherDataDir),
  })
}
