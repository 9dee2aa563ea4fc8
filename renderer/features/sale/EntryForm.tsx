import { parseAmount } from '../../../shared/money.ts'
import {
  useEffect,
  useRef,
  useLayoutEffect,
  type SubmitEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  type ReactNode,
} from 'react'
import { Button } from '../../ui/Button.tsx'
import { Keypad, useFinger } from '../../ui/Keypad.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { cx } from '../../ui/cx.ts'
import { formatKobo } from '../../ui/format/money.ts'
import { useApp } from '../../core/context.tsx'
import type { Entry } from '../../core/entryTypes.ts'
import { strings } from '../../strings/strings.ts'
import hidden from '../../ui/Hidden.module.css'
import styles from './Sale.module.css'
import { useTerminal } from '../../core/useTerminal.ts'
import { Field } from '../../ui/Field.tsx'
import { groupWhileTyping, insertedBy, pastedAmount } from './amountEntry.ts'
import { asideText } from './aside.ts'
import { unkeptText, type EntryExtra } from '../../core/problems.ts'
import type { AppState } from '../../core/types.ts'

/** The amount, and behind links what most sales do without. Enter does the same in each field. */
export function EntryForm() {
  const { draft, problems, notice, isSaving, savedKobo, savedCount, earlierId } = useApp(
    (state) => state.entry,
  )
  const newSalePresses = useApp((state) => state.newSalePresses)
  const setDraft = useApp((state) => state.setDraft)
  const submitEntry = useApp((state) => state.submitEntry)
  const showEarlier = useApp((state) => state.showEarlier)
  const amount = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  // A field that a key opened from another screen keeps the focus: what is typed next is not an amount.
  const opensField = useRef(useApp((state) => state.entry.asked) !== null)
  useEffect(() => {
    if (!opensField.current) amount.current?.focus()
  }, [savedCount])
  const openField = useApp((state) => state.openField)
  useEffect(() => () => openField(null), [openField])
  useEffect(() => {
    if (opensField.current) {
      opensField.current = false
      return
    }
    amount.current?.focus()
    // Selects the amount, so that typing replaces the text of another sale.
    if (newSalePresses > 0) amount.current?.select()
  }, [newSalePresses])
  useEffect(() => {
    if (notice !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [notice])

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    // Typing before the answer comes starts the next amount, so the old one is selected and replaced. Not by `select()`,
    // which takes the focus: after a tap on the button the number keys bring it back, selection included.
    amount.current?.setSelectionRange(0, amount.current.value.length)
    void submitEntry()
  }

  return (
    <form
      ref={form}
      data-entry=""
      className={cx(styles.form)}
      aria-label={strings.sale.title}
      noValidate
      onSubmit={submit}
    >
      <Head />
      <LaidAside />
      <Correction />
      <AmountField
        inputRef={amount}
        value={draft.amountText}
        problem={problems.amountText}
        onChange={(amountText) => setDraft({ amountText })}
      />
      <ExtraFields />
      {notice !== null && (
        <Notice
          tone="problem"
          role="alert"
          action={earlierId !== null && <Button onPress={showEarlier}>{strings.earlier.show}</Button>}
        >
          {notice}
        </Notice>
      )}
      <Keypad kind="amount" inputRef={amount} />
      <Submit isSaving={isSaving} savedKobo={savedKobo} amountText={draft.amountText} />
    </form>
  )
}

/** The top bar names the terminal; here only what is wrong with it. */
function Head() {
  const { terminal } = useTerminal()
  return (
    <>
      <h1 className={cx(hidden.hidden)}>{strings.sale.title}</h1>
      {terminal !== undefined && !terminal.isActive && (
        <Notice tone="warning">{strings.sale.inactive}</Notice>
      )}
      {terminal !== undefined && terminal.isActive && !terminal.isReceivingPayment && (
        <Notice tone="warning">{strings.sale.notReceiving}</Notice>
      )}
    </>
  )
}

/** Says which sale this one replaces, with a button that returns to an ordinary sale. */
function Correction() {
  const corrects = useApp((state) => state.entry.corrects)
  const cancelCorrection = useApp((state) => state.cancelCorrection)
  if (corrects === null) return null
  return (
    <Notice tone="plain" action={<Button onPress={cancelCorrection}>{strings.correct.cancel}</Button>}>
      {strings.correct.notice(corrects)}
    </Notice>
  )
}

type SubmitProps = Pick<Entry, 'isSaving' | 'savedKobo'> & { readonly amountText: string }

function Submit({ isSaving, savedKobo, amountText }: SubmitProps) {
  const isOffline = useApp((state) => state.connection.status === 'offline')
  const amount = parseAmount(amountText)
  const text = amount.ok ? strings.sale.recordAmount(formatKobo(amount.value)) : strings.sale.record
  const hasMissed = useApp((state) => state.entry.hasMissed)
  const said = isOffline ? strings.sale.savedHere : strings.sale.enterRecords
  return (
    <div className={cx(styles.submit)}>
      <Button type="submit" look="primary" isLarge>
        {isSaving ? strings.sale.saving : text}
      </Button>
      {/* The line always takes its room, so that nothing moves; the announcer has already spoken it. */}
      {hasMissed ? (
        <p className={cx(styles.saved)} role="alert">
          {strings.aside.missed}
        </p>
      ) : (
        <p className={cx(styles.saved, savedKobo === null && !isOffline && styles.hint)}>
          {savedKobo === null ? said : strings.sale.saved(formatKobo(savedKobo))}
        </p>
      )}
    </div>
  )
}

interface AmountFieldProps {
  readonly inputRef: RefObject<HTMLInputElement | null>
  readonly value: string
  readonly problem: string | undefined
  readonly onChange: (text: string) => void
}

/** The amount in naira as text: no spinner, no wheel, and commas that are set while typing. */
function AmountField({ inputRef, value, problem, onChange }: AmountFieldProps) {
  // The number keys of the form take the place of the system's.
  const isFinger = useFinger()
  const caret = useRef<number | null>(null)
  const inserted = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (caret.current === null) return
    inputRef.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  }, [value, inputRef])

  /** Runs before the change event of the same input. */
  function noteInput({ nativeEvent }: { readonly nativeEvent: Event }): void {
    inserted.current =
      nativeEvent instanceof InputEvent ? insertedBy(nativeEvent.inputType, nativeEvent.data) : null
  }

  function take(text: string): void {
    const at = inputRef.current?.selectionStart ?? text.length
    const entry = groupWhileTyping(value, { text, caret: at }, inserted.current)
    caret.current = entry.caret
    onChange(entry.text)
  }

  /** Pastes only into an empty field or over all of its text: digits pasted beside others are not an amount. */
  function paste(event: ClipboardEvent): void {
    const input = inputRef.current
    if (input === null || input.selectionEnd === null || input.selectionStart !== 0) return
    const amount = pastedAmount(event.clipboardData.getData('text'))
    if (amount === null || input.selectionEnd !== value.length) return
    event.preventDefault()
    caret.current = amount.length
    onChange(amount)
  }

  /** Some layouts put a comma on the number pad's decimal key; here that key always starts the kobo. */
  function pointFromPad(event: KeyboardEvent): void {
    const input = inputRef.current
    if (event.code !== 'NumpadDecimal' || event.key === '.' || input === null) return
    event.preventDefault()
    const [start, end] = [input.selectionStart ?? value.length, input.selectionEnd ?? value.length]
    caret.current = start + 1
    onChange(`${value.slice(0, start)}.${value.slice(end)}`)
  }

  return (
    <Field
      isAmount
      label={strings.sale.amount}
      problem={problem}
      inputRef={inputRef}
      value={value}
      onChange={take}
      onInput={noteInput}
      onKeyDown={pointFromPad}
      onPaste={paste}
      inputMode={isFinger ? 'none' : 'decimal'}
      autoComplete="off"
      isRequired
    />
  )
}

