import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Keypad } from '../ui/Keypad.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SecretField } from '../ui/SecretField.tsx'
import { cx } from '../ui/cx.ts'
import { useApp } from '../core/context.tsx'
import type { PinEntry } from '../core/credentials.ts'
import type { PinDialog } from '../core/types.ts'
import { lazyStrings } from '../strings/lazyStrings.ts'
import { pinProblemText, waitLeftMs, waitText } from '../core/pin.ts'
import styles from './PinDialogs.module.css'

const words = lazyStrings.pin

type OpenMode = Exclude<PinDialog['mode'], 'closed'>

/** Asks for the manager's PIN where main asks for a manager. The entry goes to main and is then dropped. */
export function PinDialogs() {
  const mode = useApp((state) => state.pinDialog.mode)
  // Each question starts with empty fields.
  return mode === 'closed' ? null : <PinQuestion key={mode} mode={mode} />
}

const titles: Readonly<Record<OpenMode, string>> = {
  set: words.setTitle,
  enter: words.enterTitle,
  change: words.changeTitle,
  reset: words.resetTitle,
}

const nothing: PinEntry = { pin: '', currentPin: '', secretKey: '' }

function PinQuestion({ mode }: { mode: OpenMode }) {
  const close = useApp((state) => state.closePinDialog)
  const submitPin = useApp((state) => state.submitPin)
  const problem = useApp((state) => state.pinDialog.problem)
  const form = useRef<HTMLFormElement>(null)
  // After a wrong PIN the field is selected, so that the next one replaces it.
  useEffect(() => {
    if (problem === null) return
    const field = form.current?.querySelector('input')
    field?.focus()
    field?.select()
  }, [problem])
  const waitMs = useApp(({ access, accessAtMs, nowMs }) => waitLeftMs(access, accessAtMs, nowMs))
  const isHopeless = useApp((state) => mode === 'reset' && state.access?.resetBy === 'signInFirst')
  const [entry, setEntry] = useState(nothing)
  const [repeat, setRepeat] = useState('')
  const [isTried, setTried] = useState(false)
  const problems = isTried ? problemsOf(mode, entry, repeat) : {}

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    setTried(true)
    if (waitMs > 0 || Object.keys(problemsOf(mode, entry, repeat)).length > 0) return
    void submitPin(entry)
  }

  const change = (part: Partial<PinEntry>): void => setEntry({ ...entry, ...part })
  return (
    <Dialog
      title={titles[mode]}
      onClose={close}
      isAlert={false}
      actions={
        <>
          {mode === 'enter' && <Forgotten />}
          <Button onPress={close}>{words.cancel}</Button>
          <Button look="primary" type="submit" form="pin-form" isDisabled={waitMs > 0 || isHopeless}>
            {mode === 'enter' ? words.open : words.set}
          </Button>
        </>
      }
    >
      <Explanation mode={mode} />
      {!isHopeless && (
        <form ref={form} id="pin-form" className={cx(styles.form)} noValidate onSubmit={submit}>
          {mode === 'reset' && (
            <SecretField
              label={words.secretKey}
              problem={problems.secretKey}
              onChange={(secretKey) => change({ secretKey })}
              autoComplete="off"
              isFirst
            />
          )}
          {mode === 'change' && (
            <SecretField
              label={words.currentPin}
              problem={problems.currentPin}
              onChange={(currentPin) => change({ currentPin })}
              autoComplete="off"
              isFirst
            />
          )}
          <NewOrPresent mode={mode} problem={problems.pin} onChange={(pin) => change({ pin })} />
          {mode !== 'enter' && (
            <SecretField
              label={words.repeat}
              problem={problems.repeat}
              onChange={setRepeat}
              autoComplete="off"
            />
          )}
        </form>
      )}
      {!isHopeless && <Keypad kind="digits" />}
      <Delay waitMs={waitMs} />
    </Dialog>
  )
}

interface Problems {
  readonly pin?: string
  readonly currentPin?: string
  readonly secretKey?: string
  readonly repeat?: string
}

/** Checks only what the screen can know: main alone says whether a PIN is right or good enough. */
function problemsOf(mode: OpenMode, { pin, currentPin, secretKey }: PinEntry, repeat: string): Problems {
  return {
    ...(pin === '' ? { pin: words.empty } : {}),
    ...(mode === 'change' && currentPin === '' ? { currentPin: words.empty } : {}),
    ...(mode === 'reset' && secretKey === '' ? { secretKey: words.secretEmpty } : {}),
    ...(mode !== 'enter' && pin !== '' && repeat !== pin ? { repeat: words.notSame } : {}),
  }
}

function Explanation({ mode }: { mode: OpenMode }) {
  const resetBy = useApp((state) => state.access?.resetBy)
  const isDamaged = useApp((state) => state.access?.pin === 'damaged')
  if (mode === 'set') return <p>{words.setBody}</p>
  if (mode === 'enter') return <p>{isDamaged ? words.damaged : words.enterBody}</p>
  if (mode === 'change') return null
  const texts = {
    heldSecret: words.resetHeld,
    service: words.resetService,
    signInFirst: words.resetSignInFirst,
  }
  return <p>{texts[resetBy ?? 'signInFirst']}</p>
}

/** Resetting a forgotten PIN is another question; the interrupted action continues after either. */
function Forgotten() {
  const openPinDialog = useApp((state) => state.openPinDialog)
  return (
    <Button look="quiet" onPress={() => openPinDialog('reset')}>
      {words.forgot}
    </Button>
  )
}

interface NewOrPresentProps {
  readonly mode: OpenMode
  readonly problem: string | undefined
  readonly onChange: (pin: string) => void
}

function NewOrPresent({ mode, problem, onChange }: NewOrPresentProps) {
  const isPresent = mode === 'enter'
  return (
    <SecretField
      label={isPresent ? words.pin : words.newPin}
      help={isPresent ? undefined : words.newPinHelp}
      problem={problem}
      onChange={onChange}
      autoComplete="off"
      isFirst={mode === 'enter' || mode === 'set'}
    />
  )
}

/** The wait, with a countdown; without one, the problem of the last try. */
function Delay({ waitMs }: { waitMs: number }) {
  const problem = useApp((state) => state.pinDialog.problem)
  const wrongTries = useApp((state) => state.access?.wrongTries ?? 0)
  const said = problem === null ? null : pinProblemText(problem)
  return (
    <>
      <div role="alert">{said !== null && <Notice tone="problem">{said}</Notice>}</div>
      {waitMs > 0 && <Notice tone="warning">{words.wait(waitText(waitMs))}</Notice>}
      {wrongTries > 0 && <p className={cx(styles.tries)}>{words.wrongTries(wrongTries)}</p>}
    </>
  )
}
