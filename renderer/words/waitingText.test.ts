import { expect, test } from 'vitest'
import { FIXED_NOW_MS, saleOf } from '../testing/fixtures.ts'
import { queueOf } from '../testing/bridgeDouble.ts'
import { connectionText, queueText } from './waitingText.ts'

const MINUTE_MS = 60_000
const queued = (minutesAgo: number) =>
  saleOf({
    transactionId: `Q${minutesAgo}`,
    sequence: 1,
    recordedAtMs: FIXED_NOW_MS - minutesAgo * MINUTE_MS,
  })

test('nothing open reads All sent', () => {
  expect(queueText(queueOf([], 1), FIXED_NOW_MS)).toBe('All sent')
})

test('what waits is counted with the age of the oldest', () => {
  expect(queueText(queueOf([queued(2), queued(14), queued(5)], 1), FIXED_NOW_MS)).toBe(
    '3 waiting, oldest 14 min',
  )
})

test('sales that are only checked, or need a person, never read All sent', () => {
  for (const state of ['unknown', 'review', 'conflict'] as const) {
    const text = queueText(queueOf([saleOf({ transactionId: 'T', sequence: 1, state })], 1), FIXED_NOW_MS)
    expect(text).toMatch(/^1 /u)
    expect(text).not.toContain('All sent')
  }
})

test('a queue that has not been read yet claims nothing', () => {
  expect(queueText(null, FIXED_NOW_MS)).not.toContain('All sent')
})

test('the connection never speaks of the queue', () => {
  expect(connectionText('online')).toBe('Online')
  expect(connectionText('notTried')).not.toBe('Online')
})

test('an age in the future, after the clock was set back, is under a minute', () => {
  expect(queueText(queueOf([queued(-30)], 1), FIXED_NOW_MS)).toBe('1 waiting, oldest less than 1 min')
})
