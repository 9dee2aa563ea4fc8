import type { TerminalDraft } from '../../../shared/terminalChange.ts'
import type { DraftState, FormState } from './terminalChangeTypes.ts'
import { resultOf } from './terminalForm.ts'
import { isPristine } from './terminalFormFields.ts'
import { editedFields } from './terminalHindrance.ts'
import type { WorkPorts } from './terminalWork.ts'

/** A crash costs a word at most. */
const KEEP_PAUSE_MS = 600

export type DraftKeeper = ReturnType<typeof draftKeeper>

/** Hands entries to main, which keeps them through a crash and without a network. */
export function draftKeeper({ tools: { work, dispatch }, deps: { client, later, nowMs } }: WorkPorts) {
  const timers = new Map<string, () => void>()
  /** What main was last asked to keep of each entry, until it answers. Answers about anything else are out of date. */
  const underWay = new Map<string, FormState>()

  function callOff(key: string): void {
    timers.get(key)?.()
    timers.delete(key)
  }

  const set = (key: string, draft: DraftState): void => dispatch(key, { type: 'set', part: { draft } })

  async function keep(key: string, form: FormState): Promise<void> {
    const atMs = nowMs()
    underWay.set(key, form)
    // Not guarded: the PIN must not be asked for while a person types.
    const answer = await client.call('terminals.keepDraft', { draft: draftOf(form, atMs) })
    if (underWay.get(key) !== form) return
    underWay.delete(key)
    if (!answer.ok) {
      const status = answer.error.code === 'needsManager' ? 'locked' : 'notKept'
      return set(key, { status, atMs: form.draft.atMs })
    }
    const isWhole = answer.value.keepsAccounts || form.values.accountNumber === ''
    set(key, { status: isWhole ? 'kept' : 'keptNoAccount', atMs })
  }

  /** The entry is not offered again. If main fails, it is offered once more, which does no harm. */
  function drop(key: string): void {
    callOff(key)
    underWay.delete(key)
    set(key, { status: 'none', atMs: 0 })
    void client.call('terminals.dropDraft', { key })
  }

  function keepNow(key: string): void {
    callOff(key)
    const form = work().forms[key]
    // Main keeps what the bank was asked for as a change.
    if (form === undefined || form.isPutAway || form.isAsking || resultOf(form)?.state === 'done') return
    if (!isPristine(form)) void keep(key, form)
    else if (form.draft.status !== 'none') drop(key)
  }

  return {
    drop,
    keepNow,
    /** After a pause, since more may be typed. */
    keepSoon(key: string): void {
      callOff(key)
      const callOffTimer = later(KEEP_PAUSE_MS, () => keepNow(key))
      timers.set(key, callOffTimer)
    },
    /** Hands over no more. @returns whether main has the whole entry */
    stop(key: string): boolean {
      const isPaused = timers.has(key) || underWay.has(key)
      callOff(key)
      const status = work().forms[key]?.draft.status
      return !isPaused && (status === 'kept' || status === 'keptNoAccount')
    },
  }
}

function draftOf(form: FormState, keptAtMs: number): TerminalDraft {
  return form.kind === 'register'
    ? { kind: 'register', form: form.values, keptAtMs }
    : { kind: 'edit', form: form.values, changed: [...editedFields(form)], keptAtMs }
}
