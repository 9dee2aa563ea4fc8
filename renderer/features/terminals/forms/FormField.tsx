import { FieldError, Input, Label, Text, TextField, type TextFieldProps } from 'react-aria-components'
import base from '../../../ui/Field.module.css'
import { cx } from '../../../ui/cx.ts'
import { useApp } from '../../../core/context.tsx'
import type { FormState } from '../../../core/terminalChangeTypes.ts'
import { lazyStrings } from '../../../strings/lazyStrings.ts'
import { type TextField as TextFieldName, textFieldWords } from '../terminalFieldWords.ts'
import { fieldProblemText } from '../terminalFormWords.ts'
import styles from './Form.module.css'

const words = lazyStrings.terminalChange

interface FormFieldProps extends Pick<TextFieldProps, 'inputMode'> {
  readonly form: FormState
  readonly field: TextFieldName
}

/** A text of a form. A scanner may type into it: its text stays, and its Enter does nothing. */
export function FormField({ form, field, ...rest }: FormFieldProps) {
  const enter = useApp((state) => state.enterTerminalForm)
  const checkWholeAccount = useApp((state) => state.checkWholeAccount)
  const lookAtTerminalId = useApp((state) => state.lookAtTerminalId)
  const { label, help } = textFieldWords(form, field)
  const problem = fieldProblemText(form.problems, field)
  const values: Readonly<Partial<Record<TextFieldName, string>>> = form.values
  return (
    <TextField
      {...rest}
      className={cx(base.field)}
      data-field={field}
      value={values[field] ?? ''}
      onChange={(value) => {
        enter({ type: 'fill', part: { [field]: value } })
        if (field === 'accountNumber') void checkWholeAccount()
      }}
      {...(field === 'terminalId' ? { onBlur: () => void lookAtTerminalId() } : {})}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
      autoComplete="off"
      spellCheck="false"
    >
      <Label className={cx(base.label)}>{label}</Label>
      <Input className={cx(base.input)} data-scan="keep" />
      <FieldError className={cx(base.problem)}>{problem}</FieldError>
      {/* It stays beside a problem, since it says what would be right. */}
      <Text slot="description" className={cx(base.help)}>
        {help}
      </Text>
    </TextField>
  )
}

interface FlagProps {
  readonly form: FormState
  readonly field: 'isActive' | 'isReceivingPayment'
}

/** Yes or no, with what yes means. */
export function Flag({ form, field }: FlagProps) {
  const enter = useApp((state) => state.enterTerminalForm)
  return (
    <label className={cx(styles.flag)}>
      <input
        type="checkbox"
        className={cx(styles.box)}
        checked={form.values[field]}
        onChange={(event) => enter({ type: 'fill', part: { [field]: event.target.checked } })}
      />
      <span>
        <strong className={cx(styles.flagName)}>{words.fields[field]}. </strong>
        {words.fields[`${field}Help`]}
      </span>
    </label>
  )
}
