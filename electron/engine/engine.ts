import type { Emit } from '../../shared/contract.ts'
import type { Cashier } from '../../shared/people.ts'
import type { QueueView, WaitingReason } from '../../shared/sale.ts'
import { createAwakeKeeper } from './awakeKeeper.ts'
import type { SettlementApi } from '../gateway/answer.ts'
import type { Profile } from '../gateway/profile.ts'
import type { Foundation } from './foundation.ts'
import { createLoops, type Loops } from './loops.ts'
import { createNewsOfSales, createRevision, type NewsOfSales } from './newsOfSales.ts'
import { createPace } from '../outbox/pace.ts'
import { createSales, type Sales } from '../outbox/sales.ts'
import { RangeTotalsStore } from '../outbox/store/rangeTotalsStore.ts'
import { SaleListStore } from '../outbox/store/saleListStore.ts'
import { SaleReadStore } from '../outbox/store/saleReadStore.ts'
import { SaleStore } from '../outbox/store/saleStore.ts'
import { TodoStore } from '../outbox/store/todoStore.ts'
import { TotalsStore } from '../outbox/store/totalsStore.ts'
import { createTodoPage, type TodoPage } from '../outbox/todoPage.ts'
import type { DeliveryContext } from '../outbox/worker/context.ts'
import { createWay } from '../outbox/worker/learned.ts'
import { createPayTimes } from '../outbox/worker/payTimes.ts'
import { createOwedRecords } from '../outbox/worker/owedRecords.ts'
import { waitingReason } from '../outbox/worker/policy.ts'
import { todayOf } from '../outbox/worker/searchDays.ts'
import { createCircuitBreaker, createDeliveryService } from '../outbox/worker/service.ts'
import { createOutboxWorker, type OutboxWorker } from '../outbox/worker/worker.ts'
import type { Cancel } from '../ports.ts'
import { keptReads } from '../records/keptReads.ts'
import { createSignedInApi, type SignedInApi } from '../session/signedInApi.ts'
import { createSettlementPoller } from '../settlements/settlementPoller.ts'
import { createBreathe } from '../work/slices.ts'
import { createPayoutWatch, type PayoutWatch } from '../terminals/payouts/payoutWatch.ts'
import { createTerminals, type Terminals, type TerminalsOptions } from '../terminals/terminals.ts'
import { createTerminalVersions } from '../terminals/terminalVersions.ts'

export interface EngineOptions {
  readonly profile: Profile
  /** The practice bank's own credentials, so that Practice starts signed in; null with real money. */
  readonly signInAtStart: { readonly clientId: string; readonly secretKey: string } | null
}

/** What the engine asks about the person at the counter. */
export interface AtCounter extends Pick<TerminalsOptions, 'nameCheck' | 'askedAccount' | 'asksManager'> {
  /** Who is at the counter; null if no cashiers are set up. */
  readonly cashier: () => Cashier | null
  /** How many sales that tills handed over are something to do for a person. */
  readonly handedCount: () => number
  /** How many cases with the bank a person is reminded of. */
  readonly disputeCount: () => number
}

/** The rooms that record and deliver, wired to each other. */
export interface Engine extends Pick<Foundation, 'storage' | 'connection' | 'session'> {
  readonly bank: SignedInApi
  readonly inWay: SettlementApi['inWay']
  readonly store: SaleStore
  readonly terminals: Terminals
  readonly payouts: PayoutWatch
  readonly context: DeliveryContext
  readonly worker: OutboxWorker
  readonly sales: Sales
  readonly queue: () => QueueView
  readonly todoPage: TodoPage
  tryNow(): void
  /** Recovers the outbox, signs in if Practice needs it, and starts the worker. */
  start(): Promise<void>
  /** Stops the worker, waits for what is in flight here and at the desk (its time-out bounds it), and closes the file. */
  stop(atDesk?: Promise<unknown>): Promise<void>
}

