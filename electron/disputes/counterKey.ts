import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import type { Clock, Log, Random, SettingsStore, Timers, Vault } from '../ports.ts'
import { createPatience } from '../session/patience.ts'
import { createSealing } from '../session/sealing.ts'
import { appendAudit } from '../storage/audit.ts'
import { canonicalJson } from '../storage/canonicalJson.ts'
import type { Database } from '../storage/database.ts'

/** The key of this counter, with which it signs the packs of its cases (docs/decisions/0045). */
export interface CounterKey {
  /** SHA-256 of the raw public key, in small letters; it stands on each close. */
  readonly fingerprint: string
  /** The raw 32 bytes in base64. */
  readonly publicKey: string
  /** @returns the Ed25519 signature in base64 */
  sign(bytes: Uint8Array): string
}

export interface CounterKeyOptions {
  readonly vault: Vault
  readonly settings: SettingsStore
  readonly database: Database
  readonly environment: 'live' | 'practice'
  readonly isReadOnly: () => boolean
  readonly random: Pick<Random, 'bytes'>
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
}

const SETTING = 'counterKey'
const SEED_BYTES = 32
const RAW_BYTES = 32
/** RFC 8410: what stands before the seed of a private key of Ed25519. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * The key is made when it is first needed, and named in the audit. A backup does not have it: on another computer, or
 * where the key store no longer opens it, another one is made and named.
 * @returns null where no key store protects it, or where that does not answer: a day is closed without waiting for it
 */
export function createCounterKey(options: CounterKeyOptions): () => Promise<CounterKey | null> {
  const { settings, database, random, clock, log } = options
  const sealing = createSealing(options.vault, () => log('warn', 'counterKey.sealingFailed'))
  const inTime = createPatience(options.timers)
  let known: CounterKey | null = null
  let finding: Promise<CounterKey | null> | null = null

  async function find(): Promise<CounterKey | null> {
    const isProtected = await sealing.isProtected()
    // Practice can be tried where the system protects nothing: there the key lasts until the program ends.
    if (!isProtected && options.environment === 'live') return null
    const sealed = settings.get(SETTING)
    const opened = typeof sealed === 'string' ? await sealing.open(sealed) : null
    const seed = opened === null ? null : Buffer.from(opened, 'base64')
    return seed?.length === SEED_BYTES ? keyOf(seed) : make()
  }

  async function make(): Promise<CounterKey | null> {
    if (options.isReadOnly()) return null
    const seed = Buffer.from(random.bytes(SEED_BYTES))
    const key = keyOf(seed)
    const sealed = await sealing.seal(seed.toString('base64'))
    if (sealed === null && options.environment === 'live') return null
    try {
      // Named before it is kept: a key that the audit does not name proves nothing.
      const entry = { saleSequence: null, fromState: null, toState: null, detail: null, kind: 'counterKey' }
      const { fingerprint, publicKey } = key
      const content = canonicalJson({ counterKey: { fingerprint, publicKey } })
      database.transaction(() => appendAudit(database, { ...entry, atMs: clock.wallNowMs(), content }))
      if (sealed !== null) settings.set(SETTING, sealed)
      return key
    } catch {
      log('error', 'counterKey.notKept')
      return null
    }
  }

  return async () => {
    if (known !== null) return known
    finding ??= find().finally(() => {
      finding = null
    })
    const asked = finding
    if (await inTime(asked)) known = await asked
    return known
  }
}

function keyOf(seed: Buffer): CounterKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const raw = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-RAW_BYTES)
  return {
    fingerprint: createHash('sha256').update(raw).digest('hex'),
    publicKey: raw.toString('base64'),
    sign: (bytes) => sign(null, bytes, privateKey).toString('base64'),
  }
}
