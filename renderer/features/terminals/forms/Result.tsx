import { CircleCheckBig, CircleQuestionMark, CircleX, Info, type LucideIcon, Printer } from 'lucide-react'
import type { TerminalChangeView } from '../../../../shared/terminalChange.ts'
import { Button } from '../../../ui/Button.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { cx } from '../../../ui/cx.ts'
import { useApp } from '../../../core/context.tsx'
import { lazyStrings } from '../../../strings/lazyStrings.ts'
import {
  changeAdvice,
  changeFacts,
  changeFactTexts,
  changeTone,
  type ChangeTone,
  isConfirmed,
  lookProblemText,
  mayGiveUp,
  mayKeepAsShown,
  mayLookAgain,
  namesDifferText,
  givingUpProblemText,
} from '../terminalChangeWords.ts'
import { terminalProblemText } from '../terminalWords.ts'
import { PaperSaid } from '../../../ui/Export.tsx'
import { UseHere } from '../UseHere.tsx'
import styles from './Result.module.css'
import task from './Task.module.css'
import { TaskFrame } from './TaskFrame.tsx'
import { SaidDialog } from './SaidDialog.tsx'
import { Foreign } from '../../../ui/Foreign.tsx'
import { sideLines } from '../terminalChangeSides.ts'
import sides from '../../../ui/Differs.module.css'
import sidesStyles from './Sides.module.css'

const words = lazyStrings.terminalChange.result

interface ResultProps {
  readonly change: TerminalChangeView
  /** The bank has answered, and its list is being read. */
  readonly isComparing?: boolean
  readonly backText?: string
  readonly onBack: () => void
  /** Back to what was entered, where that is right. */
  readonly onEntry?: () => void
  /** To the next registration, from the result of one. */
  readonly onAnother?: () => void
}

/** What came of a change: the bank's answer and what its list shows, told apart. Nothing here asks for it again. */
export function Result({ change, isComparing = false, backText, onBack, onEntry, onAnother }: ResultProps) {
  const { changeId, isBusy } = useApp((state) => state.terminalWork.look)
  const isReading = isComparing || (changeId === change.changeId && isBusy)
  return (
    <TaskFrame
      title={words[change.kind](change.terminalId)}
      focusOn={change.changeId}
      onBack={onBack}
      {...(backText === undefined ? {} : { backText })}
      foot={<Foot change={change} onEntry={onEntry} onAnother={onAnother} />}
    >
      <Outcome change={change} isReading={isReading} />
      <Problems change={change} />
      <div className={cx(styles.known)}>
        <Sides change={change} />
        <section aria-labelledby="change-details" className={cx(styles.details)}>
          <h2 id="change-details">{words.details}</h2>
          <Facts facts={changeFacts(change)} />
        </section>
      </div>
      <GiveUpDialog change={change} />
    </TaskFrame>
  )
}

/** What did not work out on this page. */
function Problems({ change }: Pick<ResultProps, 'change'>) {
  const { changeId, problem } = useApp((state) => state.terminalWork.look)
  const choice = useApp(({ terminalsProblem }) =>
    terminalsProblem?.of === 'choice' ? terminalsProblem : null,
  )
  return (
    <div role="alert">
      {changeId === change.changeId && problem !== null && (
        <Notice tone="problem">{lookProblemText(problem)}</Notice>
      )}
      {choice !== null && <Notice tone="problem">{terminalProblemText(choice, null, 0)}</Notice>}
    </div>
  )
}

type FootProps = Pick<ResultProps, 'change'> & {
  readonly onEntry: (() => void) | undefined
  readonly onAnother: (() => void) | undefined
}

/** What the person most likely does next comes first. */
function Foot({ change, onEntry, onAnother }: FootProps) {
  const lookUpChange = useApp((state) => state.lookUpChange)
  const openGivingUp = useApp((state) => state.openGivingUp)
  const printChange = useApp((state) => state.printChange)
  const { recordId, terminalId, readBack, kind } = change
  const isLookNext = onEntry === undefined && changeTone(change) !== 'good'
  const found = kind === 'register' && isConfirmed(change) ? (readBack?.found ?? null) : null
  return (
    <>
      {onEntry !== undefined && (
        <Button look="primary" onPress={onEntry}>
          {words.toEntry}
        </Button>
      )}
      {found !== null && recordId !== null && (
        <UseHere
          look="primary"
          terminal={{ ...found, recordId, terminalId, accountName: found.accountName ?? '' }}
        />
      )}
      {onAnother !== undefined && kind === 'register' && isConfirmed(change) && (
        <Button onPress={onAnother}>{words.another}</Button>
      )}
      {mayLookAgain(change) && (
        <Button look={isLookNext ? 'primary' : 'plain'} onPress={() => void lookUpChange(change.changeId)}>
          {words.lookAgain}
        </Button>
      )}
      {mayKeepAsShown(change) && (
        <Button onPress={() => openGivingUp(change.changeId, 'asShown')}>{words.giveUp.asShown}</Button>
      )}
      {mayGiveUp(change) && (
        <Button onPress={() => openGivingUp(change.changeId)}>{words.giveUp.notDone}</Button>
      )}
      <Button onPress={() => void printChange(change)}>
        <Printer aria-hidden="true" size={16} />
        {words.print}
      </Button>
      <PaperSaid about={change.changeId} />
    </>
  )
}

