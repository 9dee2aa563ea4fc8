import { type KeyboardEvent, useEffect, useState, useRef } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { todoOf } from '../../../shared/todo.ts'
import { type PeopleView, CASHIER_PIN_DIGITS } from '../../../shared/people.ts'
import { useApp } from '../../core/context.tsx'
import { lockSurface } from '../../core/locked.ts'
import { unlockMode, waitText } from '../../core/pin.ts'
import type { AppState } from '../../core/types.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { cx } from '../../ui/cx.ts'
import card from '../../ui/Card.module.css'
import styles from './LockScreen.module.css'
import type { CallError } from '../../../shared/callError.ts'
import { problemText } from '../../core/problems.ts'
import { Keypad } from '../../ui/Keypad.tsx'
import { SecretField } from '../../ui/SecretField.tsx'

const words = lazyStrings.cashiers.screen
type Cashier = PeopleView['cashiers'][number]

/** In place of everything else: names, a PIN, and what waits; nothing of the money. */
export function LockScreen() {
  const cashiers = useApp((state) => state.people.view?.cashiers ?? NO_CASHIERS)
  const isChoosing = useApp((state) => state.people.isChoosing)
  const chooseCashier = useApp((state) => state.chooseCashier)
  const heldScans = useApp((state) => state.people.heldScans)
  const [heldBefore] = useState(heldScans)
  // The first digit of a scan chose a name; the choice does not outlast the scan.
  const [choice, setChoice] = useState<{ id: string; heldScans: number } | null>(null)
  const [isChecking, setChecking] = useState(false)
  const chosen = cashiers.find(({ id }) => id === choice?.id && choice.heldScans === heldScans)

  function press(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (chosen !== undefined) setChoice(null)
    else if (isChoosing) chooseCashier(false)
  }

  return (
    <main className={cx(card.page, styles.screen)} data-surface={lockSurface(isChecking)} onKeyDown={press}>
      <div className={cx(card.alone, styles.card)}>
        <div>
          <p className={cx(styles.app)}>{strings.app.name}</p>
          <h1>{words.title}</h1>
        </div>
        {chosen === undefined && heldScans > heldBefore && (
          <Notice tone="warning">{strings.people.scanHeld}</Notice>
        )}
        {chosen === undefined ? (
          <Names cashiers={cashiers} onChoose={(id) => setChoice({ id, heldScans })} />
        ) : (
          <CashierPin
            key={chosen.id}
            cashier={chosen}
            onChecking={setChecking}
            onBack={() => setChoice(null)}
          />
        )}
        <Waiting />
        <div className={cx(styles.actions)}>
          {isChoosing && <Button onPress={() => chooseCashier(false)}>{words.back}</Button>}
          <ManagerButton />
        </div>
      </div>
    </main>
  )
}

const NO_CASHIERS: readonly Cashier[] = []
/** Only so many names have a digit of their own. */
const DIGITS = 9

interface NamesProps {
  readonly cashiers: readonly Cashier[]
  readonly onChoose: (id: string) => void
}

function Names({ cashiers, onChoose }: NamesProps) {
  const hasQuestion = useApp(
    ({ pinDialog, closeAsked }) => pinDialog.mode !== 'closed' || closeAsked !== null,
  )
  // Wherever the focus is: the screen has no other field for a digit.
  useEffect(() => {
    function press(event: globalThis.KeyboardEvent): void {
      const chosen = /^[1-9]$/u.test(event.key) ? cashiers[Number(event.key) - 1] : undefined
      const hasModifier = event.ctrlKey || event.altKey || event.metaKey
      if (chosen === undefined || hasModifier || hasQuestion) return
      // Otherwise the digit would be typed into the PIN, which has the focus from now on.
      event.preventDefault()
      event.stopPropagation()
      onChoose(chosen.id)
    }
    window.addEventListener('keydown', press, true)
    return () => window.removeEventListener('keydown', press, true)
  }, [cashiers, hasQuestion, onChoose])

  return (
    <div>
      <p className={cx(styles.help)}>{words.help}</p>
      <ListBox
        className={cx(styles.names)}
        aria-label={words.names}
        autoFocus="first"
        onAction={(key) => onChoose(String(key))}
      >
        {cashiers.map(({ id, name }, place) => (
          <ListBoxItem key={id} id={id} textValue={name} className={cx(styles.name)}>
            <span className={cx(styles.digit)}>{place < DIGITS ? place + 1 : ''}</span>
            <bdi className={cx(styles.who)}>{name}</bdi>
          </ListBoxItem>
        ))}
      </ListBox>
    </div>
  )
}

/** A count without amounts, and only what is known of sending. */
function Waiting() {
  const count = useApp(({ queue }) => (queue === null ? null : todoOf(queue).open.count))
  const said = useApp(sendingText)
  const isSound = useApp(({ storage }) => storage === null || storage.status === 'sound')
  // Nothing is claimed before the file is read.
  if (count === null || !isSound) return <p className={cx(styles.waiting)}>{isSound ? '' : words.stopped}</p>
  return (
    <p className={cx(styles.waiting)}>
      {count === 0 ? words.noneOpen : `${words.notAccepted(strings.count.sales(count))} ${said}`}
    </p>
  )
}

function sendingText({ session, connection }: AppState): string {
  if (session?.status !== 'signedIn') return words.signedOut
  return connection.status === 'offline' ? words.offline : words.goesOn
}

/** A manager gets to the screens, and to a new PIN for a cashier, without being one. */
function ManagerButton() {
  const access = useApp((state) => state.access)
  const openPinDialog = useApp((state) => state.openPinDialog)
  if (access === null || access.role === 'manager') return null
  return (
    <Button look="quiet" onPress={() => openPinDialog(unlockMode(access.pin))}>
      {words.manager}
    </Button>
  )
}

interface CashierPinProps {
  readonly cashier: PeopleView['cashiers'][number]
  /** Says whether main is looking at a PIN. */
  readonly onChecking: (isChecking: boolean) => void
  readonly onBack: () => void
}

/** The last digit enters the PIN: a name and four digits are all that a switch needs. */
function CashierPin({ cashier, onChecking, onBack }: CashierPinProps) {
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
      {waitMs > 0 && <Notice tone="warning">{lazyStrings.pin.wait(waitText(waitMs))}</Notice>}
      {cashier.wrongTries > 0 && (
        <p className={cx(styles.help)}>
          {lazyStrings.pin.wrongTries(cashier.wrongTries)} {words.forgot}
        </p>
      )}
      <Button onPress={onBack}>{words.otherName}</Button>
    </div>
  )
}

function textOf(error: CallError): string {
  if (error.code === 'notFound') return words.gone
  return error.code === 'notSaved' ? lazyStrings.pin.notCounted : problemText(error)
}
