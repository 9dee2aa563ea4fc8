import { createHmac } from 'node:crypto'
import type { Terminal } from '../gateway/answer.ts'
import type { Log, Random, SettingsStore, Timers, Vault } from '../ports.ts'
import { createSealing } from '../session/sealing.ts'
import { settingsKey } from '../session/settingsKey.ts'

/**
 * Shows whether a terminal has changed, the whole account number included, to code that may see only its last digits.
 *
 * A plain hash would give the number away: with four of ten digits known, a million tries find the rest. So would a
 * hash with a salt stored beside it. So the version is a MAC with a key that never leaves the main process and is
 * sealed by the system: versions stored with a draft or a list can be compared after a restart, and a copy of the data
 * folder gives no account number away. If nothing can be sealed, the key lasts for this run. Stored versions then look
 * changed after the next start, which costs a person a second look and risks nothing.
 */
export interface TerminalVersions {
  /** Settles the key of this run. Never fails, and is bounded: a key store may ask its owner first. */
  ready(): Promise<void>
  /** Of all fields. Before {@link TerminalVersions.ready} has returned, only this run could compare it. */
  of(terminal: Terminal): string
}

const KEY_BYTES = 32
/** 132 of the MAC's 256 bits: accidental collisions are negligible, and 50,000 rows carry one each. */
const VERSION_LENGTH = 22
const KEY_STORE_MS_MAX = 3_000
export const VERSION_KEY = settingsKey('terminalVersionKey')

export function createTerminalVersions(options: {
  readonly vault: Vault
  readonly settings: SettingsStore
  readonly random: Random
  readonly timers: Timers
  readonly log: Log
}): TerminalVersions {
  const { settings, random, timers, log } = options
  const notKept = (): void => log('warn', 'terminals.versionKeyNotKept')
  const sealing = createSealing(options.vault, notKept)
  /** The first one counts for the whole run: versions are comparable only with one key. */
  let key: Uint8Array | null = null
  let settling: Promise<void> | null = null

  async function settle(): Promise<void> {
    const kept = settings.get(VERSION_KEY)
    const opened = typeof kept === 'string' ? await sealing.open(kept) : null
    if (opened !== null && isKey(opened)) {
      key ??= keyOf(opened)
      return
    }
    const made = random.bytes(KEY_BYTES)
    // A key that cannot be opened is replaced; stored versions then look changed.
    const sealed = await sealing.seal(textOf(made))
    if (key !== null) return
    key = made
    if (sealed !== null) settings.set(VERSION_KEY, sealed)
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
    of(terminal) {
      key ??= random.bytes(KEY_BYTES)
      return createHmac('sha256', key)
        .update(JSON.stringify(everyFieldOf(terminal)))
        .digest('base64url')
        .slice(0, VERSION_LENGTH)
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

/** By name, so that a new field of the gateway is a compile error here: a version without it would miss its change. */
function everyFieldOf(terminal: Terminal): readonly (string | number | boolean)[] {
  const fields: Readonly<Record<keyof Terminal, string | number | boolean>> = {
    recordId: terminal.recordId,
    merchantRecordId: terminal.merchantRecordId,
    terminalId: terminal.terminalId,
    merchantId: terminal.merchantId,
    accountNumber: terminal.accountNumber,
    accountName: terminal.accountName,
    serialNumber: terminal.serialNumber,
    isActive: terminal.isActive,
    isReceivingPayment: terminal.isReceivingPayment,
    feePercentageSource: terminal.feePercentageSource,
    dateCreated: terminal.dateCreated,
  }
  return Object.values(fields)
}
