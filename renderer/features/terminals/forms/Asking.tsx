import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { countText } from '../../../ui/format/count.ts'
import { useApp } from '../../../core/context.tsx'
import type { FormState } from '../../../core/terminalChangeTypes.ts'
import { terminalOf } from '../terminalForm.ts'
import { laterStrings } from '../../../strings/laterStrings.ts'
import { formTitle } from '../terminalFormWords.ts'
import task from './Task.module.css'
import { TaskFrame } from './TaskFrame.tsx'

const words = laterStrings.terminalChange

/** The change is under way. It also ends, and is kept, without this screen. */
export function Asking({ form }: { form: FormState }) {
  const leave = useApp((state) => state.leaveTerminalTask)
  const stop = useApp((state) => state.cancelTerminalReading)
  const { terminalId } = terminalOf(form)
  const isReading = form.told === null
  return (
    <TaskFrame
      title={formTitle(form)}
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
  const { progress, progressNoTotal } = laterStrings.terminal
  const { rowsRead = 0, totalCount = null } = reading ?? {}
  const text =
    totalCount === null
      ? progressNoTotal(countText(rowsRead))
      : progress(countText(rowsRead), countText(totalCount))
  return (
    <>
      {/* Without a total, the bar only shows that work goes on. */}
      <progress
        className={cx(task.bar)}
        aria-label={words.asking.progress}
        {...(totalCount === null ? {} : { value: rowsRead, max: Math.max(totalCount, 1) })}
      />
      {reading !== null && <p className={cx(task.muted)}>{text}</p>}
    </>
  )
}
