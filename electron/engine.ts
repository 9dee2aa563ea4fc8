import type { Emit } from '../shared/contract.ts'
import type { QueueView } from '../shared/sale.ts'
import {
  createDeliveryPart,
  createFilePart,
  createRunningPart,
  createSalesPart,
  createServicePart,
  type AtDesk,
  type DeliveryPart,
  type EngineEvents,
  type FilePart,
  type Gateway,
  type Ground,
  type RunningPart,
  type SalesPart,
  type ServicePart,
} from './engineParts.ts'
import { createEventBus } from './eventBus.ts'
import type { Profile } from './gateway/profile.ts'
import { settlementApiFor } from './gateway/settlementApi.ts'
import type { DeliveryContext } from './outbox/worker/context.ts'
import type { Sales } from './outbox/sales.ts'
import type { Cancel, Ports } from './ports.ts'
import { createRecords, type Records } from './records/records.ts'

export interface EngineOptions {
  readonly profile: Profile
  /** The practice bank's own credentials, so that Practice starts signed in; null with real money. */
  readonly signInAtStart: { readonly clientId: string; readonly secretKey: string } | null
}

/** What the engine asks of the desk, and tells it before its own rooms. */
export interface DeskOfEngine extends AtDesk {
  sessionChanged(): void
}

/** The rooms of a running counter, wired to each other. */
export interface Engine
  extends
    Pick<FilePart, 'storage' | 'store'>,
    Pick<ServicePart, 'connection' | 'session' | 'bank' | 'inWay' | 'terminals' | 'payouts'>,
    Pick<Records, 'kept'>,
    Pick<DeliveryPart, 'worker'> {
  readonly context: DeliveryContext
  readonly sales: Sales
  readonly queue: () => QueueView
  readonly todoPage: SalesPart['todoPage']
  /** Call once, before the start. Without a desk there is no name enquiry, no PIN and no cashier. */
  connectDesk(desk: DeskOfEngine): void
  tryNow(): void
  /** Recovers the outbox, signs in if Practice needs it, and starts the worker. */
  start(): Promise<void>
  /** Stops the worker, waits for what is in flight here and at the desk (its time-out bounds it), and closes the file. */
  stop(atDesk?: Promise<unknown>): Promise<void>
}

/** All parts; each is built from those before it. */
interface Parts {
  readonly ground: Ground
  readonly file: FilePart
  readonly records: Records
  readonly service: ServicePart
  readonly delivery: DeliveryPart
  readonly counter: SalesPart
  readonly running: RunningPart
}

const withoutDesk: DeskOfEngine = {
  nameCheck: () => 'notOffered',
  askedAccount: () => null,
  asksManager: () => false,
  cashier: () => null,
  sessionChanged: () => undefined,
}

/** Builds the parts in order of dependency and connects them; the rules are in the rooms. @param emit never throws */
export function createEngine(
  { profile, signInAtStart }: EngineOptions,
  ports: Ports,
  emit: Emit,
  gateway: Gateway = settlementApiFor,
): Engine {
  let desk = withoutDesk
  const atDesk: AtDesk = {
    nameCheck: () => desk.nameCheck(),
    askedAccount: (terminalId) => desk.askedAccount(terminalId),
    asksManager: () => desk.asksManager(),
    cashier: () => desk.cashier(),
  }
  const ground: Ground = { profile, ports, events: createEventBus<EngineEvents>() }
  const file = createFilePart(ground)
  const records = createRecords(ports, file.storage.noteRecords)
  const service = createServicePart(ground, file, records, gateway, atDesk, emit)
  const delivery = createDeliveryPart(ground, file, service)
  const counter = createSalesPart(ground, file, service, delivery, atDesk, emit)
  const running = createRunningPart(ground, file, delivery, counter)
  const parts: Parts = { ground, file, records, service, delivery, counter, running }
  // Earlier events of the file reach no room; each room reads its state at the start.
  connect(parts, emit, () => desk.sessionChanged())
  const { storage, store } = file
  const { connection, session, bank, inWay, terminals, payouts } = service
  const { context, worker, poller } = delivery
  const { sales, news, todoPage } = counter
  return {
    storage,
    store,
    kept: records.kept,
    connection,
    session,
    bank,
    inWay,
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
    connectDesk: (connected) => {
      desk = connected
    },
    tryNow: () => {
      if (storage.isReadOnly() || !storage.reopenNow()) return
      worker.tryNow()
      news.allChanged()
      poller.wake()
    },
    ...createRun(parts, signInAtStart),
  }
}

/** The wiring: each event of a part, and its listeners in this order. */
function connect(
  { ground: { ports, events }, service, delivery, counter, running }: Parts,
  emit: Emit,
  tellDesk: () => void,
): void {
  const { session, terminals, payouts } = service
  const { worker, poller } = delivery
  const { news } = counter
  events.on('storageChanged', (view) => {
    emit('storage.changed', view)
    news.allChanged()
  })
  events.on('fileReopened', () => running.loops.pause())
  events.on('totalsPutRight', () => news.allChanged())
  events.on('salesChecked', () => {
    running.loops.salesAreChecked().catch((error: unknown) => {
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
    tellDesk()
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
  events.on('saleChanged', (transactionId) => {
    news.saleChanged(transactionId)
    poller.wake()
  })
}

/** Starts and stops all parts, and handles network changes. */
function createRun(
  { ground: { ports }, file, records, service, delivery, counter, running }: Parts,
  signInAtStart: EngineOptions['signInAtStart'],
): Pick<Engine, 'start' | 'stop'> {
  const { storage } = file
  const { connection, session, terminals } = service
  const { worker, poller } = delivery
  const { news } = counter
  const { loops, keeper } = running
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
