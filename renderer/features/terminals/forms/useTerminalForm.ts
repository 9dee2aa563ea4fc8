import { type RefObject, useEffect } from 'react'
import { useApp } from '../../../core/context.tsx'
import type { FormState } from '../../../core/terminalChangeTypes.ts'
import { formKey } from '../terminalForm.ts'
import { checkHindrance, needsCheck } from '../terminalHindrance.ts'

/** The entry of the task in view; undefined where it has none, or it is not open yet. */
export function useTerminalForm(): FormState | undefined {
  return useApp(({ terminalTask, terminalWork }) => {
    const key = formKey(terminalTask)
    return key === null ? undefined : terminalWork.forms[key]
  })
}

/** The fields after which a person goes on typing: Enter moves on from them, as a scanner's Tab does. */
const MOVES_ON = '[data-field="terminalId"], [data-field="merchant"], [data-field="serialNumber"]'

/** What Enter does: on to the next field, the check of the account where it is wanted, and the save from the others. */
export function useEnter(form: FormState): (from: HTMLInputElement) => void {
  const submit = useApp((state) => state.submitTerminalForm)
  const checkAccountName = useApp((state) => state.checkAccountName)
  const isCheckOn = useApp((state) => checkHindrance(state) === null)
  return (from) => {
    const next = from.closest(MOVES_ON) === null ? null : fieldAfter(from)
    // A list of suggestions that is just opening would stay open below another field.
    if (next !== null) return void requestAnimationFrame(() => next.focus())
    const isWanted = needsCheck(form) && form.values.accountNumber !== ''
    if (!isWanted || !isCheckOn) return void submit()
    if (form.check.phase === 'answered') return document.getElementById('name-question')?.focus()
    void checkAccountName()
  }
}

function fieldAfter(from: HTMLInputElement): HTMLInputElement | null {
  const fields = [...(from.form?.querySelectorAll<HTMLInputElement>('input:not([type="checkbox"])') ?? [])]
  return fields.filter((field) => field.checkVisibility())[fields.indexOf(from) + 1] ?? null
}

/** Takes the focus to the first field with a problem. @param attempt another one whenever problems were looked for */
export function useFocusOnProblem(holder: RefObject<HTMLElement | null>, attempt: unknown): void {
  useEffect(() => {
    holder.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [holder, attempt])
}
