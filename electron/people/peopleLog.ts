import type { Cashier } from '../../shared/people.ts'
import type { Log } from '../ports.ts'
import { appendAudit } from '../storage/audit.ts'
import { canonicalJson } from '../storage/canonicalJson.ts'
import type { Database } from '../storage/database.ts'

export type PeopleEvent = 'cashierAdded' | 'cashierRenamed' | 'cashierPinReset' | 'cashierRemoved'

/**
 * The audit of the list of cashiers: entries that belong to no sale. The list is in another file, so a change is asked
 * here first and told once it is kept. One that was only asked may have failed, or its run ended.
 */
export interface PeopleLog {
  /** @returns false if it is not on the disk: then nothing may change */
  ask(event: PeopleEvent, cashier: Cashier): boolean
  /** The change is kept. */
  tell(event: PeopleEvent, cashier: Cashier): void
}

export function createPeopleLog(options: {
  readonly database: Pick<Database, 'transaction' | 'get' | 'run'>
  readonly isReadOnly: () => boolean
  readonly wallNowMs: () => number
  readonly log: Log
}): PeopleLog {
  const { database, isReadOnly, wallNowMs, log } = options

  function note(kind: string, facts: Readonly<Record<string, string>>): boolean {
    if (isReadOnly()) return false
    const entry = { kind, detail: canonicalJson(facts), fromState: null, toState: null }
    try {
      database.transaction(() => appendAudit(database, { saleSequence: null, atMs: wallNowMs(), ...entry }))
      return true
    } catch {
      return false
    }
  }

  return {
    ask: (event, { id, name }) => note('cashierChangeAsked', { event, id, name }),
    tell: (event, { id, name }) => {
      if (!note(event, { id, name })) log('warn', 'people.changeNotTold')
    },
  }
}
