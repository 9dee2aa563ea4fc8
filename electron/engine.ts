import type { Emit } from '../shared/contract.ts'
import type { QueueView, WaitingReason } from '../shared/sale.ts'
import type { NameCheckState } from '../shared/terminal.ts'
import type { SettlementApi } from './gateway/answer.ts'
import { createConnection, type Connection } from './gateway/connection.ts'
import { serviceAddress, type Profile } from './gateway/profile.ts'
import { settlementApiFor } from './gateway/settlementApi.ts'
import { createAwakeClock } from './outbox/awakeClock.ts'
import { createAwakeKeeper } from './outbox/awakeKeeper.ts'
import { createCourier, type Courier } from './outbox/courier.ts'
import type { DeliveryContext } from './outbox/deliveryContext.ts'
import { createDeliveryService } from './outbox/service.ts'
import { createHost } from './outbox/host.ts'
import { queueView } from './outbox/queueView.ts'
import { SaleListStore } from './outbox/saleListStore.ts'
import { SaleReadStore } from './outbox/saleReadStore.ts'
import type { Destination } from './outbox/saleRow.ts'
import { createSales, type Sales } from './outbox/sales.ts'
import { SaleStore } from './outbox/saleStore.ts'
import { createServiceZone } from './outbox/serviceZone.ts'
import { waitingReason } from './outbox/waitingReason.ts'
import type { Cancel, Ports } from './ports.ts'
import { createSession, type Session } from './session/session.ts'
import { createFollower } from './settlements/follower.ts'
import { createTurn } from './slices.ts'
import { createStorageCare, type StorageCare } from './storage/care.ts'
import { AWAKE_MS, MetaStore } from './storage/metaStore.ts'
import { createTerminals, type Terminals } from './terminals/terminals.ts'
import { createTerminalVersions } from './terminals/terminalVersions.ts'

export interface EngineOptions {
  readonly profile: Profile
  /** The practice bank's own credentials, so that Practice starts signed in; null wherever money is real. */
  readonly signInAtStart: { readonly clientId: string; readonly secretKey: string } | null
  /** What the desk knows and the list of terminals tells. Without a desk, no name is asked for. */
  readonly nameCheck?: () => NameCheckState
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
const RESTORE_MS_MAX = 5_000

/** Builds the rooms and wires them; the rules live in the rooms. @param emit never throws */
export function createEngine(
  options: EngineOptions,
  ports: Ports,
  emit: Emit,
  gateway: Gateway = settlementApiFor,
): Engine {
  const { profile } = options
  const { clock, random, timers, network, log, settings, vault } = ports
  const storage = createStorageCare({
    file: ports.salesFile,
    clock,
    awakeNowMs: () => awake.nowMs(),
    timers,
    log,
    onChange: (view) => {
      emit('storage.changed', view)
      salesChanged([])
    },
    onSound: () => {
      fileIsSound().catch((error: unknown) => {
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
  const awake = createAwakeClock(clock, Number(meta.get(AWAKE_MS) ?? 0))
  const address = serviceAddress(profile)
  const destinationKey = `${profile.environment} ${address}`

  const connection = createConnection({
    transport: ports.transport,
    clock,
    network,
    onChange: (view) => {
      emit('connection.changed', view)
      salesChanged([])
    },
  })
  const api = connection.watch(gateway(profile, { ...ports, transport: connection.transport }))
  const session = createSession({
    api,
    vault,
    settings,
    clock,
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
      salesChanged([])
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
    nameCheck: options.nameCheck ?? (() => 'notOffered'),
    onChange: (view) => emit('terminals.changed', view),
  })
  const destination = (): Destination | null => {
    const clientId = session.clientId()
    return clientId === null ? null : { environment: profile.environment, partnerUrl: address, clientId }
  }

  let revision = 0
  function salesChanged(transactionIds: string[]): void {
    revision += 1
    emit('sales.changed', { revision, transactionIds })
    try {
      emit('queue.changed', queue())
    } catch {
      // A file that cannot be read has told of it by its own event, and the exchange that led here must go on.
    }
  }
  const queue = (): QueueView => {
    const owner = { environment: profile.environment, partnerUrl: address, clientId: session.clientId() }
    const now = { nowMs: clock.wallNowMs(), ...connection.view(), ...profile.settlement }
    return queueView(lists, owner, now, revision)
  }

  const context: DeliveryContext = {
    service: createDeliveryService(api, session, profile.limits.pageSize),
    store,
    reads,
    host: createHost(clock, random),
    clock,
    awake,
    now: () => ({ wallMs: clock.wallNowMs(), awakeMs: awake.nowMs() }),
    random,
    zone: createServiceZone(profile.serviceTimeZone),
    profile,
    log,
    boot: Buffer.from(random.bytes(BOOT_ID_BYTES)).toString('hex'),
    destination,
    onSaleChanged: (transactionId) => {
      salesChanged([transactionId])
      follower.wake()
    },
    silentForMs: () => connection.silentForMs(),
    clockAheadMs: () => connection.view().clockAheadMs,
    isFileComplete: () => {
      const since = storage.incompleteSinceAwakeMs()
      return since === null || awake.nowMs() - since > INCOMPLETE_FOR_MS
    },
  }
  const courier = createCourier(context, timers)
  const follower = createFollower(context, timers)
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
    revision: () => revision,
  })
  const keeper = createAwakeKeeper({
    awake,
    meta,
    timers,
    isSound: () => database.isSound(),
    hasOpen: () => reads.hasOpen(),
  })
  let stopWatching: Cancel | null = null

  /** The loops start only here: nothing is sent from a file that was not looked through. */
  let isRunning = false
  async function fileIsSound(): Promise<void> {
    if (isStopping) return
    if (!isRunning) {
      sales.reopened()
      courier.recover()
      isRunning = true
      courier.start()
      follower.start()
      return
    }
    sales.reopened()
    await Promise.all([resumeFollower(), courier.resume()])
  }
  async function resumeFollower(): Promise<void> {
    await follower.stop()
    if (!isStopping) follower.start()
  }
  let isStopping = false
  /** Before the window shows a sale. A file that fails right here is opened anew at once, and salvaged if it must be. */
  function recover(): void {
    try {
      courier.recover()
    } catch (error) {
      if (database.isSound()) throw error
      // What a person needs to know is why the file cannot be used, and not where that was noticed.
      if (!storage.reopenNow()) throw storage.lastProblem() ?? error
    }
  }

  return {
    storage,
    connection,
    session,
    terminals,
    sales,
    api,
    context,
    store,
    courier,
    queue,
    tryNow: () => {
      if (storage.isReadOnly() || !storage.reopenNow()) return
      courier.tryNow()
      follower.wake()
    },
    start: async () => {
      // A key store that asks its owner first must not keep the window shut.
      await Promise.race([
        session.restore(),
        new Promise<void>((resolve) => timers.after(RESTORE_MS_MAX, resolve)),
      ])
      stopWatching = network.onChange(() => {
        connection.networkChanged()
        courier.wayChanged()
        follower.wake()
      })
      if (!storage.isReadOnly()) {
        recover()
        keeper.start()
        storage.start()
      }
      const { signInAtStart } = options
      if (signInAtStart !== null && session.token() === null) {
        await session.signIn({ ...signInAtStart, loginToken: '' })
      }
    },
    stop: async (atDesk) => {
      keeper.stop()
      stopWatching?.()
      isStopping = true
      storage.stop()
      await Promise.all([courier.stop(), follower.stop(), terminals.stop(), atDesk])
      if (!storage.isReadOnly() && database.isSound()) keeper.save()
      database.close()
    },
  }
}
