import { useEffect } from 'react'
import { Notice } from '../../components/Notice.tsx'
import { useApp } from '../../state/context.tsx'
import type { FormState } from '../../state/terminalChangeTypes.ts'
import { laterStrings } from '../../laterStrings.ts'
import { mayEnterAgain } from '../../words/terminalChangeWords.ts'
import { Asking } from './Asking.tsx'
import { Changes } from './Changes.tsx'
import { DraftQuestion } from './DraftQuestion.tsx'
import { EditForm } from './EditForm.tsx'
import { PutAway } from './PutAway.tsx'
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
  const terminalId = form.kind === 'register' ? form.values.terminalId : (form.base?.terminalId ?? '')
  const { told, result } = form
  if (result !== null) return <Answered form={form} />
  // As long as the PIN is asked for the bank is not.
  if (form.isAsking && !isPinAsked) {
    return told !== null && told.state !== 'asking' ? (
      <Comparing form={form} />
    ) : (
      <Asking form={form} terminalId={terminalId} />
    )
  }
  if (form.isPutAway) return <PutAway form={form} />
  if (form.offer !== null) {
    const title = form.kind === 'register' ? words.register.title : words.edit.title(terminalId)
    return <DraftQuestion title={title} form={form} offer={form.offer} />
  }
  if (form.kind === 'register') return <RegisterForm form={form} />
  return form.base === null ? <Gone /> : <EditForm form={form} base={form.base} />
}

/** The bank has answered, and its list is being read to compare. */
function Comparing({ form: { told } }: { form: FormState }) {
  const leave = useApp((state) => state.leaveTerminalTask)
  return told === null ? null : <Result change={told} isComparing onBack={leave} />
}

function Answered({ form: { result } }: { form: FormState }) {
  const finish = useApp((state) => state.finishTerminalTask)
  const backToEntry = useApp((state) => state.backToEntry)
  if (result === null) return null
  return (
    <Result change={result} onBack={finish} {...(mayEnterAgain(result) ? { onEntry: backToEntry } : {})} />
  )
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
