import { cx } from '../../components/cx.ts'
import { useApp } from '../../state/context.tsx'
import type { FormState } from '../../state/terminalChangeTypes.ts'
import { strings } from '../../strings.ts'
import task from './Task.module.css'
import { TaskFrame } from './TaskFrame.tsx'

const words = strings.terminalChange

/** The change is under way. Whoever goes away misses nothing: what comes of it is kept. */
export function Asking({ form, terminalId }: { form: FormState; terminalId: string }) {
  const leave = useApp((state) => state.leaveTerminalTask)
  const title = form.kind === 'register' ? words.register.title : words.edit.title(terminalId)
  return (
    <TaskFrame title={title} focusOn="asking" onBack={leave} foot={null}>
      <p role="status" className={cx(task.lead)}>
        {form.told === null ? words.asking.readingFirst : words[form.kind].asking(terminalId)}
      </p>
      <p>{words.asking.wait}</p>
    </TaskFrame>
  )
}
