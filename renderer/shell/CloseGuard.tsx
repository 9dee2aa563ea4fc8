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
  if (asked === null) return null
  const keep = (): void => void answerClose('keepOpen')
  return (
    <Dialog
      title={words.title(asked.count, formatKobo(asked.totalKobo))}
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
      <p>{words.body(asked.count)}</p>
    </Dialog>
  )
}
