import type { AccessView } from '../../../shared/access.ts'
import type { CallError } from '../../../shared/callError.ts'
import type { CallResult } from '../../../shared/contract.ts'
import { draftKey } from '../../../shared/terminalChange.ts'
import { changeHeadline, mayEnterAgain } from './terminalChangeWords.ts'
import { formProblemText } from './terminalFormWords.ts'
import { latestQuestion } from '../../core/latestQuestion.ts'
import type { FormEntry, FormState, RegisterStep, TerminalFormActions } from './terminalChangeTypes.ts'
import { draftKeeper } from './terminalDrafts.ts'
import { broughtBack, formAfter, formKey, isOf, isSpent, resultOf, terminalOf } from './terminalForm.ts'
import { editFromDraft, isPristine, newEdit, newRegister } from './terminalFormFields.ts'
import { saveHindrance } from './terminalHindrance.ts'
import { knownMerchant, knownTerminal, latestChanges, terminalBearing } from './terminalLookUps.ts'
import type { TerminalTask } from './terminalTypes.ts'
import type { WorkPorts } from './terminalWork.ts'

/** More than a person looks through below a field. */
const MERCHANTS_MAX = 20

type FormTask = Exclude<TerminalTask, { kind: 'changes' }>

/** From opening a form to the bank's answer. What a form holds after each step is in terminalForm.ts. */
export function formActions(ports: WorkPorts): {
  readonly actions: TerminalFormActions
  readonly onRole: (role: AccessView['role']) => void
} {
  const { set, get, deps, guarded, tools } = ports
  const { client, nowMs } = deps
  const { work, setWork, current, dispatch, earlierOf, lookForEarlier } = tools
  const keeper = draftKeeper(ports)

  function enter(entry: FormEntry): void {
    const open = current()
    if (open === null || open.form.isPutAway || open.form.isAsking || open.form.told !== null) return
    const { key, form } = open
    dispatch(key, entry)
    const values = work().forms[key]?.values
    if (values === form.values) return
    // A lock may come at any moment, and only main may then have the account number.
    if (values?.accountNumber === form.values.accountNumber) keeper.keepSoon(key)
    else keeper.keepNow(key)
  }

  const merchants = latestQuestion<string, CallResult<'terminals.merchants'>>(
    deps,
    (search) => client.call('terminals.merchants', { search, offset: 0, limit: MERCHANTS_MAX }),
    (answer) => {
      const found = answer.ok ? answer.value : { rows: [], total: 0 }
      setWork({ merchants: found })
      const form = current()?.form
      // It was typed or scanned before main had found it.
      if (form?.kind === 'edit' && form.merchant === null) {
        enter({ type: 'typeMerchant', text: form.merchantText, rows: found.rows })
      }
    },
  )

  function close(key: string): void {
    const { [key]: _closed, ...forms } = work().forms
    setWork({ forms })
  }

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

  function leave(key: string, form: FormState): void {
    const isEmpty = isPristine(form) && !form.isAsking
    const hasResult = resultOf(form) !== null
    if (hasResult || isEmpty) {
      // What main has kept of a form that was put away stays with main.
      if (!hasResult && !form.isPutAway && form.draft.status !== 'none') keeper.drop(key)
      close(key)
    } else if (!form.isPutAway && !form.isAsking && form.offer === null) {
      keeper.keepNow(key)
      const begunAtMs = form.draft.status === 'none' ? nowMs() : form.draft.atMs
      dispatch(key, { type: 'set', part: { offer: { begunAtMs, lacksAccount: false } } })
    }
  }

  /** @returns the form without its problems; null if it has some */
  function validated(key: string, step: RegisterStep | null): FormState | null {
    dispatch(key, { type: 'validate', step })
    const form = work().forms[key]
    return form === undefined || Object.keys(form.problems).length > 0 ? null : form
  }

  function ask(form: FormState): Promise<CallResult<'terminals.register' | 'terminals.edit'>> {
    const checkId = form.check.phase === 'confirmed' ? form.check.check.checkId : ''
    return form.kind === 'register'
      ? guarded(() => client.call('terminals.register', { form: form.values, checkId }))
      : guarded(() => client.call('terminals.edit', { form: form.values, checkId }))
  }

  async function onProblem(key: string, problem: CallError): Promise<void> {
    dispatch(key, { type: 'failed', problem })
    if (current()?.key !== key) set({ announcement: formProblemText(problem) })
    if (problem.code === 'notAllowed' && problem.reason === 'earlierOpen') return lookForEarlier(key)
    const isOther = problem.code === 'changedMeanwhile' && problem.what !== 'merchant'
    const form = work().forms[key]
    if (form?.kind !== 'edit' || !(isOther || problem.code === 'notFound')) return
    dispatch(key, { type: 'shownNow', terminal: await knownTerminal(client, form.values.recordId) })
  }

  return {
    /** With the manager go the account numbers; with the next one the form in view comes back. */
    onRole(role) {
      if (role === 'cashier') {
        for (const [key, form] of Object.entries(work().forms)) {
          if (form.isPutAway) continue
          const isKept = keeper.stop(key) || isPristine(form)
          dispatch(key, { type: 'setAside', isKept, nowMs: nowMs() })
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
      enterTerminalForm: enter,
      searchMerchants(search, isTyped) {
        if (isTyped) merchants.soon(search.trim())
        else void merchants.now(search.trim())
      },
      async nextStep() {
        const open = current()
        if (open?.form.kind !== 'register') return
        const { key } = open
        const { step } = open.form
        const checked = validated(key, step)
        if (checked === null) return
        const isIdentity = step === 'identity'
        const existing = isIdentity ? await terminalBearing(client, terminalOf(checked).terminalId) : null
        if (isIdentity) await lookForEarlier(key)
        dispatch(key, { type: 'stepChecked', checked, existing })
      },
      async submitTerminalForm() {
        const open = current()
        if (open === null || open.form.isPutAway || open.form.isAsking || open.form.told !== null) return
        const { key } = open
        if (saveHindrance(open.form, get()) !== null) return
        const sent = validated(key, null)
        if (sent === null) return
        keeper.keepNow(key)
        dispatch(key, { type: 'set', part: { isAsking: true, told: null, problem: null } })
        setWork({ lastBy: sent.values.by })
        const answer = await ask(sent)
        // The PIN was asked for and given meanwhile.
        if (get().access?.role === 'manager') dispatch(key, { type: 'unlocked', sent })
        if (!answer.ok) return onProblem(key, answer.error)
        const change = answer.value
        const isInView = current()?.key === key
        dispatch(key, { type: 'set', part: { isAsking: false, told: change } })
        if (isSpent(change)) keeper.drop(key)
        else keeper.keepNow(key)
        if (!isInView) set({ announcement: changeHeadline(change).title })
      },
      async lookForEarlier() {
        const open = current()
        if (open !== null) await lookForEarlier(open.key)
      },
      async openPutAway() {
        const drafts = await guarded(() => client.call('terminals.drafts', {}))
        const open = current()
        if (drafts.ok && open?.form.isPutAway === true) await reopen(open.key)
      },
      backToEntry() {
        const open = current()
        const result = open === null ? null : resultOf(open.form)
        if (open === null || result === null || !mayEnterAgain(result)) return
        dispatch(open.key, { type: 'set', part: { told: null } })
        if (open.form.isPutAway) void reopen(open.key)
      },
    },
  }
}

/** Put away, and waiting for nothing but a manager. */
function isAway(form: FormState): boolean {
  return form.isPutAway && !form.isAsking && form.told === null
}
