import type { Emit } from '../shared/contract.ts'
import type { Cashier } from '../shared/people.ts'
import type { WaitingReason } from '../shared/sale.ts'
import { createServiceZone } from '../shared/serviceZone.ts'
import type { ConnectionView, SessionView } from '../shared/session.ts'
import type { StorageView } from '../shared/storage.ts'
import type { EventBus } from './eventBus.ts'
import type { SettlementApi } from './gateway/answer.ts'
import { createConnection } from './gateway/connection.ts'
import { serviceAddress, type Profile } from './gateway/profile.ts'
import { createLoops } from './loops.ts'
import { createNewsOfSales, createRevision } from './newsOfSales.ts'
import { createAwakeClock, type AwakeClock } from './awakeClock.ts'
import { createAwakeKeeper } from './awakeKeeper.ts'
import { createOutboxWorker } from './outbox/worker/worker.ts'
import type { DeliveryContext } from './outbox/worker/context.ts'
import { salesOfFile } from './outbox/worker/recovery.ts'
import { createCircuitBreaker, createDeliveryService } from './outbox/worker/service.ts'
import { createOwedRecords } from './outbox/worker/owedRecords.ts'
import { createPace } from './outbox/pace.ts'
import { createWay } from './outbox/worker/learned.ts'
import { RangeTotalsStore } from './outbox/store/rangeTotalsStore.ts'
import { SaleListStore } from './outbox/store/saleListStore.ts'
import { TodoStore } from './outbox/store/todoStore.ts'
import { createTodoPage } from './outbox/todoPage.ts'
import { SaleReadStore } from './outbox/store/saleReadStore.ts'
import type { Destination } from './gateway/destination.ts'
import { createSales } from './outbox/sales.ts'
import { SaleStore } from './outbox/store/saleStore.ts'
import { todayOf } from './outbox/worker/searchDays.ts'
import { TotalsStore } from './outbox/store/totalsStore.ts'
import { waitingReason } from './outbox/worker/policy.ts'
import type { Ports } from './ports.ts'
import type { Records } from './records/records.ts'
import { keptReads } from './records/keptReads.ts'
import { heard } from './session/heard.ts'
import { createSession } from './session/session.ts'
import { createSignedInApi } from './session/signedInApi.ts'
import { createSettlementPoller } from './settlements/settlementPoller.ts'
import { createTurn } from './slices.ts'
import { createDatabaseHealth } from './storage/databaseHealth.ts'
import { MetaStore, savedAwakeMs } from './storage/metaStore.ts'
import { createPayoutWatch } from './terminals/payouts/payoutWatch.ts'
import { createTerminals, type TerminalsOptions } from './terminals/terminals.ts'
import { createTerminalVersions } from './terminals/terminalVersions.ts'

/** What the rooms of the engine tell each other; `createEngine` wires the listeners. */
export interface EngineEvents {
  readonly storageChanged: [view: StorageView]
  readonly fileReopened: []
  readonly salesChecked: []
  readonly totalsPutRight: []
  readonly connectionChanged: [view: ConnectionView]
  /** Another sign-in is active, before its view is settled. */
  readonly signInSwitched: []
  readonly sessionChanged: [view: SessionView]
  readonly saleChanged: [transactionId: string]
  readonly payoutsChanged: []
}

/** How to reach the service; the simulation puts its own bank here. */
export type Gateway = (
  profile: Profile,
  ports: Pick<Ports, 'transport' | 'clock' | 'timers' | 'random'>,
) => SettlementApi

export interface Ground {
  readonly profile: Profile
  readonly ports: Ports
  readonly events: EventBus<EngineEvents>
}

export type FilePart = ReturnType<typeof createFilePart>

/** The sales file, its stores, and the awake time stored in it. */
export function createFilePart({ ports, events }: Ground) {
  const { clock, timers, log } = ports
  /** Null until the file has told the awake time counted before. */
  let awake: AwakeClock | null = null
  const storage = createDatabaseHealth({
    file: ports.salesFile,
    clock,
    awakeNowMs: () => awake?.nowMs() ?? null,
    isReadable: salesOfFile.isReadable,
    timers,
    log,
    onChange: (view) => events.tell('storageChanged', view),
    onReopened: () => events.tell('fileReopened'),
    onTotalsPutRight: () => events.tell('totalsPutRight'),
    onSalesChecked: () => events.tell('salesChecked'),
  })
  const { database } = storage
  awake = createAwakeClock(
    clock,
    storage.orReopened(() => savedAwakeMs(database)),
  )
  return {
    storage,
    awake,
    meta: new MetaStore(database),
    store: new SaleStore(database),
    reads: new SaleReadStore(database),
    lists: new SaleListStore(database),
    rangeTotals: new RangeTotalsStore(database),
    totals: new TotalsStore(database),
    todo: new TodoStore(database),
  }
}

export interface AtDesk extends Pick<TerminalsOptions, 'nameCheck' | 'askedAccount' | 'asksManager'> {
  /** Who is at the counter; null if no cashiers are set up. */
  readonly cashier: () => Cashier | null
}

export type ServicePart = ReturnType<typeof createServicePart>

