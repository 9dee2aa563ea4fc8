import { useRef, useState } from 'react'
import type { CallError } from '../../../shared/callError.ts'
import { CASHIER_PIN_DIGITS, type PeopleView } from '../../../shared/people.ts'
import { useApp } from '../../core/context.tsx'
import { waitText } from '../../core/pin.ts'
import { problemText } from '../../core/problems.ts'
import { laterStrings } from '../../strings/laterStrings.ts'
import { strings } from '../../strings/strings.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Keypad } from '../../ui/Keypad.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SecretField } from '../../ui/SecretField.tsx'
import styles from './LockScreen.module.css'

const words = laterStrings.cashiers.screen

interface CashierPinProps {
  readonly cashier: PeopleView['cashiers'][number]
  /** Says whether main is looking at a PIN. */
  readonly onChecking: (isChecking: boolean) => void
  readonly onBack: () => void
}

/** The last digit enters the PIN: a name and four digits are all that a switch needs. */
export function CashierPin({ cashier, onChecking, onBack }: CashierPinProps) {
  const enterCashier = useApp((state) => state.enterCashier)
  const waitMs = useApp(({ people, nowMs }) => Math.max(0, cashier.waitMs - Math.max(0, nowMs - people.atMs)))
  const [problem, setProblem] = useState<CallError | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const isBusy = useRef(false)

  async function type(pin: string): Promise<void> {
    if (pin.length < CASHIER_PIN_DIGITS || isBusy.current) return
    isBusy.current = true
    onChecking(true)
    const found = await enterCashier(cashier.id, pin)
    isBusy.current = false
    onChecking(false)
    setProblem(found)
    if (input.current === null) return
    input.current.value = ''
    input.current.focus()
  }

  const label = words.pinOf(cashier.name)
  return (
    <div className={cx(styles.pin)}>
      <SecretField
        label={label}
        help={words.pinHelp}
        onChange={(pin) => void type(pin)}
        inputRef={input}
        inputMode="numeric"
        maxLength={CASHIER_PIN_DIGITS}
        autoComplete="off"
        isFirst
      />
      <Keypad kind="digits" inputRef={input} />
      <div role="alert">
        {problem !== null && waitMs === 0 && <Notice tone="problem">{textOf(problem)}</Notice>}
      </div>
      {waitMs > 0 && <Notice tone="warning">{strings.access.wait(waitText(waitMs))}</Notice>}
      {cashier.wrongTries > 0 && (
        <p className={cx(styles.help)}>
          {strings.access.wrongTries(cashier.wrongTries)} {words.forgot}
        </p>
      )}
      <Button onPress={onBack}>{words.otherName}</Button>
    </div>
  )
}

function textOf(error: CallError): string {
  if (error.code === 'notFound') return words.gone
  return error.code === 'notSaved' ? strings.access.notCounted : problemText(error)
}
