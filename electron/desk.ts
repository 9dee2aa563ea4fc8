import { createAccess, type Access } from './access/access.ts'
import type { BackendOptions } from './backendOptions.ts'
import { createCloseGuard, type CloseGuard } from './closeGuard.ts'
import type { Engine } from './engine.ts'
import { businessApiFor, enquiryOf, newRequestRef } from './gateway/businessApi.ts'
import { normalAddress, serviceAddress, type Profile } from './gateway/profile.ts'
import { createSaleFinder, type SaleFinder } from './outbox/saleFinder.ts'
import { hasWords } from './outbox/rules/findTerms.ts'
import { FindStore } from './outbox/store/findStore.ts'
import { runEffect } from './effect.ts'
import { observeRecords } from './outbox/worker/shownRecords.ts'
import { todayOf } from './outbox/worker/searchDays.ts'
import type { DeskPorts, Ports } from './ports.ts'
import { createDiagnostics, type Diagnostics } from './reports/diagnostics.ts'
import { createPeople, type People } from './people/people.ts'
import { createPeopleLog } from './people/peopleLog.ts'
import { createReports, type Reports } from './reports/reports.ts'
import { createViewPreferences, type ViewPreferencesKeeper } from './settings/viewPreferences.ts'
import { choicesOf, createPreferences, type Preferences } from './settings/preferences.ts'
import { profileView } from './settings/profileView.ts'
import { createRecordLookUp, type Observer, type RecordLookUp } from './settlements/recordLookUp.ts'
import { createRecordSearch, type RecordSearch } from './settlements/recordSearch.ts'
import { createTurn, type Turn } from './slices.ts'
import { salesFile } from './storage/database.ts'
import { CASHIERS_WERE_SET, MetaStore, PIN_WAS_SET } from './storage/metaStore.ts'
import { createBusinessToken, type BusinessToken } from './terminals/changes/businessToken.ts'
import { createChangeLog } from './terminals/changes/changeLog.ts'
import { ChangeStore } from './terminals/changes/changeStore.ts'
import { createNameChecks, type NameChecks } from './terminals/changes/nameCheck.ts'
import { createTerminalChanges, type TerminalChanges } from './terminals/changes/terminalChanges.ts'
import { createUpdates, type Updates } from './updates/updates.ts'
import type { Emit } from '../shared/contract.ts'
import { todoOf } from '../shared/todo.ts'

/** The rooms that serve the person at the screen. Sales are recorded and delivered without them. */
export interface Desk {
  readonly access: Access
  readonly people: People
  readonly preferences: Preferences
  readonly viewPreferences: ViewPreferencesKeeper
  readonly records: RecordSearch
  readonly recordLookUp: RecordLookUp
  readonly saleFinder: SaleFinder
  readonly reports: Reports
  readonly diagnostics: Diagnostics
  readonly closeGuard: CloseGuard
  readonly businessToken: BusinessToken
  readonly nameChecks: NameChecks
  readonly terminalChanges: TerminalChanges
  readonly updates: Updates
  sessionChanged(): void
  /** Waits for the registration or edit in flight. */
  stop(): Promise<void>
}

