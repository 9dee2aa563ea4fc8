import { MenuChoices } from './MenuChoices.tsx'
import { Day } from '../features/day/Day.tsx'
import { Disputes } from '../features/disputes/Disputes.tsx'
import { closingSlice } from '../features/sales/closingSlice.ts'
import { disputeSlice } from '../features/disputes/disputeSlice.ts'
import { Find } from '../features/bankRecords/Find.tsx'
import { CloseGuard } from './CloseGuard.tsx'
import { CounterView } from '../features/sale/CounterView.tsx'
import { EntryQuestions } from '../features/sale/EntryQuestions.tsx'
import { HandedCard } from '../features/tills/HandedCard.tsx'
import { exportSlice } from './exportSlice.ts'
import { Help } from './Help.tsx'
import { LockScreen } from '../features/people/LockScreen.tsx'
import { paperSlice } from '../features/paper/paperSlice.ts'
import { Papers } from '../features/paper/Papers.tsx'
import { PinDialogs } from './PinDialogs.tsx'
import { PracticeCard } from './PracticeCard.tsx'
import { Welcome } from './Welcome.tsx'
import { SignOut } from './SignOut.tsx'
import { OtherProfile } from '../features/settings/ProfileCard.tsx'
import { Settings } from '../features/settings/Settings.tsx'
import { Terminal } from '../features/terminals/Terminal.tsx'
import { TerminalChoice } from '../features/terminals/TerminalChoice.tsx'
import { Transactions } from '../features/sales/Transactions.tsx'
import { terminalChangeSlice } from '../features/terminals/terminalChangeSlice.ts'
import { Todo } from '../features/todo/Todo.tsx'
import type { LaterSlice, Screen } from '../core/types.ts'

/*
 * Everything that the first screen does not need. It is a bundle of its own that only app/lazyLoading.ts loads.
 */

export type LazyScreen = Exclude<Screen, 'sale'>

export const screenOf: Readonly<Record<LazyScreen, () => React.JSX.Element>> = {
  transactions: Transactions,
  day: Day,
  todo: Todo,
  terminal: Terminal,
  find: Find,
  disputes: Disputes,
  settings: Settings,
}

export {
  MenuChoices,
  CloseGuard,
  CounterView,
  EntryQuestions,
  HandedCard,
  Help,
  LockScreen,
  OtherProfile,
  Papers,
  PinDialogs,
  PracticeCard,
  SignOut,
  TerminalChoice,
  Welcome,
}
export { newsText } from './fileNews.ts'
/** The actions that no screen of the start needs. */
export const laterSlices: readonly LaterSlice[] = [
  terminalChangeSlice,
  closingSlice,
  disputeSlice,
  exportSlice,
  paperSlice,
]
