import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
import type { Log, SettingsStore, Vault } from '../ports.ts'
import { createSealing } from './sealing.ts'
import { settingsKey } from './settingsKey.ts'

/** What one sign-in consists of. It exists in main's memory, and on the disk only sealed. */
const Credentials = z.strictObject({
  clientId: z.string(),
  secretKey: z.string(),
  loginToken: z.string(),
  token: z.string(),
})
export type Credentials = z.output<typeof Credentials>

/** The clientID is no secret (docs/service.md 4.2); in clear it tells whose queue this is if opening fails. */
const Entry = z.strictObject({ clientId: z.string(), sealed: z.string() })

export type Restored =
  | { readonly kind: 'nothing' }
  /** Something is kept that could not be opened now. It stays where it is: a locked key store may open tomorrow. */
  | { readonly kind: 'unopened'; readonly clientId: string | null }
  | { readonly kind: 'opened'; readonly credentials: Credentials }

export interface CredentialStore {
  read(): Promise<Restored>
  /** @returns null where the system offers no real protection, or failed to seal */
  seal(credentials: Credentials): Promise<string | null>
  /** @returns whether it was written */
  write(clientId: string, sealed: string): boolean
  /** @returns whether nothing is kept any more */
  forget(): boolean
}

/** Keeps the credentials of one destination: environment and address have an entry of their own. */
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
      // The error's own text may quote what was opened, so it goes nowhere.
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
