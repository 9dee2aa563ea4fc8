import { callError, type CallError } from '../../shared/callError.ts'
import { nameProblem, tidyName } from '../../shared/cashierName.ts'
import type { Request, Response } from '../../shared/contract.ts'
import { dayOf } from '../../shared/days.ts'
import { ok, type Result } from '../../shared/result.ts'
import { TILLS_MAX, type TillChoice, type TillsView } from '../../shared/till.ts'
import type { Destination } from '../gateway/destination.ts'
import type { Clock, Files, Log, Random, SettingsStore, Vault } from '../ports.ts'
import { createSealing } from '../session/sealing.ts'
import { settingsKey } from '../session/settingsKey.ts'
import type { TillEvent, TillFacts, TillStore } from './tillStore.ts'

const ID_BYTES = 8
const SECRET_BYTES = 32
const ENDING_LENGTH = 4

/** The shop's programs that may hand sales over: what a manager allows each, and the key that it signs with. */
export interface Tills {
  view(): TillsView
  connect(choice: TillChoice): Promise<Result<Response<'tills.connect'>, CallError>>
  change(request: Request<'tills.change'>): Promise<Result<TillsView, CallError>>
  renewKey(request: Request<'tills.renewKey'>): Promise<Result<Response<'tills.renewKey'>, CallError>>
  disconnect(request: Request<'tills.disconnect'>): Result<TillsView, CallError>
  /** Opens the sealed keys; a key store that is locked now leaves its tills without one until the next start. */
  openKeys(): Promise<void>
  /** A connected till whose key is known, and that key. */
  known(tillId: string): { readonly till: TillFacts; readonly key: string } | undefined
}

export interface TillsOptions {
  readonly store: TillStore
  readonly settings: SettingsStore
  readonly vault: Vault
  readonly random: Pick<Random, 'bytes'>
  readonly clock: Clock
  readonly files: Pick<Files, 'save'>
  readonly log: Log
  readonly destination: () => Destination | null
  readonly storage: { readonly isReadOnly: () => boolean; readonly reopenNow: () => boolean }
  readonly isKnownTerminal: (terminalId: string) => Promise<boolean>
  /** Who is at the counter, for what is written; empty where no cashiers are set up. */
  readonly by: () => string
  readonly door: () => Pick<TillsView, 'door' | 'port'>
  readonly onChange: () => void
}

/** What every system takes in a name. */
function keyFileName(name: string): string {
  return `Tillside key, ${name.replaceAll(/[^\p{L}\p{N} -]+/gu, '').trim()}.txt`
}

