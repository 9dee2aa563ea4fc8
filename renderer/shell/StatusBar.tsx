import { CircleCheck, Clock, type LucideIcon, Wifi, WifiOff } from 'lucide-react'
import { cx } from '../components/cx.ts'
import { clockText } from '../format/time.ts'
import { useApp } from '../state/context.tsx'
import type { AppState } from '../state/types.ts'
import { strings } from '../strings.ts'
import { connectionText, openTotals, queueText } from '../words/waitingText.ts'
import styles from './StatusBar.module.css'

const words = strings.status

/** Connection and queue as two texts: being online says nothing about what has been sent. */
export function StatusBar() {
  const connection = useApp((state) => state.connection.status)
  const queue = useApp((state) => queueText(state.queue, state.nowMs))
  const hasOpen = useApp((state) => state.queue === null || openTotals(state.queue).count > 0)
  const dataAsOf = useApp(dataTime)
  const version = useApp((state) => state.app?.version ?? '')
  return (
    <footer className={cx(styles.bar)} aria-label={words.label}>
      <Part
        label={words.connection}
        icon={connection === 'online' ? Wifi : WifiOff}
        text={connectionText(connection)}
      />
      <Part label={words.queue} icon={hasOpen ? Clock : CircleCheck} text={queue} isStrong={hasOpen} />
      {dataAsOf !== null && <Part label={words.data} text={words.dataAsOf(clockText(dataAsOf))} />}
      <span className={cx(styles.version)}>{words.version(version)}</span>
    </footer>
  )
}

interface PartProps {
  readonly label: string
  readonly text: string
  readonly icon?: LucideIcon
  readonly isStrong?: boolean
}

function Part({ label, text, icon: Icon, isStrong = false }: PartProps) {
  return (
    <div role="group" aria-label={label} className={cx(styles.part, isStrong && styles.strong)}>
      {Icon !== undefined && <Icon aria-hidden="true" size={14} />}
      {text}
    </div>
  )
}

/** When what the screen in view shows was read, by this computer's clock. */
function dataTime({ screen, lists, terminals, find }: AppState): number | null {
  switch (screen) {
    case 'sale':
      return lists.today.asOfMs
    case 'transactions':
    case 'waiting':
    case 'needsYou':
      return lists[screen].asOfMs
    case 'terminal':
      return terminals?.readAtMs ?? null
    case 'find':
      return find.result?.readAtMs ?? null
    case 'settings':
      return null
  }
}