/** Builds the rooms in order of dependency and connects them; the rules are in the rooms. @param emit never throws */
export function createEngine(
  foundation: Foundation,
  signInAtStart: EngineOptions['signInAtStart'],
  atCounter: AtCounter,
  emit: Emit,
): Engine {
  const { profile, ports, events, storage, database, awake, meta, connection, session } = foundation
  const { clock, random, timers, settings, log } = ports
  const store = new SaleStore(database)
  const reads = new SaleReadStore(database)

  const pace = createPace(clock)
  const payouts = createPayoutWatch({
    ...ports,
    ...foundation,
    key: foundation.records.macKey,
    isReadOnly: storage.isReadOnly,
    clockAheadMs: () => connection.view().clockAheadMs,
    onChange: () => events.tell('payoutsChanged'),
  })
  const keeping = keptReads({ keeper: foundation.records.keeper, clock, owner: foundation.destination })
  const bank = createSignedInApi({
    api: foundation.api,
    session,
    firstPage: profile.limits.firstPage,
    listeners: [pace.listener, payouts.listener, keeping],
    log,
  })
  const terminals = createTerminals({
    ...atCounter,
    bank,
    settings,
    terminalsFile: ports.terminalsFile,
    versions: createTerminalVersions(foundation.records.macKey),
    payouts,
    breathe: createBreathe(timers),
    clock,
    log,
    destinationKey: foundation.destinationKey,
    profile,
    onChange: (view) => emit('terminals.changed', view),
  })

  const context = deliveryContext(foundation, bank, { store, reads })
  const worker = createOutboxWorker(context, timers, storage.metBy)
  const poller = createSettlementPoller(context, timers, storage.metBy)
  /** Why waiting sales are not sent now; null if nothing holds them. */
  const heldBecause = (): WaitingReason | null => waitingReason({ storage, session, connection, worker })

  const revision = createRevision()
  const sales = createSales({
    context,
    store,
    reads,
    lists: new SaleListStore(database),
    rangeTotals: new RangeTotalsStore(database),
    profile,
    random,
    terminals,
    worker,
    heldBecause,
    storage,
    revision: revision.now,
    settings,
    cashier: atCounter.cashier,
  })
  const now = () => ({ nowMs: clock.wallNowMs(), ...connection.view(), ...profile.settlement })
  const news = createNewsOfSales({
    revision,
    totals: new TotalsStore(database),
    timers,
    owner: foundation.owner,
    now,
    heldBecause,
    drainOf: pace.drainOf,
    payoutCount: payouts.openCount,
    handedCount: atCounter.handedCount,
    disputeCount: atCounter.disputeCount,
    sales,
    emit,
  })
  const todoPage = createTodoPage({
    store: new TodoStore(database),
    destination: foundation.destination,
    queue: news.queue,
    now,
    view: sales.view,
  })
  const keeper = createAwakeKeeper({
    awake,
    meta,
    timers,
    isSound: () => database.isSound(),
    hasOpen: () => reads.hasOpen(),
  })
  const loops = createLoops(worker, poller, sales.salesChecked)
  const rooms: Rooms = { payouts, terminals, worker, poller, news, keeper, loops }
  connect(foundation, rooms, emit)
  return {
    storage,
    connection,
    session,
    bank,
    inWay: (way) => foundation.api.inWay(way),
    store,
    terminals,
    payouts,
    context,
    worker,
    sales: {
      ...sales,
      resolve: (request) => {
        const resolved = sales.resolve(request)
        // A restored sale may belong to another client, or to another place in its list.
        if (request.decision === 'restoreFacts') news.allChanged()
        return resolved
      },
    },
    queue: news.queue,
    todoPage,
    tryNow: () => {
      if (storage.isReadOnly() || !storage.reopenNow()) return
      worker.tryNow()
      news.allChanged()
      poller.wake()
    },
    ...createRun(foundation, rooms, signInAtStart),
  }
}

const BOOT_ID_BYTES = 8
/** After sales were found missing in the file: even a young sale is searched for before its send; awake ms. */
const INCOMPLETE_FOR_MS = 24 * 60 * 60_000