/** What was typed before the lock: a person takes it up, or drops it. */
function LaidAside() {
  const laidAside = useApp(({ entry }) => entry.aside[0])
  const slipLabel = useApp(({ app }) => app?.slipLabel ?? strings.columns.reference)
  const takeUpAside = useApp((state) => state.takeUpAside)
  const dropAside = useApp((state) => state.dropAside)
  if (laidAside === undefined) return null
  return (
    <Notice
      tone="warning"
      role="status"
      action={
        <>
          <Button onPress={takeUpAside}>{strings.aside.use}</Button>
          <Button look="quiet" onPress={dropAside}>
            {strings.aside.drop}
          </Button>
        </>
      }
    >
      {asideText(laidAside, slipLabel)}
    </Notice>
  )
}

/**
 * Slip number and note, each behind a link until it is used. The field takes the place of its link, so that a second
 * press on the spot meets the field, and no other control.
 */
function ExtraFields() {
  const draft = useApp((state) => state.entry.draft)
  const problems = useApp((state) => state.entry.problems)
  const asked = useApp((state) => state.entry.asked)
  const setDraft = useApp((state) => state.setDraft)
  const slipLabel = useApp(({ app }) => app?.slipLabel ?? strings.columns.reference)
  const slip = useRef<HTMLInputElement>(null)
  const note = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (asked !== null) (asked.field === 'note' ? note : slip).current?.focus()
  }, [asked])
  return (
    <div className={cx(styles.extras)}>
      <Extra field="transactionId" label={slipLabel}>
        <Field
          label={slipLabel}
          scan="keep"
          inputRef={slip}
          help={strings.sale.referenceHelp}
          problem={problems.transactionId}
          value={draft.transactionId}
          onChange={(transactionId) => setDraft({ transactionId })}
          autoComplete="off"
          spellCheck="false"
        />
      </Extra>
      <Extra field="note" label={strings.sale.note}>
        <Field
          label={strings.sale.note}
          inputRef={note}
          help={strings.sale.noteHelp}
          problem={problems.note}
          value={draft.note}
          onChange={(text) => setDraft({ note: text })}
          autoComplete="off"
        />
      </Extra>
      {problems.transactionId !== undefined && <ToNote />}
    </div>
  )
}

