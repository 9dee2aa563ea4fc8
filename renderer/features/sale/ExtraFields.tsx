import { useEffect, useRef } from 'react'
import { useApp } from '../../core/context.tsx'
import type { EntryExtra } from '../../core/problems.ts'
import type { AppState } from '../../core/types.ts'
import { strings } from '../../strings/strings.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/Field.tsx'
import { isExtraShown } from './extras.ts'
import styles from './Sale.module.css'

const EXTRAS: readonly EntryExtra[] = ['transactionId', 'note']

/** Slip number and note, where they are used. */
export function ExtraFields() {
  const draft = useApp((state) => state.entry.draft)
  const problems = useApp((state) => state.entry.problems)
  const asked = useApp((state) => state.entry.asked)
  const setDraft = useApp((state) => state.setDraft)
  const slipLabel = useApp(slipLabelOf)
  const hasSlip = useApp((state) => isExtraShown(state, 'transactionId'))
  const hasNote = useApp((state) => isExtraShown(state, 'note'))
  const slip = useRef<HTMLInputElement>(null)
  const note = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (asked !== null) (asked.field === 'note' ? note : slip).current?.focus()
  }, [asked])
  if (!hasSlip && !hasNote) return null
  return (
    <div className={cx(styles.pair)}>
      {hasSlip && (
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
      )}
      {hasNote && (
        <Field
          label={strings.sale.note}
          inputRef={note}
          help={strings.sale.noteHelp}
          problem={problems.note}
          value={draft.note}
          onChange={(text) => setDraft({ note: text })}
          autoComplete="off"
        />
      )}
    </div>
  )
}

/** The links that open them; their line keeps its room, so that nothing moves. */
export function ExtraLinks() {
  const openField = useApp((state) => state.openField)
  const slipLabel = useApp(slipLabelOf)
  const hasSlip = useApp((state) => isExtraShown(state, 'transactionId'))
  const hasNote = useApp((state) => isExtraShown(state, 'note'))
  return (
    <div className={cx(styles.extras)}>
      {EXTRAS.filter((field) => !(field === 'note' ? hasNote : hasSlip)).map((field) => (
        <Button key={field} look="quiet" onPress={() => openField(field)}>
          {strings.sale.openField(field === 'note' ? strings.sale.note : slipLabel)}
        </Button>
      ))}
    </div>
  )
}

function slipLabelOf({ app }: AppState): string {
  return app?.slipLabel ?? strings.columns.reference
}
