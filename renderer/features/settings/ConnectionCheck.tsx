import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'
import {
  CHECK_TITLES,
  settingsOf,
  type CheckFinding,
  type ConnectionReport,
} from '../../../shared/connectionCheck.ts'
import { useApp } from '../../core/context.tsx'
import { problemText } from '../../core/problems.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/Notice.tsx'
import card from '../../ui/Card.module.css'
import screen from '../../ui/Screen.module.css'
import styles from './ConnectionCheck.module.css'

const words = lazyStrings.connectionCheck
const SIGNS = { good: CircleCheck, care: CircleAlert, stopped: CircleX } as const

/** What the bank answers to questions that change nothing there, for the person who sets up a counter. */
export function ConnectionCheck() {
  const isSignedIn = useApp((state) => state.session?.status === 'signedIn')
  const { isBusy, report, problem } = useApp((state) => state.settingsState.check)
  const checkConnection = useApp((state) => state.checkConnection)
  if (!isSignedIn) return null
  return (
    <section className={cx(card.section)} aria-labelledby="settings-check">
      <h2 id="settings-check">{words.title}</h2>
      <p className={cx(screen.muted)}>{words.help}</p>
      <div>
        <Button isDisabled={isBusy} onPress={() => void checkConnection()}>
          {isBusy ? words.busy : words.check}
        </Button>
      </div>
      {problem !== null && (
        <Notice tone="problem" role="alert">
          {problemText(problem)}
        </Notice>
      )}
      <div role="status" className={cx(styles.report)}>
        {report !== null && <Report report={report} />}
      </div>
    </section>
  )
}

function Report({ report }: { report: ConnectionReport }) {
  const settings = settingsOf(report)
  return (
    <>
      {settings.length > 0 && (
        <Notice tone="warning">
          {words.set}{' '}
          {settings.map(({ key, value }) => (
            <code key={key} className={cx(styles.setting)}>
              {words.setting(key, value)}
            </code>
          ))}
        </Notice>
      )}
      <ul className={cx(styles.findings)}>
        {report.findings.map((finding) => (
          <Finding key={finding.question} finding={finding} />
        ))}
      </ul>
    </>
  )
}

function Finding({ finding: { question, verdict, came, meaning } }: { finding: CheckFinding }) {
  const Sign = SIGNS[verdict]
  return (
    <li className={cx(styles.finding)}>
      <Sign aria-label={words.verdicts[verdict]} size={18} className={cx(styles[verdict])} />
      <div>
        <h3>{CHECK_TITLES[question]}</h3>
        <p>{meaning}</p>
        <p className={cx(screen.muted, styles.came)}>{words.came(came)}</p>
      </div>
    </li>
  )
}
