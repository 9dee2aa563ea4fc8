import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
import { CASHIERS_EVER_MAX } from '../../shared/people.ts'
import { readStoredPin, type StoredPin } from '../access/pinHash.ts'
import type { Log, SettingsStore } from '../ports.ts'

const LIST_KEY = 'people:cashiers'
const ID_PATTERN = /^[0-9a-f]{16}$/u

/** A removed one stays, without a PIN, so that no id is ever used again. */
export interface KeptCashier {
  readonly id: string
  readonly name: string
  /** Null: removed. */
  readonly pin: StoredPin | null
}

export type KeptCashiers =
  | { readonly kind: 'none' }
  | { readonly kind: 'list'; readonly cashiers: readonly KeptCashier[] }
  /** A list was kept, and cannot be read. */
  | { readonly kind: 'damaged' }

/** Remembers in the sales file that cashiers were set up, so that deleting the settings is noticed. */
export interface CashiersWitness {
  wasSet(): boolean
  noteSet(): void
}

export interface CashierKeeping {
  read(): KeptCashiers
  /** @returns false if the disk refused */
  write(cashiers: readonly KeptCashier[]): boolean
}

const Entry = z.strictObject({
  id: z.string().check(z.regex(ID_PATTERN)),
  name: z.string().check(z.minLength(1)),
  pin: z.unknown(),
})
const List = z.array(Entry).check(z.maxLength(CASHIERS_EVER_MAX))

export function createCashierKeeping(options: {
  readonly settings: SettingsStore
  readonly witness: CashiersWitness
  readonly log: Log
}): CashierKeeping {
  const { settings, witness, log } = options

  function wasSet(): boolean {
    try {
      return witness.wasSet()
    } catch {
      // In doubt no one is named, and no sale is stopped.
      return true
    }
  }

  return {
    read: () => {
      const kept = settings.get(LIST_KEY)
      if (kept === undefined) return { kind: wasSet() ? 'damaged' : 'none' }
      const cashiers = cashiersFrom(kept)
      return cashiers === undefined ? { kind: 'damaged' } : { kind: 'list', cashiers }
    },
    write: (cashiers) => {
      try {
        settings.set(LIST_KEY, cashiers)
      } catch {
        log('error', 'people.notKept')
        return false
      }
      try {
        witness.noteSet()
      } catch {
        log('warn', 'people.notWitnessed')
      }
      return true
    },
  }
}

/** @returns undefined unless the whole list is as {@link CashierKeeping.write} left it */
function cashiersFrom(kept: unknown): readonly KeptCashier[] | undefined {
  const parsed = parseUnknown(List, kept)
  if (!parsed.ok) return undefined
  const cashiers: KeptCashier[] = []
  for (const { id, name, pin } of parsed.value) {
    const stored = pin === null ? null : readStoredPin(pin)
    if (stored === undefined || cashiers.some((other) => other.id === id)) return undefined
    cashiers.push({ id, name, pin: stored })
  }
  return cashiers
}
