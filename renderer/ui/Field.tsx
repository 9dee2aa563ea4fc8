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
  readonly isAmount?: boolean
  /** What a scan into this field does: `renderer/app/followScans.ts`. Without it a scan is treated as a search. */
  readonly scan?: 'own' | 'keep' | 'test'
}

/** A labelled text input with help and problem texts. */
export function Field({ label, help, problem, inputRef, isAmount = false, scan, ...rest }: FieldProps) {
  return (
    <TextField
      {...rest}
      className={cx(styles.field, isAmount && styles.amount)}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
    >
      <Label className={cx(styles.label)}>{label}</Label>
      <Input
        className={cx(styles.input)}
        data-scan={scan}
        {...(inputRef === undefined ? {} : { ref: inputRef })}
      />
      {problem === undefined && help !== undefined && (
        <Text slot="description" className={cx(styles.help)}>
          {help}
        </Text>
      )}
      <FieldError className={cx(styles.problem)}>{problem}</FieldError>
    </TextField>
  )
}
