import { type SubmitEvent, useState } from 'react'
import { givingUpProblems } from '../../../../shared/terminalForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useApp } from '../../../core/context.tsx'
import { laterStrings } from '../../../strings/laterStrings.ts'
import { givingUpProblemText } from '../terminalChangeWords.ts'
import { fieldProblemText, formProblems } from '../terminalFormWords.ts'

const words = laterStrings.terminalChange.givingUp

/** A manager says that the bank never took a change. Main reads the bank's list before it believes that. */
export function GiveUpDialog({ changeId }: { changeId: string }) {
  const isOpen = useApp((state) => state.terminalWork.givingUp.changeId === changeId)
  return isOpen ? <GiveUpQuestion /> : null
}

function GiveUpQuestion() {
  const { isBusy, problem } = useApp((state) => state.terminalWork.givingUp)
  const lastBy = useApp((state) => state.terminalWork.lastBy)
  const openGivingUp = useApp((state) => state.openGivingUp)
  const giveUpChange = useApp((state) => state.giveUpChange)
  const [by, setBy] = useState(lastBy)
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const said = { by: by.trim(), note: note.trim() }
  const found = givingUpProblems(said)
  const problems = isTried ? formProblems([...found]) : {}
  const close = (): void => openGivingUp(null)

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    setTried(true)
    if (found.length === 0 && !isBusy) void giveUpChange(said)
  }

  return (
    <Dialog
      title={words.title}
      onClose={close}
      isAlert={false}
      actions={
        <>
          <Button type="submit" form="give-up-form">
            {isBusy ? words.busy : words.save}
          </Button>
          <Button look="primary" onPress={close}>
            {words.cancel}
          </Button>
        </>
      }
    >
      <p>{words.body}</p>
      <form id="give-up-form" noValidate onSubmit={submit}>
        <Field
          label={words.by}
          autoComplete="off"
          autoFocus
          value={by}
          onChange={setBy}
          problem={fieldProblemText(problems, 'by')}
        />
        <Field
          label={words.why}
          autoComplete="off"
          value={note}
          onChange={setNote}
          problem={fieldProblemText(problems, 'note')}
        />
      </form>
      <div role="alert">
        {problem !== null && <Notice tone="problem">{givingUpProblemText(problem)}</Notice>}
      </div>
    </Dialog>
  )
}
