import { useEffect, useRef } from 'react'
import type { ProfileChoice } from '../../../shared/profileChoice.ts'
import { useApp } from '../../core/context.tsx'
import { isPracticeBank } from '../../core/practiceBank.ts'
import { problemText } from '../../core/problems.ts'
import { PracticeNumbers } from '../../core/PracticeNumbers.tsx'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Notice } from '../../ui/Notice.tsx'
import screen from '../../ui/Screen.module.css'
import card from '../../ui/Card.module.css'
import styles from './Settings.module.css'

const words = lazyStrings.profileChoice
type WrongProfile = Extract<ProfileChoice, { kind: 'wrong' }>

/** Which profile this computer uses, and another one from a file. */
export function ProfileCard() {
  const app = useApp((state) => state.app)
  const { isBusy } = useApp((state) => state.settingsState.choice)
  const chooseProfile = useApp((state) => state.chooseProfile)
  const isInside = useApp(isPracticeBank)
  const showWelcome = useApp((state) => state.showWelcome)
  if (app === null) return null
  const isPractice = app.environment === 'practice'
  return (
    <section className={cx(card.section)} aria-labelledby="settings-profile">
      <h2 id="settings-profile">{words.title}</h2>
      <p>{words.now(app.profileName, app.serviceHost)}</p>
      <p className={cx(screen.muted)}>{isPractice ? words.helpPractice : words.help}</p>
      <div className={cx(styles.actions)}>
        <Restart />
        <Button isDisabled={isBusy} onPress={() => void chooseProfile()}>
          {words.choose}
        </Button>
        <PracticeNumbers />
        {isInside && <Button onPress={() => showWelcome('sale')}>{lazyStrings.welcome.again}</Button>}
      </div>
      <Outcome />
      <Question />
    </section>
  )
}

/** The same on the sign-in screen, in a line. */
export function OtherProfile() {
  const { isBusy } = useApp((state) => state.settingsState.choice)
  const problem = useApp((state) => state.settingsState.problem)
  const chooseProfile = useApp((state) => state.chooseProfile)
  return (
    <>
      <Restart />
      <Button look="quiet" isDisabled={isBusy} onPress={() => void chooseProfile()}>
        {words.choose}
      </Button>
      {problem !== null && (
        <Notice tone="problem" role="alert">
          {problemText(problem)}
        </Notice>
      )}
      <Outcome />
      <Question />
    </>
  )
}

/** The next step once a profile is in place, before all others. */
function Restart() {
  const isPlaced = useApp((state) => state.settingsState.choice.placed !== null)
  const restartForProfile = useApp((state) => state.restartForProfile)
  if (!isPlaced) return null
  return (
    <Button look="primary" autoFocus onPress={() => void restartForProfile()}>
      {words.restart}
    </Button>
  )
}

function Outcome() {
  const { chosen, placed } = useApp((state) => state.settingsState.choice)
  return (
    <>
      {chosen?.kind === 'wrong' && <Wrong chosen={chosen} />}
      {placed !== null && (
        <Notice tone="plain" role="status">
          {words.placed(placed.place)} {placed.keptAs !== null && words.kept(placed.keptAs)}
        </Notice>
      )}
    </>
  )
}

/** Below the edge of a small window, so the focus goes to it, and the screen scrolls with the focus. */
function Wrong({ chosen }: { chosen: WrongProfile }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [chosen])
  return (
    <div ref={place} tabIndex={-1}>
      <Notice tone="problem" role="alert">
        {words.wrong}
        <ul>
          <li>{words.wrongFile(chosen.file)}</li>
          {chosen.faults.map(({ key, problem }) => (
            <li key={`${key} ${problem}`}>{key === '' ? problem : `${key}: ${problem}`}</li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

/** What the file says, before it counts: another profile is another place for the money. */
function Question() {
  const { chosen } = useApp((state) => state.settingsState.choice)
  const answerProfile = useApp((state) => state.answerProfile)
  if (chosen?.kind !== 'right') return null
  const { name, environment, serviceHost, place, leftWaiting } = chosen
  const keep = (): void => void answerProfile(false)
  return (
    <Dialog
      title={words.question}
      onClose={keep}
      actions={
        <>
          <Button autoFocus onPress={keep}>
            {words.keep}
          </Button>
          <Button look="primary" onPress={() => void answerProfile(true)}>
            {words.use}
          </Button>
        </>
      }
    >
      <Facts
        label={words.question}
        facts={[
          { label: words.name, value: name },
          { label: words.kind, value: words.kinds[environment] },
          { label: words.service, value: serviceHost ?? words.practiceBank },
          { label: words.place, value: place },
        ]}
      />
      {leftWaiting > 0 && <Notice tone="warning">{words.leftWaiting(leftWaiting)}</Notice>}
      <p>{words.fromRestart}</p>
    </Dialog>
  )
}
