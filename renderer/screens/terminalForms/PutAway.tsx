import { Button } from '../../components/Button.tsx'
import { cx } from '../../components/cx.ts'
import { useApp } from '../../state/context.tsx'
import type { FormState } from '../../state/terminalChangeTypes.ts'
import { laterStrings } from '../../laterStrings.ts'
import { FormProblem } from './FormProblem.tsx'
import task from './Task.module.css'
import { TaskFrame } from './TaskFrame.tsx'

const words = laterStrings.terminalChange

/** The counter was locked with an entry open: what a manager has entered is his to see again. */
export function PutAway({ form }: { form: FormState }) {
  const leave = useApp((state) => state.leaveTerminalTask)
  const openPutAway = useApp((state) => state.openPutAway)
  const title =
    form.kind === 'register' ? words.register.title : words.edit.title(form.base?.terminalId ?? '')
  return (
    <TaskFrame
      title={title}
      focusOn="putAway"
      onBack={leave}
      foot={
        <Button look="primary" isLarge onPress={() => void openPutAway()}>
          {words.putAway.open}
        </Button>
      }
    >
      <FormProblem form={form} />
      <p role="status" className={cx(task.lead)}>
        {form.isAsking ? words.putAway.asked : words.putAway.body}
      </p>
    </TaskFrame>
  )
}
