import type { GuardConditions } from '../shared/callGuards.ts'
import type { Access } from './access/access.ts'
import type { Profile } from './gateway/profile.ts'
import type { Sales } from './outbox/sales.ts'
import type { Terminals } from './terminals/terminals.ts'

export interface ConditionParts {
  readonly profile: Pick<Profile, 'locked' | 'terminalId'>
  readonly access: Pick<Access, 'isOtherClient'>
  readonly terminals: Pick<Terminals, 'ready' | 'chosen'>
  readonly sales: Pick<Sales, 'page'>
}

export function guardConditions({ profile, access, terminals, sales }: ConditionParts): GuardConditions {
  function hasSales(): boolean {
    const page = sales.page({ filter: 'all', search: '', offset: 0, limit: 1 })
    return !page.ok || page.value.totalCount > 0
  }

  return {
    /**
     * Everyone may choose a counter's first terminal; another one sends the money of its sales elsewhere. A terminal is
     * not the first where the profile names one, where sales exist, or where another client signed in under this PIN.
     */
    otherTerminal: async ({ terminalId }) => {
      await terminals.ready()
      // Where the profile locks the terminal, a manager cannot change it either: no PIN is asked for.
      if (profile.locked.includes('terminalId')) return false
      const before = terminals.chosen()?.terminalId ?? profile.terminalId
      return before === null ? access.isOtherClient() || hasSales() : before !== terminalId
    },
  }
}
