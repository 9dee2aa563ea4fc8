import { type ReactNode, useEffect, useRef } from 'react'
import { useApp } from '../../core/context.tsx'
import { unkeptText, type EntryExtra } from '../../core/problems.ts'
import { strings } from '../../strings/strings.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/Field.tsx'
import { isExtraShown } from './extras.ts'
import styles from './Sale.module.css'

/**
 * Slip number and note, each behind a link until it is used. The field takes the place of its link, so that a second
 * press on the spot meets the field, and no other control.
 */
export function ExtraFields() {
  const draft = useApp((state) => state.entry.draft)
  const problems = useApp((state) => state.entry.problems)
  const asked = useApp((state) => state.entry.asked)
  const setDraft = useApp((state) => state.setDraft)
  const slipLabel = useApp(({ app }) => app?.slipLabel ?? strings.columns.reference)
  const slip = useRef<HTMLInputElement>(null)
  const note = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (asked !== null) (asked.field === 'note' ? note : slip).current?.focus()
  }, [asked])
  return (
    <div className={cx(styles.extras)}>
      <Extra field="transactionId" label={slipLabel}>
        <Field
          label={slipLabel}
          scan="keep"
          inputRef={slip}
          help={strings.sale.referenceHelp}
          problem={problems.transactionId}
          value={draft.transactionId}
          onChange={(transactionId) => setDraft({ transactionId })}
          autoComplete="off"
          spellCheck="false"
        />
      </Extra>
      <Extra field="note" label={strings.sale.note}>
        <Field
          label={strings.sale.note}
          inputRef={note}
          help={strings.sale.noteHelp}
          problem={problems.note}
          value={draft.note}
          onChange={(text) => setDraft({ note: text })}
          autoComplete="off"
        />
      </Extra>
      {problems.transactionId !== undefined && <ToNote />}
    </div>
  )
}

/** The way on with a slip number that the bank would not keep whole. */
function ToNote() {
  const { transactionId, note } = useApp((state) => state.entry.draft)
  const app = useApp((state) => state.app)
  const setDraft = useApp((state) => state.setDraft)
  if (app?.makesReferences !== true || unkeptText(transactionId, app) === null) return null
  const noted = [note.trim(), transactionId.trim()].filter((part) => part !== '').join(' ')
  return <Button onPress={() => setDraft({ transactionId: '', note: noted })}>{strings.sale.toNote}</Button>
}

interface ExtraProps {
  readonly field: EntryExtra
  readonly label: string
  readonly children: ReactNode
}

function Extra({ field, label, children }: ExtraProps) {
  const isShown = useApp((state) => isExtraShown(state, field))
  const openField = useApp((state) => state.openField)
  if (isShown) return children
  return (
    <span className={cx(styles.link)}>
      <Button look="quiet" onPress={() => openField(field)}>
        {strings.sale.openField(label)}
      </Button>
    </span>
  )
}
