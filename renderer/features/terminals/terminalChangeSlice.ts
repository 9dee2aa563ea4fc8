import { changesActions } from './terminalChanges.ts'
import type {
  TerminalChangeSlice,
  FormEntry,
  TerminalFormActions,
  FormState,
} from '../../core/terminalChangeTypes.ts'
import { nameCheckActions } from './terminalNameCheck.ts'
import { workTools, type WorkPorts } from './terminalWork.ts'
import type { Deps, Get, Guarded, Set, AppState } from '../../core/types.ts'
import type { CallResult } from '../../../shared/contract.ts'
import { latestQuestion } from '../../core/latestQuestion.ts'
import type { AccessView } from '../../../shared/access.ts'
import { formKey, resultOf, terminalOf } from './terminalForm.ts'
import { isPristine, newEdit, newRegister } from './terminalFormFields.ts'
import { knownTerminal, terminalBearing } from './terminalLookUps.ts'
import type { TerminalTask } from '../../core/terminalTypes.ts'
import type { CallError } from '../../../shared/callError.ts'
import { ACCOUNT_PATTERN } from '../../../shared/terminalForm.ts'
import { changeSentences, mayEnterAgain } from './terminalChangeWords.ts'
import { formProblemText } from './terminalFormWords.ts'
import { saveHindrance } from './terminalHindrance.ts'

/**
 * Registering and editing a terminal. Only main asks the bank, once for each press of the last button; a missing answer
 * is no reason to ask again.
 */
export function terminalChangeSlice(set: Set, get: Get, deps: Deps, guarded: Guarded): TerminalChangeSlice {
  const ports = { set, get, deps, guarded, tools: workTools(set, get, deps) }
  const forms = formActions(ports)
  const changes = changesActions(ports)
  return {
    actions: { ...forms.actions, ...nameCheckActions(ports), ...changes.actions },
    listen: () => {
      deps.client.listen('terminals.changeTold', changes.onTold)
      deps.client.listen('access.changed', ({ role }) => forms.onRole(role))
    },
  }
}

/** More than a person looks through below a field. */
const MERCHANTS_MAX = 20

/** From opening a form to the bank's answer. What a form holds after each step is in terminalForm.ts. */
function formActions(ports: WorkPorts): {
  readonly actions: TerminalFormActions
  readonly onRole: ReturnType<typeof formOpening>['onRole']
} {
  const { deps, tools } = ports
  const { setWork, current, dispatch } = tools
  const { actions: opening, onRole } = formOpening(ports)

  function enter(entry: FormEntry): void {
    const open = current()
    if (open === null || open.form.isAsking || open.form.told !== null) return
    dispatch(open.key, entry)
  }

  const merchants = latestQuestion<string, CallResult<'terminals.merchants'>>(
    deps,
    (search) => deps.client.call('terminals.merchants', { search, offset: 0, limit: MERCHANTS_MAX }),
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

  return {
    onRole,
    actions: {
      ...opening,
      ...formSubmit(ports),
      enterTerminalForm: enter,
      searchMerchants(search, isTyped) {
        if (isTyped) merchants.soon(search.trim())
        else void merchants.now(search.trim())
      },
    },
  }
}

type FormTask = Exclude<TerminalTask, { kind: 'changes' }>

interface FormOpening {
  readonly actions: Pick<TerminalFormActions, 'beginTerminalTask' | 'leaveTerminalTask' | 'startAnew'>
  readonly onRole: (role: AccessView['role']) => void
}

/** The name last given, else that of the cashier who is in; empty where neither is known. */
function nameOf({ terminalWork, people: { view } }: AppState): string {
  const cashier = view?.cashiers.find(({ id }) => id === view.currentId)
  return terminalWork.lastBy || (cashier?.name ?? '')
}

/** How a form comes into view, leaves it with a lock, and ends. It lives in the store alone. */
function formOpening({ get, deps, tools }: WorkPorts): FormOpening {
  const { work, setWork, dispatch, current, earlierOf } = tools

  /** @returns null if the list does not show the terminal */
  async function newForm(task: FormTask): Promise<FormState | null> {
    const lastBy = nameOf(get())
    if (task.kind === 'register') return newRegister(lastBy)
    const base = await knownTerminal(deps.client, task.recordId)
    if (base === null) return null
    const form = newEdit(base, lastBy)
    return { ...form, ...(await earlierOf(form)) }
  }

  async function open(task: FormTask, key: string): Promise<void> {
    if (work().opening === key) return
    setWork({ opening: key })
    const form = await newForm(task)
    // Another form may have been opened meanwhile, or the client signed out.
    if (work().opening !== key) return
    setWork({ opening: null })
    if (form === null) return
    setWork({ forms: { ...work().forms, [key]: form } })
  }

  return {
    /** With the manager go the account numbers, and the form goes out of view; opening it asks for a PIN. */
    onRole(role) {
      if (role === 'manager') return
      // The next manager signs with their own name.
      setWork({ lastBy: '', opening: null })
      for (const key of Object.keys(work().forms)) dispatch(key, { type: 'locked' })
      const form = current()?.form
      const isUnderWay = form !== undefined && (form.isAsking || form.told !== null)
      if (!isUnderWay && formKey(get().terminalTask) !== null) void get().openTerminalTask(null)
    },
    actions: {
      async beginTerminalTask(task) {
        if (task.kind === 'changes') return get().readChanges(0)
        const key = formKey(task)
        if (key !== null && work().forms[key] === undefined) await open(task, key)
        const form = current()?.form
        // A move changes the merchant; an entry that was begun stays as it was left.
        const isMove = task.kind === 'edit' && task.isMove === true && form?.kind === 'edit'
        if (isMove && form.topics.length === 0)
          get().enterTerminalForm({ type: 'toggleTopic', topic: 'shop' })
      },
      leaveTerminalTask() {
        const left = current()
        if (
          left !== null &&
          (resultOf(left.form) !== null || (isPristine(left.form) && !left.form.isAsking))
        ) {
          const { [left.key]: _closed, ...forms } = work().forms
          setWork({ forms })
        }
        void get().openTerminalTask(null)
      },
      startAnew() {
        const open = current()
        if (open === null || open.form.isAsking) return
        dispatch(open.key, { type: 'startAnew', by: nameOf(get()) })
      },
    },
  }
}

type SubmitActions = Pick<
  TerminalFormActions,
  'lookAtTerminalId' | 'submitTerminalForm' | 'lookForEarlier' | 'backToEntry'
>

/** From the check of what was typed to the bank's answer. */
function formSubmit(ports: WorkPorts): SubmitActions {
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
