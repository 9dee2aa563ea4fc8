import * as z from 'zod/mini'
import { callError, type CallError } from '../../../shared/contract.ts'
import { parseUnknown } from '../../../shared/parse.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { draftKey, TerminalDraft, type TerminalDrafts } from '../../../shared/terminalChange.ts'
import type { Clock, Log, SettingsStore, Vault } from '../../ports.ts'
import { createSealing } from '../../session/sealing.ts'
import type { Session } from '../../session/session.ts'
import { settingsKey } from '../../session/settingsKey.ts'
import { maskedText } from './mask.ts'

/**
 * What was entered and not asked of the bank yet, over a crash and a restart, each client's apart. It is kept sealed; where
 * the system cannot seal, without the account number, which a person then types again.
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
  readonly log: Log
  readonly destinationKey: string
}

/** More than anybody has in hand at once. The oldest makes room. */
const DRAFTS_MAX = 20

const Kept = z.union([
  z.strictObject({ sealed: z.string() }),
  z.strictObject({ drafts: z.array(z.unknown()) }),
])

export function createDrafts(options: DraftsOptions): Drafts {
  const { session, settings, clock, log } = options
  const sealing = createSealing(options.vault, () => log('warn', 'terminalDrafts.sealingFailed'))
  const keyOf = (clientId: string): string => settingsKey('terminalDrafts', options.destinationKey, clientId)
  /** One after another: two at a time would each write back what the other has not seen. */
  let latest: Promise<unknown> = Promise.resolve()

  async function read(clientId: string): Promise<readonly TerminalDraft[]> {
    const value = settings.get(keyOf(clientId))
    if (value === undefined || value === null) return []
    const kept = parseUnknown(Kept, value)
    const drafts = kept.ok ? await listIn(kept.value) : null
    if (drafts !== null) return drafts
    log('warn', 'terminalDrafts.unreadable')
    return []
  }

  async function listIn(kept: z.output<typeof Kept>): Promise<readonly TerminalDraft[] | null> {
    if ('drafts' in kept) return readable(kept.drafts)
    const text = await sealing.open(kept.sealed)
    if (text === null) return null
    try {
      const list: unknown = JSON.parse(text)
      return Array.isArray(list) ? readable(list) : null
    } catch {
      // The error's own text may quote what was opened, so it goes nowhere.
      return null
    }
  }

  /** Each by itself: one that is damaged takes no other along. */
  function readable(list: readonly unknown[]): readonly TerminalDraft[] {
    const byKey = new Map<string, TerminalDraft>()
    for (const each of list.slice(0, DRAFTS_MAX)) {
      const draft = parseUnknown(TerminalDraft, each)
      if (draft.ok) byKey.set(draftKey(draft.value), draft.value)
      else log('warn', 'terminalDrafts.unreadable', { path: draft.error[0]?.path ?? null })
    }
    return [...byKey.values()]
  }

  async function write(clientId: string, drafts: readonly TerminalDraft[]): Promise<boolean> {
    const sealed = drafts.length === 0 ? null : await sealing.seal(JSON.stringify(drafts))
    try {
      if (drafts.length === 0) settings.delete(keyOf(clientId))
      else
        settings.set(keyOf(clientId), sealed === null ? { drafts: drafts.map(withoutAccount) } : { sealed })
      return true
    } catch {
      log('error', 'terminalDrafts.notKept')
      return false
    }
  }

  function inTurn(
    change: ((drafts: readonly TerminalDraft[]) => readonly TerminalDraft[]) | null,
  ): Promise<Result<TerminalDrafts, CallError>> {
    const clientId = session.clientId()
    if (clientId === null) return Promise.resolve(callError('notSignedIn'))
    const work = async (): Promise<Result<TerminalDrafts, CallError>> => {
      if (change !== null) {
        const isKept = await write(clientId, change(await read(clientId)))
        if (!isKept) return callError('notSaved', { detail: 'settings' })
      }
      const drafts = await read(clientId)
      const keepsAccounts = await sealing.isProtected()
      // What one client has entered is no business of the next one at this counter.
      if (session.clientId() !== clientId) return callError('notSignedIn', { detail: 'overtaken' })
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
      return inTurn((drafts) => [...without(drafts, draftKey(draft)), kept].slice(-DRAFTS_MAX))
    },
    drop: (key) => inTurn((drafts) => without(drafts, key)),
  }
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