/** Builds the rooms and wires them; the rules live in the rooms. @param emit never throws */
export function createDesk(
  options: BackendOptions,
  ports: Ports & DeskPorts,
  engine: Engine,
  emit: Emit,
): Desk {
  const { profile } = options
  const { clock, timers, settings, log, files, leave, desktop } = ports
  const { bank, context, session, storage } = engine
  const observer: Observer = () => {
    const asked = context.destination()
    const learned = context.way.learned()
    return async (found) => {
      if (asked !== null && !storage.isReadOnly())
        await runEffect(observeRecords(context, asked, found, learned))
    }
  }
  const preferences = createPreferences({
    settings,
    log,
    onChange: (view) => emit('settings.changed', view),
  })
  const meta = new MetaStore(storage.database)
  const access = createAccess({
    ...ports,
    settings,
    witness: {
      wasSet: () => meta.get(PIN_WAS_SET) !== undefined,
      noteSet: () => {
        if (!storage.isReadOnly()) meta.set(PIN_WAS_SET, 'yes')
      },
    },
    awake: context.awake,
    session,
    idleLockMinutes: () => preferences.get().idleLockMinutes,
    onChange: (view) => emit('access.changed', view),
  })
  const people = createPeopleRoom(ports, engine, preferences, access, emit)
  const turn = createTurn(timers)
  const records = createRecordSearch({
    bank,
    clock,
    today: () => todayOf(context),
    pageSize: profile.limits.pageSize,
    observer,
    onProgress: (progress) => emit('records.progress', progress),
    turn,
  })
  const recordLookUp = createRecordLookUp({ bank, clock, observer })
  const saleFinder = createSaleFinderRoom(engine, clock, turn)
  const reports = createReports({
    profile,
    clock,
    turn,
    files,
    clientId: () => session.clientId(),
    sales: engine.sales,
    records,
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
  const diagnostics = createDiagnosticsRoom(options, ports, engine, preferences)
  const agent = createAgentRooms(profile, ports, engine, { emit, cashier: people.cashier })
  const updates = createUpdates({
    ...ports,
    isOn: profile.updates.feed !== null,
    version: options.version,
    onLeaving: closeGuard.systemEnds,
    onChange: (view) => emit('updates.changed', view),
  })
  return {
    access,
    people,
    preferences,
    viewPreferences: createViewPreferences(settings, log),
    records,
    recordLookUp,
    saleFinder,
    reports,
    diagnostics,
    closeGuard,
    ...agent,
    updates,
    stop: async () => {
      access.stop()
      people.stop()
      updates.stop()
      await agent.terminalChanges.stop()
    },
  }
}

function createPeopleRoom(
  ports: Ports & DeskPorts,
  { storage, context }: Engine,
  preferences: Preferences,
  access: Access,
  emit: Emit,
): People {
  const { database, isReadOnly } = storage
  const meta = new MetaStore(database)
  return createPeople({
    ...ports,
    witness: {
      wereSet: () => meta.get(CASHIERS_WERE_SET) !== undefined,
      noteSet: () => {
        if (!isReadOnly()) meta.set(CASHIERS_WERE_SET, 'yes')
      },
    },
    audit: createPeopleLog({ ...ports, database, isReadOnly, wallNowMs: () => ports.clock.wallNowMs() }),
    awake: context.awake,
    lockMinutes: () => preferences.get().cashierLockMinutes,
    onEnter: () => void access.lock(),
    onChange: (view) => emit('people.changed', view),
  })
}

/** More terminals than a name that a person types should have. */
const NAMED_MAX = 200

function createSaleFinderRoom(
  { context, sales, storage, terminals }: Engine,
  clock: Ports['clock'],
  turn: Turn,
): SaleFinder {
  return createSaleFinder({
    store: new FindStore(storage.database),
    destination: context.destination,
    views: (transactionIds) => sales.changed(transactionIds),
    terminalsNamed: async (words) => {
      if (terminals.get().readAtMs === null) return null
      const page = await terminals.page({ search: words.join(' '), offset: 0, limit: NAMED_MAX })
      // A name that too many terminals match is not said to be searched.
      if (!page.ok || page.value.total > NAMED_MAX) return null
      // The list is also searched by other fields, such as the end of the account number.
      const named = page.value.rows.filter(({ accountName }) => hasWords(accountName, words))
      return new Set(named.map(({ terminalId }) => terminalId))
    },
    turn,
    clock,
  })
}

function createDiagnosticsRoom(
  { profile, version, installation }: BackendOptions,
  ports: Ports & DeskPorts,
  { connection, session, storage, terminals }: Engine,
  preferences: Preferences,
): Diagnostics {
  const { environment, outbox } = profile
  const { recordsFile, vault, clock, timers, files, machine, log } = ports
  return createDiagnostics({
    version,
    environment,
    quietPeriodMinutes: outbox.quietPeriodMinutes,
    profile: () => profileView(profile, installation, version),
    choices: () => choicesOf(preferences.get()),
    session: () => session.view(),
    connection: () => connection.view(),
    unread: () => connection.unread(),
    terminalId: () => terminals.chosen()?.terminalId ?? null,
    owner: () => ({ environment, partnerUrl: serviceAddress(profile), clientId: session.clientId() }),
    storage,
    recordsFile,
    otherSalesFile: salesFile(installation.otherDataDir),
    vault,
    clock,
    timers,
    files,
    machine,
    log,
  })
}

/** The rooms for registering and editing terminals. */
function createAgentRooms(
  profile: Profile,
  ports: Ports,
  engine: Engine,
  { emit, cashier }: { readonly emit: Emit; readonly cashier: People['cashier'] },
): Pick<Desk, 'businessToken' | 'nameChecks' | 'terminalChanges' | 'sessionChanged'> {
  const { clock, random, timers, settings, vault, log } = ports
  const { bank, context, session, storage, terminals, payouts } = engine
  const addresses = [profile.partnerUrl, profile.businessUrl].map(
    (address) => normalAddress(address) ?? 'practice',
  )
  const destinationKey = [profile.environment, ...addresses].join(' ')
  const kept = { session, vault, settings, timers, log, destinationKey }
  const businessToken = createBusinessToken({ ...kept, onChange: () => terminals.othersChanged() })
  const nameChecks = createNameChecks({
    ...ports,
    api: businessApiFor(profile, ports),
    newRequestRef: () => newRequestRef(ports),
    accountPattern: profile.accountPattern,
    session,
    token: businessToken,
    useSettlementToken: enquiryOf(profile)?.useSettlementToken ?? false,
  })
  const { destination } = context
  const terminalChanges = createTerminalChanges({
    bank,
    terminals,
    nameChecks,
    book: createChangeLog({
      store: new ChangeStore(storage.database),
      clock,
      log,
      destination,
      cashier,
      onChange: (view) => {
        emit('terminals.changeTold', view)
        terminals.othersChanged()
      },
    }),
    storage,
    payouts,
    destination,
    accountPattern: profile.accountPattern,
    random,
    timers,
  })
  return {
    businessToken,
    nameChecks,
    terminalChanges,
    sessionChanged: () => {
      businessToken.clientChanged()
      nameChecks.clientChanged()
      terminalChanges.clientChanged()
    },
  }
}
