import type { GuardConditions } from '../../shared/callGuards.ts'
import type { Access } from '../access/access.ts'
import type { Profile } from '../gateway/profile.ts'
import type { Sales } from '../outbox/sales.ts'
import type { Session } from '../session/session.ts'
import type { Terminals } from '../terminals/terminals.ts'

export interface ConditionParts {
  readonly profile: Pick<Profile, 'close' | 'locked' | 'terminalId'>
  readonly access: Pick<Access, 'isOtherClient' | 'view'>
  readonly terminals: Pick<Terminals, 'ready' | 'chosen'>
  readonly sales: Pick<Sales, 'page'>
  readonly session: Pick<Session, 'view'>
}

export function guardConditions({
  profile,
  access,
  terminals,
  sales,
  session,
}: ConditionParts): GuardConditions {
  function hasSales(): boolean {
    const page = sales.page({ filter: 'all', search: '', offset: 0, limit: 1 })
    return !page.ok || page.value.totalCount > 0
  }

  return {
    /**
     * Everyone may choose a counter's first terminal; another one redirects the money of its sales. A terminal is not
     * the first if the profile names one, if sales exist, or if another client signed in under this PIN.
     */
    otherTerminal: async ({ terminalId }) => {
      await terminals.ready()
      // If the profile locks the terminal, not even a manager can change it, so main asks for no PIN.
      if (profile.locked.includes('terminalId')) return false
      const before = terminals.chosen()?.terminalId ?? profile.terminalId
      return before === null ? access.isOtherClient() || hasSales() : before !== terminalId
    },
    /** Until then signing out is everyone's: a PIN set for it would lock the first person out of nothing. */
    pinIsSet: () => access.view().pin !== 'none',
    /** Until a PIN is set there is no manager to ask for. */
    closesByManager: () => profile.close.by === 'manager' && access.view().pin !== 'none',
    /** A sign-in takes the session from the one who holds it, as signing out does. An expired one holds nothing. */
    sessionHeld: () => access.view().pin !== 'none' && session.view().status === 'signedIn',
  }
}
