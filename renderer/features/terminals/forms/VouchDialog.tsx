import { type SubmitEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { DateField } from '../../../ui/DateField.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { dayText } from '../../../ui/format/time.ts'
import { useApp } from '../../../core/context.tsx'
import type { VouchState } from '../../../core/terminalChangeTypes.ts'
import { laterStrings } from '../../../strings/laterStrings.ts'
import { maskedText } from '../terminalChangeSides.ts'
import { fieldProblemText } from '../terminalFormWords.ts'
import { vouchProblemText } from '../vouchWords.ts'
import styles from './Form.module.css'
import { cx } from '../../../ui/cx.ts'
import { useFocusOnProblem, useTerminalForm } from './useTerminalForm.ts'

const words = laterStrings.terminalChange.vouch

/** A manager says that the bank confirmed a name by other means. What is typed here is nowhere but in this dialog. */
export function VouchDialog() {
  const form = useTerminalForm()
  if (form === undefined || form.vouch === null) return null
  return <VouchQuestion vouch={form.vouch} ending={form.values.accountNumber.slice(-4)} />
}

function VouchQuestion({ vouch, ending }: { vouch: VouchState; ending: string }) {
  const { isBusy, problems, problem } = vouch
  const openVouch = useApp((state) => state.openVouch)
  const vouchForName = useApp((state) => state.vouchForName)
  const today = useApp((state) => dayText(state.nowMs))
  const [word, setWord] = useState({ accountAgain: '', name: '', how: '', who: '', on: today })
  const field = (name: keyof typeof word) => ({
    label: words[name],
    value: word[name],
    onChange: (text: string) => setWord({ ...word, [name]: text }),
    problem: fieldProblemText(problems, name),
  })
  const close = (): void => openVouch(false)
  const holder = useRef<HTMLFormElement>(null)
  useFocusOnProblem(holder, problems)

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    if (!isBusy) void vouchForName(word)
  }

  return (
    <Dialog
      title={words.title}
      onClose={close}
      isAlert={false}
      isWide
      actions={
        <>
          <Button onPress={close}>{words.cancel}</Button>
          <Button look="primary" type="submit" form="vouch-form">
            {words.save}
          </Button>
        </>
      }
    >
      <p>{words.body(maskedText(ending))}</p>
      <form id="vouch-form" ref={holder} className={cx(styles.pair)} noValidate onSubmit={submit}>
        <Field {...field('accountAgain')} inputMode="numeric" autoComplete="off" autoFocus />
        <Field {...field('name')} autoComplete="off" />
        <Field {...field('how')} help={words.howHelp} autoComplete="off" />
        <Field {...field('who')} autoComplete="off" />
        <DateField {...field('on')} />
      </form>
      <div role="alert">
        {problem !== null && <Notice tone="problem">{vouchProblemText(problem)}</Notice>}
      </div>
    </Dialog>
  )
}
