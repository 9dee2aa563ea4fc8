import type { Emit } from '../shared/contract.ts'
import type { QueueView, WaitingReason } from '../shared/sale.ts'
import type { SettlementApi } from './gateway/answer.ts'
import { createConnection, type Connection } from './gateway/connection.ts'
import { serviceAddress, type Profile } from './gateway/profile.ts'
import { settlementApiFor } from './gateway/settlementApi.ts'
import { createAwakeClock, type AwakeClock } from './outbox/awakeClock.ts'
import { createAwakeKeeper } from './outbox/awakeKeeper.ts'
import { createCourier, type Courier } from './outbox/courier.ts'
import type { DeliveryContext } from './outbox/deliveryContext.ts'
import { createDeliveryService } from './outbox/service.ts'
import { createPace } from './outbox/pace.ts'
import { salesOfFile } from './outbox/doubt.ts'
import { createHost } from './outbox/host.ts'
import { createOwedRecords } from './outbox/owedRecords.ts'
import { createRecordsSeen } from './outbox/recordsSeen.ts'
import { SaleListStore } from './outbox/saleListStore.ts'
import { SaleReadStore } from './outbox/saleReadStore.ts'
import type { Destination } from './outbox/saleRow.ts'
import { createSales, type Sales } from './outbox/sales.ts'
import { SaleStore } from './outbox/saleStore.ts'
import { TotalsStore } from './outbox/totalsStore.ts'
import { createServiceZone } from '../shared/serviceZone.ts'
import { waitingReason } from './outbox/waitingReason.ts'
import { createLoops } from './loops.ts'
import { createNewsOfSales } from './newsOfSales.ts'
import type { Cancel, Ports } from './ports.ts'
import { createSession, type Session } from './session/session.ts'
import { createFollower } from './settlements/follower.ts'
import { createTurn } from './slices.ts'
import { createStorageCare, type StorageCare } from './storage/care.ts'
import { MetaStore, savedAwakeMs } from './storage/metaStore.ts'
import { createTerminals, type Terminals, type TerminalsOptions } from './terminals/terminals.ts'
import { createTerminalVersions } from './terminals/terminalVersions.ts'

export interface EngineOptions {
  readonly profile: Profile
  /** The practice bank's own credentials, so that Practice starts signed in; null wherever money is real. */
  readonly signInAtStart: { readonly clientId: string; readonly secretKey: string } | null
  /** What the desk knows of terminals. Without a desk, no name is asked for and there is no PIN. */
  readonly atDesk?: Pick<TerminalsOptions, 'nameCheck' | 'asksManager'>
}

/** The rooms of a running counter, wired to each other. */
export interface Engine {
  readonly storage: StorageCare
  readonly connection: Connection
  readonly session: Session
  readonly terminals: Terminals
  readonly sales: Sales
  /** Watched for what its answers show of the way. */
  readonly api: SettlementApi
  readonly context: DeliveryContext
  readonly store: SaleStore
  readonly courier: Courier
  readonly queue: () => QueueView
  /** A person does not want to wait. */
  tryNow(): void
  /** Recovers the outbox, signs in where Practice needs it, and starts the courier. */
  start(): Promise<void>
  /** Stops the courier, waits for what is in flight here and at the desk (its time-out bounds it), and closes the database. */
  stop(atDesk?: Promise<unknown>): Promise<void>
}

/** How the service is spoken to; the simulation puts a bank of its own here. */
export type Gateway = (
  profile: Profile,
  ports: Pick<Ports, 'transport' | 'clock' | 'timers' | 'random'>,
) => SettlementApi

const BOOT_ID_BYTES = 8
/** So long after it was seen that sales are missing in the file, even a young sale is looked for first; awake ms. */
const INCOMPLETE_FOR_MS = 24 * 60 * 60_000

