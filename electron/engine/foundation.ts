import { createServiceZone, type ServiceZone } from '../../shared/serviceZone.ts'
import type { ConnectionView, SessionView } from '../../shared/session.ts'
import type { StorageView } from '../../shared/storage.ts'
import { createAwakeClock, type AwakeClock } from '../clock/awakeClock.ts'
import type { SettlementApi } from '../gateway/answer.ts'
import { createConnection } from '../gateway/connection.ts'
import type { Destination } from '../gateway/destination.ts'
import { serviceAddress, type Profile } from '../gateway/profile.ts'
import { settlementApiFor } from '../gateway/settlementApi.ts'
import { salesOfFile } from '../outbox/worker/recovery.ts'
import type { Ports } from '../ports.ts'
import { createRecords } from '../records/records.ts'
import { createSession } from '../session/session.ts'
import { createDatabaseHealth } from '../storage/databaseHealth.ts'
import { MetaStore, savedAwakeMs } from '../storage/metaStore.ts'

/**
 * Connects rooms that are built one after another. An event reaches its listeners at once, in the order of their
 * registration; events before the first listener are dropped.
 */
interface EventBus<Events extends Record<keyof Events, readonly unknown[]>> {
  tell<Name extends keyof Events>(name: Name, ...facts: Events[Name]): void
  on<Name extends keyof Events>(name: Name, listener: (...facts: Events[Name]) => void): void
}

/** What the rooms tell each other. Events before the first listener are dropped: each room reads its state at the start. */
export interface CounterEvents {
  readonly storageChanged: [view: StorageView]
  readonly fileReopened: []
  readonly salesChecked: []
  readonly totalsPutRight: []
  /** A sale is open in a state that its newest entry does not name; by its sequence. */
  readonly openUnsaid: [sequence: number]
  readonly connectionChanged: [view: ConnectionView]
  /** Another sign-in is active, before its view is settled. */
  readonly signInSwitched: []
  readonly sessionChanged: [view: SessionView]
  readonly saleChanged: [transactionId: string]
  readonly payoutsChanged: []
  /** What tills handed over and waits for a person. */
  readonly todoChanged: []
  /** What the list of terminals shows beside the bank's rows. */
  readonly agentChanged: []
}

/** How to reach the service; the simulation puts its own bank here. */
export type Gateway = (
  profile: Profile,
  ports: Pick<Ports, 'transport' | 'clock' | 'timers' | 'random'>,
) => SettlementApi

export type Foundation = ReturnType<typeof createFoundation>

/** What every room stands on: the sales file, the records, the connection, and the client who is signed in. */
export function createFoundation(profile: Profile, ports: Ports, gateway: Gateway = settlementApiFor) {
  const { clock, timers, log, network } = ports
  const events = createEventBus<CounterEvents>()
  /** Null until the file has told the awake time counted before. */
  let counted: AwakeClock | null = null
  const storage = createDatabaseHealth({
    file: ports.salesFile,
    clock,
    awakeNowMs: () => counted?.nowMs() ?? null,
    isReadable: salesOfFile.isReadable,
    timers,
    log,
    onChange: (view) => events.tell('storageChanged', view),
    onReopened: () => events.tell('fileReopened'),
    onOpenUnsaid: (sequence) => events.tell('openUnsaid', sequence),
    onTotalsPutRight: () => events.tell('totalsPutRight'),
    onSalesChecked: () => events.tell('salesChecked'),
  })
  const { database } = storage
  const awake = createAwakeClock(
    clock,
    storage.orReopened(() => savedAwakeMs(database)),
  )
  counted = awake
  const { environment } = profile
  const partnerUrl = serviceAddress(profile)
  const connection = createConnection({
    transport: ports.transport,
    clock,
    network,
    onChange: (view) => events.tell('connectionChanged', view),
  })
  /** Its answers show whether the service can be reached. */
  const api = connection.watch(gateway(profile, { ...ports, transport: connection.transport }))
  const destinationKey = `${environment} ${partnerUrl}`
  const session = createSession({
    ...ports,
    api,
    destinationKey,
    onSwitch: () => events.tell('signInSwitched'),
    onChange: (view) => events.tell('sessionChanged', view),
  })
  const zone: ServiceZone = createServiceZone(profile.serviceTimeZone)
  return {
    profile,
    ports,
    events,
    storage,
    database,
    meta: new MetaStore(database),
    awake,
    records: createRecords(ports, storage.noteRecords),
    connection,
    api,
    session,
    zone,
    destinationKey,
    /** Whose sales are delivered now; null while no client is signed in. */
    destination: (): Destination | null => {
      const clientId = session.clientId()
      return clientId === null ? null : { environment, partnerUrl, clientId }
    },
    /** The same for lists, which stay on the screen after a sign-out. */
    owner: () => ({ environment, partnerUrl, clientId: session.clientId() }),
  }
}

export function createEventBus<Events extends Record<keyof Events, readonly unknown[]>>(): EventBus<Events> {
  const listeners: { [Name in keyof Events]?: ((...facts: Events[Name]) => void)[] } = {}
  return {
    tell: (name, ...facts) => {
      for (const listener of listeners[name] ?? []) listener(...facts)
    },
    on: (name, listener) => {
      listeners[name] = [...(listeners[name] ?? []), listener]
    },
  }
}
