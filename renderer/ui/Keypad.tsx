import { Delete } from 'lucide-react'
import { type PointerEvent, type RefObject, useSyncExternalStore } from 'react'
import { keypadStrings } from '../strings/keypadStrings.ts'
import { cx } from './cx.ts'
import styles from './Keypad.module.css'

const FINGER = '(pointer: coarse)'
const DELETE = 'delete'

interface KeypadProps {
  /** The field that takes the keys while no field has the focus. */
  readonly inputRef?: RefObject<HTMLInputElement | null>
  /** Amounts have kobo and thousands; a PIN has digits only. */
  readonly kind: 'amount' | 'digits'
}

/** Both in the order of a telephone and of a POS terminal. */
const KEYS = {
  amount: ['1', '2', '3', DELETE, '4', '5', '6', '00', '7', '8', '9', '.', '0'],
  digits: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', DELETE],
} as const

/** Digits for a finger; nothing where there is a mouse. The field takes each as if it had been typed. */
export function Keypad({ inputRef, kind }: KeypadProps) {
  if (!useFinger()) return null
  return (
    <div className={cx(styles.pad, styles[kind])} role="group" aria-label={keypadStrings.label}>
      {KEYS[kind].map((key) => (
        <button
          key={key}
          type="button"
          tabIndex={-1}
          className={cx(styles.key)}
          aria-label={key === DELETE ? keypadStrings.delete : key}
          onPointerDown={keepFocus}
          onClick={({ currentTarget }) => press(currentTarget, inputRef?.current ?? null, key)}
        >
          {key === DELETE ? <Delete aria-hidden="true" size={20} /> : key}
        </button>
      ))}
    </div>
  )
}

/** The field keeps its caret. */
function keepFocus(event: PointerEvent): void {
  event.preventDefault()
}

/** The field gets the same input event as from a key, so its commas are set. */
function press(button: Element, fallback: HTMLInputElement | null, key: string): void {
  const form = button.closest('form, [role="dialog"]')
  const isIn = (input: Element | null): boolean => form === null || form.contains(input)
  // A field elsewhere, such as the search, keeps what it has.
  if (!(document.activeElement instanceof HTMLInputElement) || !isIn(document.activeElement))
    fallback?.focus()
  const input = document.activeElement
  if (!(input instanceof HTMLInputElement) || !isIn(input)) return
  const end = input.selectionEnd ?? input.value.length
  const start = input.selectionStart ?? end
  const isDelete = key === DELETE
  input.setRangeText(
    isDelete ? '' : key,
    isDelete && start === end ? Math.max(0, start - 1) : start,
    end,
    'end',
  )
  const inputType = isDelete ? 'deleteContentBackward' : 'insertText'
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType, data: isDelete ? null : key }))
}

/** Whether the pointer is a finger. A tablet with a mouse plugged in changes it. */
export function useFinger(): boolean {
  return useSyncExternalStore(follow, () => matchMedia(FINGER).matches)
}

function follow(onChange: () => void): () => void {
  const query = matchMedia(FINGER)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
