import type { Page } from '@playwright/test'
import { launchApp, type LaunchedApp } from '../host/launch.ts'
import { openCounter, type Counter } from '../pages/counter.ts'

/** Small enough that a dozen terminals take three pages. */
const SMALL_PAGE_SIZE = 5

/** State shared by the steps: first Practice, then a counter of a bank. */
export interface Scene {
  /** The current page; undefined before the first start. */
  readonly page: () => Page | undefined
  readonly openPractice: () => Promise<LaunchedApp>
  readonly openBank: () => Promise<Counter>
  readonly counter: () => Counter
  /** @returns the errors in closing everything */
  readonly close: () => Promise<readonly string[]>
}

export function createScene(): Scene {
  let practice: LaunchedApp | undefined
  let counter: Counter | undefined
  const closePractice = async (): Promise<void> => {
    await practice?.close()
    practice = undefined
  }
  return {
    page: () => counter?.page ?? practice?.page,
    openPractice: async () => {
      practice = await launchApp()
      return practice
    },
    openBank: async () => {
      await closePractice()
      counter = await openCounter({
        isSignedIn: false,
        // Answers take time, so that the pictures also show the states before them.
        bank: { answerDelayMs: 40, settleAfterMs: 1_500, visibleAfterMs: 200 },
        profile: { limits: { pageSize: SMALL_PAGE_SIZE } },
      })
      return counter
    },
    counter: () => {
      if (counter === undefined) throw new Error('no bank was opened')
      return counter
    },
    close: async () => {
      const problems: string[] = []
      for (const end of [closePractice, async () => counter?.end()]) {
        try {
          await end()
        } catch (error) {
          problems.push(`the end: ${error instanceof Error ? error.message : String(error)}`)
        }
      }
      return problems
    },
  }
}
