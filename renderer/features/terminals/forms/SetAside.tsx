import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useApp } from '../../../core/context.tsx'
import type { FormState } from '../terminalChangeTypes.ts'
import { laterStrings } from '../../../strings/laterStrings.ts'
import { FormProblem } from './FormProblem.tsx'
import { formTitle } from '../terminalFormWords.ts'
import task from './Task.module.css'
import { TaskFrame } from './TaskFrame.tsx'

const words = laterStrings.terminalChange

/** The counter was locked while a form was open. Only a manager sees the entry again. */
export function SetAside({ form }: { form: FormState }) {
  const leave = useApp((state) => state.leaveTerminalTask)
  const openPutAway = useApp((state) => state.openPutAway)
  return (
    <TaskFrame
      title={formTitle(form)}
      focusOn="setAside"
      onBack={leave}
      foot={
        <Button look="primary" isLarge onPress={() => void openPutAway()}>
          {words.setAside.open}
        </Button>
      }
    >
      <FormProblem form={form} />
      <p role="status" className={cx(task.lead)}>
        {form.isAsking ? words.setAside.asked : words.setAside.body}
      </p>
    </TaskFrame>
  )
}
