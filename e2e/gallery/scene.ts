import type { Locator, Page } from '@playwright/test'
import type { CallName } from '../../shared/callNames.ts'
import type { BridgeDouble, DoubleFacts } from '../../renderer/testing/bridgeDouble.ts'
import { screens } from '../pages/shell.ts'

/** What stands behind the pictures of one screen in one state. */
export type Situation = 'data' | 'empty' | 'loading' | 'error' | 'offline' | 'hard' | 'question'

/** The situations that every screen has to be seen in. */
export const STANDARD_SITUATIONS: readonly Situation[] = ['data', 'empty', 'error', 'offline']

/** The screens of the rail, the one before them, and what stands around them all. */
export const PLACES = ['Sign in', ...screens, 'Shell'] as const
export type Place = (typeof PLACES)[number]

/** Main's answer to a call, or what makes one of each request. A promise that is never kept is a call under way. */
export type Answers = Partial<Record<CallName, unknown>>

/** A page with the built screens on a main process in memory. */
export interface Stage {
  readonly page: Page
  readonly double: BridgeDouble
  /** From now on the call is answered so. */
  readonly answer: (name: CallName, answer: unknown) => void
}

/** One state of one screen: how it comes about, and what shows that it is there. */
export interface Scene {
  /** Names its pictures, such as `sale-offline`. */
  readonly name: string
  readonly place: Place
  readonly situation: Situation
  /** What main knows when the page opens. */
  readonly facts?: Partial<DoubleFacts>
  readonly answers?: Answers
  /** What a person does to get there. */
  readonly reach?: (stage: Stage) => Promise<void>
  /** Stands on the screen once the state is there, and in no other. */
  readonly shows: (page: Page) => Locator
  /** What a person came for: it has to be whole in view at every size. */
  readonly primary?: (page: Page) => Locator
  /** Pictures in forced colours too. */
  readonly hasForcedColors?: true
}

/** A call that is under way for as long as anyone looks. */
export function never(): Promise<never> {
  return new Promise(() => undefined)
}
