import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { cx } from '../../ui/cx.ts'
import { useApp } from '../../core/context.tsx'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { problemText } from '../../core/problems.ts'
import { updateHelp, updateOffer, updateText } from './updateWords.ts'
import screen from '../../ui/Screen.module.css'
import card from '../../ui/Card.module.css'
import styles from './Settings.module.css'

const words = lazyStrings.updates

/** Whether there is a newer Tillside, and the next step. */
export function Updates() {
  const { view, problem } = useApp((state) => state.updatesState)
  const queue = useApp((state) => state.queue)
  return (
    <section className={cx(card.section)} aria-labelledby="settings-updates">
      <h2 id="settings-updates">{words.title}</h2>
      {view === null && <p className={cx(screen.muted)}>{words.reading}</p>}
      {view !== null && <p className={cx(screen.muted)}>{words.running(view.runningVersion)}</p>}
      {/* Percentages are not announced: twenty in a minute would be too many. */}
      <p role="status">{view === null ? '' : updateText(view)}</p>
      {view !== null &&
        updateHelp(view, queue).map((text) => (
          <p key={text} className={cx(screen.muted)}>
            {text}
          </p>
        ))}
      {problem !== null && (
        <Notice tone="problem" role="alert">
          {problemText(problem)}
        </Notice>
      )}
      <Offer />
    </section>
  )
}

function Offer() {
  const view = useApp((state) => state.updatesState.view)
  const check = useApp((state) => state.checkUpdates)
  const download = useApp((state) => state.downloadUpdate)
  const install = useApp((state) => state.installUpdate)
  const offer = view === null ? null : updateOffer(view)
  if (offer === null) return null
  const press = { check, download, install }[offer]
  return (
    <div className={cx(styles.actions)}>
      <Button onPress={() => void press()}>{words[offer]}</Button>
    </div>
  )
}
