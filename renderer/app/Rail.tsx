import {
  ArrowLeftRight,
  Banknote,
  CircleUserRound,
  Hourglass,
  type LucideIcon,
  Search,
  Settings,
  Tablet,
} from 'lucide-react'
import { openTotals, type QueueView } from '../../shared/sale.ts'
import { cx } from '../ui/cx.ts'
import { useApp } from '../core/context.tsx'
import { type Screen, screens } from '../core/types.ts'
import { strings } from '../strings/strings.ts'
import styles from './Rail.module.css'

const icons: Readonly<Record<Screen, LucideIcon>> = {
  sale: Banknote,
  transactions: ArrowLeftRight,
  waiting: Hourglass,
  needsYou: CircleUserRound,
  terminal: Tablet,
  find: Search,
  settings: Settings,
}

/** The screens, in the order of Ctrl+1 to Ctrl+7. */
export function Rail() {
  return (
    <nav className={cx(styles.rail)} aria-label={strings.rail.label}>
      {screens.map((screen) => (
        <RailEntry key={screen} screen={screen} />
      ))}
    </nav>
  )
}

function RailEntry({ screen }: { screen: Screen }) {
  const isCurrent = useApp((state) => state.screen === screen)
  const count = useApp(({ queue }) => countOf(screen, queue))
  const inTwo = useApp(({ queue }) => (screen === 'waiting' ? (queue?.needsPersonCount ?? 0) : 0))
  const show = useApp((state) => state.show)
  const Icon = icons[screen]
  return (
    <button
      type="button"
      className={cx(styles.entry, isCurrent && styles.current)}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => show(screen)}
    >
      <Icon aria-hidden="true" size={20} />
      <span className={cx(styles.word)}>{strings.rail[screen]}</span>
      {count > 0 && (
        <span
          className={cx(styles.count)}
          title={inTwo > 0 ? strings.waiting.badge(count, inTwo) : undefined}
        >
          {count}
        </span>
      )}
    </button>
  )
}

/** The same number of rows that the screen shows, with or without a connection. */
function countOf(screen: Screen, queue: QueueView | null): number {
  if (queue === null) return 0
  if (screen === 'waiting') return openTotals(queue).count
  return screen === 'needsYou' ? queue.needsPersonCount + queue.differsCount + queue.refusedCount : 0
}