/** What the delivery rules see of the rest. */
function deliveryContext(
  { profile, ports, events, storage, awake, connection, zone, destination }: Foundation,
  bank: SignedInApi,
  stores: Pick<DeliveryContext, 'store' | 'reads'>,
): DeliveryContext {
  const { clock, random, timers, log } = ports
  const context: DeliveryContext = {
    ...stores,
    service: createDeliveryService(bank, profile.limits.pageSize, () => todayOf(context)),
    breaker: createCircuitBreaker(clock, random),
    way: createWay(clock),
    payTimes: createPayTimes(clock, (of) => stores.reads.recentlyPaid(of)),
    owed: createOwedRecords(),
    breathe: createBreathe(timers),
    clock,
    awake,
    now: () => ({ wallMs: clock.wallNowMs(), awakeMs: awake.nowMs(), wokeAtMs: awake.wokeAtMs() }),
    random,
    zone,
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
  return context
}

interface Rooms extends Pick<Engine, 'payouts' | 'terminals' | 'worker'> {
  readonly poller: ReturnType<typeof createSettlementPoller>
  readonly news: NewsOfSales
  readonly keeper: ReturnType<typeof createAwakeKeeper>
  readonly loops: Loops
}

/** Each event, and its listeners in this order. */
function connect(
  { ports, events, session, database, awake }: Foundation,
  { payouts, terminals, worker, poller, news, loops }: Rooms,
  emit: Emit,
): void {
  events.on('storageChanged', (view) => {
    emit('storage.changed', view)
    news.allChanged()
  })
  events.on('fileReopened', () => loops.pause())
  events.on('totalsPutRight', () => news.allChanged())
  events.on('openUnsaid', (sequence) => {
    const now = { wallMs: ports.clock.wallNowMs(), awakeMs: awake.nowMs() }
    if (new SaleStore(database).holdUnsaid(sequence, now)) news.allChanged()
  })
  events.on('salesChecked', () => {
    loops.salesAreChecked().catch((error: unknown) => {
      // The file failed again and the storage knows; the next reopening retries this.
      ports.log('error', 'backend.notResumed', { name: error instanceof Error ? error.name : 'unknown' })
    })
  })
  events.on('connectionChanged', (view) => {
    emit('connection.changed', view)
    news.wayChanged()
  })
  events.on('signInSwitched', () => worker.wayChanged())
  let shown = session.view()
  events.on('sessionChanged', (view) => {
    const isOther = view.status !== shown.status || view.clientId !== shown.clientId
    shown = view
    emit('session.changed', view)
    payouts.clientChanged()
    if (!isOther) return
    terminals.sessionChanged()
    worker.wayChanged()
    poller.wake()
    news.allChanged()
    if (view.status === 'signedIn') void terminals.refresh()
  })
  events.on('payoutsChanged', () => {
    terminals.othersChanged()
    news.wayChanged()
  })
  events.on('agentChanged', () => terminals.othersChanged())
  events.on('todoChanged', () => news.wayChanged())
  events.on('saleChanged', (transactionId) => {
    news.saleChanged(transactionId)
    poller.wake()
  })
}

/** Starts and stops the rooms, and handles network changes. */
function createRun(
  { ports, storage, records, connection, session }: Foundation,
  { terminals, worker, poller, news, keeper, loops }: Rooms,
  signInAtStart: EngineOptions['signInAtStart'],
): Pick<Engine, 'start' | 'stop'> {
  let stopWatching: Cancel | null = null
  let isStopped = false
  return {
    start: async () => {
      await session.restore()
      if (isStopped) return
      stopWatching = ports.network.onChange(() => {
        connection.networkChanged()
        worker.wayChanged()
        news.allChanged()
        poller.wake()
      })
      if (!storage.isReadOnly()) {
        // Before the window shows a sale.
        storage.orReopened(worker.recover)
        keeper.start()
        storage.start()
      }
      if (signInAtStart !== null && session.generation() === null) {
        await session.signIn({ ...signInAtStart, loginToken: '' })
      }
    },
    stop: async (atDesk) => {
      isStopped = true
      keeper.stop()
      stopWatching?.()
      storage.stop()
      await Promise.all([loops.stop(), terminals.stop(), atDesk])
      if (!storage.isReadOnly() && storage.database.isSound()) keeper.save()
      news.stop()
      // Last of those who write: the others' answers are among what waits.
      await records.keeper.stop()
      ports.recordsFile.close()
      ports.terminalsFile.close()
      storage.database.close()
    },
  }
}