/** The service, the signed-in client, its terminals, and the watch over their payouts. */
export function createServicePart(
  { profile, ports, events }: Ground,
  { storage: { database, isReadOnly } }: FilePart,
  { macKey, keeper }: Records,
  gateway: Gateway,
  atDesk: AtDesk,
  emit: Emit,
) {
  const { clock, timers, network, log, settings, terminalsFile } = ports
  const { environment } = profile
  const partnerUrl = serviceAddress(profile)
  const destinationKey = `${environment} ${partnerUrl}`
  const connection = createConnection({
    transport: ports.transport,
    clock,
    network,
    onChange: (view) => events.tell('connectionChanged', view),
  })
  /** Its answers show whether the service can be reached. */
  const api = connection.watch(gateway(profile, { ...ports, transport: connection.transport }))
  const session = createSession({
    ...ports,
    api,
    destinationKey,
    onSwitch: () => events.tell('signInSwitched'),
    onChange: (view) => events.tell('sessionChanged', view),
  })
  /** Null while no client is signed in. */
  const destination = (): Destination | null => {
    const clientId = session.clientId()
    return clientId === null ? null : { environment, partnerUrl, clientId }
  }
  const payouts = createPayoutWatch({
    ...ports,
    key: macKey,
    database,
    isReadOnly,
    clockAheadMs: () => connection.view().clockAheadMs,
    zone: createServiceZone(profile.serviceTimeZone),
    destination,
    onChange: () => events.tell('payoutsChanged'),
  })
  const pace = createPace(clock)
  const listeners = [pace.listener, payouts.listener, keptReads({ keeper, clock, owner: destination })]
  const bank = heard(createSignedInApi(api, session, profile.limits.firstPage), listeners, log)
  const terminals = createTerminals({
    bank,
    settings,
    terminalsFile,
    versions: createTerminalVersions(macKey),
    payouts,
    turn: createTurn(timers),
    clock,
    log,
    destinationKey,
    profile,
    ...atDesk,
    onChange: (view) => emit('terminals.changed', view),
  })
  const inWay: SettlementApi['inWay'] = (way) => api.inWay(way)
  return { connection, session, bank, inWay, terminals, payouts, pace, destination }
}

const BOOT_ID_BYTES = 8
/** After sales were found missing in the file: even a young sale is searched for before its send; awake ms. */
const INCOMPLETE_FOR_MS = 24 * 60 * 60_000

export type DeliveryPart = ReturnType<typeof createDeliveryPart>

/** Delivery, and the polling of settlements. */
export function createDeliveryPart(
  { profile, ports, events }: Ground,
  { storage, awake, store, reads }: FilePart,
  { connection, session, bank, destination }: ServicePart,
) {
  const { clock, random, timers, log } = ports
  const context: DeliveryContext = {
    service: createDeliveryService(bank, profile.limits.pageSize, () => todayOf(context)),
    store,
    reads,
    breaker: createCircuitBreaker(clock, random),
    way: createWay(clock),
    owed: createOwedRecords(),
    turn: createTurn(timers),
    clock,
    awake,
    now: () => ({ wallMs: clock.wallNowMs(), awakeMs: awake.nowMs(), wokeAtMs: awake.wokeAtMs() }),
    random,
    zone: createServiceZone(profile.serviceTimeZone),
    profile,
    log,
    boot: Buffer.from(random.bytes(BOOT_ID_BYTES)).toString('hex'),
    destination,
    onSaleChanged: (transactionId) => events.tell('saleChanged', transactionId),
    silentForMs: () => connection.silentForMs(),
    clockAheadMs: () => connection.view().clockAheadMs,
    isFileComplete: () => {
      const since = storage.incompleteSinceAwakeMs()
      return since === null || awake.nowMs() - since > INCOMPLETE_FOR_MS
    },
  }
  const worker = createOutboxWorker(context, timers, storage.metBy)
  const poller = createSettlementPoller(context, timers, storage.metBy)
  /** Why waiting sales are not sent now; null if nothing holds them. */
  const heldBecause = (): WaitingReason | null => waitingReason({ storage, session, connection, worker })
  return { context, worker, poller, heldBecause }
}

export type SalesPart = ReturnType<typeof createSalesPart>

/** What a person asks about sales, and what the screen is told of them. */
export function createSalesPart(
  { profile, ports }: Ground,
  { storage, store, reads, lists, rangeTotals, totals, todo }: FilePart,
  { connection, session, terminals, payouts, pace }: ServicePart,
  { context, worker, heldBecause }: DeliveryPart,
  { cashier }: Pick<AtDesk, 'cashier'>,
  emit: Emit,
) {
  const { clock, random, timers, settings } = ports
  const { environment, settlement } = profile
  const partnerUrl = serviceAddress(profile)
  const revision = createRevision()
  const sales = createSales({
    context,
    store,
    reads,
    lists,
    rangeTotals,
    profile,
    random,
    terminals,
    worker,
    heldBecause,
    storage,
    revision: revision.now,
    settings,
    cashier,
  })
  const now = () => ({ nowMs: clock.wallNowMs(), ...connection.view(), ...settlement })
  const news = createNewsOfSales({
    revision,
    totals,
    timers,
    owner: () => ({ environment, partnerUrl, clientId: session.clientId() }),
    now,
    heldBecause,
    drainOf: pace.drainOf,
    payoutCount: payouts.openCount,
    sales,
    emit,
  })
  const todoPage = createTodoPage({
    store: todo,
    destination: context.destination,
    queue: news.queue,
    now,
    view: sales.view,
  })
  return { sales, news, todoPage }
}

export type RunningPart = ReturnType<typeof createRunningPart>

/** What runs in the background from start to stop. */
export function createRunningPart(
  { ports: { timers } }: Ground,
  { storage, awake, meta, reads }: FilePart,
  { worker, poller }: DeliveryPart,
  { sales }: SalesPart,
) {
  const keeper = createAwakeKeeper({
    awake,
    meta,
    timers,
    isSound: () => storage.database.isSound(),
    hasOpen: () => reads.hasOpen(),
  })
  return { keeper, loops: createLoops(worker, poller, sales.salesChecked) }
}
