import { type ReactNode, useId } from 'react'
import styles from './Field.module.css'
import { cx } from './cx.ts'

interface SelectFieldProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly text: string }[]
  readonly onChange: (value: Value) => void
}

/** The platform's own select: it needs no overlay, and every screen reader supports it. */
export function SelectField<Value extends string>({
  label,
  value,
  options,
  onChange,
}: SelectFieldProps<Value>) {
  return (
    <Labelled label={label}>
      {(id) => (
        <select
          id={id}
          className={cx(styles.native)}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value)
            if (chosen !== undefined) onChange(chosen.value)
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

interface DateInputProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly problem?: string | undefined
}

/** A date as `YYYY-MM-DD`, with Chromium's own date input. */
export function DateInput({ label, value, onChange, problem }: DateInputProps) {
  return (
    <Labelled label={label} problem={problem}>
      {(id) => (
        <input
          id={id}
          type="date"
          {...(problem === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-problem` })}
          className={cx(styles.native)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Labelled>
  )
}

interface LabelledProps {
  readonly label: string
  readonly problem?: string | undefined
  readonly children: (id: string) => ReactNode
}

function Labelled({ label, problem, children }: LabelledProps) {
  const id = useId()
  return (
    <div className={cx(styles.field)}>
      <label className={cx(styles.label)} htmlFor={id}>
        {label}
      </label>
      {children(id)}
      {problem !== undefined && (
        <span id={`${id}-problem`} className={cx(styles.problem)}>
          {problem}
        </span>
      )}
    </div>
  )
}
