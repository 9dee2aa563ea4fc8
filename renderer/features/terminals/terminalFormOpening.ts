import type { AccessView } from '../../../shared/access.ts'
import type { CallResult } from '../../../shared/contract.ts'
import { draftKey } from '../../../shared/terminalChange.ts'
import type { FormState, TerminalFormActions } from './terminalChangeTypes.ts'
import type { DraftKeeper } from './terminalDrafts.ts'
import { broughtBack, formAfter, formKey, isOf, isSpent, resultOf } from './terminalForm.ts'
import { editFromDraft, isPristine, newEdit, newRegister } from './terminalFormFields.ts'
import { knownMerchant, knownTerminal, latestChanges } from './terminalLookUps.ts'
import type { TerminalTask } from './terminalTypes.ts'
import type { WorkPorts } from './terminalWork.ts'

type FormTask = Exclude<TerminalTask, { kind: 'changes' }>

type OpeningActions = Pick<
  TerminalFormActions,
  'beginTerminalTask' | 'leaveTerminalTask' | 'answerDraft' | 'openPutAway'
>

export interface FormOpening {
  readonly actions: OpeningActions
  readonly onRole: (role: AccessView['role']) => void
  /** Reads the form in view again, if it is the one of this key. */
  readonly reopen: (key: string) => Promise<void>
}

/** How a form comes into view and leaves it: from main's draft, from the terminal as listed, or put away by a lock. */
export function formOpening(ports: WorkPorts, keeper: DraftKeeper): FormOpening {
  const { get, guarded, tools } = ports
  const { work, dispatch, current } = tools
  const { client } = ports.deps
  const { open, reopen } = formReading(ports, keeper)

  function close(key: string): void {
    const { [key]: _closed, ...forms } = work().forms
    tools.setWork({ forms })
  }

  function leave(key: string, form: FormState): void {
    const isEmpty = isPristine(form) && !form.isAsking
    const hasResult = resultOf(form) !== null
    if (hasResult || isEmpty) {
      // What main has kept of a form that was put away stays with main.
      if (!hasResult && !form.isPutAway && form.draft.status !== 'none') keeper.drop(key)
      close(key)
    } else if (!form.isPutAway && !form.isAsking && form.offer === null) {
      keeper.keepNow(key)
      const begunAtMs = form.draft.status === 'none' ? ports.deps.nowMs() : form.draft.atMs
      dispatch(key, { type: 'set', part: { offer: { begunAtMs, lacksAccount: false } } })
    }
  }

  return {
    reopen,
    /** With the manager go the account numbers; with the next one the form in view comes back. */
    onRole(role) {
      if (role === 'cashier') {
        for (const [key, form] of Object.entries(work().forms)) {
          if (form.isPutAway) continue
          const isKept = keeper.stop(key) || isPristine(form)
          dispatch(key, { type: 'setAside', isKept, nowMs: ports.deps.nowMs() })
        }
        return
      }
      const open = current()
      if (open !== null && isAway(open.form)) void reopen(open.key)
    },
    actions: {
      async beginTerminalTask(task) {
        if (task.kind === 'changes') return get().readChanges(0)
        const key = formKey(task)
        if (key === null) return
        const form = work().forms[key]
        if (form === undefined || isAway(form)) await open(task, key, true)
      },
      leaveTerminalTask() {
        const open = current()
        if (open !== null) leave(open.key, open.form)
        void get().openTerminalTask(null)
      },
      answerDraft(isWanted) {
        const open = current()
        if (open === null || open.form.offer === null) return
        if (isWanted) return dispatch(open.key, { type: 'set', part: { offer: null } })
        keeper.drop(open.key)
        dispatch(open.key, { type: 'startAnew', by: work().lastBy })
      },
      async openPutAway() {
        const drafts = await guarded(() => client.call('terminals.drafts', {}))
        const open = current()
        if (drafts.ok && open?.form.isPutAway === true) await reopen(open.key)
      },
    },
  }
}

/** Reading a form: the kept draft if there is one, else the terminal as the list shows it. */
function formReading(ports: WorkPorts, keeper: DraftKeeper) {
  const { get, deps, tools } = ports
  const { client, nowMs } = deps
  const { work, setWork, earlierOf } = tools

  /** Null if a cashier may not read it, or the list does not show the terminal. */
  async function readForm(task: FormTask, key: string): Promise<FormState | null> {
    const answer = await client.call('terminals.drafts', {})
    const away = work().forms[key]
    const wasAway = away?.isPutAway === true
    if (wasAway && !answer.ok) return null
    const form = await begun(task, key, answer)
    if (form === null) return null
    // The computer went down after the bank was asked and before the draft could be dropped.
    const asked =
      form.offer === null ? undefined : (await latestChanges(client)).find((one) => isOf(form, one))
    const isAsked = asked !== undefined && isSpent(asked) && asked.askedAtMs >= (form.offer?.begunAtMs ?? 0)
    if (isAsked) keeper.drop(key)
    const read = isAsked ? { ...form, offer: null, told: asked } : { ...form, ...(await earlierOf(form)) }
    return wasAway ? broughtBack(away, read) : read
  }

  async function begun(
    task: FormTask,
    key: string,
    answer: CallResult<'terminals.drafts'>,
  ): Promise<FormState | null> {
    const { lastBy } = work()
    const draft = answer.ok ? answer.value.drafts.find((one) => draftKey(one) === key) : undefined
    const offer = {
      begunAtMs: draft?.keptAtMs ?? 0,
      lacksAccount: answer.ok && !answer.value.keepsAccounts && draft?.form.accountNumber === '',
    }
    if (task.kind === 'register') {
      return draft?.kind === 'register'
        ? { ...newRegister(lastBy), values: draft.form, offer }
        : newRegister(lastBy)
    }
    const base = await knownTerminal(client, task.recordId)
    if (base === null || draft?.kind !== 'edit') return base === null ? null : newEdit(base, lastBy)
    return editFromDraft(draft, offer, base, await knownMerchant(client, draft.form.merchantRecordId))
  }

  /** @param isOffered the person is asked whether to continue an earlier entry */
  async function open(task: FormTask, key: string, isOffered: boolean): Promise<void> {
    if (work().opening === key) return
    setWork({ opening: key })
    const form = await readForm(task, key)
    // Another form may have been opened meanwhile, or the client signed out.
    if (work().opening !== key) return
    setWork({ opening: null })
    if (form === null) return
    const offer = isOffered || form.offer?.lacksAccount === true ? form.offer : null
    const shown = formAfter(form, { type: 'set', part: { offer } })
    // It may have been locked meanwhile.
    const isLocked = get().access?.role === 'cashier'
    const opened = isLocked ? formAfter(shown, { type: 'setAside', isKept: true, nowMs: nowMs() }) : shown
    setWork({ forms: { ...work().forms, [key]: opened } })
  }

  async function reopen(key: string): Promise<void> {
    const task = get().terminalTask
    if (task !== null && task.kind !== 'changes' && formKey(task) === key) await open(task, key, false)
  }

  return { open, reopen }
}

/** Put away, and waiting for nothing but a manager. */
function isAway(form: FormState): boolean {
  return form.isPutAway && !form.isAsking && form.told === null
}
