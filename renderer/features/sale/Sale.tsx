import { useApp } from '../../core/context.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { cx } from '../../ui/cx.ts'
import { payoutChangeOf, payoutText } from '../../core/payoutWords.ts'
import { strings } from '../../strings/strings.ts'
import { useLater } from '../../app/later.ts'
import { NotRead } from '../../app/NotRead.tsx'
import { EntryForm } from './EntryForm.tsx'
import { LastSale } from './LastSale.tsx'
import { Money } from './Money.tsx'
import styles from './Sale.module.css'
import { Today } from './Today.tsx'

/** The cashier's main screen. The form works before any list has been read. */
export function Sale() {
  const isUnset = useApp((state) => state.terminals !== null && state.terminals.chosenTerminalId === null)
  if (isUnset) {
    return (
      <div className={cx(styles.choice)}>
        <Choice />
      </div>
    )
  }
  return (
    <div className={cx(styles.sale)}>
      <div className={cx(styles.column)}>
        <PayoutChanged />
        <OtherAccount />
        <EntryForm />
        <LastSale />
      </div>
      <Money />
      <Today />
      <Questions />
    </div>
  )
}

/** Sales go on; the person who records them must know that a manager is needed. */
function PayoutChanged() {
  const change = useApp(({ terminals }) => payoutChangeOf(terminals, terminals?.chosenTerminalId ?? null))
  if (change === null) return null
  return (
    <Notice tone="problem" role="status">
      {payoutText(change)} {strings.payout.askManager}
    </Notice>
  )
}

/** Warns while the bank shows another account than the one asked for here. Sales are paid into the one it shows. */
function OtherAccount() {
  const shown = useApp(({ terminals }) => terminals?.chosen?.accountEnding ?? null)
  const asked = useApp(({ terminals }) => terminals?.askedAccountEnding ?? null)
  if (asked === null || shown === null) return null
  return (
    <Notice tone="problem" role="status">
      {strings.payout.otherAccount(strings.detail.accountMasked(shown), strings.detail.accountMasked(asked))}
    </Notice>
  )
}

/** Used once in the life of a counter, so it is loaded after the start. */
function Choice() {
  const { parts, hasFailed } = useLater()
  if (parts === null) return hasFailed ? <NotRead /> : <Skeleton />
  return <parts.TerminalChoice />
}

/** Loaded after the start, and at once where one is asked. */
function Questions() {
  const isAsked = useApp((state) => state.entry.question !== null)
  const { parts } = useLater(isAsked)
  return parts !== null && <parts.EntryQuestions />
}
