import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { formatKobo } from '../format/money.ts'
import { useApp } from '../state/context.tsx'
import { strings } from '../strings.ts'

const words = strings.closing

/** Names what waits before the window closes. Staying open has the focus, and Esc stays. */
export function CloseGuard() {
  const asked = useApp((state) => state.closeAsked)
  const answerClose = useApp((state) => state.answerClose)
  const queue = useApp((state) => state.queue)
  const draft = useApp((state) => state.entry.draft)
  if (asked === null) return null
  const unsent = queue?.waitingCount ?? asked.count
  const unsettled = queue === null ? 0 : queue.checkingCount + queue.needsPersonCount
  const unsettledTitle = strings.signOut.unsettledTitle(
    unsettled,
    formatKobo(queue === null ? 0 : queue.checkingKobo + queue.needsPersonKobo),
  )
  const hasDraft = [draft.amountText, draft.transactionId, draft.note].some((text) => text.trim() !== '')
  const keep = (): void => void answerClose('keepOpen')
  return (
    <Dialog
      title={
        unsent > 0 ? words.title(unsent, formatKobo(queue?.waitingKobo ?? asked.totalKobo)) : unsettledTitle
      }
      onClose={keep}
      actions={
        <>
          <Button onPress={() => void answerClose('close')}>{words.close}</Button>
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
          {words.unsettledBody}
        </p>
      )}
      {hasDraft && <p>{words.draft(draft.amountText === '' ? words.draftEmpty : draft.amountText)}</p>}
    </Dialog>
  )
}
