import * as z from 'zod/mini'
import { callError, type CallError } from '../../../shared/callError.ts'
import { parseUnknown } from '../../../shared/parse.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { draftKey, TerminalDraft, type TerminalDrafts } from '../../../shared/terminalChange.ts'
import type { Clock, Log, SettingsStore, Timers, Vault } from '../../ports.ts'
import { createPatience } from '../../session/patience.ts'
import { createSealing } from '../../session/sealing.ts'
import type { Session } from '../../session/session.ts'
import { settingsKey } from '../../session/settingsKey.ts'
import { maskedText } from './mask.ts'

/**
 * What was entered and not asked of the bank yet, over a crash and a restart, each client's apart. It is kept sealed; where
 * the system cannot seal, without the account number, which a person then types again. What was sealed and cannot be opened
 * at one start stays beside the rest, and is there again when it can. A key store that does not answer in time counts as
 * one that cannot.
 */
export interface Drafts {
  all(): Promise<Result<TerminalDrafts, CallError>>
  /** Takes the place of the one with its key. */
  keep(draft: TerminalDraft): Promise<Result<TerminalDrafts, CallError>>
  /** @see draftKey */
  drop(key: string): Promise<Result<TerminalDrafts, CallError>>
}

export interface DraftsOptions {
  readonly session: Pick<Session, 'clientId'>
  readonly vault: Vault
  readonly settings: SettingsStore
  readonly clock: Pick<Clock, 'wallNowMs'>
  readonly timers: Timers
  readonly log: Log
  readonly destinationKey: string
}

/** More than anybody has in hand at once. The oldest makes room. */
const DRAFTS_MAX = 20
/** Twenty drafts with every field full take less, sealed. */
const SEALED_LENGTH_MAX = 4_000_000
/** A key store that forgets its key at each start must not fill the settings. The oldest makes room. */
const UNOPENED_MAX = 5
const DROPPED_MAX = 50
/** The last moment that a date can name, ms. */
const TIME_MAX_MS = 8_640_000_000_000_000

const sealedText = z.string().check(z.maxLength(SEALED_LENGTH_MAX))

/** What cannot be opened now. A locked key store may open it tomorrow, so it stays as it is, beside the rest. */
const Unopened = z.strictObject({
  sealed: sealedText,
  /** Keys that were dropped meanwhile: they are passed over when this opens. */
  dropped: z.array(z.unknown()),
})
type Unopened = z.output<typeof Unopened>

const unopenedList = z.optional(z.array(z.unknown()))
const Kept = z.union([
  z.strictObject({ sealed: sealedText, unopened: unopenedList }),
  z.strictObject({ drafts: z.array(z.unknown()), unopened: unopenedList }),
])

interface Known {
  readonly drafts: readonly TerminalDraft[]
  /** The oldest first. */
  readonly unopened: readonly Unopened[]
  /** Some stand there in clear, and so without their account number. */
  readonly lacksAccounts: boolean
}

const NOTHING: Known = { drafts: [], unopened: [], lacksAccounts: false }