/** The ticks of a sale speak of money, so none of them is here. */
const icons: Readonly<Record<ChangeTone, LucideIcon>> = {
  good: CircleCheckBig,
  doubt: CircleQuestionMark,
  bad: CircleX,
  none: Info,
}

/** The bank's answer, its list, and what to do: each says its own fact, and the colour is of both. */
function Outcome({ change, isReading }: { change: TerminalChangeView; isReading: boolean }) {
  const { answer, list } = changeFactTexts(change)
  const advice = changeAdvice(change)
  const differ = namesDifferText(change)
  const tone = changeTone(change)
  const Icon = icons[tone]
  return (
    <div
      className={cx(styles.outcome, styles[tone])}
      role={tone === 'good' ? 'status' : 'alert'}
      data-outcome={tone}
    >
      <Icon aria-hidden="true" size={20} />
      <div>
        <p className={cx(styles.fact)}>{answer}</p>
        {/* While the list is being read it says nothing of it yet. */}
        {isReading ? (
          <p className={cx(task.muted)}>{words.looking}</p>
        ) : (
          list !== null && <p className={cx(styles.fact)}>{list}</p>
        )}
        {!isReading && advice !== null && <p>{advice}</p>}
        {change.bankMessage !== null && change.bankMessage !== '' && (
          <p>{words.bankWords(change.bankMessage)}</p>
        )}
        {differ !== null && <p className={cx(styles.differ)}>{differ}</p>}
      </div>
    </div>
  )
}

const giveUpWords = lazyStrings.terminalChange.givingUp

/** A manager says what the bank has told of an open change. Main reads the bank's list before it believes that. */
function GiveUpDialog({ change }: { change: TerminalChangeView }) {
  const isOpen = useApp((state) => state.terminalWork.givingUp.changeId === change.changeId)
  return isOpen ? <GiveUpQuestion change={change} /> : null
}

function GiveUpQuestion({ change }: { change: TerminalChangeView }) {
  const { how, isBusy, problem } = useApp((state) => state.terminalWork.givingUp)
  const openGivingUp = useApp((state) => state.openGivingUp)
  const giveUpChange = useApp((state) => state.giveUpChange)
  return (
    <SaidDialog
      title={giveUpWords.title[how]}
      words={{ ...giveUpWords, save: giveUpWords.save[how], leave: giveUpWords.cancel }}
      isBusy={isBusy}
      problem={problem === null ? null : givingUpProblemText(problem, how)}
      isLeaveFirst={false}
      onClose={() => openGivingUp(null)}
      onSay={(said) => void giveUpChange(said)}
    >
      <p>{giveUpWords.body[how]}</p>
      {how === 'asShown' && change.readBack?.differences.includes('account') === true && (
        <Notice tone="warning">{giveUpWords.accountStays}</Notice>
      )}
    </SaidDialog>
  )
}

/**
 * What was, what was asked for, and what the list shows; the last two are one column where they agree. What is not as
 * it was, or not as asked for, has a word.
 */
function Sides({ change }: { change: TerminalChangeView }) {
  const lines = sideLines(change)
  const hasBefore = change.from !== null
  const isAgreed = change.readBack?.outcome === 'asAsked' && !lines.some(({ differs }) => differs)
  const isFound = change.readBack?.found != null && !isAgreed
  const wanted = isAgreed ? words.wantedAndFound : words.wanted
  // Done, as the bank writes it.
  const isOwnSpelling = change.readBack?.outcome === 'asAsked'
  const isAbsent = change.readBack?.outcome === 'notThere'
  return (
    <table className={cx(sidesStyles.table)} aria-label={words.side}>
      <thead>
        <tr>
          <th scope="col">{lazyStrings.terminalChange.edit.what}</th>
          {hasBefore && <th scope="col">{words.before}</th>}
          <th scope="col">{wanted}</th>
          {(isFound || isAbsent) && <th scope="col">{words.found}</th>}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, place) => (
          <tr key={line.field} className={cx(line.differs && !isOwnSpelling && sides.differs)}>
            <th scope="row">{line.label}</th>
            {hasBefore && (
              <td data-title={words.before}>{line.before !== null && <Foreign text={line.before} />}</td>
            )}
            <td data-title={wanted}>
              <Foreign text={line.wanted} />
              {line.isChanged && (
                <strong className={cx(sides.mark)}>{lazyStrings.terminalChange.edit.changed}</strong>
              )}
            </td>
            {isFound && (
              <td data-title={words.found}>
                {line.found !== null && <Foreign text={line.found} />}
                {line.differs && (
                  <strong className={cx(sides.mark)}>
                    {isOwnSpelling ? words.ownSpelling : words.differs}
                  </strong>
                )}
              </td>
            )}
            {isAbsent && place === 0 && (
              <td data-title={words.found} rowSpan={lines.length}>
                {words.notInList}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
