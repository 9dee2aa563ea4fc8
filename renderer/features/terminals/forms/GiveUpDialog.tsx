import { useApp } from '../../../core/context.tsx'
import { laterStrings } from '../../../strings/laterStrings.ts'
import { givingUpProblemText } from '../terminalChangeWords.ts'
import { SaidDialog } from './SaidDialog.tsx'

const words = laterStrings.terminalChange.givingUp

/** A manager says that the bank never took a change. Main reads the bank's list before it believes that. */
export function GiveUpDialog({ changeId }: { changeId: string }) {
  const isOpen = useApp((state) => state.terminalWork.givingUp.changeId === changeId)
  return isOpen ? <GiveUpQuestion /> : null
}

function GiveUpQuestion() {
  const { isBusy, problem } = useApp((state) => state.terminalWork.givingUp)
  const openGivingUp = useApp((state) => state.openGivingUp)
  const giveUpChange = useApp((state) => state.giveUpChange)
  return (
    <SaidDialog
      title={words.title}
      words={{ ...words, leave: words.cancel }}
      isBusy={isBusy}
      problem={problem === null ? null : givingUpProblemText(problem)}
      isLeaveFirst={false}
      onClose={() => openGivingUp(null)}
      onSay={(said) => void giveUpChange(said)}
    >
      <p>{words.body}</p>
    </SaidDialog>
  )
}
