import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
import { PIN_SETTING, type Log, type SettingsStore } from '../ports.ts'
import { readStoredPin, type StoredPin } from './pinHash.ts'
import { TRIES_OF_LONGEST_WAIT, waitAfterMs } from './pinRules.ts'

/** A separate entry, so that damage to the PIN never affects the count. */
const TRIES_KEY = 'access:tries'

const Tries = z.strictObject({
  wrongTries: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  /** Awake time from which the next try counts. */
  waitUntilAwakeMs: z.int().check(z.minimum(0)),
})
export type Tries = z.output<typeof Tries>

export type KeptPin =
  | { readonly kind: 'none' }
  | { readonly kind: 'set'; readonly stored: StoredPin }
  /** A stored PIN cannot be read. It opens nothing. */
  | { readonly kind: 'damaged' }

/** Remembers in the sales file that a PIN was set, so that deleting the settings does not remove it. */
export interface PinWitness {
  wasSet(): boolean
  noteSet(): void
}

export interface PinKeeping {
  readPin(): KeptPin
  /** @param nowAwakeMs an unreadable count gets the longest delay, from now on */
  readTries(nowAwakeMs: number): Tries
  writePin(stored: StoredPin): boolean
  writeTries(tries: Tries): boolean
}

export function createPinKeeping(options: {
  readonly settings: SettingsStore
  readonly witness: PinWitness
  readonly log: Log
}): PinKeeping {
  const { settings, witness, log } = options

  function wasSet(): boolean {
    try {
      return witness.wasSet()
    } catch {
      // In doubt, assume that a PIN was set.
      return true
    }
  }

  function write(key: string, value: unknown): boolean {
    try {
      settings.set(key, value)
      return true
    } catch {
      log('error', 'access.notKept')
      return false
    }
  }

  return {
    readPin: () => {
      const kept = settings.get(PIN_SETTING)
      if (kept === undefined) return wasSet() ? { kind: 'damaged' } : { kind: 'none' }
      const stored = readStoredPin(kept)
      return stored === undefined ? { kind: 'damaged' } : { kind: 'set', stored }
    },
    readTries: (nowAwakeMs) => {
      const parsed = parseUnknown(Tries, settings.get(TRIES_KEY))
      if (parsed.ok) return parsed.value
      const isFirst =
        settings.get(TRIES_KEY) === undefined && settings.get(PIN_SETTING) === undefined && !wasSet()
      if (isFirst) return { wrongTries: 0, waitUntilAwakeMs: 0 }
      const wrongTries = TRIES_OF_LONGEST_WAIT
      return { wrongTries, waitUntilAwakeMs: nowAwakeMs + waitAfterMs(wrongTries) }
    },
    writePin: (stored) => {
      if (!write(PIN_SETTING, stored)) return false
      try {
        witness.noteSet()
      } catch {
        log('warn', 'access.notWitnessed')
      }
      return true
    },
    writeTries: (tries) => write(TRIES_KEY, tries),
  }
}
