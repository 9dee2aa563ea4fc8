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
 * Entries not sent to the bank yet, kept over crashes and restarts for each client. They are sealed; if the system
 * cannot seal, they are kept without the account number, which a person types again. Sealed text that cannot be opened
 * at one start stays, and is there again once it opens. A key store that does not answer in time counts as one that
 * cannot seal.
 */
export interface Drafts {
  all(): Promise<Result<TerminalDrafts, CallError>>
  /** Replaces the one with its key. */
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

/** More than a person works on at once. The oldest is dropped first. */
const DRAFTS_MAX = 20
/** Twenty drafts with every field full take less, sealed. */
const SEALED_LENGTH_MAX = 4_000_000
/** A key store that forgets its key at each start must not fill the settings. The oldest is dropped first. */
const UNOPENED_MAX = 5
const DROPPED_MAX = 50
/** The largest valid date, ms. */
const TIME_MAX_MS = 8_640_000_000_000_000

const sealedText = z.string().check(z.maxLength(SEALED_LENGTH_MAX))

/** Sealed text that cannot be opened now. A locked key store may open it tomorrow, so it is kept as it is. */
const Unopened = z.strictObject({
  sealed: sealedText,
  /** Keys dropped meanwhile: they are skipped when this opens. */
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
  /** Some are stored unsealed, and so without their account number. */
  readonly lacksAccounts: boolean
}

const NOTHING: Known = { drafts: [], unopened: [], lacksAccounts: false }

export function createDrafts(options: DraftsOptions): Drafts {
  const { session, settings, clock, log } = options
  const sealing = createSealing(options.vault, () => log('warn', 'terminalDrafts.sealingFailed'))
  const patience = createPatience(options.timers)
  const keyOf = (clientId: string): string => settingsKey('terminalDrafts', options.destinationKey, clientId)
  /** One after another: two at a time would overwrite each other's change. */
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
          listIn(text, log).filter((draft) => !part.dropped.includes(draftKey(draft))),
        )
    }
    const clear = 'drafts' in kept.value ? readable(kept.value.drafts, log).filter(isOfClear) : []
    addLater(byKey, clear)
    if (unopened.length > 0) log('warn', 'terminalDrafts.notOpened', { count: unopened.length })
    return {
      drafts: [...byKey.values()].slice(-DRAFTS_MAX),
      unopened: unopened.slice(-UNOPENED_MAX),
      lacksAccounts: clear.length > 0,
    }
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
      // A client's entries are not shown to the next client at this counter.
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

function partsIn(list: readonly unknown[] = []): readonly Unopened[] {
  return list.slice(-UNOPENED_MAX).flatMap((each) => {
    const part = parseUnknown(Unopened, each)
    return part.ok ? [part.value] : []
  })
}

function listIn(text: string, log: Log): readonly TerminalDraft[] {
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list)) return readable(list, log)
  } catch {
    // The error's own text may quote the content, so it is dropped.
  }
  log('warn', 'terminalDrafts.unreadable')
  return []
}

/** One by one: a damaged one affects no other. */
function readable(list: readonly unknown[], log: Log): readonly TerminalDraft[] {
  return list.slice(0, DRAFTS_MAX).flatMap((each) => {
    const draft = parseUnknown(TerminalDraft, each)
    if (draft.ok && isTime(draft.value.keptAtMs)) return [draft.value]
    log('warn', 'terminalDrafts.unreadable', {
      path: draft.ok ? 'keptAtMs' : (draft.error[0]?.path ?? null),
    })
    return []
  })
}

/** A later draft replaces an earlier one with its key, and is sorted after it. */
function addLater(byKey: Map<string, TerminalDraft>, drafts: readonly TerminalDraft[]): void {
  for (const draft of drafts) {
    byKey.delete(draftKey(draft))
    byKey.set(draftKey(draft), draft)
  }
}

/**
 * An unsealed draft has no account number, since it was written while nothing could be sealed. One that has it was
 * written from outside, by someone choosing the account that a person is then asked to confirm.
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
