import { useState } from 'react'
import { todoOf } from '../../shared/todo.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { formatKobo } from '../ui/format/money.ts'
import { useApp } from '../core/context.tsx'
import { isLocked } from '../core/locked.ts'
import type { CloseAsked } from '../core/types.ts'
import { lazyStrings } from '../strings/lazyStrings.ts'
import { strings } from '../strings/strings.ts'

const words = lazyStrings.closeQuestion

/** Lists what waits before the window closes. The focus is on staying open, and Esc does the same. */
export function CloseGuard() {
  const asked = useApp((state) => state.closeAsked)
  // A new component for each question, so that a ticked box is not carried over.
  const isShut = useApp(isLocked)
  if (asked === null) return null
  return isShut ? <LockedQuestion asked={asked} /> : <Question asked={asked} />
}

/** The lock screen says nothing of the money: the count, and the same choices. */
function LockedQuestion({ asked }: { asked: CloseAsked }) {
  const answerClose = useApp((state) => state.answerClose)
  const keep = (): void => void answerClose('keepOpen')
  return (
    <Dialog
      title={asked.count > 0 ? strings.people.closing(strings.count.sales(asked.count)) : words.nothingOpen}
      onClose={keep}
      actions={
        <>
          <Button onPress={() => void answerClose('close')}>{strings.closing.close}</Button>
          {asked.mayKeepRunning && (
            <Button onPress={() => void answerClose('keepRunning')}>{words.keepRunning}</Button>
          )}
          <Button look="primary" autoFocus onPress={keep}>
            {words.keep}
          </Button>
        </>
      }
    >
      {asked.mayKeepRunning && <p>{words.keepRunningBody}</p>}
    </Dialog>
  )
}

function Question({ asked }: { asked: CloseAsked }) {
  const answerClose = useApp((state) => state.answerClose)
  const queue = useApp((state) => state.queue)
  const draft = useApp((state) => state.entry.draft)
  const [isRemembered, setRemembered] = useState(false)
  const totals = queue === null ? null : todoOf(queue)
  const unsent = totals?.unsent.count ?? asked.count
  const unsettled = totals?.unsettled.count ?? 0
  const unsettledTitle = lazyStrings.signOutQuestion.unsettledTitle(
    unsettled,
    formatKobo(totals?.unsettled.kobo ?? 0),
  )
  const hasDraft = [draft.amountText, draft.transactionId, draft.note].some((text) => text.trim() !== '')
  const keep = (): void => void answerClose('keepOpen')
  const { mayKeepRunning } = asked
  return (
    <Dialog
      title={
        unsent > 0
          ? words.title(unsent, formatKobo(totals?.unsent.kobo ?? asked.totalKobo))
          : unsettled > 0
            ? unsettledTitle
            : words.nothingOpen
      }
      onClose={keep}
      actions={
        <>
          <Button onPress={() => void answerClose('close', mayKeepRunning && isRemembered)}>
            {strings.closing.close}
          </Button>
          {mayKeepRunning && (
            <Button onPress={() => void answerClose('keepRunning', isRemembered)}>{words.keepRunning}</Button>
          )}
          <Button look="primary" autoFocus onPress={keep}>
            {words.keep}
          </Button>
        </>
      }
    >
      {unsent > 0 && <p>{words.body(unsent)}</p>}
      {unsettled > 0 && (
        <p>
          {unsent > 0 && `${unsettledTitle} `}
          {lazyStrings.openSales.checkedNextTime(unsettled)}
        </p>
      )}
      {mayKeepRunning && <p>{words.keepRunningBody}</p>}
      {hasDraft && <p>{words.draft(draft.amountText === '' ? words.draftEmpty : draft.amountText)}</p>}
      {mayKeepRunning && <Checkbox label={words.remember} isOn={isRemembered} onChange={setRemembered} />}
    </Dialog>
  )
}