export function createDrafts(options: DraftsOptions): Drafts {
  const { session, settings, clock, log } = options
  const sealing = createSealing(options.vault, () => log('warn', 'terminalDrafts.sealingFailed'))
  const patience = createPatience(options.timers)
  const keyOf = (clientId: string): string => settingsKey('terminalDrafts', options.destinationKey, clientId)
  /** One after another: two at a time would each write back what the other has not seen. */
  let latest: Promise<unknown> = Promise.resolve()

  async function inTime<Value>(work: Promise<Value>, instead: Value): Promise<Value> {
    return (await patience(work)) ? work : instead
  }

  async function read(clientId: string): Promise<Known> {
    const value = settings.get(keyOf(clientId))
    if (value === undefined || value === null) return NOTHING
    const kept = parseUnknown(Kept, value)
    if (!kept.ok) {
      log('warn', 'terminalDrafts.unreadable')
      return NOTHING
    }
    const own = 'sealed' in kept.value ? [{ sealed: kept.value.sealed, dropped: [] }] : []
    const unopened: Unopened[] = []
    const byKey = new Map<string, TerminalDraft>()
    for (const part of [...partsIn(kept.value.unopened), ...own]) {
      const text = await inTime(sealing.open(part.sealed), null)
      if (text === null) unopened.push(part)
      else
        addLater(
          byKey,
          listIn(text).filter((draft) => !part.dropped.includes(draftKey(draft))),
        )
    }
    const clear = 'drafts' in kept.value ? readable(kept.value.drafts).filter(isOfClear) : []
    addLater(byKey, clear)
    if (unopened.length > 0) log('warn', 'terminalDrafts.notOpened', { count: unopened.length })
    return {
      drafts: [...byKey.values()].slice(-DRAFTS_MAX),
      unopened: unopened.slice(-UNOPENED_MAX),
      lacksAccounts: clear.length > 0,
    }
  }

  function partsIn(list: readonly unknown[] = []): readonly Unopened[] {
    return list.slice(-UNOPENED_MAX).flatMap((each) => {
      const part = parseUnknown(Unopened, each)
      return part.ok ? [part.value] : []
    })
  }

  function listIn(text: string): readonly TerminalDraft[] {
    try {
      const list: unknown = JSON.parse(text)
      if (Array.isArray(list)) return readable(list)
    } catch {
      // The error's own text may quote what was opened, so it goes nowhere.
    }
    log('warn', 'terminalDrafts.unreadable')
    return []
  }

  /** Each by itself: one that is damaged takes no other along. */
  function readable(list: readonly unknown[]): readonly TerminalDraft[] {
    return list.slice(0, DRAFTS_MAX).flatMap((each) => {
      const draft = parseUnknown(TerminalDraft, each)
      if (draft.ok && isTime(draft.value.keptAtMs)) return [draft.value]
      log('warn', 'terminalDrafts.unreadable', {
        path: draft.ok ? 'keptAtMs' : (draft.error[0]?.path ?? null),
      })
      return []
    })
  }

  async function write(clientId: string, { drafts, unopened }: Known): Promise<boolean> {
    const sealed = drafts.length === 0 ? null : await inTime(sealing.seal(JSON.stringify(drafts)), null)
    const own = sealed === null ? { drafts: drafts.map(withoutAccount) } : { sealed }
    try {
      if (drafts.length === 0 && unopened.length === 0) settings.delete(keyOf(clientId))
      else settings.set(keyOf(clientId), unopened.length === 0 ? own : { ...own, unopened })
      return true
    } catch {
      log('error', 'terminalDrafts.notKept')
      return false
    }
  }

  function inTurn(change: ((known: Known) => Known) | null): Promise<Result<TerminalDrafts, CallError>> {
    const clientId = session.clientId()
    if (clientId === null) return Promise.resolve(callError('notSignedIn'))
    const work = async (): Promise<Result<TerminalDrafts, CallError>> => {
      if (change !== null) {
        const isKept = await write(clientId, change(await read(clientId)))
        if (!isKept) return callError('notSaved')
      }
      const { drafts, lacksAccounts } = await read(clientId)
      const keepsAccounts = (await inTime(sealing.isProtected(), false)) && !lacksAccounts
      // What one client has entered is no business of the next one at this counter.
      if (session.clientId() !== clientId) return callError('notSignedIn', { reason: 'overtaken' })
      return ok({ drafts: [...drafts], keepsAccounts })
    }
    const mine = latest.then(work)
    latest = mine.catch(() => undefined)
    return mine
  }

  return {
    all: () => inTurn(null),
    keep: (draft) => {
      const kept = { ...draft, keptAtMs: clock.wallNowMs() }
      return inTurn((known) => ({
        ...known,
        drafts: [...without(known.drafts, draftKey(draft)), kept].slice(-DRAFTS_MAX),
      }))
    },
    drop: (key) =>
      inTurn((known) => ({
        ...known,
        drafts: without(known.drafts, key),
        unopened: known.unopened.map(({ sealed, dropped }) => ({
          sealed,
          dropped: [...dropped.filter((each) => each !== key), key].slice(-DROPPED_MAX),
        })),
      })),
  }
}

/** What was kept later takes the place of what has its key, and comes after it. */
function addLater(byKey: Map<string, TerminalDraft>, drafts: readonly TerminalDraft[]): void {
  for (const draft of drafts) {
    byKey.delete(draftKey(draft))
    byKey.set(draftKey(draft), draft)
  }
}

/**
 * A draft in clear has no account number, since it was written where nothing could be sealed. One that has it was put
 * there by somebody else, who would choose the account that a person is then asked to confirm.
 */
function isOfClear({ form }: TerminalDraft): boolean {
  return form.accountNumber === ''
}

function isTime(atMs: number): boolean {
  return Number.isInteger(atMs) && atMs >= 0 && atMs <= TIME_MAX_MS
}

function without(drafts: readonly TerminalDraft[], key: string): readonly TerminalDraft[] {
  return drafts.filter((draft) => draftKey(draft) !== key)
}

/** A person may have written it into the note, too. */
function withoutAccount(draft: TerminalDraft): TerminalDraft {
  return draft.kind === 'register'
    ? { ...draft, form: { ...draft.form, ...unsealed(draft.form) } }
    : { ...draft, form: { ...draft.form, ...unsealed(draft.form) } }
}

function unsealed({ accountNumber, by, note }: TerminalDraft['form']) {
  const typed = [accountNumber.trim()]
  return { accountNumber: '', by: maskedText(by, typed), note: maskedText(note, typed) }
}
