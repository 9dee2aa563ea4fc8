import { Check, CheckCheck, CircleQuestionMark, Clock, HardDrive, type LucideIcon, X } from 'lucide-react'
import type { SaleView } from '../../../shared/sale.ts'
import { bankTimeText, momentText } from '../../ui/format/time.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { type FactMark, marksOf } from './facts.ts'
import { notAccepted, notPaid } from './saleWords.ts'
import styles from './Steps.module.css'
import { cx } from '../../ui/cx.ts'

/** The clock means that the fact may still come; a fact that never will, or is unknown, has another sign. */
const missing: Readonly<Record<Exclude<FactMark, 'done'>, LucideIcon>> = {
  notYet: Clock,
  awaited: Clock,
  notKnown: CircleQuestionMark,
  never: X,
}

/** The three separate facts of a sale, each with its own time or with words for what is not known yet. */
export function Steps({ sale }: { sale: SaleView }) {
  const words = strings.detail
  const [, acceptance, payment] = marksOf(sale)
  const accepted =
    sale.acceptedAtMs === null ? '' : lazyStrings.openSale.localTime(momentText(sale.acceptedAtMs))
  return (
    <ol className={cx(styles.steps)} aria-label={words.steps}>
      <Step
        icon={HardDrive}
        isDone
        title={words.saved}
        text={lazyStrings.openSale.localTime(momentText(sale.recordedAtMs))}
      />
      <Step
        icon={acceptance === 'done' ? Check : missing[acceptance]}
        isDone={acceptance === 'done'}
        title={words.bankAccepted}
        text={acceptance === 'done' ? accepted : notAccepted(sale)}
      />
      <Step
        icon={payment === 'done' ? CheckCheck : missing[payment]}
        isDone={payment === 'done'}
        title={words.paidToYou}
        text={
          payment === 'done'
            ? lazyStrings.openSale.bankTime(bankTimeText(sale.datePaid ?? ''))
            : notPaid(sale)
        }
      />
    </ol>
  )
}

interface StepProps {
  readonly icon: LucideIcon
  readonly isDone: boolean
  readonly title: string
  readonly text: string
}

function Step({ icon: Icon, isDone, title, text }: StepProps) {
  return (
    <li className={cx(styles.step, isDone && styles.done)}>
      <span className={cx(styles.icon)}>
        <Icon aria-hidden="true" size={16} strokeWidth={2.25} />
      </span>
      <span className={cx(styles.title)}>{title}</span>
      <span className={cx(styles.text)}>{text}</span>
    </li>
  )
}
