import type { CallError } from '../../shared/callError.ts'
import type { SharedMerchant, TerminalView } from '../../shared/terminal.ts'

/** What is being done on the Terminal screen in place of its list. */
export type TerminalTask =
  | { readonly kind: 'register' }
  /** An edit of the terminal with this record id of the service's. A move begins with another merchant. */
  | { readonly kind: 'edit'; readonly recordId: string; readonly isMove?: boolean }
  /** The registrations and edits that were asked for so far. */
  | { readonly kind: 'changes' }

/** The page of terminals in view. Main has all of them; the screen holds the rows that it shows. */
export interface TerminalRows {
  /** What stands in the search field. */
  readonly search: string
  /** What the rows were found with; null before the first answer. */
  readonly found: string | null
  readonly rows: readonly TerminalView[]
  /** Merchant IDs of these rows that the bank has under several records. */
  readonly sharedMerchants: readonly SharedMerchant[]
  /** Rows that match, on all pages. */
  readonly total: number
  /** How many of them stand before the first one shown. */
  readonly offset: number
  readonly isReading: boolean
  /** The last question to main came to nothing; the rows shown are those of before. */
  readonly couldNotRead: boolean
}

/** Terminals that are offered while an ID is typed. */
export interface TerminalOffers {
  /** What they were found with; null before the first answer. */
  readonly found: string | null
  readonly rows: readonly TerminalView[]
  readonly total: number
  readonly isReading: boolean
  readonly couldNotRead: boolean
}

/** What could not be done, until it is tried again. */
export interface TerminalProblem {
  readonly of: 'reading' | 'choice' | 'entry'
  readonly error: CallError
}

export interface TerminalActions {
  /** Reads the list at the bank, to its end. */
  refreshTerminals(): Promise<void>
  cancelTerminalReading(): Promise<void>
  chooseTerminal(terminalId: string): Promise<void>
  /** Asks main for the page in view once more. */
  readTerminals(): Promise<void>
  searchTerminals(text: string): void
  turnTerminals(offset: number): Promise<void>
  openTerminal(recordId: string | null): void
  /** Looks for terminals to offer. @param isTyped after a pause, since more may be typed */
  offerTerminals(text: string, isTyped: boolean): void
  /** Of one client, before another one's are shown. */
  forgetTerminals(): void
  /** Null goes back to the list. A registration and an edit ask for a manager first. */
  openTerminalTask(task: TerminalTask | null): Promise<void>
}
