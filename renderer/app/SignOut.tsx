import { todoOf } from '../../shared/todo.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { formatKobo } from '../ui/format/money.ts'
import { useApp } from '../core/context.tsx'
import { lazyStrings } from '../strings/lazyStrings.ts'

const words = lazyStrings.signOutQuestion

/** Lists what waits before the person signs out. The focus is on staying, and Esc does the same. */
export function SignOut() {
  const isAsking = useApp((state) => state.isSigningOut)
  return isAsking ? <Question /> : null
}

function Question() {
  const queue = useApp((state) => state.queue)
  const staySignedIn = useApp((state) => state.staySignedIn)
  const signOut = useApp((state) => state.signOut)
  const signOutWhenSent = useApp((state) => state.signOutWhenSent)
  const isOnline = useApp((state) => state.connection.status === 'online')
  const isOffline = useApp((state) => state.connection.status === 'offline')
  if (queue === null) return null
  const { unsent, unsettled: open } = todoOf(queue)
  const unsettled = open.count
  // A sale that is being checked may be at the bank, so it is not counted among the unsent ones.
  const unsettledTitle = words.unsettledTitle(unsettled, formatKobo(open.kobo))
  const hasWaiting = unsent.count > 0
  return (
    <Dialog
      title={
        hasWaiting
          ? words.title(unsent.count, formatKobo(unsent.kobo))
          : unsettled > 0
            ? unsettledTitle
            : words.nothingOpen
      }
      onClose={staySignedIn}
      actions={
        <>
          <Button onPress={() => void signOut()}>{words.leave}</Button>
          {isOnline && queue.waitingCount > 0 && (
            <Button onPress={() => signOutWhenSent(true)}>{words.sendFirst}</Button>
          )}
          <Button look="primary" autoFocus onPress={staySignedIn}>
            {words.stay}
          </Button>
        </>
      }
    >
      {hasWaiting && <p>{words.body(unsent.count)}</p>}
      {unsettled > 0 && (
        <p>
          {hasWaiting && `${unsettledTitle} `}
          {lazyStrings.openSales.continueLater(unsettled)}
        </p>
      )}
      {isOffline && <p>{words.offline}</p>}
    </Dialog>
  )
}
