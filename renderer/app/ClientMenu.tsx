import type { SessionView } from '../../shared/session.ts'
import { useApp } from '../core/context.tsx'
import { strings } from '../strings/strings.ts'
import type { MenuChoice } from './MenuChoices.tsx'
import { TopMenu } from './TopMenu.tsx'

const words = strings.topBar

/** Who is signed in to the bank. Where cashiers are set up, only while there is something to do or to know. */
export function ClientMenu() {
  const session = useApp((state) => state.session)
  const hasPin = useApp((state) => state.access !== null && state.access.pin !== 'none')
  const hasCashiers = useApp((state) => state.people.view?.state === 'on')
  const askSignOut = useApp((state) => state.askSignOut)
  const openSignIn = useApp((state) => state.openSignIn)
  const showSettings = useApp((state) => state.showSettings)
  if (session === null || session.status === 'signedOut') return null
  const { keptAs } = session
  const note = keptAs === 'thisRunOnly' || keptAs === 'thisRunSoFar' ? strings.signIn[keptAs] : undefined
  if (hasCashiers && session.status === 'signedIn' && note === undefined) return null

  function act(id: string): void {
    if (id === 'signIn') openSignIn(true)
    else if (id === 'settings') showSettings('bank')
    else askSignOut()
  }

  return (
    <TopMenu
      label={session.clientId === null ? words.accountUnknown : words.account(session.clientId)}
      description={note}
      choices={choicesOf(session, hasPin)}
      onAct={act}
    />
  )
}

/** Once a manager's PIN is set, signing out is theirs, in Settings. */
function choicesOf({ status }: SessionView, hasPin: boolean): readonly MenuChoice[] {
  return [
    ...(status === 'expired' ? [{ id: 'signIn', text: words.signIn }] : []),
    hasPin
      ? { id: 'settings', text: strings.people.signOutInSettings }
      : { id: 'signOut', text: words.signOut },
  ]
}
