import { CircleCheck, Clock, LogOut, type LucideIcon, Wifi, WifiOff } from 'lucide-react'
import type { QueueView } from '../../shared/sale.ts'
import { todoOf } from '../../shared/todo.ts'
import { cx } from '../ui/cx.ts'
import { clockText, rowTimeText } from '../ui/format/time.ts'
import { useApp } from '../core/context.tsx'
import type { AppState } from '../core/types.ts'
import { strings } from '../strings/strings.ts'
import { connectionSince, connectionText, queueText } from '../core/waitingText.ts'
import styles from './StatusBar.module.css'

const words = strings.status

/** Connection and queue as two texts: being online does not mean that everything was sent. */
export function StatusBar() {
  const connection = useApp((state) => state.connection.status)
  const wayText = useApp((state) => connectionSince(state.connection, state.nowMs))
  const queue = useApp((state) => queueText(state.queue, state.nowMs, state.app?.isBesideLive))
  const isClear = useApp(({ queue: known }) => known !== null && isAllSent(known))
  const hasTodo = useApp(
    ({ queue: known }) => known === null || todoOf(known).count + known.elsewhereCount > 0,
  )
  const isSignedOut = useApp((state) => state.session?.status === 'signedOut')
  const dataAsOf = useApp(dataText)
  const triedAtMs = useApp((state) => state.triedAtMs)
  const version = useApp((state) => state.app?.version ?? '')
  return (
    <footer className={cx(styles.bar)} aria-label={words.label}>
      {isSignedOut && <Part label={words.signIn} icon={LogOut} text={words.signedOut} isStrong />}
      <Part
        label={words.connection}
        icon={connection === 'online' ? Wifi : WifiOff}
        text={
          triedAtMs === null || connection === 'online'
            ? wayText
            : words.tried(connectionText(connection), clockText(triedAtMs))
        }
      />
      {/* The sign-in screen says itself what waits. */}
      {!isSignedOut && (
        <Part label={words.queue} icon={isClear ? CircleCheck : Clock} text={queue} isStrong={hasTodo} />
      )}
      {dataAsOf !== null && !isSignedOut && <Part label={words.data} text={dataAsOf} />}
      <span className={cx(styles.version)}>{words.version(version)}</span>
    </footer>
  )
}

/** A sale that was just saved is neither sent nor something to do. */
function isAllSent(queue: QueueView): boolean {
  const { count, justSaved } = todoOf(queue)
  return count + justSaved.count + queue.elsewhereCount === 0
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

/** A list of terminals may be days old, and then shows its date. */
function dataText(state: AppState): string | null {
  const atMs = dataTime(state)
  return atMs === null ? null : words.dataAsOf(rowTimeText(atMs, state.nowMs))
}

/** When the data of the current screen was read, by this computer's clock. */
function dataTime(state: AppState): number | null {
  const { screen, lists, terminals, find } = state
  switch (screen) {
    case 'sale':
      return salesTime(state, lists.today.asOfMs)
    case 'transactions':
    case 'todo':
      return salesTime(state, lists[screen].asOfMs)
    case 'terminal':
      return terminals?.readAtMs ?? null
    case 'find':
      return find.result?.readAtMs ?? null
    case 'day':
      return state.day.view?.asOfMs ?? null
    case 'disputes':
    case 'settings':
      return null
  }
}

/** Sales are stored here and read at once, but their state at the bank is as old as the last contact. */
function salesTime({ connection }: AppState, asOfMs: number | null): number | null {
  const { status, lastContactAtMs } = connection
  if (status === 'online' || lastContactAtMs === null || asOfMs === null) return asOfMs
  return Math.min(asOfMs, lastContactAtMs)
}
