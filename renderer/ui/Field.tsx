import type { Ref } from 'react'
import { FieldError, Input, Label, Text, TextField, type TextFieldProps } from 'react-aria-components'
import styles from './Field.module.css'
import { cx } from './cx.ts'

interface FieldProps extends Omit<TextFieldProps, 'className' | 'children'> {
  readonly label: string
  readonly help?: string | undefined
  /** What is wrong with the entry, linked to the input by aria-describedby. */
  readonly problem?: string | undefined
  readonly inputRef?: Ref<HTMLInputElement> | undefined
  /** A large field with ₦ inside, whose label only a screen reader says. */
  readonly isAmount?: boolean
  /** What a scan into this field does: `renderer/app/followScans.ts`. Without it the code is looked up in Find. */
  readonly scan?: 'search' | 'keep' | 'test'
}

/** A longer amount is drawn smaller, so that the field shows all of it. */
const LONG_AMOUNT = 12

/** A labelled text input with help and problem texts. */
export function Field({ label, help, problem, inputRef, isAmount = false, scan, ...rest }: FieldProps) {
  const input = (
    <Input
      className={cx(styles.input)}
      data-scan={scan}
      {...(inputRef === undefined ? {} : { ref: inputRef })}
    />
  )
  return (
    <TextField
      {...rest}
      className={cx(styles.field, isAmount && styles.amount)}
      data-long={isAmount && (rest.value ?? '').length > LONG_AMOUNT ? '' : undefined}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
    >
      <Label className={cx(styles.label)}>{label}</Label>
      {isAmount ? <span className={cx(styles.box)}>{input}</span> : input}
      {problem === undefined && help !== undefined && (
        <Text slot="description" className={cx(styles.help)}>
          {help}
        </Text>
      )}
      <FieldError className={cx(styles.problem)}>{problem}</FieldError>
    </TextField>
  )
}
