import { useEffect } from 'react'
import { Notice } from '../../../ui/Notice.tsx'
import { useApp } from '../../../core/context.tsx'
import type { FormState } from '../../../core/terminalChangeTypes.ts'
import { resultOf } from '../terminalForm.ts'
import { formTitle } from '../terminalFormWords.ts'
import { laterStrings } from '../../../strings/laterStrings.ts'
import { mayEnterAgain } from '../terminalChangeWords.ts'
import { Asking } from './Asking.tsx'
import { Changes } from './Changes.tsx'
import { EditForm } from './EditForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { Result } from './Result.tsx'
import { TaskFrame } from './TaskFrame.tsx'
import { TokenDialog } from './TokenDialog.tsx'
import { useTerminalForm } from './useTerminalForm.ts'
import { VouchDialog } from './VouchDialog.tsx'

const words = laterStrings.terminalChange

/** The agent's work in place of the list of terminals: a registration, an edit, or what was asked of the bank so far. */
export function TerminalTask() {
  const task = useApp((state) => state.terminalTask)
  const beginTerminalTask = useApp((state) => state.beginTerminalTask)
  useEffect(() => {
    if (task !== null) void beginTerminalTask(task)
  }, [task, beginTerminalTask])
  if (task === null) return null
  if (task.kind === 'changes') return <Changes />
  return (
    <>
      <Entry />
      <TokenDialog />
      <VouchDialog />
    </>
  )
}

function Entry() {
  const form = useTerminalForm()
  const isOpening = useApp((state) => state.terminalWork.opening !== null)
  const openTerminalTask = useApp((state) => state.openTerminalTask)
  if (form !== undefined) return <OpenEntry form={form} />
  return (
    <TaskFrame title={words.opening} onBack={() => void openTerminalTask(null)} foot={null}>
      {isOpening ? null : <Notice tone="warning">{words.notShown}</Notice>}
    </TaskFrame>
  )
}

function OpenEntry({ form }: { form: FormState }) {
  const isPinAsked = useApp((state) => state.pinDialog.mode !== 'closed')
  const leave = useApp((state) => state.leaveTerminalTask)
  const backToEntry = useApp((state) => state.backToEntry)
  const openTerminalTask = useApp((state) => state.openTerminalTask)
  const { told } = form
  const result = resultOf(form)
  if (result !== null) {
    const onEntry = mayEnterAgain(result) ? { onEntry: backToEntry } : {}
    const another = (): void => {
      leave()
      void openTerminalTask({ kind: 'register' })
    }
    return <Result key="result" change={result} onBack={leave} onAnother={another} {...onEntry} />
  }
  // While the PIN is asked for, the bank is not, and the entry is a manager's.
  if (form.isAsking && isPinAsked) return <TaskFrame title={formTitle(form)} onBack={leave} foot={null} />
  if (form.isAsking) {
    const isAnswered = told !== null && told.state !== 'asking'
    // The bank has answered, and its list is being read to compare.
    return isAnswered ? (
      <Result key="comparing" change={told} isComparing onBack={leave} />
    ) : (
      <Asking form={form} />
    )
  }
  if (form.kind === 'register') return <RegisterForm form={form} />
  return form.meanwhile === 'gone' ? <Gone /> : <EditForm form={form} />
}

/** The bank's list does not show the terminal any more, so there is nothing to be changed. */
function Gone() {
  const openTerminalTask = useApp((state) => state.openTerminalTask)
  return (
    <TaskFrame title={words.off.gone} focusOn="gone" onBack={() => void openTerminalTask(null)} foot={null}>
      <Notice tone="warning" role="alert">
        {words.problem.gone}
      </Notice>
    </TaskFrame>
  )
}
