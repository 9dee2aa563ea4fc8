import { Button } from '../../../ui/Button.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { cx } from '../../../ui/cx.ts'
import { clockText, momentText } from '../../../ui/format/time.ts'
import { useApp } from '../../../core/context.tsx'
import type { DraftOffer, DraftState, FormState } from '../terminalChangeTypes.ts'
import { laterStrings } from '../../../strings/laterStrings.ts'
import { draftFacts, formTitle } from '../terminalFormWords.ts'
import styles from './Task.module.css'
import { TaskFrame } from './TaskFrame.tsx'

const words = laterStrings.terminalChange.draft

/** An entry of earlier, offered before anything new is begun. */
export function DraftQuestion({ form, offer }: { form: FormState; offer: DraftOffer }) {
  const answerDraft = useApp((state) => state.answerDraft)
  const openTerminalTask = useApp((state) => state.openTerminalTask)
  const { status } = form.draft
  return (
    <TaskFrame
      title={formTitle(form)}
      focusOn="draft"
      onBack={() => void openTerminalTask(null)}
      foot={
        <>
          <Button look="primary" isLarge onPress={() => answerDraft(true)}>
            {words.carryOn}
          </Button>
          <Button onPress={() => answerDraft(false)}>{words.anew}</Button>
          <p className={cx(styles.muted)}>{words.anewHelp}</p>
        </>
      }
    >
      <h2>{words.title}</h2>
      <p className={cx(styles.lead)}>
        {status === 'locked' || status === 'notKept'
          ? words[status]
          : words.begun(momentText(offer.begunAtMs))}
      </p>
      <Facts facts={draftFacts(form)} />
      <p>{offer.lacksAccount ? words.accountNotKept : words.checkAgain}</p>
    </TaskFrame>
  )
}

/** Whether the entry is on the disk. Only if it is not does a screen reader say so. */
export function DraftLine({ draft: { status, atMs } }: { draft: DraftState }) {
  const kept = { kept: words.kept, keptNoAccount: words.keptNoAccount }
  const unkept = { locked: words.locked, notKept: words.notKept }
  return (
    <>
      {(status === 'kept' || status === 'keptNoAccount') && (
        <p className={cx(styles.muted)}>{kept[status](clockText(atMs))}</p>
      )}
      <p role="status" className={cx(styles.unkept)}>
        {status === 'locked' || status === 'notKept' ? unkept[status] : ''}
      </p>
    </>
  )
}
