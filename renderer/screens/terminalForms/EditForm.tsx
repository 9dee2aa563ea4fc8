import { useRef } from 'react'
import type { TerminalView } from '../../../shared/terminal.ts'
import { Button } from '../../components/Button.tsx'
import { Facts } from '../../components/Facts.tsx'
import { Reference } from '../../components/Figures.tsx'
import { Notice } from '../../components/Notice.tsx'
import { cx } from '../../components/cx.ts'
import { bankTimeText } from '../../format/time.ts'
import { useApp } from '../../state/context.tsx'
import type { EditState } from '../../state/terminalChangeTypes.ts'
import { laterStrings } from '../../laterStrings.ts'
import { maskedText } from '../../words/terminalChangeSides.ts'
import { editedFields, needsCheck } from '../../state/terminalHindrance.ts'
import { editedText } from '../../words/terminalFormWords.ts'
import { DraftLine } from './DraftQuestion.tsx'
import { EditLines } from './EditLines.tsx'
import styles from './Form.module.css'
import { Earlier, FormProblem, useSaveOffReason } from './FormProblem.tsx'
import { Meanwhile } from './Meanwhile.tsx'
import { WhoAndWhy } from './Review.tsx'
import task from './Task.module.css'
import { TaskFrame } from './TaskFrame.tsx'
import { useFocusOn } from './useTerminalForm.ts'

const words = laterStrings.terminalChange.edit
const names = laterStrings.terminalChange.fields

/** An edit, a relocation among them: what the bank shows, beside what it is to be. */
export function EditForm({ form, base }: { form: EditState; base: TerminalView }) {
  const leave = useApp((state) => state.leaveTerminalTask)
  const changeEdit = useApp((state) => state.changeEdit)
  const goOn = useGoOn(form)
  const holder = useRef<HTMLDivElement>(null)
  useFocusOn(holder, '[aria-invalid="true"]', form.problemCount)
  return (
    <TaskFrame
      title={words.title(base.terminalId)}
      focusOn="edit"
      onBack={leave}
      onEnter={goOn}
      foot={<Foot form={form} base={base} onSave={goOn} />}
    >
      <div ref={holder} className={cx(styles.fields)}>
        <FormProblem form={form} />
        <Earlier form={form} />
        <Meanwhile form={form} />
        {form.isDraftOld && <Notice tone="warning">{words.draftOld}</Notice>}
        <Notice tone="warning">{words.location}</Notice>
        <Fixed base={base} />
        <EditLines form={form} base={base} />
        <AccountStays form={form} base={base} />
        <WhoAndWhy form={form} noteLabel={names.why} noteHelp={names.whyHelp} onChange={changeEdit} />
      </div>
    </TaskFrame>
  )
}

/** Enter asks for the name as long as one is wanted, and saves after that. */
function useGoOn(form: EditState): () => void {
  const submit = useApp((state) => state.submitTerminalForm)
  const checkAccountName = useApp((state) => state.checkAccountName)
  if (!needsCheck(form)) return () => void submit()
  if (form.check.phase !== 'answered') return () => void checkAccountName()
  return () => document.getElementById('name-question')?.focus()
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
function AccountStays({ form: { values }, base }: { form: EditState; base: TerminalView }) {
  const edited = editedFields(base, values)
  const isMoved = edited.includes('merchant') && !edited.includes('account')
  return (
    <div role="status">
      {isMoved && (
        <Notice tone="warning">{words.accountStays(maskedText(base.accountEnding), base.accountName)}</Notice>
      )}
    </div>
  )
}

function Foot({ form, base, onSave }: { form: EditState; base: TerminalView; onSave: () => void }) {
  const offReason = useSaveOffReason(form)
  const summary = editedText(base, form.values)
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
      <div className={cx(task.said)}>
        {summary !== offReason && form.merchant !== null && <p>{summary}</p>}
        {offReason !== null && (
          <p id="save-off" className={cx(task.reason)}>
            {offReason}
          </p>
        )}
        <DraftLine draft={form.draft} />
      </div>
    </>
  )
}
