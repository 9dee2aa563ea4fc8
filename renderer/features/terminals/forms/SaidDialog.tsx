import { type ReactNode, type SubmitEvent, useState } from 'react'
import { givingUpProblems } from '../../../../shared/terminalForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useApp } from '../../../core/context.tsx'
import { fieldProblemText, formProblems } from '../terminalFormWords.ts'

export interface Said {
  readonly by: string
  readonly note: string
}

interface SaidDialogProps {
  readonly title: string
  readonly words: {
    readonly by: string
    readonly why: string
    readonly save: string
    readonly busy: string
    readonly leave: string
  }
  readonly isBusy: boolean
  /** What became of the last try; null if nothing is wrong. */
  readonly problem: string | null
  /** Where a hasty Enter must change nothing. */
  readonly isLeaveFirst: boolean
  readonly onClose: () => void
  readonly onSay: (said: Said) => void
  readonly children: ReactNode
}

const FORM = 'said-form'

/** A manager says something with their name and how they know it. */
export function SaidDialog(props: SaidDialogProps) {
  const { title, words, isBusy, problem, isLeaveFirst, onClose, onSay, children } = props
  const lastBy = useApp((state) => state.terminalWork.lastBy)
  const [by, setBy] = useState(lastBy)
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const said = { by: by.trim(), note: note.trim() }
  const found = givingUpProblems(said)
  const problems = isTried ? formProblems([...found]) : {}

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    setTried(true)
    if (found.length === 0 && !isBusy) onSay(said)
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      isAlert={false}
      actions={
        <>
          <Button type="submit" form={FORM}>
            {isBusy ? words.busy : words.save}
          </Button>
          <Button look="primary" autoFocus={isLeaveFirst} onPress={onClose}>
            {words.leave}
          </Button>
        </>
      }
    >
      {children}
      <form id={FORM} noValidate onSubmit={submit}>
        <Field
          label={words.by}
          autoComplete="off"
          autoFocus={!isLeaveFirst}
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
      <div role="alert">{problem !== null && <Notice tone="problem">{problem}</Notice>}</div>
    </Dialog>
  )
}
