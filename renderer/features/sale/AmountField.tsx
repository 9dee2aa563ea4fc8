import { type ClipboardEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { Field } from '../../ui/Field.tsx'
import { useFinger } from '../../ui/Keypad.tsx'
import { strings } from '../../strings/strings.ts'
import { groupWhileTyping, insertedBy, pastedAmount } from './amountEntry.ts'

interface AmountFieldProps {
  readonly inputRef: RefObject<HTMLInputElement | null>
  readonly value: string
  readonly problem: string | undefined
  readonly onChange: (text: string) => void
}

/** The amount in naira as text: no spinner, no wheel, and commas that are set while typing. */
export function AmountField({ inputRef, value, problem, onChange }: AmountFieldProps) {
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
