import {
  ArrowLeftRight,
  Banknote,
  CalendarCheck,
  ListTodo,
  type LucideIcon,
  Search,
  Settings,
  Tablet,
} from 'lucide-react'
import { todoOf } from '../../shared/todo.ts'
import { cx } from '../ui/cx.ts'
import { useApp } from '../core/context.tsx'
import { type Screen, screens } from '../core/types.ts'
import { strings } from '../strings/strings.ts'
import styles from './Rail.module.css'

const icons: Readonly<Record<Screen, LucideIcon>> = {
  sale: Banknote,
  transactions: ArrowLeftRight,
  day: CalendarCheck,
  todo: ListTodo,
  find: Search,
  terminal: Tablet,
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
  const count = useApp(({ queue }) => (screen !== 'todo' || queue === null ? 0 : todoOf(queue).calling))
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
      {count > 0 && <span className={cx(styles.count)}>{count}</span>}
    </button>
  )
}
