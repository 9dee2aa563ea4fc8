import { createHash } from 'node:crypto'
import type { Log, Random, SettingsStore, Timers, Vault } from '../ports.ts'
import { createSealing } from './sealing.ts'
import { settingsKey } from './settingsKey.ts'

/**
 * The key of the MACs with which stored values are compared without giving them away, such as account numbers. A plain
 * hash would: with four of ten digits known, a million tries find the rest. So would a hash with a salt stored beside
 * it. The key never leaves the main process and is sealed by the system, so that MACs stored by an earlier run can be
 * compared, and a copy of the data folder gives nothing away. If nothing can be sealed, the key lasts for this run.
 */
export interface MacKey {
  /** Settles the key of this run. Never fails, and is bounded: a key store may ask its owner first. */
  ready(): Promise<void>
  /** Before {@link MacKey.ready} has returned, only this run could compare what is made with it. */
  get(): Uint8Array
  /** Whether the next run has this key. */
  isKept(): boolean
  /** Names the key without giving it away: MACs of different keys say nothing about each other. */
  id(): string
}

const KEY_BYTES = 32
const ID_LENGTH = 8
const KEY_STORE_MS_MAX = 3_000
export const MAC_KEY = settingsKey('terminalVersionKey')

export function createMacKey(options: {
  readonly vault: Vault
  readonly settings: SettingsStore
  readonly random: Random
  readonly timers: Timers
  readonly log: Log
}): MacKey {
  const { settings, random, timers, log } = options
  const notKept = (): void => log('warn', 'terminals.versionKeyNotKept')
  const sealing = createSealing(options.vault, notKept)
  /** The first one counts for the whole run: MACs are comparable only with one key. */
  let key: Uint8Array | null = null
  let isKept = false
  let settling: Promise<void> | null = null
  let named: { readonly key: Uint8Array; readonly id: string } | null = null

  async function settle(): Promise<void> {
    const kept = settings.get(MAC_KEY)
    const opened = typeof kept === 'string' ? await sealing.open(kept) : null
    if (opened !== null && isKey(opened)) {
      isKept = key === null
      key ??= keyOf(opened)
      return
    }
    const made = random.bytes(KEY_BYTES)
    // A key that cannot be opened is replaced; stored versions then look changed.
    const sealed = await sealing.seal(textOf(made))
    if (key !== null) return
    key = made
    if (sealed === null) return
    settings.set(MAC_KEY, sealed)
    isKept = true
  }

  function get(): Uint8Array {
    key ??= random.bytes(KEY_BYTES)
    return key
  }

  return {
    ready() {
      settling ??= new Promise((resolve) => {
        const cancel = timers.after(KEY_STORE_MS_MAX, resolve)
        void settle()
          .catch(notKept)
          .finally(() => {
            cancel()
            resolve()
          })
      })
      return settling
    },
    get,
    isKept: () => isKept,
    id: () => {
      const own = get()
      if (named?.key !== own) {
        const id = createHash('sha256').update('id').update(own).digest('base64url').slice(0, ID_LENGTH)
        named = { key: own, id }
      }
      return named.id
    },
  }
}

function textOf(key: Uint8Array): string {
  return Buffer.from(key).toString('base64')
}

function keyOf(text: string): Uint8Array {
  return Buffer.from(text, 'base64')
}

function isKey(text: string): boolean {
  const key = keyOf(text)
  return key.length === KEY_BYTES && textOf(key) === text
}
