import { type RefObject, useEffect } from 'react'
import { useApp } from '../../../core/context.tsx'
import type { FormState } from '../terminalChangeTypes.ts'
import { formKey } from '../terminalForm.ts'
import { needsCheck } from '../terminalHindrance.ts'
import { saveOffReason } from '../terminalFormWords.ts'

/** The entry of the task in view; undefined where it has none, or it is not open yet. */
export function useTerminalForm(): FormState | undefined {
  return useApp(({ terminalTask, terminalWork }) => {
    const key = formKey(terminalTask)
    return key === null ? undefined : terminalWork.forms[key]
  })
}

/** Why the last button is off; null if it is on. */
export function useSaveOffReason(form: FormState): string | null {
  return useApp((state) => saveOffReason(form, state))
}

/** What Enter and the main button do: the name check as long as one is wanted and possible, then the next step. */
export function useGoOn(form: FormState): () => void {
  const nextStep = useApp((state) => state.nextStep)
  const submit = useApp((state) => state.submitTerminalForm)
  const checkAccountName = useApp((state) => state.checkAccountName)
  // A registration can be filled in to its end without the name; an edit says at the check why there is none.
  const isCheckOn = useApp(({ connection, terminals }) => {
    const nameCheck = terminals?.nameCheck
    return connection.status !== 'offline' && (nameCheck === 'ready' || nameCheck === 'tokenRefused')
  })
  const isLast = form.kind === 'edit' || form.step === 'review'
  const isAccount = form.kind === 'edit' || (form.step === 'account' && isCheckOn)
  if (!isAccount || !needsCheck(form)) return () => void (isLast ? submit() : nextStep())
  if (form.check.phase !== 'answered') return () => void checkAccountName()
  return () => document.getElementById('name-question')?.focus()
}

/**
 * Takes the focus to what is first to be dealt with: whenever `trigger` is another one, and once at the start.
 * @param selector what it goes to within the holder; the first that is there
 */
export function useFocusOn(holder: RefObject<HTMLElement | null>, selector: string, trigger: unknown): void {
  useEffect(() => {
    holder.current?.querySelector<HTMLElement>(selector)?.focus()
  }, [holder, selector, trigger])
}
