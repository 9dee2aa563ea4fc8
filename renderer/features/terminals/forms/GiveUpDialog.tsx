import type { TerminalChangeView } from '../../../../shared/terminalChange.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { useApp } from '../../../core/context.tsx'
import { laterStrings } from '../../../strings/laterStrings.ts'
import { givingUpProblemText } from '../terminalChangeWords.ts'
import { SaidDialog } from './SaidDialog.tsx'

const words = laterStrings.terminalChange.givingUp

/** A manager says what the bank has told of an open change. Main reads the bank's list before it believes that. */
export function GiveUpDialog({ change }: { change: TerminalChangeView }) {
  const isOpen = useApp((state) => state.terminalWork.givingUp.changeId === change.changeId)
  return isOpen ? <GiveUpQuestion change={change} /> : null
}

function GiveUpQuestion({ change }: { change: TerminalChangeView }) {
  const { how, isBusy, problem } = useApp((state) => state.terminalWork.givingUp)
  const openGivingUp = useApp((state) => state.openGivingUp)
  const giveUpChange = useApp((state) => state.giveUpChange)
  return (
    <SaidDialog
      title={words.title[how]}
      words={{ ...words, save: words.save[how], leave: words.cancel }}
      isBusy={isBusy}
      problem={problem === null ? null : givingUpProblemText(problem, how)}
      isLeaveFirst={false}
      onClose={() => openGivingUp(null)}
      onSay={(said) => void giveUpChange(said)}
    >
      <p>{words.body[how]}</p>
      {how === 'asShown' && change.readBack?.differences.includes('account') === true && (
        <Notice tone="warning">{words.accountStays}</Notice>
      )}
    </SaidDialog>
  )
}
