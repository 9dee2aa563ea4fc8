import { Button } from '../../components/Button.tsx'
import { cx } from '../../components/cx.ts'
import { countText } from '../../format/count.ts'
import { useApp } from '../../state/context.tsx'
import type { FormState } from '../../state/terminalChangeTypes.ts'
import { laterStrings } from '../../laterStrings.ts'
import task from './Task.module.css'
import { TaskFrame } from './TaskFrame.tsx'

const words = laterStrings.terminalChange

/** The change is under way. Whoever goes away misses nothing: what comes of it is kept. */
export function Asking({ form, terminalId }: { form: FormState; terminalId: string }) {
  const leave = useApp((state) => state.leaveTerminalTask)
  const stop = useApp((state) => state.cancelTerminalReading)
  const title = form.kind === 'register' ? words.register.title : words.edit.title(terminalId)
  const isReading = form.told === null
  return (
    <TaskFrame
      title={title}
      focusOn="asking"
      onBack={leave}
      foot={
        isReading && (
          <>
            <Button onPress={() => void stop()}>{words.asking.stop}</Button>
            <p className={cx(task.muted)}>{words.asking.stopHelp}</p>
          </>
        )
      }
    >
      <p role="status" className={cx(task.lead)}>
        {isReading ? words.asking.readingFirst : words[form.kind].asking(terminalId)}
      </p>
      {isReading && <Progress />}
      <p>{words.asking.wait}</p>
    </TaskFrame>
  )
}

/** Not a status: a page a second would be spoken. */
function Progress() {
  const reading = useApp((state) => state.terminals?.reading ?? null)
  if (reading === null) return null
  const { rowsRead, totalCount } = reading
  const { progress, progressNoTotal } = laterStrings.terminal
  return (
    <p className={cx(task.muted)}>
      {totalCount === null
        ? progressNoTotal(countText(rowsRead))
        : progress(countText(rowsRead), countText(totalCount))}
    </p>
  )
}
