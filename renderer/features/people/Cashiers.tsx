import { useState } from 'react'
import { SETTING_BOUNDS } from '../../../shared/settings.ts'
import { CASHIERS_MAX, type PeopleView } from '../../../shared/people.ts'
import { useApp } from '../../core/context.tsx'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { ChoiceField } from '../../ui/ChoiceField.tsx'
import { CashierDialog, type CashierTask } from './CashierDialog.tsx'
import card from '../../ui/Card.module.css'
import styles from './Cashiers.module.css'

const words = lazyStrings.cashiers.settings
type Cashier = PeopleView['cashiers'][number]
/** A selection within main's bounds. */
const IDLE_MINUTES = [0, 1, 2, 5, 10, 15, 30, 60] as const

/** The cashiers of this computer. Every change asks for the manager. */
export function Cashiers() {
  const view = useApp((state) => state.people.view)
  const [task, setTask] = useState<CashierTask | null>(null)
  if (view === null) return null
  return (
    <section className={cx(card.section)} aria-labelledby="settings-cashiers">
      <h2 id="settings-cashiers">{words.title}</h2>
      {view.state === 'off' && <p>{words.none}</p>}
      {view.state === 'damaged' && <p>{words.damaged}</p>}
      {view.cashiers.length > 0 && (
        <ul className={cx(styles.list)}>
          {view.cashiers.map((cashier) => (
            <Row
              key={cashier.id}
              cashier={cashier}
              isIn={cashier.id === view.currentId}
              onTask={(kind) => setTask({ kind, cashier })}
            />
          ))}
        </ul>
      )}
      {view.cashiers.length < CASHIERS_MAX && (
        <div className={cx(styles.actions)}>
          <Button data-arrival onPress={() => setTask({ kind: 'add' })}>
            {words.add}
          </Button>
        </div>
      )}
      {view.state === 'on' && <IdleLock />}
      {task !== null && <CashierDialog task={task} onClose={() => setTask(null)} />}
    </section>
  )
}

interface RowProps {
  readonly cashier: Cashier
  readonly isIn: boolean
  readonly onTask: (kind: 'rename' | 'reset' | 'remove') => void
}

function Row({ cashier: { name }, isIn, onTask }: RowProps) {
  const acts = [
    ['rename', words.rename],
    ['reset', words.resetPin],
    ['remove', words.remove],
  ] as const
  return (
    <li className={cx(styles.row)}>
      <span className={cx(styles.name)}>
        <bdi>{name}</bdi> {isIn && <span className={cx(styles.muted)}>{words.inNow}</span>}
      </span>
      <span className={cx(styles.actions)}>
        {acts.map(([kind, act]) => (
          <Button key={kind} aria-label={words.of(act, name)} onPress={() => onTask(kind)}>
            {act}
          </Button>
        ))}
      </span>
    </li>
  )
}

function IdleLock() {
  const minutes = useApp((state) => state.settingsState.settings?.cashierLockMinutes ?? null)
  const changeSettings = useApp((state) => state.changeSettings)
  if (minutes === null) return null
  const { min, max } = SETTING_BOUNDS.cashierLockMinutes
  const options = [...new Set([...IDLE_MINUTES, minutes])].filter((each) => each >= min && each <= max)
  return (
    <div>
      <ChoiceField
        label={words.idle}
        value={String(minutes)}
        options={options
          .toSorted((a, b) => a - b)
          .map((each) => ({
            value: String(each),
            text: each === 0 ? words.idleOff : words.idleMinutes(each),
          }))}
        onChange={(value) => void changeSettings({ cashierLockMinutes: Number(value) })}
      />
      <p className={cx(styles.muted)}>{words.idleHelp}</p>
    </div>
  )
}
