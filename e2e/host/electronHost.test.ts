import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { setClockInMain } from './electronHost.ts'

/**
 * Playwright's `evaluate` in the main process: it evaluates a text, and calls the result only if it got a function
 * (`UtilityScript.evaluate` with `isFunction`, playwright-core 1.65.1).
 */
function mainOfPlaywright() {
  const realm = createContext({})
  const electron = {}
  return {
    evaluate: async (pageFunction: unknown, argument?: unknown): Promise<unknown> => {
      const outcome: unknown = runInContext(String(pageFunction), realm)
      return typeof pageFunction === 'function'
        ? (outcome as (...parameters: unknown[]) => unknown)(electron, argument)
        : outcome
    },
  }
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1_000

test('the clock of main is really changed, and the true one is still available', async () => {
  const app = mainOfPlaywright()
  const offBy = async (): Promise<number> =>
    // Zero has a sign where main was asked a moment before.
    Math.round((Number(await app.evaluate('Date.now()')) - Date.now()) / YEAR_MS) + 0
  await setClockInMain(app, -3 * YEAR_MS)
  expect(await offBy()).toBe(-3)
  expect(await app.evaluate('new Date().getTime() - Date.now() < 1_000')).toBe(true)
  await setClockInMain(app, 2 * YEAR_MS)
  expect(await offBy()).toBe(2)
  await setClockInMain(app, 0)
  expect(await offBy()).toBe(0)
})

test('a function as text is not called, so it does nothing', async () => {
  const app = mainOfPlaywright()
  await app.evaluate('(_electron) => { globalThis.wasRun = true }')
  expect(await app.evaluate('globalThis.wasRun')).toBeUndefined()
  await app.evaluate((_electron: unknown, _argument: unknown) => {})
  expect(await app.evaluate((_electron: unknown, value: unknown) => value, 7)).toBe(7)
})
