import type { AccessView } from '../../shared/access.ts'
import type { Session } from '../session/session.ts'
import type { KeptPin } from './keptPin.ts'

/** Whose secret resets the PIN: the client it was set under; otherwise any client could take it over. */
export function ownerOf(kept: KeptPin, session: Pick<Session, 'clientId'>): string | null {
  return (kept.kind === 'set' ? kept.stored.clientId : null) ?? session.clientId()
}

export function resetBy(
  kept: KeptPin,
  session: Pick<Session, 'clientId' | 'holdsSecret'>,
): AccessView['resetBy'] {
  const owner = ownerOf(kept, session)
  if (owner === null) return 'signInFirst'
  return session.holdsSecret() && session.clientId() === owner ? 'heldSecret' : 'service'
}

/** Whether a PIN is set, and another client is signed in than the one who set it. */
export function isOfOtherClient(kept: KeptPin, session: Pick<Session, 'clientId'>): boolean {
  // An unreadable PIN may have been set by any client.
  if (kept.kind !== 'set') return kept.kind === 'damaged'
  return kept.stored.clientId !== null && kept.stored.clientId !== session.clientId()
}
