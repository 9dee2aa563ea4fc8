import type { Ref } from 'react'
import { FieldError, Input, Label, Text, TextField, type TextFieldProps } from 'react-aria-components'
import field from '../../components/Field.module.css'
import { cx } from '../../components/cx.ts'
import { useApp } from '../../state/context.tsx'
import type { FormState } from '../../state/terminalChangeTypes.ts'
import { laterStrings } from '../../laterStrings.ts'
import { fieldProblemText } from '../../words/terminalFormWords.ts'
import styles from './Form.module.css'

const words = laterStrings.terminalChange

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

interface EntryFieldProps extends Pick<
  FormFieldProps,
  'label' | 'hidesLabel' | 'help' | 'inputMode' | 'inputRef'
> {
  readonly form: FormState
  readonly field: 'terminalId' | 'accountNumber' | 'serialNumber' | 'by' | 'note'
}

/** A text of a form. */
export function EntryField({ form, field, ...rest }: EntryFieldProps) {
  const enter = useApp((state) => state.enterTerminalForm)
  const values: Readonly<Partial<Record<typeof field, string>>> = form.values
  return (
    <FormField
      {...rest}
      problem={fieldProblemText(form.problems, field)}
      value={values[field] ?? ''}
      onChange={(value) => enter({ type: 'fill', part: { [field]: value } })}
    />
  )
}

interface FlagProps {
  readonly form: FormState
  readonly field: 'isActive' | 'isReceivingPayment'
}

/** Yes or no, with what yes means. The table of an edit has the label. */
export function Flag({ form, field }: FlagProps) {
  const enter = useApp((state) => state.enterTerminalForm)
  const isInTable = form.kind === 'edit'
  return (
    <label className={cx(styles.flag)}>
      <input
        type="checkbox"
        className={cx(styles.box)}
        checked={form.values[field]}
        {...(isInTable ? { 'aria-label': words.edit.newOf(words.fields[field]) } : {})}
        onChange={(event) => enter({ type: 'fill', part: { [field]: event.target.checked } })}
      />
      <span>
        {!isInTable && <strong className={cx(styles.flagName)}>{words.fields[field]}. </strong>}
        {words.fields[`${field}Help`]}
      </span>
    </label>
  )
}

/** For the audit of this computer. The bank does not get it. */
export function WhoAndWhy({ form }: { form: FormState }) {
  const { by, byHelp, note, noteHelp, why, whyHelp } = words.fields
  const isEdit = form.kind === 'edit'
  return (
    <div className={cx(styles.pair)}>
      <EntryField form={form} field="by" label={by} help={byHelp} />
      <EntryField form={form} field="note" label={isEdit ? why : note} help={isEdit ? whyHelp : noteHelp} />
    </div>
  )
}
