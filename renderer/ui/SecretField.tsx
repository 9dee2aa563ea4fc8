import { type RefObject, useEffect, useId, useRef } from 'react'
import styles from './Field.module.css'
import { cx } from './cx.ts'

interface SecretFieldProps {
  readonly label: string
  readonly help?: string | undefined
  /** What is wrong with the entry, linked to the input by aria-describedby. */
  readonly problem?: string | undefined
  readonly onChange: (text: string) => void
  readonly inputRef?: RefObject<HTMLInputElement | null>
  readonly name?: string
  readonly inputMode?: 'numeric'
  readonly maxLength?: number
  readonly autoComplete: 'current-password' | 'off'
  /** Whether it is the dialog's first field, which gets the focus. */
  readonly isFirst?: boolean
}

/**
 * A field for a key, a token or a PIN. React writes the value of a controlled field into the `value` attribute, where
 * any code that reads the DOM finds it. So this one is uncontrolled, and starts empty.
 */
export function SecretField(props: SecretFieldProps) {
  const { label, help, problem, onChange, inputRef, isFirst = false, ...rest } = props
  const own = useRef<HTMLInputElement>(null)
  const input = inputRef ?? own
  const id = useId()
  // `autoFocus` does not work here: a dialog below would still hold the focus.
  useEffect(() => {
    if (isFirst) input.current?.focus()
  }, [isFirst, input])
  const said = problem ?? help
  return (
    <div className={cx(styles.field)}>
      <label className={cx(styles.label)} htmlFor={id}>
        {label}
      </label>
      <input
        {...rest}
        ref={input}
        id={id}
        type="password"
        className={cx(styles.input)}
        aria-invalid={problem === undefined ? undefined : true}
        data-invalid={problem === undefined ? undefined : true}
        aria-describedby={said === undefined ? undefined : `${id}-said`}
        onChange={(event) => onChange(event.target.value)}
      />
      {said !== undefined && (
        <span id={`${id}-said`} className={cx(problem === undefined ? styles.help : styles.problem)}>
          {said}
        </span>
      )}
    </div>
  )
}
