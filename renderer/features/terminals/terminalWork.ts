import type { FormAction, FormFacts, FormState, TerminalWork } from '../../core/terminalChangeTypes.ts'
import { formAfter, formKey, terminalOf } from './terminalForm.ts'
import { openChanges } from './terminalLookUps.ts'
import type { Deps, Get, Guarded, Set } from '../../core/types.ts'

/** What the files of terminalChangeSlice.ts share. */
export interface WorkPorts {
  readonly set: Set
  readonly get: Get
  readonly deps: Deps
  readonly guarded: Guarded
  readonly tools: ReturnType<typeof workTools>
}

/** Reads and changes an agent's work in the store. */
export function workTools(set: Set, get: Get, { client }: Deps) {
  const work = (): TerminalWork => get().terminalWork
  const setWork = (part: Partial<TerminalWork>): void =>
    set(({ terminalWork }) => ({ terminalWork: { ...terminalWork, ...part } }))

  /** Does nothing if the form was closed meanwhile. */
  function dispatch(key: string, action: FormAction): void {
    const { forms } = work()
    const form = forms[key]
    if (form !== undefined) setWork({ forms: { ...forms, [key]: formAfter(form, action) } })
  }

  /** The open change of a form's terminal, if there is one. */
  async function earlierOf(form: FormState): Promise<Pick<FormFacts, 'earlier' | 'earlierProblem'>> {
    const open = await openChanges(client, form)
    if (open?.ok === false) return { earlier: null, earlierProblem: open.error }
    return { earlier: open?.value.rows[0] ?? null, earlierProblem: null }
  }

  return {
    work,
    setWork,
    dispatch,
    earlierOf,
    /** The form of the task in view; null if it has none, or it is not open yet. */
    current(): { readonly key: string; readonly form: FormState } | null {
      const key = formKey(get().terminalTask)
      const form = key === null ? undefined : work().forms[key]
      return key === null || form === undefined ? null : { key, form }
    },
    async lookForEarlier(key: string): Promise<void> {
      const form = work().forms[key]
      if (form === undefined) return
      const part = await earlierOf(form)
      const now = work().forms[key]
      // Another terminal ID may have been typed meanwhile.
      if (now !== undefined && terminalOf(now).terminalId === terminalOf(form).terminalId) {
        dispatch(key, { type: 'set', part })
      }
    },
  }
}
