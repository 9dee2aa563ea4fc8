import { type ReactNode, useId } from 'react'
import styles from './Field.module.css'
import { cx } from './cx.ts'

interface SelectFieldProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly text: string }[]
  readonly onChange: (value: Value) => void
}

/** The platform's own list: it needs no positioned layer and every screen reader knows it. */
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
}

/** A day as `YYYY-MM-DD`, by Chromium's own input. */
export function DateInput({ label, value, onChange }: DateInputProps) {
  return (
    <Labelled label={label}>
      {(id) => (
        <input
          id={id}
          type="date"
          className={cx(styles.native)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Labelled>
  )
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className={cx(styles.field)}>
      <label className={cx(styles.label)} htmlFor={id}>
        {label}
      </label>
      {children(id)}
    </div>
  )
}
