import type { CallError } from '../../shared/callError.ts'
import type { DayView } from '../../shared/day.ts'

export interface DayState {
  /** The service's day; null until one is chosen: today. */
  readonly day: string | null
  /** Null: all of this counter. */
  readonly terminalId: string | null
  /** Of the day and terminal that it names; null before the first answer. */
  readonly view: DayView | null
  /** The bank is being asked. */
  readonly isReading: boolean
  readonly problem: CallError | null
}

export interface DayActions {
  /** Shows what is known of the day, and reads the bank's list where that is old. */
  openDay(): void
  /** Goes to a day of the service; never after its today. */
  showDay(day: string): void
  /** @param days back or ahead; never after the service's today */
  turnDay(days: number): void
  chooseDayTerminal(terminalId: string | null): void
  readDay(): void
}
