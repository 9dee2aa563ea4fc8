import type { CallError } from '../../shared/callError.ts'
import type { PracticeCard } from '../../shared/practiceCard.ts'

/** What helps a person to practise. */
export interface PracticeState {
  readonly isCardOpen: boolean
  /** Null until it was read. */
  readonly card: PracticeCard | null
  readonly problem: CallError | null
}

export interface PracticeActions {
  /** Shows the practice bank's numbers over the screen, which stays as it is. */
  openPracticeCard(isOpen: boolean): void
}

export const noPractice: PracticeState = { isCardOpen: false, card: null, problem: null }
