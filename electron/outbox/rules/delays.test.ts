import { expect, test } from 'vitest'
import { SaleState } from '../../../shared/sale.ts'
import { backOffMs, followUpDelayMs, lookUpDelayMs, unsettledAfterMs } from './delays.ts'

const counts = Array.from({ length: 60 }, (_, count) => count)

test('every delay is whole, not negative and bounded, for any count: the sales file takes no fractions', () => {
  for (const count of counts) {
    const delays = [backOffMs(count, 0.37), backOffMs(count, 0.999_999), followUpDelayMs(count)]
    for (const state of SaleState.options) delays.push(lookUpDelayMs(state, count))
    for (const delayMs of delays) expect(Number.isSafeInteger(delayMs) && delayMs >= 0).toBe(true)
  }
})

test('back-off grows to its cap of five minutes and spreads down to zero', () => {
  expect(backOffMs(1, 0.999_999)).toBeLessThanOrEqual(2_000)
  expect(backOffMs(30, 0.999_999)).toBeGreaterThan(290_000)
  expect(backOffMs(30, 0.999_999)).toBeLessThanOrEqual(300_000)
  expect(backOffMs(30, 0)).toBe(0)
})

test('a longer quiet period leaves room for its proof before a person is asked', () => {
  expect(unsettledAfterMs(10 * 60_000)).toBe(30 * 60_000)
  expect(unsettledAfterMs(60 * 60_000)).toBeGreaterThan(60 * 60_000)
})
