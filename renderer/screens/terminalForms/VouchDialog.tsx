import { type SubmitEvent, useRef, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Field } from '../../components/Field.tsx'
import { DateInput } from '../../components/NativeField.tsx'
import { Notice } from '../../components/Notice.tsx'
import { dayText } from '../../format/time.ts'
import { useApp } from '../../state/context.tsx'
import type { VouchState } from '../../state/terminalChangeTypes.ts'
import { laterStrings } from '../../laterStrings.ts'
import { maskedText } from '../../words/terminalChangeSides.ts'
import { fieldProblemText } from '../../words/terminalFormWords.ts'
import { vouchProblemText } from '../../words/vouchWords.ts'
import styles from './Form.module.css'
import { cx } from '../../components/cx.ts'
import { useFocusOn, useTerminalForm } from './useTerminalForm.ts'

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
  useFocusOn(holder, '[aria-invalid="true"]', problems)

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
        <DateInput {...field('on')} />
      </form>
      <div role="alert">
        {problem !== null && <Notice tone="problem">{vouchProblemText(problem)}</Notice>}
      </div>
    </Dialog>
  )
}
