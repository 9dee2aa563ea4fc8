import {
  CircleAlert,
  CircleCheckBig,
  CircleQuestionMark,
  CircleSlash,
  CircleX,
  ListCheck,
  ListChecks,
  ListTodo,
  ListX,
  type LucideIcon,
  OctagonAlert,
  RefreshCw,
  SearchX,
  TriangleAlert,
  Unplug,
} from 'lucide-react'
import type { TerminalChangeView } from '../../../../shared/terminalChange.ts'
import { cx } from '../../../ui/cx.ts'
import { laterStrings } from '../../../strings/laterStrings.ts'
import { changeOutcome, type ChangeOutcome, changeTone } from '../terminalChangeWords.ts'
import styles from './Result.module.css'

/** The bare ticks of a sale, one or two, speak of money, so none of them is here. */
const icons: Readonly<Record<ChangeOutcome, LucideIcon>> = {
  asking: RefreshCw,
  done: CircleCheckBig,
  doneSeen: ListChecks,
  doneDiffers: ListX,
  doneNotSeen: SearchX,
  refused: CircleX,
  refusedSeen: CircleAlert,
  refusedDiffers: OctagonAlert,
  unsent: Unplug,
  unknown: CircleQuestionMark,
  unknownSeen: ListTodo,
  unknownDiffers: TriangleAlert,
  givenUp: CircleSlash,
  keptAsShown: ListCheck,
}

/** Icon and words of what came of a change; the colour only helps. */
export function OutcomeTag({ change }: { change: TerminalChangeView }) {
  const outcome = changeOutcome(change)
  const Icon = icons[outcome]
  return (
    <span className={cx(styles.tag, styles[changeTone(change)])} data-outcome={outcome}>
      <Icon aria-hidden="true" size={14} strokeWidth={2.25} />
      {laterStrings.terminalChange.outcome[outcome]}
    </span>
  )
}
