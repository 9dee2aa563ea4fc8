import type { CallError } from '../../shared/callError.ts'
import type { PracticeCard } from '../../shared/practiceCard.ts'

/** What the welcome has a person try, in this order. */
export const welcomeSteps = ['sale', 'checking', 'profile'] as const
export type WelcomeStep = (typeof welcomeSteps)[number]

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
  readPracticeCard(): Promise<void>
  /** @param step null ends the welcome for good: the next amount can be typed at once */
  showWelcome(step: WelcomeStep | null): void
  /** Puts an amount into a new sale, which the person records or changes. */
  fillAmount(kobo: number): void
}

export const noPractice: PracticeState = { isCardOpen: false, card: null, problem: null }
