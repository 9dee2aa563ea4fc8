import { ArrowLeftRight, Banknote, Hourglass, type LucideIcon, Search, Tablet } from 'lucide-react'
import { cx } from '../components/cx.ts'
import { useApp } from '../state/context.tsx'
import { type Screen, screens } from '../state/types.ts'
import { strings } from '../strings.ts'
import { openTotals } from '../words/waitingText.ts'
import styles from './Rail.module.css'

const icons: Readonly<Record<Screen, LucideIcon>> = {
  sale: Banknote,
  transactions: ArrowLeftRight,
  waiting: Hourglass,
  terminal: Tablet,
  find: Search,
}

/** The screens, in the order of Ctrl+1 to Ctrl+5. */
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
  const count = useApp((state) => (state.queue === null ? 0 : openTotals(state.queue).count))
  const show = useApp((state) => state.show)
  const Icon = icons[screen]
  const hasCount = screen === 'waiting' && count > 0
  return (
    <button
      type="button"
      className={cx(styles.entry, isCurrent && styles.current)}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => show(screen)}
    >
      <Icon aria-hidden="true" size={20} />
      <span className={cx(styles.word)}>{strings.rail[screen]}</span>
      {hasCount && <span className={cx(styles.count)}>{count}</span>}
    </button>
  )
}
