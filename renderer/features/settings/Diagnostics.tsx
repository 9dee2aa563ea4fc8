import { Lock } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { DiagnosticSection } from '../../../shared/diagnostics.ts'
import { Button } from '../../ui/Button.tsx'
import { Exported } from '../../ui/Export.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { cx } from '../../ui/cx.ts'
import { useApp } from '../../core/context.tsx'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import screen from '../../ui/Screen.module.css'
import card from '../../ui/Card.module.css'
import styles from './Settings.module.css'

const words = lazyStrings.settings
const MINUTE_MS = 60_000

/**
 * The setup of this computer, the source of each value, and the current state, with a block of text to send to
 * support.
 */
export function Diagnostics() {
  const diagnostics = useApp((state) => state.settingsState.diagnostics)
  useFreshDiagnostics()
  const [first, ...others] = diagnostics?.sections ?? []
  const text = diagnostics?.text ?? null
  return (
    <section className={cx(card.section)} aria-labelledby="settings-diagnostics">
      <h2 id="settings-diagnostics">{words.diagnostics}</h2>
      <div className={cx(styles.actions)}>
        {text !== null && <CopyText label={words.copy} copied={words.copied} text={text} />}
        <Save />
      </div>
      {first === undefined ? <p className={cx(screen.muted)}>{words.reading}</p> : <Group group={first} />}
      {/* Keys and measurements are for an installer or support. */}
      <details className={cx(styles.technical)}>
        <summary>{lazyStrings.diagnostics.technical}</summary>
        {others.map((group) => (
          <Group key={group.title} group={group} />
        ))}
        <ProfileValues />
        <Choices />
      </details>
    </section>
  )
}

function Group({ group: { title, lines } }: { group: DiagnosticSection }) {
  return (
    <div className={cx(styles.group)}>
      <h3>{title}</h3>
      <Facts facts={lines} label={title} />
    </div>
  )
}

/** Diagnostics are read when the screen opens, then every minute and when the connection changes. */
function useFreshDiagnostics(): void {
  const loadProfile = useApp((state) => state.loadProfile)
  const moment = useApp(({ nowMs, connection }) => `${Math.floor(nowMs / MINUTE_MS)} ${connection.status}`)
  const shown = useRef(moment)
  useEffect(() => {
    if (shown.current === moment) return
    shown.current = moment
    void loadProfile()
  }, [moment, loadProfile])
}

function Save() {
  const isBusy = useApp((state) => state.exporting.isBusy)
  const exportShown = useApp((state) => state.exportShown)
  return (
    <>
      <Button isDisabled={isBusy} onPress={() => void exportShown()}>
        {isBusy ? lazyStrings.diagnostics.saving : lazyStrings.diagnostics.save}
      </Button>
      <Exported />
    </>
  )
}

function ProfileValues() {
  const profile = useApp((state) => state.settingsState.profile)
  if (profile === null) return null
  const { values, file } = profile
  return (
    <Values caption={words.profile} note={file === null ? null : lazyStrings.diagnostics.setIn(file)}>
      {values.map((one) => (
        <tr key={one.key}>
          <th scope="row">{one.key}</th>
          <td>{one.value}</td>
          <td>
            {one.isLocked && <Lock aria-hidden="true" size={14} />}{' '}
            {words.sources[one.isLocked ? 'locked' : 'free'][one.source]}
          </td>
        </tr>
      ))}
    </Values>
  )
}

function Choices() {
  const choices = useApp((state) => state.settingsState.diagnostics?.choices)
  if (choices === undefined) return null
  return (
    <Values caption={lazyStrings.diagnostics.choices} note={null}>
      {choices.map(({ key, value, source }) => (
        <tr key={key}>
          <th scope="row">{key}</th>
          <td>{value}</td>
          <td>{lazyStrings.diagnostics.choiceSources[source]}</td>
        </tr>
      ))}
    </Values>
  )
}

interface ValuesProps {
  readonly caption: string
  /** A note below the caption. */
  readonly note: string | null
  readonly children: ReactNode
}

function Values({ caption, note, children }: ValuesProps) {
  return (
    <table className={cx(styles.values)}>
      <caption>
        {caption}
        {note !== null && <span className={cx(styles.note)}>{note}</span>}
      </caption>
      <thead>
        <tr>
          <th scope="col">{words.key}</th>
          <th scope="col">{words.value}</th>
          <th scope="col">{words.source}</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
