import { expect, test } from 'vitest'
import { dayFirst, dayOfParts, dayOfText } from './dayField.ts'

test.each([
  [{ day: 5, month: 11, year: 2026 }, '2026-11-05'],
  [{ day: 29, month: 2, year: 2028 }, '2028-02-29'],
  [{ day: 29, month: 2, year: 2026 }, ''],
  [{ day: 31, month: 11, year: 2026 }, ''],
  [{ day: null, month: 11, year: 2026 }, ''],
  [{ day: 5, month: null, year: 2026 }, ''],
  [{ day: 5, month: 11, year: null }, ''],
  [{ day: 5, month: 11, year: 202 }, ''],
])('the parts %j are the date ‘%s’', (parts, day) => {
  expect(dayOfParts(parts)).toBe(day)
})

test.each([
  ['21/11/2026', '2026-11-21'],
  ['2026-11-21', '2026-11-21'],
  [' 5/1/2026\n', '2026-01-05'],
  ['05.01.2026', '2026-01-05'],
  ['11/21/2026', ''],
  ['31/11/2026', ''],
  ['2026-02-29', ''],
  ['21/11/26', ''],
  ['REF-21/11/2026', ''],
  ['', ''],
])('the pasted text ‘%s’ is the date ‘%s’', (text, day) => {
  expect(dayOfText(text)).toBe(day)
})

test('a date is copied day first, as it is shown', () => {
  expect(dayFirst('2026-11-05')).toBe('05/11/2026')
  expect(dayOfText(dayFirst('2026-11-05'))).toBe('2026-11-05')
})
