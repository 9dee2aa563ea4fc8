import type { CallError } from '../../shared/callError.ts'
import type { TerminalDraft } from '../../shared/terminalChange.ts'
import type { DraftState, FormState, WorkTools } from './terminalChangeTypes.ts'
import { isPristine } from './terminalForms.ts'
import { editedFields } from './terminalHindrance.ts'
import type { Deps } from './types.ts'

/** So long after the last key an entry is handed to main: often enough that a fall costs a word, and no more. */
const KEEP_PAUSE_MS = 600

/** Hands what is entered to main, which keeps it through a fall and without a network. */
export interface DraftKeeper {
  /** After a pause, since more may be typed. */
  keepSoon(key: string): void
  keepNow(key: string): void
  /** It is not offered again. */
  drop(key: string): void
  /** Whether main has all of what is entered; what it has not is not handed over any more. */
  stop(key: string): boolean
}

export function draftKeeper({ work, changeForm }: WorkTools, { client, later, nowMs }: Deps): DraftKeeper {
  const timers = new Map<string, () => void>()
  /** Number of the latest question about each entry: an answer to an earlier one says nothing of it any more. */
  const latest = new Map<string, number>()
  /** Entries of which main has not answered yet whether it has them. */
  const underWay = new Set<string>()

  function nextFor(key: string): number {
    const ticket = (latest.get(key) ?? 0) + 1
    latest.set(key, ticket)
    return ticket
  }

  function callOff(key: string): void {
    timers.get(key)?.()
    timers.delete(key)
  }

  const say = (key: string, draft: DraftState): void => changeForm(key, (form) => ({ ...form, draft }))

  async function keep(key: string, form: FormState): Promise<void> {
    const atMs = nowMs()
    const ticket = nextFor(key)
    // Not guarded: a question for the PIN must not come between two letters.
    underWay.add(key)
    const answer = await client.call('terminals.keepDraft', { draft: draftOf(form, atMs) })
    if (latest.get(key) !== ticket) return
    underWay.delete(key)
    if (!answer.ok) return say(key, { status: statusOf(answer.error), atMs: form.draft.atMs })
    const isWhole = answer.value.keepsAccounts || form.values.accountNumber === ''
    say(key, { status: isWhole ? 'kept' : 'keptNoAccount', atMs })
  }

  async function drop(key: string): Promise<void> {
    callOff(key)
    nextFor(key)
    underWay.delete(key)
    changeForm(key, (form) => ({ ...form, draft: { status: 'none', atMs: 0 } }))
    // Where that is not done, it is merely offered once more.
    await client.call('terminals.dropDraft', { key })
  }

  function keepNow(key: string): void {
    callOff(key)
    const form = work().forms[key]
    // What was asked of the bank is kept by main as a change.
    if (
      form === undefined ||
      form.isPutAway ||
      form.isAsking ||
      (form.result !== null && form.result.state === 'done')
    )
      return
    if (!isPristine(form)) void keep(key, form)
    else if (form.draft.status !== 'none') void drop(key)
  }

  return {
    keepNow,
    keepSoon(key) {
      callOff(key)
      timers.set(
        key,
        later(KEEP_PAUSE_MS, () => keepNow(key)),
      )
    },
    drop: (key) => void drop(key),
    stop(key) {
      const isPaused = timers.has(key) || underWay.has(key)
      callOff(key)
      const status = work().forms[key]?.draft.status
      return !isPaused && (status === 'kept' || status === 'keptNoAccount')
    },
  }
}

function statusOf({ code }: CallError): DraftState['status'] {
  return code === 'needsManager' ? 'locked' : 'notKept'
}

function draftOf(form: FormState, keptAtMs: number): TerminalDraft {
  if (form.kind === 'register') return { kind: 'register', form: form.values, keptAtMs }
  const changed = form.base === null ? [] : [...editedFields(form.base, form.values)]
  return { kind: 'edit', form: form.values, changed, keptAtMs }
}
