import type { WaitingReason } from '../../../shared/sale.ts'
import type { Connection } from '../../gateway/connection.ts'
import type { Session } from '../../session/session.ts'
import type { DatabaseHealth } from '../../storage/databaseHealth.ts'
import type { OutboxWorker } from './outboxWorker.ts'

/** Why waiting sales are not sent now, with the reason that a person can act on first; null if nothing holds them. */
export function waitingReason(rooms: {
  readonly storage: Pick<DatabaseHealth, 'view' | 'areSalesChecked'>
  readonly session: Pick<Session, 'generation'>
  readonly connection: Pick<Connection, 'view'>
  readonly worker: Pick<OutboxWorker, 'heldBecause'>
}): WaitingReason | null {
  if (rooms.storage.view().status === 'failing') return 'stopped'
  if (rooms.session.generation() === null) return 'signedOut'
  const { status } = rooms.connection.view()
  if (status === 'offline') return 'offline'
  if (!rooms.storage.areSalesChecked()) return 'checkingFile'
  if (status === 'serviceSilent' || status === 'serviceOdd') return status
  const held = rooms.worker.heldBecause()
  // A service that refuses lists still takes a sale that needs none.
  return held === 'checkingFirst' && status === 'serviceRefuses' ? status : held
}
