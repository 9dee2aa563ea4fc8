import { fc } from '../testing/fuzz.ts'
import { expect, test } from 'vitest'
import { retryAfterMs } from './retryAfter.ts'

const NOW = Date.UTC(2026, 10, 20, 12, 0, 0)

test.each([
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7_000],
  ['99999', 3_600_000],
  ['Fri, 20 Nov 2026 12:01:00 GMT', 60_000],
  ['Friday, 20-Nov-26 12:01:00 GMT', 60_000],
  ['Fri Nov 20 12:01:00 2026', 60_000],
  ['Fri, 20 Nov 2020 12:00:00 GMT', 0],
  ['Sat, 20 Nov 2027 12:00:00 GMT', 3_600_000],
  ['', null],
  ['-1', null],
  ['1.5', null],
  ['soon', null],
  ['Fri, 99 Foo 2026', null],
  ['5, 6', null],
])('Retry-After %j', (text, expected) => {
  expect(retryAfterMs({ 'retry-after': text }, NOW)).toBe(expected)
})

test('a date is measured from the answer’s Date, not from this computer’s clock', () => {
  const headers = { 'retry-after': 'Fri, 20 Nov 2026 12:01:00 GMT', date: 'Fri, 20 Nov 2026 12:00:50 GMT' }
  expect(retryAfterMs(headers, 0)).toBe(10_000)
})

test('for any value the wait is null or at most an hour', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, date) => {
      const waitMs = retryAfterMs({ 'retry-after': text, date }, NOW)
      if (waitMs !== null) expect(waitMs >= 0 && waitMs <= 3_600_000).toBe(true)
    }),
  )
})
