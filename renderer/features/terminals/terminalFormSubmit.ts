import type { CallError } from '../../../shared/callError.ts'
import type { CallResult } from '../../../shared/contract.ts'
import { ACCOUNT_PATTERN } from '../../../shared/terminalForm.ts'
import type { FormState, TerminalFormActions } from '../../core/terminalChangeTypes.ts'
import { changeSentences, mayEnterAgain } from './terminalChangeWords.ts'
import { resultOf, terminalOf } from './terminalForm.ts'
import { formProblemText } from './terminalFormWords.ts'
import { saveHindrance } from './terminalHindrance.ts'
import { knownTerminal, terminalBearing } from './terminalLookUps.ts'
import type { WorkPorts } from './terminalWork.ts'

type SubmitActions = Pick<
  TerminalFormActions,
  'lookAtTerminalId' | 'submitTerminalForm' | 'lookForEarlier' | 'backToEntry'
>

/** From the check of what was typed to the bank's answer. */
export function formSubmit(ports: WorkPorts): SubmitActions {
  const { set, get, deps, guarded, tools } = ports
  const { client } = deps
  const { work, setWork, current, dispatch, lookForEarlier } = tools

  /** @returns the form without its problems; null if it has some */
  function validated(key: string): FormState | null {
    const accountPattern = get().app?.accountPattern ?? ACCOUNT_PATTERN
    dispatch(key, { type: 'validate', accountPattern })
    const form = work().forms[key]
    return form === undefined || Object.keys(form.problems).length > 0 ? null : form
  }

  function ask(form: FormState): Promise<CallResult<'terminals.register' | 'terminals.edit'>> {
    const checkId = form.check.phase === 'confirmed' ? form.check.check.checkId : ''
    return form.kind === 'register'
      ? guarded(() => client.call('terminals.register', { form: form.values, checkId }))
      : guarded(() => client.call('terminals.edit', { form: form.values, checkId }))
  }

  async function lookAt(key: string, terminalId: string): Promise<void> {
    const existing = await terminalBearing(client, terminalId)
    dispatch(key, { type: 'foundExisting', terminalId, existing })
    await lookForEarlier(key)
  }

  async function onProblem(key: string, problem: CallError): Promise<void> {
    dispatch(key, { type: 'failed', problem })
    // The PIN was asked for and not given: the entry waits for a manager.
    if (current()?.key === key && get().access?.role === 'cashier') {
      set({ terminalsProblem: { of: 'entry', error: problem } })
      await get().openTerminalTask(null)
    }
    if (current()?.key !== key) set({ announcement: formProblemText(problem) })
    if (problem.code === 'notAllowed' && problem.reason === 'earlierOpen') return lookForEarlier(key)
    const isOther = problem.code === 'changedMeanwhile' && problem.what !== 'merchant'
    const form = work().forms[key]
    // The list that main has just read may show it.
    if (form?.kind === 'register' && problem.code === 'invalid')
      return lookAt(key, terminalOf(form).terminalId)
    if (form?.kind !== 'edit' || !(isOther || problem.code === 'notFound')) return
    dispatch(key, { type: 'shownNow', terminal: await knownTerminal(client, form.values.recordId) })
  }

  return {
    async lookAtTerminalId() {
      const open = current()
      if (open?.form.kind !== 'register') return
      const { terminalId } = terminalOf(open.form)
      if (terminalId !== '') await lookAt(open.key, terminalId)
    },
    async submitTerminalForm() {
      const open = current()
      if (open === null || open.form.isAsking || open.form.told !== null) return
      const { key } = open
      const hindrance = saveHindrance(open.form, get())
      // What is missing is marked also where the check is still to come.
      if (hindrance === 'notChecked' || hindrance === 'noAccount') validated(key)
      if (hindrance !== null) return
      const sent = validated(key)
      if (sent === null) return
      dispatch(key, { type: 'set', part: { isAsking: true, told: null, problem: null } })
      setWork({ lastBy: sent.values.by })
      const answer = await ask(sent)
      if (!answer.ok) return onProblem(key, answer.error)
      const change = answer.value
      const isInView = current()?.key === key
      dispatch(key, { type: 'set', part: { isAsking: false, told: change } })
      if (!isInView) set({ announcement: changeSentences(change) })
    },
    async lookForEarlier() {
      const open = current()
      if (open !== null) await lookForEarlier(open.key)
    },
    backToEntry() {
      const open = current()
      const result = open === null ? null : resultOf(open.form)
      if (open === null || result === null || !mayEnterAgain(result)) return
      dispatch(open.key, { type: 'set', part: { told: null } })
      // The entry itself is for a manager.
      if (get().access?.role === 'cashier') void get().openTerminalTask(null)
    },
  }
}
