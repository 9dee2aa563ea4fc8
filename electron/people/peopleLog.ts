import type { Cashier } from '../../shared/people.ts'
import { appendAudit } from '../storage/audit.ts'
import { canonicalJson } from '../storage/canonicalJson.ts'
import type { Database } from '../storage/database.ts'

export type PeopleEvent = 'cashierAdded' | 'cashierRenamed' | 'cashierPinReset' | 'cashierRemoved'

/** The audit of the list of cashiers: entries that belong to no sale. */
export interface PeopleLog {
  /** @returns false if it is not on the disk: then nothing may change */
  note(event: PeopleEvent, cashier: Cashier): boolean
}

export function createPeopleLog(options: {
  readonly database: Pick<Database, 'transaction' | 'get' | 'run'>
  readonly isReadOnly: () => boolean
  readonly wallNowMs: () => number
}): PeopleLog {
  const { database, isReadOnly, wallNowMs } = options
  return {
    note: (kind, { id, name }) => {
      if (isReadOnly()) return false
      const entry = { kind, detail: canonicalJson({ id, name }), fromState: null, toState: null }
      try {
        database.transaction(() => appendAudit(database, { saleSequence: null, atMs: wallNowMs(), ...entry }))
        return true
      } catch {
        return false
      }
    },
  }
}
