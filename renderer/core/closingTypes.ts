import type { CallError } from '../../shared/callError.ts'
import type { ClosingView, DayCloseView } from '../../shared/dayClose.ts'

/** The close of the day, over the list of sales. */
export interface ClosingState {
  readonly isOpen: boolean
  /** Null until it was counted. */
  readonly view: ClosingView | null
  readonly isBusy: boolean
  readonly problem: CallError | null
  /** The close just made; null before. */
  readonly closed: DayCloseView | null
  /** What the digits of a paper led to; null before. */
  readonly found: DayCloseView | 'none' | 'noDigits' | null
}

export interface ClosingActions {
  /** Counts what a close would be now. */
  openClosing(isOpen: boolean): void
  /** Closes the day, then prints the close. */
  closeDay(): Promise<void>
  /** Prints an earlier close again, marked as such. */
  reprintClose(number: number): Promise<void>
  /** Prints the closes of a month, a line each. @param month `2026-11` */
  printMonth(month: string): Promise<void>
  /** Looks for the close whose paper has these digits. */
  findClose(digits: string): Promise<void>
}

export const noClosing: ClosingState = {
  isOpen: false,
  view: null,
  isBusy: false,
  problem: null,
  closed: null,
  found: null,
}
