import { type SubmitEvent, useState } from 'react'
import type { CallError } from '../../../shared/callError.ts'
import { nameProblem, tidyName } from '../../../shared/cashierName.ts'
import { pinProblem } from '../../../shared/newPin.ts'
import { CASHIER_PIN_DIGITS, type PeopleView } from '../../../shared/people.ts'
import { useApp } from '../../core/context.tsx'
import { pinProblemText } from '../../core/pin.ts'
import { problemText } from '../../core/problems.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Keypad } from '../../ui/Keypad.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SecretField } from '../../ui/SecretField.tsx'
import styles from './Cashiers.module.css'

const words = lazyStrings.cashiers.settings

export type CashierTask =
  | { readonly kind: 'add' }
  | { readonly kind: 'rename' | 'reset' | 'remove'; readonly cashier: PeopleView['cashiers'][number] }

interface Problems {
  readonly name?: string | undefined
  readonly pin?: string | undefined
  readonly repeat?: string | undefined
  readonly other?: string | undefined
}

/** Adds, renames or removes a cashier, or sets a new PIN. It stays open until main has done it. */
export function CashierDialog({ task, onClose }: { task: CashierTask; onClose: () => void }) {
  const [name, setName] = useState(task.kind === 'rename' ? task.cashier.name : '')
  const [pin, setPin] = useState('')
  const [repeat, setRepeat] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const run = useTask(task)
  const cashiers = useApp((state) => state.people.view?.cashiers ?? [])
  const ownId = task.kind === 'add' ? null : task.cashier.id
  const others = cashiers.flatMap((each) => (each.id === ownId ? [] : [each.name]))
  const hasName = task.kind === 'add' || task.kind === 'rename'
  const hasPin = task.kind === 'add' || task.kind === 'reset'

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    // Before the manager's PIN is asked for: all that main could say against it, but for a change meanwhile.
    const seen = { ...(hasName ? nameSeen(name, others) : {}), ...(hasPin ? pinSeen(pin, repeat) : {}) }
    setProblems(seen)
    if (Object.keys(seen).length > 0) return
    setBusy(true)
    const error = await run(name, pin)
    setBusy(false)
    if (error === null) onClose()
    // The manager's PIN was not given: the question stays open.
    else if (error.code !== 'needsManager') setProblems(problemsOf(error))
  }

  return (
    <Dialog
      title={titleOf(task)}
      onClose={onClose}
      isAlert={task.kind === 'remove'}
      actions={
        <>
          <Button onPress={onClose} autoFocus={task.kind === 'remove'}>
            {task.kind === 'remove' ? words.keep : words.cancel}
          </Button>
          <Button look={task.kind === 'remove' ? 'danger' : 'primary'} type="submit" form="cashier-form">
            {task.kind === 'remove' ? words.remove : words.save}
          </Button>
        </>
      }
    >
      {task.kind === 'remove' && <p>{words.removeBody}</p>}
      {task.kind === 'rename' && <p>{words.renameBody}</p>}
      <form
        id="cashier-form"
        className={cx(styles.form)}
        noValidate
        onSubmit={(event: SubmitEvent) => void submit(event)}
      >
        {hasName && (
          <Field
            label={words.name}
            help={words.nameHelp}
            problem={problems.name}
            value={name}
            onChange={setName}
            autoComplete="off"
            autoFocus
          />
        )}
        {hasPin && (
          <>
            <SecretField
              label={words.pin}
              help={words.pinHelp}
              problem={problems.pin}
              onChange={setPin}
              inputMode="numeric"
              autoComplete="off"
              isFirst={!hasName}
            />
            <SecretField
              label={words.repeat}
              problem={problems.repeat}
              onChange={setRepeat}
              inputMode="numeric"
              autoComplete="off"
            />
          </>
        )}
      </form>
      {hasPin && <Keypad kind="digits" />}
      {problems.other !== undefined && (
        <Notice tone="problem" role="alert">
          {problems.other}
        </Notice>
      )}
    </Dialog>
  )
}

function useTask(task: CashierTask): (name: string, pin: string) => Promise<CallError | null> {
  const add = useApp((state) => state.addCashier)
  const rename = useApp((state) => state.renameCashier)
  const reset = useApp((state) => state.resetCashierPin)
  const remove = useApp((state) => state.removeCashier)
  return (name, pin) => {
    switch (task.kind) {
      case 'add':
        return add(name, pin)
      case 'rename':
        return rename(task.cashier.id, name)
      case 'reset':
        return reset(task.cashier.id, pin)
      case 'remove':
        return remove(task.cashier.id)
    }
  }
}

function titleOf(task: CashierTask): string {
  switch (task.kind) {
    case 'add':
      return words.addTitle
    case 'rename':
      return words.renameTitle(task.cashier.name)
    case 'reset':
      return words.resetTitle(task.cashier.name)
    case 'remove':
      return words.removeTitle(task.cashier.name)
  }
}

/** What the screen sees itself; main has the last word. */
function nameSeen(name: string, others: readonly string[]): Problems {
  const problem = nameProblem(tidyName(name), others)
  return problem === undefined ? {} : { name: words.problems[problem] }
}

function pinSeen(pin: string, repeat: string): Problems {
  if (pin === '') return { pin: words.pinEmpty }
  const problem = pinProblem(pin)
  if (problem === 'notDigits' || problem === 'tooSimple') return { pin: lazyStrings.pin[problem] }
  if (pin.length !== CASHIER_PIN_DIGITS) return { pin: words.pinDigits }
  return repeat === pin ? {} : { repeat: lazyStrings.pin.notSame }
}

function problemsOf(error: CallError): Problems {
  if (error.code === 'notFound') return { other: words.gone }
  if (error.code !== 'invalid') return { other: problemText(error) }
  const problem = error.fields.find(({ field }) => field === 'name')?.problem
  if (problem === undefined) return { pin: pinProblemText(error) }
  const known = words.problems[problem as keyof typeof words.problems] as string | undefined
  return { name: known ?? problemText(error) }
}
