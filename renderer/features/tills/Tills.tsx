import { useState } from 'react'
import { SETTING_BOUNDS } from '../../../shared/settings.ts'
import type { TillsView, TillView } from '../../../shared/till.ts'
import { useApp } from '../../core/context.tsx'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { Button } from '../../ui/Button.tsx'
import card from '../../ui/Card.module.css'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/Field.tsx'
import { formatKobo } from '../../ui/format/money.ts'
import { dayText, rowTimeText } from '../../ui/format/time.ts'
import { Notice } from '../../ui/Notice.tsx'
import { TillDialog, type TillTask } from './TillDialog.tsx'
import styles from './Tills.module.css'

const words = lazyStrings.tills

/** The shop's own programs, and the door that they use. Every change asks for the manager. */
export function Tills() {
  const view = useApp(({ tills }) => tills.view)
  const [task, setTask] = useState<TillTask | null>(null)
  if (view === null) return null
  return (
    <section className={cx(card.section)} aria-labelledby="settings-tills">
      <h2 id="settings-tills">{words.title}</h2>
      <p>{words.intro}</p>
      <Door view={view} />
      {view.tills.length === 0 ? (
        <p className={cx(styles.muted)}>{words.none}</p>
      ) : (
        <Table tills={view.tills} onTask={(kind, till) => setTask({ kind, till })} />
      )}
      <div>
        <Button data-arrival onPress={() => setTask({ kind: 'connect' })}>
          {words.connect}
        </Button>
      </div>
      {task !== null && <TillDialog task={task} onClose={() => setTask(null)} />}
      <Key view={view} />
    </section>
  )
}

/** Whether programs are heard, and where. */
function Door({ view: { door, port } }: { view: TillsView }) {
  const settings = useApp((state) => state.settingsState.settings)
  const changeSettings = useApp((state) => state.changeSettings)
  const [text, setText] = useState(String(port))
  if (settings === null) return null
  const { min, max } = SETTING_BOUNDS.tillPort
  const typed = /^[0-9]{1,5}$/u.test(text.trim()) ? Number(text.trim()) : Number.NaN
  const isRight = typed >= min && typed <= max
  const isTrouble = door === 'portTaken' || door === 'failed'
  const state = words.states[door]
  const said = typeof state === 'string' ? state : state(port)
  return (
    <div className={cx(styles.door)}>
      <div className={cx(styles.form)}>
        <Checkbox
          label={words.door}
          isOn={settings.tillDoor}
          onChange={(on) => void changeSettings({ tillDoor: on })}
        />
        {isTrouble ? <Notice tone="problem">{said}</Notice> : <p role="status">{said}</p>}
      </div>
      <div className={cx(styles.port)}>
        <Field
          label={words.port}
          help={words.portHelp}
          problem={isRight ? undefined : words.portProblem}
          value={text}
          onChange={setText}
          inputMode="numeric"
          autoComplete="off"
        />
        <Button
          isDisabled={!isRight || typed === settings.tillPort}
          onPress={() => void changeSettings({ tillPort: typed })}
        >
          {words.setPort}
        </Button>
      </div>
    </div>
  )
}

type OnTask = (kind: 'change' | 'renew' | 'disconnect', till: TillView) => void

function Table({ tills, onTask }: { tills: readonly TillView[]; onTask: OnTask }) {
  const { columns } = words
  return (
    <div className={cx(styles.scroll)}>
      <table className={cx(styles.table)} aria-label={words.title}>
        <thead>
          <tr>
            <th scope="col">{columns.till}</th>
            <th scope="col">{columns.may}</th>
            <th scope="col">{columns.terminals}</th>
            <th scope="col" className={cx(styles.number)}>
              {columns.today}
            </th>
            <th scope="col">{columns.last}</th>
            <th scope="col">{columns.acts}</th>
          </tr>
        </thead>
        <tbody>
          {tills.map((till) => (
            <Row key={till.tillId} till={till} onTask={onTask} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ till, onTask }: { till: TillView; onTask: OnTask }) {
  const nowMs = useApp((state) => state.nowMs)
  const { name, keyEnding, keyMadeAtMs, keyMadeBy, last } = till
  const acts = [
    ['change', words.change],
    ['renew', words.renew],
    ['disconnect', words.disconnect],
  ] as const
  return (
    <tr>
      <th scope="row">
        <bdi className={cx(styles.name)}>{name}</bdi>
        <span className={cx(styles.muted)}>{words.keyOf(keyEnding, dayText(keyMadeAtMs), keyMadeBy)}</span>
        {!till.hasKey && <span className={cx(styles.trouble)}>{words.noKey}</span>}
      </th>
      <td>{till.level === 'fill' ? words.fill : words.record(formatKobo(till.maxKobo), till.perHour)}</td>
      <td>{till.terminalIds.join(', ')}</td>
      <td className={cx(styles.number, styles.whole)}>
        {words.today(till.todayCount, formatKobo(till.todayKobo))}
      </td>
      <td>
        {last === null ? '–' : `${rowTimeText(last.handedAtMs, nowMs)}, ${formatKobo(last.amountKobo)}`}
      </td>
      <td className={cx(styles.actions)}>
        {acts.map(([kind, act]) => (
          <Button key={kind} look="quiet" aria-label={words.of(act, name)} onPress={() => onTask(kind, till)}>
            {act}
          </Button>
        ))}
      </td>
    </tr>
  )
}

/** Where the key went that was just made, and in Practice a first sale with it. */
function Key({ view: { port, tills } }: { view: TillsView }) {
  const file = useApp(({ tills: state }) => state.keyFile)
  const openFolder = useApp((state) => state.openFolder)
  const isPractice = useApp((state) => state.app?.environment === 'practice')
  const [till] = tills
  const command = curlOf(port, till?.terminalIds[0] ?? '')
  return (
    <>
      {file !== null && (
        <Notice tone="plain" role="status" action={<Button onPress={openFolder}>{words.showKey}</Button>}>
          {words.keySaved(file)}
        </Notice>
      )}
      {isPractice && till !== undefined && (
        <section className={cx(styles.form)} aria-labelledby="tills-try">
          <h3 id="tills-try">{words.tryTitle}</h3>
          <code className={cx(styles.code)}>{command}</code>
          <p className={cx(styles.muted)}>{words.tryHelp}</p>
          <CopyText label={words.copyCommand} copied={words.commandCopied} text={command} />
        </section>
      )}
    </>
  )
}

/** For a shell of Linux or macOS; docs/integrate.md has the others. */
function curlOf(port: number, terminalId: string): string {
  return [
    `curl -s http://127.0.0.1:${port}/v1/sales \\`,
    '  -H "Authorization: Bearer $KEY" -H "Idempotency-Key: order-1" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '{"terminalId":"${terminalId}","amount":"9800.00","soldAt":"'$(date -u +%FT%TZ)'"}'`,
  ].join('\n')
}
