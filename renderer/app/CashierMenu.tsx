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
  const show = useApp((state) => state.show)
  if (view === null || view.state === 'off') return null

  function act(id: string): void {
    if (id === 'lock') void lockCounter()
    else if (id === 'choose') chooseCashier(true)
    else show('settings')
  }

  return <TopMenu label={labelOf(view)} choices={choicesOf(view)} onAct={act} />
}

function labelOf({ state, cashiers, currentId }: PeopleView): string {
  if (state === 'damaged') return words.notKnown
  const current = cashiers.find(({ id }) => id === currentId)
  return current === undefined ? words.noCashier : words.cashier(current.name)
}

function choicesOf({ state, currentId }: PeopleView): readonly MenuChoice[] {
  const manage = { id: 'manage', text: words.manage }
  if (state === 'damaged') return [manage]
  const choose = { id: 'choose', text: currentId === null ? words.choose : words.switchCashier }
  return [{ id: 'lock', text: words.lock }, choose, manage]
}
