import { expect, test } from 'vitest'
import { appInfo, online } from '../testing/fixtures.ts'
import { findDaysOf, serviceDayOf } from './serviceDay.ts'

const DAY_MS = 24 * 60 * 60_000
/** Friday 20 November 2026, 23:30 in Lagos, which is still 22:30 in London and 17:30 in New York. */
const NOW_MS = Date.UTC(2026, 10, 20, 22, 30)

const at = (nowMs: number, clockAheadMs: number | null, serviceTimeZone = 'Africa/Lagos') => ({
  app: { ...appInfo, serviceTimeZone },
  connection: { ...online, clockAheadMs },
  nowMs,
})

test('today is the service’s date in any time zone of this computer', () => {
  expect(serviceDayOf(at(NOW_MS, 0))).toBe('2026-11-20')
  expect(serviceDayOf(at(NOW_MS + 60 * 60_000, 0))).toBe('2026-11-21')
  expect(serviceDayOf(at(NOW_MS, 0, 'Asia/Tokyo'))).toBe('2026-11-21')
})

test('a computer whose clock is days off still has the service’s date', () => {
  expect(serviceDayOf(at(NOW_MS + 3 * DAY_MS, 3 * DAY_MS))).toBe('2026-11-20')
  expect(serviceDayOf(at(NOW_MS - 40 * DAY_MS, -40 * DAY_MS))).toBe('2026-11-20')
  // Where the service's time is unknown, this computer's clock is used.
  expect(serviceDayOf(at(NOW_MS - DAY_MS, null))).toBe('2026-11-19')
})

test('a search is for today until a date is chosen, even if the date becomes known later', () => {
  const untouched = { dateFrom: null, dateTo: null }
  expect(findDaysOf({ ...at(NOW_MS + DAY_MS, null), find: untouched })).toEqual({
    dateFrom: '2026-11-21',
    dateTo: '2026-11-21',
  })
  expect(
    findDaysOf({ ...at(NOW_MS + DAY_MS, DAY_MS), find: { ...untouched, dateFrom: '2026-11-01' } }),
  ).toEqual({
    dateFrom: '2026-11-01',
    dateTo: '2026-11-20',
  })
})
