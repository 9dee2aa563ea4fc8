import { ClientChoices } from './shell/ClientChoices.tsx'
import { Find } from './screens/Find.tsx'
import { NeedsYou } from './screens/NeedsYou.tsx'
import { Settings } from './screens/Settings.tsx'
import { Terminal } from './screens/Terminal.tsx'
import { TerminalChoice } from './screens/TerminalChoice.tsx'
import { Transactions } from './screens/Transactions.tsx'
import { Waiting } from './screens/Waiting.tsx'
import type { Screen } from './state/types.ts'

/*
 * Everything that the first screen does not need. It is a bundle of its own that only shell/later.ts loads.
 */

export type LaterScreen = Exclude<Screen, 'sale'>

export const screenOf: Readonly<Record<LaterScreen, () => React.JSX.Element>> = {
  transactions: Transactions,
  waiting: Waiting,
  needsYou: NeedsYou,
  terminal: Terminal,
  find: Find,
  settings: Settings,
}

export { ClientChoices, TerminalChoice }
export { terminalChangeSlice } from './state/terminalChangeSlice.ts'
