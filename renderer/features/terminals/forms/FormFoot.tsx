import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useApp } from '../../../core/context.tsx'
import type { FormState } from '../../../core/terminalChangeTypes.ts'
import { lazyStrings } from '../../../strings/lazyStrings.ts'
import { isPristine } from '../terminalFormFields.ts'
import { saveOffReason } from '../terminalFormWords.ts'
import task from './Task.module.css'

interface FormFootProps {
  readonly form: FormState
  readonly save: string
  /** What the button does, while nothing hinders it. */
  readonly said?: string
}

/** The last button, why it is off, and the way to empty the form: an entry stays when its form is left. */
export function FormFoot({ form, save, said }: FormFootProps) {
  const submit = useApp((state) => state.submitTerminalForm)
  const startAnew = useApp((state) => state.startAnew)
  const offReason = useApp((state) => saveOffReason(form, state))
  return (
    <>
      <Button
        look="primary"
        isLarge
        data-save=""
        isDisabled={offReason !== null}
        {...(offReason === null ? {} : { 'aria-describedby': 'save-off' })}
        onPress={() => void submit()}
      >
        {save}
      </Button>
      {!isPristine(form) && <Button onPress={startAnew}>{lazyStrings.terminalChange.startAnew}</Button>}
      <div className={cx(task.said)}>
        {offReason !== null && (
          <p id="save-off" className={cx(task.reason)}>
            {offReason}
          </p>
        )}
        {offReason === null && said !== undefined && <p className={cx(task.muted)}>{said}</p>}
      </div>
    </>
  )
}
