import type { CallError } from '../../shared/callError.ts'
import type { ClosingView } from '../../shared/dayClose.ts'

/** The close of the day, over the list of sales. */
export interface ClosingState {
  readonly isOpen: boolean
  /** Null until it was counted. */
  readonly view: ClosingView | null
  readonly isBusy: boolean
  readonly problem: CallError | null
}

export interface ClosingActions {
  /** Counts what a close would be now. */
  openClosing(isOpen: boolean): void
  /** Closes the day, then prints the close. */
  closeDay(): Promise<void>
  /** Prints an earlier close again, marked as such. */
  reprintClose(number: number): Promise<void>
}