export function createTills(options: TillsOptions): Tills {
  const { store, settings, random, clock, log, destination, storage } = options
  const sealing = createSealing(options.vault, () => log('warn', 'tills.sealingFailed'))
  const keys = new Map<string, string>()
  const settingOf = (tillId: string): string => settingsKey('till', tillId)
  const connected = (): readonly TillFacts[] => store.tills().filter(({ isConnected }) => isConnected)
  const find = (tillId: string): TillFacts | undefined => connected().find(({ id }) => id === tillId)

  function view(): TillsView {
    const nowMs = clock.wallNowMs()
    const { fromMs } = dayOf(nowMs)
    const tills = connected().map((till) => {
      const today = store.recordedSince(till.id, fromMs)
      const { id, terminalIds, isConnected: _, environment: _e, partnerUrl: _p, clientId: _c, ...kept } = till
      return {
        ...kept,
        tillId: id,
        terminalIds: [...terminalIds],
        hasKey: keys.has(id),
        todayCount: today.count,
        todayKobo: today.kobo,
        last: store.last(id),
      }
    })
    return { ...options.door(), tills }
  }

  /** @returns what is wrong with the choice, or what a till keeps of it */
  async function checked(
    { name: typed, level, terminalIds, maxKobo, perHour }: TillChoice,
    ownId: string | null,
  ): Promise<Result<TillChoice, CallError>> {
    const name = tidyName(typed)
    const others = connected().filter(({ id }) => id !== ownId)
    const wrong = nameProblem(
      name,
      others.map((each) => each.name),
    )
    if (wrong !== undefined) return callError('invalid', { fields: [{ field: 'name', problem: wrong }] })
    if (ownId === null && others.length >= TILLS_MAX)
      return callError('invalid', { fields: [{ field: 'name', problem: 'tooMany' }] })
    const ids = [...new Set(terminalIds.map((each) => each.trim()).filter((each) => each !== ''))]
    if (ids.length === 0)
      return callError('invalid', { fields: [{ field: 'terminalIds', problem: 'empty' }] })
    for (const id of ids) {
      if (await options.isKnownTerminal(id)) continue
      return callError('invalid', { fields: [{ field: 'terminalIds', problem: `unknown ${id}` }] })
    }
    return ok({ name, level, terminalIds: ids, maxKobo, perHour })
  }

  function keep(till: TillFacts, event: TillEvent): boolean {
    if (storage.isReadOnly() || !storage.reopenNow()) return false
    try {
      store.keepTill(till, event, options.by(), clock.wallNowMs())
      return true
    } catch {
      log('error', 'tills.notKept')
      return false
    }
  }

  /**
   * Makes a key, which a person puts into a file once. It is sealed before the till is kept: a till without its key could
   * not be used.
   */
  async function withKey(
    till: Omit<TillFacts, 'keyEnding' | 'keyMadeAtMs' | 'keyMadeBy'>,
    event: 'connected' | 'keyRenewed',
  ): Promise<Result<Response<'tills.connect'>, CallError>> {
    if (storage.isReadOnly()) return callError('readOnly')
    const key = `till_${till.id}_${Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url')}`
    const sealed = await sealing.seal(key)
    // Practice can be tried where the system protects nothing: there the key lasts until the program ends.
    if (sealed === null && till.environment === 'live')
      return callError('notAllowed', { reason: 'noKeyStore' })
    const saved = await options.files.save(keyFileName(till.name), `${key}\n`)
    if (!saved.ok) return callError('fileNotWritten', { reason: saved.error })
    if (saved.value === null) return ok({ view: view(), savedAs: null })
    const made = {
      ...till,
      keyEnding: key.slice(-ENDING_LENGTH),
      keyMadeAtMs: clock.wallNowMs(),
      keyMadeBy: options.by(),
    }
    if (!keep(made, event)) return callError('notSaved')
    // From here on the key before opens nothing, whatever becomes of this one.
    keys.delete(till.id)
    try {
      if (sealed !== null) settings.set(settingOf(till.id), sealed)
    } catch {
      return callError('notSaved')
    }
    keys.set(till.id, key)
    options.onChange()
    return ok({ view: view(), savedAs: saved.value })
  }

  return {
    view,
    connect: async (choice) => {
      const owner = destination()
      if (owner === null) return callError('notSignedIn')
      const right = await checked(choice, null)
      if (!right.ok) return right
      const id = Buffer.from(random.bytes(ID_BYTES)).toString('hex')
      return withKey({ id, ...owner, ...right.value, isConnected: true }, 'connected')
    },
    change: async ({ tillId, choice }) => {
      const right = await checked(choice, tillId)
      if (!right.ok) return right
      const till = find(tillId)
      if (till === undefined) return callError('notFound')
      if (!keep({ ...till, ...right.value }, 'changed')) return callError('notSaved')
      options.onChange()
      return ok(view())
    },
    renewKey: async ({ tillId }) => {
      const till = find(tillId)
      return till === undefined ? callError('notFound') : withKey(till, 'keyRenewed')
    },
    disconnect: ({ tillId }) => {
      const till = find(tillId)
      if (till === undefined) return callError('notFound')
      // Its key stops working even if the disk refuses: that was asked for.
      keys.delete(tillId)
      if (!keep({ ...till, isConnected: false }, 'disconnected')) return callError('notSaved')
      try {
        settings.delete(settingOf(tillId))
      } catch {
        log('warn', 'tills.keyNotForgotten')
      }
      options.onChange()
      return ok(view())
    },
    openKeys: async () => {
      for (const { id } of connected()) {
        const sealed = settings.get(settingOf(id))
        const key = typeof sealed === 'string' ? await sealing.open(sealed) : null
        // What another key store made of it is no key.
        if (key?.startsWith(`till_${id}_`) === true) keys.set(id, key)
      }
    },
    known: (tillId) => {
      const key = keys.get(tillId)
      const till = key === undefined ? undefined : find(tillId)
      return key === undefined || till === undefined ? undefined : { till, key }
    },
  }
}
