import { Lock } from 'lucide-react'
import { useShallow } from 'zustand/react/shallow'
import { CopyText } from '../components/CopyText.tsx'
import { Facts } from '../components/Facts.tsx'
import { cx } from '../components/cx.ts'
import { useApp } from '../state/context.tsx'
import type { AppState } from '../state/types.ts'
import { strings } from '../strings.ts'
import { diagnosticLines, diagnosticsText, sourceText } from '../words/diagnostics.ts'
import screen from './Screen.module.css'
import styles from './Settings.module.css'

const words = strings.settings

/** What this computer is set up as, where each value comes from, and a block to send to support. */
export function Diagnostics() {
  const known = useApp(
    useShallow(({ app, connection, queue, nowMs, settingsState }: AppState) => ({
      app,
      connection,
      queue,
      nowMs,
      settingsState,
    })),
  )
  const lines = diagnosticLines(known)
  return (
    <section className={cx(styles.card)} aria-labelledby="settings-diagnostics">
      <div className={cx(screen.head)}>
        <h2 id="settings-diagnostics">{words.diagnostics}</h2>
        <CopyText label={words.copy} copied={words.copied} text={diagnosticsText(known)} />
      </div>
      {lines.length === 0 ? <p className={cx(screen.muted)}>{words.reading}</p> : <Facts facts={lines} />}
      <ProfileValues />
    </section>
  )
}

function ProfileValues() {
  const values = useApp((state) => state.settingsState.profile?.values)
  if (values === undefined) return null
  return (
    <table className={cx(styles.values)}>
      <caption>{words.profile}</caption>
      <thead>
        <tr>
          <th scope="col">{words.key}</th>
          <th scope="col">{words.value}</th>
          <th scope="col">{words.source}</th>
        </tr>
      </thead>
      <tbody>
        {values.map((one) => (
          <tr key={one.key}>
            <th scope="row">{one.key}</th>
            <td>{one.value}</td>
            <td>
              {one.isLocked && <Lock aria-hidden="true" size={14} />} {sourceText(one)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
