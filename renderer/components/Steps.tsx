import { Check, CheckCheck, Clock, HardDrive } from 'lucide-react'
import type { SaleView } from '../../shared/sale.ts'
import { bankTimeText, momentText } from '../format/time.ts'
import { strings } from '../strings.ts'
import { notAccepted, notPaid } from '../words/saleWords.ts'
import { ticksFor } from '../words/ticks.ts'
import styles from './Steps.module.css'
import { cx } from './cx.ts'

/** The three separate facts of a sale, each with its own time or with the words that it is not known yet. */
export function Steps({ sale }: { sale: SaleView }) {
  const words = strings.detail
  const ticks = ticksFor(sale)
  const accepted = sale.acceptedAtMs === null ? '' : words.localTime(momentText(sale.acceptedAtMs))
  return (
    <ol className={cx(styles.steps)} aria-label={words.steps}>
      <Step
        icon={HardDrive}
        isDone
        title={words.saved}
        text={words.localTime(momentText(sale.recordedAtMs))}
      />
      <Step
        icon={ticks >= 1 ? Check : Clock}
        isDone={ticks >= 1}
        title={words.bankAccepted}
        text={ticks >= 1 ? accepted : notAccepted(sale)}
      />
      <Step
        icon={ticks === 2 ? CheckCheck : Clock}
        isDone={ticks === 2}
        title={words.paidToYou}
        text={
          ticks === 2 && sale.datePaid !== null ? words.bankTime(bankTimeText(sale.datePaid)) : notPaid(sale)
        }
      />
    </ol>
  )
}

interface StepProps {
  readonly icon: typeof Check
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
