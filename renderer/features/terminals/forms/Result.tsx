import { Printer } from 'lucide-react'
import type { TerminalChangeView } from '../../../../shared/terminalChange.ts'
import { Button } from '../../../ui/Button.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { cx } from '../../../ui/cx.ts'
import { useApp } from '../../../core/context.tsx'
import { laterStrings } from '../../../strings/laterStrings.ts'
import {
  changeFacts,
  changeHeadline,
  changeTone,
  lookProblemText,
  mayGiveUp,
  mayKeepAsShown,
  mayLookAgain,
} from '../terminalChangeWords.ts'
import { GiveUpDialog } from './GiveUpDialog.tsx'
import { OutcomeTag } from './OutcomeTag.tsx'
import styles from './Result.module.css'
import { Sides } from './Sides.tsx'
import { Slip } from './Slip.tsx'
import task from './Task.module.css'
import { TaskFrame } from './TaskFrame.tsx'

const words = laterStrings.terminalChange.result

interface ResultProps {
  readonly change: TerminalChangeView
  /** The bank has answered, and its list is being read. */
  readonly isComparing?: boolean
  readonly backText?: string
  readonly onBack: () => void
  /** Back to what was entered, where that is right. */
  readonly onEntry?: () => void
}

/** What came of a change: the bank's answer and what its list shows, told apart. Nothing here asks for it again. */
export function Result({ change, isComparing = false, backText, onBack, onEntry }: ResultProps) {
  const lookUpChange = useApp((state) => state.lookUpChange)
  const openGivingUp = useApp((state) => state.openGivingUp)
  const { changeId, isBusy, problem } = useApp((state) => state.terminalWork.look)
  const isOwnLook = changeId === change.changeId
  const isReading = isComparing || (isOwnLook && isBusy)
  const isLookNext = onEntry === undefined && changeTone(change) !== 'good'
  return (
    <TaskFrame
      title={words[change.kind](change.terminalId)}
      focusOn={change.changeId}
      onBack={onBack}
      {...(backText === undefined ? {} : { backText })}
      foot={
        <>
          {onEntry !== undefined && (
            <Button look="primary" onPress={onEntry}>
              {words.toEntry}
            </Button>
          )}
          {mayLookAgain(change) && (
            <Button
              look={isLookNext ? 'primary' : 'plain'}
              onPress={() => void lookUpChange(change.changeId)}
            >
              {words.lookAgain}
            </Button>
          )}
          {mayKeepAsShown(change) && (
            <Button onPress={() => openGivingUp(change.changeId, 'asShown')}>{words.giveUp.asShown}</Button>
          )}
          {mayGiveUp(change) && (
            <Button onPress={() => openGivingUp(change.changeId)}>{words.giveUp.notDone}</Button>
          )}
          <Button onPress={() => window.print()}>
            <Printer aria-hidden="true" size={16} />
            {words.print}
          </Button>
        </>
      }
    >
      <Headline change={change} isReading={isReading} />
      <div role="alert">
        {isOwnLook && problem !== null && <Notice tone="problem">{lookProblemText(problem)}</Notice>}
      </div>
      <Sides change={change} />
      <section aria-labelledby="change-details" className={cx(styles.details)}>
        <h2 id="change-details">{words.details}</h2>
        <Facts facts={changeFacts(change)} />
      </section>
      <GiveUpDialog change={change} />
      <Slip change={change} />
    </TaskFrame>
  )
}

function Headline({ change, isReading }: { change: TerminalChangeView; isReading: boolean }) {
  const { title, body } = changeHeadline(change)
  const tone = changeTone(change)
  return (
    <div className={cx(styles.headline, styles[tone])} role={tone === 'good' ? 'status' : 'alert'}>
      <OutcomeTag change={change} />
      <p className={cx(styles.title)}>{title}</p>
      {/* While the list is being read it says nothing of it yet. */}
      {isReading ? <p className={cx(task.muted)}>{words.looking}</p> : body !== '' && <p>{body}</p>}
      {change.bankMessage !== null && change.bankMessage !== '' && (
        <p>{words.bankWords(change.bankMessage)}</p>
      )}
    </div>
  )
}
