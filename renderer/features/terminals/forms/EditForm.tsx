import { useRef } from 'react'
import type { TerminalView } from '../../../../shared/terminal.ts'
import { Button } from '../../../ui/Button.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Reference } from '../../../ui/Figures.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { cx } from '../../../ui/cx.ts'
import { bankTimeText } from '../../../ui/format/time.ts'
import { useApp } from '../../../core/context.tsx'
import type { EditState } from '../terminalChangeTypes.ts'
import { laterStrings } from '../../../strings/laterStrings.ts'
import { maskedText } from '../terminalChangeSides.ts'
import { editedFields } from '../terminalHindrance.ts'
import { editedText, formTitle } from '../terminalFormWords.ts'
import { EditLines } from './EditLines.tsx'
import styles from './Form.module.css'
import { WhoAndWhy } from './FormField.tsx'
import { Earlier, FormProblem } from './FormProblem.tsx'
import { StartAnew } from './StartAnew.tsx'
import { Meanwhile } from './Meanwhile.tsx'
import task from './Task.module.css'
import { TaskFrame } from './TaskFrame.tsx'
import { useFocusOn, useGoOn, useSaveOffReason } from './useTerminalForm.ts'

const words = laterStrings.terminalChange.edit
const names = laterStrings.terminalChange.fields

/** An edit, a relocation among them: what the bank shows, beside what it is to be. */
export function EditForm({ form }: { form: EditState }) {
  const leave = useApp((state) => state.leaveTerminalTask)
  const goOn = useGoOn(form)
  const holder = useRef<HTMLDivElement>(null)
  useFocusOn(holder, '[aria-invalid="true"]', form.problemCount)
  return (
    <TaskFrame
      title={formTitle(form)}
      focusOn="edit"
      onBack={leave}
      onEnter={goOn}
      foot={<Foot form={form} onSave={goOn} />}
    >
      <div ref={holder} className={cx(styles.fields)}>
        <FormProblem form={form} />
        <Earlier form={form} />
        <Meanwhile form={form} />
        <Notice tone="warning">{words.location}</Notice>
        <Fixed base={form.base} />
        <EditLines form={form} />
        <AccountStays form={form} />
        <WhoAndWhy form={form} />
      </div>
    </TaskFrame>
  )
}

/** What an edit sends back as it came: only the bank's back office changes it. */
function Fixed({ base }: { base: TerminalView }) {
  return (
    <div className={cx(styles.fixed)}>
      <Facts
        facts={[
          { label: names.terminalId, value: <Reference value={base.terminalId} /> },
          { label: laterStrings.terminal.fee, value: laterStrings.terminal.percent(base.feePercentage) },
          { label: laterStrings.terminal.created, value: bankTimeText(base.dateCreated) },
        ]}
      />
    </div>
  )
}

/** Another merchant and the same account: the money would go on to the one before. */
function AccountStays({ form }: { form: EditState }) {
  const { base } = form
  const edited = editedFields(form)
  const isMoved = edited.includes('merchant') && !edited.includes('account')
  return (
    <div role="status">
      {isMoved && (
        <Notice tone="warning">{words.accountStays(maskedText(base.accountEnding), base.accountName)}</Notice>
      )}
    </div>
  )
}

function Foot({ form, onSave }: { form: EditState; onSave: () => void }) {
  const offReason = useSaveOffReason(form)
  const summary = editedText(form)
  return (
    <>
      <Button
        look="primary"
        isLarge
        data-save=""
        isDisabled={offReason !== null}
        {...(offReason === null ? {} : { 'aria-describedby': 'save-off' })}
        onPress={onSave}
      >
        {words.button}
      </Button>
      <StartAnew form={form} />
      <div className={cx(task.said)}>
        {summary !== offReason && form.merchant !== null && !form.isAccountLost && <p>{summary}</p>}
        {offReason !== null && (
          <p id="save-off" className={cx(task.reason)}>
            {offReason}
          </p>
        )}
      </div>
    </>
  )
}
