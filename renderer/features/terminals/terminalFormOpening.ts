import type { AccessView } from '../../../shared/access.ts'
import type { AppState } from '../../core/types.ts'
import type { FormState, TerminalFormActions } from '../../core/terminalChangeTypes.ts'
import { formKey, resultOf } from './terminalForm.ts'
import { isPristine, newEdit, newRegister } from './terminalFormFields.ts'
import { knownTerminal } from './terminalLookUps.ts'
import type { TerminalTask } from '../../core/terminalTypes.ts'
import type { WorkPorts } from './terminalWork.ts'

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
export function formOpening({ get, deps, tools }: WorkPorts): FormOpening {
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
