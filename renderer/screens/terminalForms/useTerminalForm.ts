import { type RefObject, useEffect } from 'react'
import { useApp } from '../../state/context.tsx'
import type { FormState } from '../../state/terminalChangeTypes.ts'
import { formKey } from '../../state/terminalForms.ts'

/** The entry of the task in view; undefined where it has none, or it is not open yet. */
export function useTerminalForm(): FormState | undefined {
  return useApp(({ terminalTask, terminalWork }) => {
    const key = formKey(terminalTask)
    return key === null ? undefined : terminalWork.forms[key]
  })
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