/** The way on with a slip number that the bank would not keep whole. */
function ToNote() {
  const { transactionId, note } = useApp((state) => state.entry.draft)
  const app = useApp((state) => state.app)
  const setDraft = useApp((state) => state.setDraft)
  if (app?.makesReferences !== true || unkeptText(transactionId, app) === null) return null
  const noted = [note.trim(), transactionId.trim()].filter((part) => part !== '').join(' ')
  return <Button onPress={() => setDraft({ transactionId: '', note: noted })}>{strings.sale.toNote}</Button>
}

interface ExtraProps {
  readonly field: EntryExtra
  readonly label: string
  readonly children: ReactNode
}

function Extra({ field, label, children }: ExtraProps) {
  const isShown = useApp((state) => isExtraShown(state, field))
  const openField = useApp((state) => state.openField)
  if (isShown) return children
  return (
    <span className={cx(styles.link)}>
      <Button look="quiet" onPress={() => openField(field)}>
        {strings.sale.openField(label)}
      </Button>
    </span>
  )
}

/**
 * Whether a field behind a link is shown: once opened, and by itself where it has text or a problem, in a correction,
 * and where every sale needs a slip number.
 */
export function isExtraShown({ app, entry }: Pick<AppState, 'app' | 'entry'>, field: EntryExtra): boolean {
  const { opened, draft, problems, corrects } = entry
  const isNeeded = field === 'transactionId' && app?.makesReferences === false
  return (
    isNeeded ||
    corrects !== null ||
    opened.includes(field) ||
    draft[field] !== '' ||
    problems[field] !== undefined
  )
}
