import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
import type { Log, SettingsStore, Vault } from '../ports.ts'
import { createSealing } from './sealing.ts'
import { settingsKey } from './settingsKey.ts'

/** The secrets of one sign-in. They are in main's memory, and on the disk only sealed. */
const Credentials = z.strictObject({
  clientId: z.string(),
  secretKey: z.string(),
  loginToken: z.string(),
  token: z.string(),
})
export type Credentials = z.output<typeof Credentials>

/** The clientID is not secret (docs/service.md 4.2); unsealed it tells whose queue this is if unsealing fails. */
const Entry = z.strictObject({ clientId: z.string(), sealed: z.string() })

export type Restored =
  | { readonly kind: 'nothing' }
  /** A stored entry could not be opened now. It stays: a locked key store may open it tomorrow. */
  | { readonly kind: 'unopened'; readonly clientId: string | null }
  | { readonly kind: 'opened'; readonly credentials: Credentials }

export interface CredentialStore {
  read(): Promise<Restored>
  /** @returns null if the system offers no real protection, or failed to seal */
  seal(credentials: Credentials): Promise<string | null>
  write(clientId: string, sealed: string): boolean
  /** @returns whether nothing is stored any more */
  forget(): boolean
}

/** Stores the credentials of one destination: each environment and address has its own entry. */
export function createCredentialStore(options: {
  readonly vault: Vault
  readonly settings: SettingsStore
  readonly log: Log
  readonly destinationKey: string
}): CredentialStore {
  const { settings, log } = options
  const sealing = createSealing(options.vault, () => log('warn', 'session.sealingFailed'))
  const key = settingsKey('session', options.destinationKey)

  async function open(sealed: string): Promise<Credentials | null> {
    const text = await sealing.open(sealed)
    if (text === null) return null
    try {
      const parsed = parseUnknown(Credentials, JSON.parse(text))
      return parsed.ok ? parsed.value : null
    } catch {
      // The error's own text may quote the secret, so it is dropped.
      return null
    }
  }

  function tryWriting(event: string, write: () => void): boolean {
    try {
      write()
      return true
    } catch {
      log('error', event)
      return false
    }
  }

  return {
    async read() {
      const kept = settings.get(key)
      if (kept === undefined || kept === null) return { kind: 'nothing' }
      const entry = parseUnknown(Entry, kept)
      const credentials = entry.ok ? await open(entry.value.sealed) : null
      if (credentials !== null) return { kind: 'opened', credentials }
      log('warn', 'session.sealedTextNotOpened')
      return { kind: 'unopened', clientId: entry.ok ? entry.value.clientId : null }
    },
    seal: (credentials) => sealing.seal(JSON.stringify(credentials)),
    write: (clientId, sealed) =>
      tryWriting('session.notKept', () =>
        settings.set(key, { clientId, sealed } satisfies z.output<typeof Entry>),
      ),
    forget: () => tryWriting('session.notForgotten', () => settings.delete(key)),
  }
}
