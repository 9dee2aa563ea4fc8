import { useApp } from '../state/context.tsx'
import { cx } from '../components/cx.ts'
import { EntryForm } from './EntryForm.tsx'
import { EntryQuestions } from './EntryQuestions.tsx'
import styles from './Sale.module.css'
import { TerminalChoice } from './TerminalChoice.tsx'
import { Today } from './Today.tsx'

/** The cashier's home. The form works before any list has been read. */
export function Sale() {
  const isUnset = useApp((state) => state.terminals !== null && state.terminals.chosenTerminalId === null)
  if (isUnset) {
    return (
      <div className={cx(styles.choice)}>
        <TerminalChoice />
      </div>
    )
  }
  return (
    <div className={cx(styles.sale)}>
      <EntryForm />
      <Today />
      <EntryQuestions />
    </div>
  )
}
