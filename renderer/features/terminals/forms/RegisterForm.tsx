import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useApp } from '../../../core/context.tsx'
import type { RegisterState } from '../../../core/terminalChangeTypes.ts'
import { laterStrings } from '../../../strings/laterStrings.ts'
import styles from './Form.module.css'
import { Flag, FormField } from './FormField.tsx'
import { Earlier, FormProblem } from './FormProblem.tsx'
import { FormFoot } from './FormFoot.tsx'
import { MerchantBox } from './MerchantBox.tsx'
import { TaskFrame } from './TaskFrame.tsx'
import { AccountField, By } from './TerminalFields.tsx'
import { useEnter, useFocusOnProblem } from './useTerminalForm.ts'
import { WillHappen } from './WillHappen.tsx'

const words = laterStrings.terminalChange.register

/** A registration: which terminal, whose it is and where its money goes, and beside it what the last button asks for. */
export function RegisterForm({ form }: { form: RegisterState }) {
  const leave = useApp((state) => state.leaveTerminalTask)
  const openTerminalTask = useApp((state) => state.openTerminalTask)
  const enter = useEnter(form)
  const holder = useRef<HTMLDivElement>(null)
  useEffect(() => holder.current?.querySelector('input')?.focus(), [])
  useFocusOnProblem(holder, form.problemCount)
  const { existing, values, problems } = form
  // What was changed in there does not hide.
  const isRareOpen =
    !values.isActive || !values.isReceivingPayment || values.note !== '' || problems.note !== undefined
  return (
    <TaskFrame
      title={words.title}
      onBack={leave}
      onEnter={enter}
      foot={<FormFoot form={form} save={words.button} said={words.askedNothing} />}
    >
      <FormProblem form={form} />
      <Earlier form={form} />
      <div ref={holder} className={cx(styles.columns)}>
        <div className={cx(styles.fields)}>
          <FormField form={form} field="terminalId" />
          {existing !== null && (
            <p>
              <Button onPress={() => void openTerminalTask({ kind: 'edit', recordId: existing.recordId })}>
                {words.editThat}
              </Button>
            </p>
          )}
          <MerchantBox form={form} />
          <FormField form={form} field="serialNumber" />
          <AccountField form={form} />
          <details className={cx(styles.rare)} {...(isRareOpen ? { open: true } : {})}>
            <summary>{words.rare}</summary>
            <div className={cx(styles.fields)}>
              <Flag form={form} field="isActive" />
              <Flag form={form} field="isReceivingPayment" />
              <FormField form={form} field="note" />
            </div>
          </details>
          <By form={form} />
        </div>
        <WillHappen form={form} />
      </div>
    </TaskFrame>
  )
}
