import type { Ref } from 'react'
import { FieldError, Input, Label, Text, TextField, type TextFieldProps } from 'react-aria-components'
import field from '../../components/Field.module.css'
import { cx } from '../../components/cx.ts'
import styles from './Form.module.css'

interface FormFieldProps extends Omit<TextFieldProps, 'className' | 'children'> {
  readonly label: string
  /** The line of a table says it already. */
  readonly hidesLabel?: boolean
  /** Stays beside a problem, since it says what would be right. */
  readonly help?: string | undefined
  readonly problem?: string | undefined
  readonly inputRef?: Ref<HTMLInputElement>
}

/** A line of text into which a scanner may type: its text stays, and its Enter goes nowhere. */
export function FormField({ label, hidesLabel = false, help, problem, inputRef, ...rest }: FormFieldProps) {
  return (
    <TextField
      {...rest}
      {...(hidesLabel ? { 'aria-label': label } : {})}
      className={cx(field.field)}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
      autoComplete="off"
      spellCheck="false"
    >
      {!hidesLabel && <Label className={cx(field.label)}>{label}</Label>}
      <Input
        className={cx(field.input)}
        data-scan="keep"
        {...(inputRef === undefined ? {} : { ref: inputRef })}
      />
      <FieldError className={cx(field.problem)}>{problem}</FieldError>
      {help !== undefined && (
        <Text slot="description" className={cx(field.help)}>
          {help}
        </Text>
      )}
    </TextField>
  )
}

interface FlagProps {
  readonly label: string
  readonly help: string
  readonly hidesLabel?: boolean
  readonly value: boolean
  readonly onChange: (value: boolean) => void
}

/** Yes or no, with what yes means. */
export function Flag({ label, help, hidesLabel = false, value, onChange }: FlagProps) {
  return (
    <label className={cx(styles.flag)}>
      <input
        type="checkbox"
        className={cx(styles.box)}
        checked={value}
        {...(hidesLabel ? { 'aria-label': label } : {})}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        {!hidesLabel && <strong className={cx(styles.flagName)}>{label}. </strong>}
        {help}
      </span>
    </label>
  )
}
