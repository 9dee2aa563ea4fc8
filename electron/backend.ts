import type { Emit, Handlers } from '../shared/contract.ts'
import type { QueueView, WaitingReason } from '../shared/sale.ts'
import { createConnection } from './gateway/connection.ts'
import { normalAddress, type Profile } from './gateway/profile.ts'
import { settlementApiFor } from './gateway/settlementApi.ts'
import { createHandlers } from './handlers.ts'
import { createAwakeClock, HEARTBEAT_MS } from './outbox/awakeClock.ts'
import { createCourier } from './outbox/courier.ts'
import type { DeliveryContext } from './outbox/deliveryContext.ts'
import { createDeliveryService } from './outbox/service.ts'
import { observeRecords } from './outbox/evidence.ts'
import { createHost } from './outbox/host.ts'
import { queueView } from './outbox/queueView.ts'
import { SaleReadStore } from './outbox/saleReadStore.ts'
import type { Destination } from './outbox/saleRow.ts'
import { createSales } from './outbox/sales.ts'
import { SaleStore } from './outbox/saleStore.ts'
import { createServiceZone } from './outbox/serviceZone.ts'
import type { Cancel, Ports } from './ports.ts'
import { createSession } from './session/session.ts'
import { createFollower } from './settlements/follower.ts'
import { createRecordSearch } from './settlements/recordSearch.ts'
import { AWAKE_KEY, MetaStore } from './storage/metaStore.ts'
import { migrate } from './storage/migrations.ts'
import { createTerminals } from './terminals/terminals.ts'

export interface BackendOptions {
  readonly profile: Profile
  readonly version: string
  readonly platform: 'windows' | 'mac' | 'linux'
  /** The practice bank's own credentials, so that Practice starts signed in; null wherever money is real. */
  readonly signInAtStart: { readonly clientId: string; readonly secretKey: string } | null
}

export interface Backend {
  readonly handlers: Handlers
  /** Recovers the outbox, signs in where Practice needs it, and starts the courier. */
  start(): Promise<void>
  /** Stops the courier, waits for the exchange in flight (its time-out bounds it), and closes the database. */
  stop(): Promise<void>
}

const BOOT_ID_BYTES = 8
const AWAKE_SAVED_MS_MAX = 60_000
const RESTORE_MS_MAX = 5_000
/** What stands for the address of the practice bank inside the app. */
const PRACTICE_ADDRESS = 'practice'

/**
 * Everything of Tillside that is not Electron, behind the contract's handlers. This file builds and wires; the rules
 * live in the rooms.
 * @throws StorageError where the sales file is a newer Tillside's
 */
export function createBackend(options: BackendOptions, ports: Ports, tellScreen: Emit): Backend {
  const { profile } = options
  const { clock, random, timers, network, log, settings, vault, database } = ports
  migrate(database)
  /** A window that is gone must not stop a delivery. */
  const emit: Emit = (name, payload) => {
    try {
      tellScreen(name, payload)
    } catch (error) {
      log('error', 'backend.notTold', { event: name, name: error instanceof Error ? error.name : 'unknown' })
    }
  }
  const meta = new MetaStore(database)
  const store = new SaleStore(database)
  const reads = new SaleReadStore(database)
  const awake = createAwakeClock(clock, Number(meta.get(AWAKE_KEY) ?? 0))
  const address = normalAddress(profile.partnerUrl) ?? PRACTICE_ADDRESS
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
  const api = connection.watch(settlementApiFor(profile, { ...ports, transport: connection.transport }))
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
    clock,
    log,
    destinationKey,
    profile,
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
    emit('queue.changed', queue())
  }
  const queue = (): QueueView => {
    const owner = { environment: profile.environment, partnerUrl: address, clientId: session.clientId() }
    return queueView(reads, owner, clock.wallNowMs(), revision)
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
  }
  const courier = createCourier(context, timers)
  const follower = createFollower(context, timers)
  const heldBecause = (): WaitingReason | null => {
    if (session.token() === null) return 'signedOut'
    const { status } = connection.view()
    if (status === 'offline') return 'offline'
    if (status === 'serviceSilent' || status === 'serviceOdd') return 'serviceSilent'
    return courier.heldBecause()
  }
  const sales = createSales({
    context,
    store,
    reads,
    profile,
    random,
    terminals,
    courier,
    heldBecause,
    revision: () => revision,
  })
  const records = createRecordSearch({
    api,
    session,
    clock,
    pageSize: profile.limits.pageSize,
    observe: (found) => {
      const own = destination()
      if (own !== null) observeRecords(context, own, found)
    },
  })

  let stopHeartbeat: Cancel | null = null
  let savedAwakeMs = awake.nowMs()
  function heartbeat(): void {
    stopHeartbeat = timers.after(HEARTBEAT_MS, heartbeat)
    const nowAwakeMs = awake.nowMs()
    // With nothing open only the follow-up of payments rests on awake time, and a minute more or less is nothing to it.
    if (!reads.hasOpen() && nowAwakeMs - savedAwakeMs < AWAKE_SAVED_MS_MAX) return
    try {
      meta.set(AWAKE_KEY, String(nowAwakeMs))
      savedAwakeMs = nowAwakeMs
    } catch (error) {
      log('error', 'backend.awakeNotSaved', { name: error instanceof Error ? error.name : 'unknown' })
    }
  }
  let stopWatching: Cancel | null = null

  const handlers = createHandlers({
    options,
    connection,
    session,
    terminals,
    sales,
    records,
    queue,
    signedIn: () => courier.wayChanged(),
    tryNow: () => {
      courier.tryNow()
      follower.wake()
    },
  })

  return {
    handlers,
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
      heartbeat()
      courier.start()
      follower.start()
      const { signInAtStart } = options
      if (signInAtStart !== null && session.token() === null) {
        await session.signIn({ ...signInAtStart, loginToken: '' })
      }
    },
    stop: async () => {
      stopHeartbeat?.()
      stopWatching?.()
      await Promise.all([courier.stop(), follower.stop()])
      meta.set(AWAKE_KEY, String(awake.nowMs()))
      database.close()
    },
  }
}
