import type { PeopleView } from '../../shared/people.ts'
import { useApp } from '../core/context.tsx'
import { strings } from '../strings/strings.ts'
import type { MenuChoice } from './MenuChoices.tsx'
import { TopMenu } from './TopMenu.tsx'

const words = strings.people

/** Who is at the counter, with Lock and Switch; nothing where no cashiers are set up. */
export function CashierMenu() {
  const view = useApp((state) => state.people.view)
  const lockCounter = useApp((state) => state.lockCounter)
  const chooseCashier = useApp((state) => state.chooseCashier)
  const showSettings = useApp((state) => state.showSettings)
  const isSignedIn = useApp((state) => state.session !== null && state.session.status !== 'signedOut')
  if (view === null || view.state === 'off') return null

  function act(id: string): void {
    if (id === 'lock') void lockCounter()
    else if (id === 'choose') chooseCashier(true)
    else showSettings(id === 'bank' ? 'bank' : 'cashiers')
  }

  return <TopMenu label={labelOf(view)} choices={choicesOf(view, isSignedIn)} onAct={act} />
}

function labelOf({ state, cashiers, currentId }: PeopleView): string {
  if (state === 'damaged') return words.notKnown
  const current = cashiers.find(({ id }) => id === currentId)
  return current === undefined ? words.noCashier : words.cashier(current.name)
}

function choicesOf({ state, currentId }: PeopleView, isSignedIn: boolean): readonly MenuChoice[] {
  const manage = { id: 'manage', text: words.manage }
  if (state === 'damaged') return [manage]
  const bank = isSignedIn ? [{ id: 'bank', text: words.signOutInSettings }] : []
  const choose = { id: 'choose', text: currentId === null ? words.choose : words.switchCashier }
  return [{ id: 'lock', text: words.lock }, choose, manage, ...bank]
}