/** Builds the rooms and wires them; the rules live in the rooms. @param emit never throws */
export function createEngine(
  options: EngineOptions,
  ports: Ports,
  emit: Emit,
  gateway: Gateway = settlementApiFor,
): Engine {
  const { profile } = options
  const { clock, random, timers, network, log, settings, vault } = ports
  /** What happens to the file before the rooms are there is theirs to find when they start. */
  let isBuilt = false
  let countedAwake: AwakeClock | null = null
  const storage = createStorageCare({
    file: ports.salesFile,
    clock,
    awakeNowMs: () => countedAwake?.nowMs() ?? null,
    isReadable: salesOfFile.isReadable,
    timers,
    log,
    onChange: (view) => {
      if (!isBuilt) return
      emit('storage.changed', view)
      news.allChanged()
    },
    onReopened: () => {
      if (isBuilt) loops.pause()
    },
    onTotalsPutRight: () => news.allChanged(),
    onSalesChecked: () => {
      loops.salesAreChecked().catch((error: unknown) => {
        // The file failed once more, which the storage has noted; the next reopening comes back here.
        log('error', 'backend.notResumed', { name: error instanceof Error ? error.name : 'unknown' })
      })
    },
  })
  const { database } = storage
  const meta = new MetaStore(database)
  const store = new SaleStore(database)
  const reads = new SaleReadStore(database)
  const lists = new SaleListStore(database)
  const totals = new TotalsStore(database)
  const awake = createAwakeClock(
    clock,
    storage.orReopened(() => savedAwakeMs(database)),
  )
  countedAwake = awake
  const address = serviceAddress(profile)
  const destinationKey = `${profile.environment} ${address}`

  const connection = createConnection({
    transport: ports.transport,
    clock,
    network,
    onChange: (view) => {
      emit('connection.changed', view)
      news.wayChanged()
    },
  })
  const api = connection.watch(gateway(profile, { ...ports, transport: connection.transport }))
  const session = createSession({
    api,
    vault,
    settings,
    clock,
    timers,
    log,
    destinationKey,
    onSwitch: () => courier.wayChanged(),
    onChange: (view) => {
      const isOther = view.status !== sessionShown.status || view.clientId !== sessionShown.clientId
      sessionShown = view
      emit('session.changed', view)
      if (!isOther) return
      terminals.sessionChanged()
      courier.wayChanged()
      follower.wake()
      news.allChanged()
      if (view.status === 'signedIn') void terminals.refresh()
    },
  })
  let sessionShown = session.view()
  const terminals = createTerminals({
    api,
    session,
    settings,
    keptFiles: ports.keptFiles,
    versions: createTerminalVersions({ vault, settings, random, timers, log }),
    turn: createTurn(timers),
    clock,
    log,
    destinationKey,
    profile,
    ...(options.atDesk ?? { nameCheck: () => 'notOffered', asksManager: () => false }),
    onChange: (view) => emit('terminals.changed', view),
  })
  const destination = (): Destination | null => {
    const clientId = session.clientId()
    return clientId === null ? null : { environment: profile.environment, partnerUrl: address, clientId }
  }
  const pace = createPace(clock)
  const context: DeliveryContext = {
    service: pace.watch(createDeliveryService(api, session, profile.limits.pageSize)),
    store,
    reads,
    host: createHost(clock, random),
    seen: createRecordsSeen(clock),
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
    onSaleChanged: (transactionId) => {
      news.saleChanged(transactionId)
      follower.wake()
    },
    silentForMs: () => connection.silentForMs(),
    clockAheadMs: () => connection.view().clockAheadMs,
    isFileComplete: () => {
      const since = storage.incompleteSinceAwakeMs()
      return since === null || awake.nowMs() - since > INCOMPLETE_FOR_MS
    },
  }
  const courier = createCourier(context, timers, storage.metBy)
  const follower = createFollower(context, timers, storage.metBy)
  const heldBecause = (): WaitingReason | null => waitingReason({ storage, session, connection, courier })
  const sales = createSales({
    context,
    store,
    reads,
    lists,
    profile,
    random,
    terminals,
    courier,
    heldBecause,
    storage,
    revision: () => news.revision(),
    settings,
  })
  const news = createNewsOfSales({
    totals,
    timers,
    owner: () => ({ environment: profile.environment, partnerUrl: address, clientId: session.clientId() }),
    now: () => ({ nowMs: clock.wallNowMs(), ...connection.view(), ...profile.settlement }),
    heldBecause,
    drainOf: pace.drainOf,
    awakeNowMs: awake.nowMs,
    reads,
    sales,
    emit,
  })
  const keeper = createAwakeKeeper({
    awake,
    meta,
    timers,
    isSound: () => database.isSound(),
    hasOpen: () => reads.hasOpen(),
  })
  let stopWatching: Cancel | null = null
  let isStopped = false
  const loops = createLoops(courier, follower, sales.salesChecked)
  isBuilt = true

  return {
    storage,
    connection,
    session,
    terminals,
    sales: {
      ...sales,
      resolve: (request) => {
        const resolved = sales.resolve(request)
        // What was written back may be of another client, or of another place in its list.
        if (request.decision === 'restoreFacts') news.allChanged()
        return resolved
      },
    },
    api,
    context,
    store,
    courier,
    queue: news.queue,
    tryNow: () => {
      if (storage.isReadOnly() || !storage.reopenNow()) return
      courier.tryNow()
      news.allChanged()
      follower.wake()
    },
    start: async () => {
      await session.restore()
      if (isStopped) return
      stopWatching = network.onChange(() => {
        connection.networkChanged()
        courier.wayChanged()
        news.allChanged()
        follower.wake()
      })
      if (!storage.isReadOnly()) {
        // Before the window shows a sale.
        storage.orReopened(courier.recover)
        keeper.start()
        storage.start()
      }
      const { signInAtStart } = options
      if (signInAtStart !== null && session.token() === null) {
        await session.signIn({ ...signInAtStart, loginToken: '' })
      }
    },
    stop: async (atDesk) => {
      isStopped = true
      keeper.stop()
      stopWatching?.()
      storage.stop()
      await Promise.all([loops.stop(), terminals.stop(), atDesk])
      if (!storage.isReadOnly() && database.isSound()) keeper.save()
      news.stop()
      database.close()
    },
  }
}
