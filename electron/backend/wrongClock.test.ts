import { afterEach, expect, test, vi } from 'vitest'
import { WALL_MS_MAX } from '../clock/instant.ts'
import { systemClock } from '../shell/systemPorts.ts'
import { openCounter, type Counter } from '../testing/counter.ts'

/* This computer’s clock shows a year that no text of a date can hold, up to the last one of JavaScript. */

const MINUTE_MS = 60_000
const LAST_MS = 8_640_000_000_000_000

let counter: Counter | undefined
afterEach(async () => {
  vi.useRealTimers()
  await counter?.close()
  counter = undefined
})

test('the clock of the system stops at the year 9999', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(LAST_MS)
  expect(systemClock.wallNowMs()).toBe(WALL_MS_MAX)
  vi.setSystemTime(WALL_MS_MAX - 1)
  expect(systemClock.wallNowMs()).toBe(WALL_MS_MAX - 1)
})

test('a clock at year 275760: a sale is recorded and sent, before and after a restart, and nothing stops', async () => {
  const shop = await openCounter()
  counter = shop
  shop.time.jumpWall(LAST_MS - MINUTE_MS - shop.time.clock.wallNowMs())
  await shop.record('100', { transactionId: 'SALE-1' })
  await shop.restart(() => undefined)
  await shop.record('200', { transactionId: 'SALE-2' })
  await shop.time.pass(10 * MINUTE_MS)
  expect([shop.bank.settlementCount('SALE-1'), shop.bank.settlementCount('SALE-2')]).toEqual([1, 1])
  expect(shop.logLines.filter((line) => line.includes('RangeError'))).toEqual([])
})
