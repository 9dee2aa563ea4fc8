import { parseAmount } from '../../../shared/money.ts'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Keypad } from '../../ui/Keypad.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { cx } from '../../ui/cx.ts'
import { formatKobo } from '../../ui/format/money.ts'
import { useApp } from '../../core/context.tsx'
import type { Entry } from '../../core/entryTypes.ts'
import { strings } from '../../strings/strings.ts'
import { AmountField } from './AmountField.tsx'
import { ExtraFields } from './ExtraFields.tsx'
import { LaidAside } from './LaidAside.tsx'
import hidden from '../../ui/Hidden.module.css'
import styles from './Sale.module.css'
import { useTerminal } from '../../core/useTerminal.ts'

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
      <Submit isSaving={isSaving} savedKobo={savedKobo} amountText={draft.amountText} />
      <Keypad kind="amount" inputRef={amount} />
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
