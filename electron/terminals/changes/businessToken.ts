import * as z from 'zod/mini'
import { callError, type CallError } from '../../../shared/callError.ts'
import { parseUnknown } from '../../../shared/parse.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { Log, SettingsStore, Timers, Vault } from '../../ports.ts'
import { createPatience } from '../../session/patience.ts'
import { createSealing } from '../../session/sealing.ts'
import type { Session } from '../../session/session.ts'
import { settingsKey } from '../../session/settingsKey.ts'

/**
 * The Business API's own token (docs/service.md 5): entered by a manager, sealed for one destination and client; for
 * this run only if the system cannot seal. It is only sent to the API, and leaves main in no other way.
 */
export interface BusinessToken {
  /** Whether there is one, as far as known so far. */
  isKnown(): boolean
  /** The bank has refused the current one; a new one ends that. */
  isRefused(): boolean
  /** Notes the bank's answer to a token; one about an earlier token is ignored. */
  noteUse(token: string, isTaken: boolean): void
  /** For the main process only. Waits, within bounds, until a stored one was opened. */
  read(): Promise<string | null>
  /** @param text empty deletes it; `notSaved` if the disk kept it all the same */
  set(text: string): Promise<Result<null, CallError>>
  /** Call when another client signs in, or the client signs out. */
  clientChanged(): void
}

export interface BusinessTokenOptions {
  readonly session: Pick<Session, 'clientId'>
  readonly vault: Vault
  readonly settings: SettingsStore
  readonly timers: Timers
  readonly log: Log
  /** Environment and addresses together: a token must never reach another service than it was entered for. */
  readonly destinationKey: string
  readonly onChange: () => void
}

const Kept = z.strictObject({ sealed: z.string() })

/** The token of one client. Code that waits for the vault compares `changes`: an outdated one is dropped. */
interface Held {
  readonly clientId: string | null
  token: string | null
  isRefused: boolean
  changes: number
  opened: Promise<void>
}

export function createBusinessToken(options: BusinessTokenOptions): BusinessToken {
  const { session, settings, log, onChange } = options
  const sealing = createSealing(options.vault, () => log('warn', 'businessToken.sealingFailed'))
  const patience = createPatience(options.timers)
  const keyOf = (clientId: string): string => settingsKey('businessToken', options.destinationKey, clientId)
  let held: Held = heldOf(null)

  function ofClient(): Held {
    const clientId = session.clientId()
    if (clientId === held.clientId) return held
    held = heldOf(clientId)
    if (clientId !== null) held.opened = open(held, clientId)
    return held
  }

  async function open(own: Held, clientId: string): Promise<void> {
    const kept = settings.get(keyOf(clientId))
    if (kept === undefined || kept === null) return
    const parsed = parseUnknown(Kept, kept)
    const token = parsed.ok ? await sealing.open(parsed.value.sealed) : null
    if (own.changes > 0) return
    if (token === null || !fitsHeader(token)) {
      log('warn', 'businessToken.notOpened')
      return
    }
    own.token = token
    if (own === held) onChange()
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
    isKnown: () => ofClient().token !== null,
    isRefused: () => ofClient().isRefused,
    noteUse: (token, isTaken) => {
      const own = ofClient()
      if (own.token !== token || own.isRefused === !isTaken) return
      own.isRefused = !isTaken
      onChange()
    },
    read: async () => {
      const own = ofClient()
      await patience(own.opened)
      return own.token
    },
    set: async (text) => {
      const token = text.trim()
      if (token !== '' && !fitsHeader(token)) {
        return callError('invalid', { fields: [{ field: 'token', problem: 'hiddenCharacter' }] })
      }
      const own = ofClient()
      const { clientId } = own
      if (clientId === null) return callError('notSignedIn')
      own.changes += 1
      const { changes } = own
      own.token = token === '' ? null : token
      own.isRefused = false
      const isForgotten = tryWriting('businessToken.notForgotten', () => settings.delete(keyOf(clientId)))
      let isKept = false
      // A late result of the sealing is still written.
      const keeping = async (): Promise<void> => {
        const sealed = token === '' ? null : await sealing.seal(token)
        // Another one was entered meanwhile; writing now would restore the replaced one.
        if (sealed === null || own.changes !== changes) return
        isKept = tryWriting('businessToken.notKept', () => settings.set(keyOf(clientId), { sealed }))
      }
      await patience(keeping())
      if (own === held) onChange()
      return isForgotten || isKept ? ok(null) : callError('notSaved')
    },
    clientChanged: () => void ofClient(),
  }
}

function heldOf(clientId: string | null): Held {
  return { clientId, token: null, isRefused: false, changes: 0, opened: Promise.resolve() }
}

/** Other characters could not be sent, or would start another header. */
function fitsHeader(token: string): boolean {
  return /^[\x21-\x7e]{1,4000}$/u.test(token)
}
