import { Button } from '../../../ui/Button.tsx'
import { useApp } from '../../../core/context.tsx'
import { laterStrings } from '../../../strings/laterStrings.ts'
import type { FormState } from '../terminalChangeTypes.ts'
import { isPristine } from '../terminalFormFields.ts'

/** An entry stays when its form is left, so it needs a way to be emptied. */
export function StartAnew({ form }: { form: FormState }) {
  const startAnew = useApp((state) => state.startAnew)
  return isPristine(form) ? null : (
    <Button onPress={startAnew}>{laterStrings.terminalChange.startAnew}</Button>
  )
}
