import { fc } from '../electron/testing/fuzz.ts'
import { expect, test } from 'vitest'
import {
  formatServiceTime,
  isMinimumTime,
  paidTime,
  parseServiceTime,
  serviceTimeToMs,
} from './serviceTime.ts'

test('fields are read as they are written, fraction included', () => {
  expect(parseServiceTime('2026-11-20T14:05:06.1234567')).toEqual({
    year: 2026,
    month: 11,
    day: 20,
    hour: 14,
    minute: 5,
    second: 6,
    fraction: '1234567',
  })
  expect(parseServiceTime('2026-11-20T14:05:06')?.fraction).toBe('')
  expect(parseServiceTime('2024-02-29T00:00:00')?.day).toBe(29)
})

test.each([
  '',
  '2026-11-20',
  '2026-11-20 14:05:06',
  '2026-11-20T14:05',
  '2026-11-20T14:05:06.',
  '2026-11-20T14:05:06.1234567890',
  ' 2026-11-20T14:05:06',
  '2026-11-20T14:05:06\n',
  '2026-13-01T00:00:00',
  '2026-00-01T00:00:00',
  '2026-04-31T00:00:00',
  '2026-02-29T00:00:00',
  '1900-02-29T00:00:00',
  '2026-11-00T00:00:00',
  '0000-01-01T00:00:00',
  '2026-11-20T24:00:00',
  '2026-11-20T14:60:00',
  '2026-11-20T14:05:61',
  '٢٠٢٦-١١-٢٠T14:05:06',
  'x'.repeat(100_000),
])('%.40j is not a service time', (text) => {
  expect(parseServiceTime(text)).toBeUndefined()
})

test('every second of 400 years matches the calendar', () => {
  const second = fc.integer({ min: Date.UTC(1900, 0, 1) / 1_000, max: Date.UTC(2300, 0, 1) / 1_000 })
  fc.assert(
    fc.property(second, fc.integer({ min: -720, max: 840 }), (atSeconds, offsetMinutes) => {
      const text = new Date(atSeconds * 1_000).toISOString().slice(0, 19)
      const time = parseServiceTime(text)
      if (time === undefined) throw new Error(`not read: ${text}`)
      expect(serviceTimeToMs(time, 0)).toBe(atSeconds * 1_000)
      expect(serviceTimeToMs(time, offsetMinutes)).toBe(atSeconds * 1_000 - offsetMinutes * 60_000)
    }),
  )
})

test('years below 100 are not mistaken for years of the 20th century', () => {
  const time = parseServiceTime('0001-01-01T00:00:00')
  expect(time && new Date(serviceTimeToMs(time, 0)).getUTCFullYear()).toBe(1)
})

test.each([
  [true, '2026-11-20T14:05:06.1', true],
  [false, '2026-11-20T14:05:06.1', false],
  [true, '0001-01-01T00:00:00', false],
  [true, '0001-01-01T00:00:00.0000000', false],
  [true, '', false],
  [true, 'soon', false],
])('isPaid %s with %j is paid: %s', (isPaid, datePaid, expected) => {
  expect(paidTime(isPaid, datePaid) !== undefined).toBe(expected)
})

test('only the first day of year 1 is the minimum', () => {
  const isMinimum = (text: string): boolean | undefined => {
    const time = parseServiceTime(text)
    return time && isMinimumTime(time)
  }
  expect(isMinimum('0001-01-01T00:00:00')).toBe(true)
  expect(isMinimum('0001-01-02T00:00:00')).toBe(false)
  expect(isMinimum('2001-01-01T00:00:00')).toBe(false)
})

test('it is shown from its fields, without a zone', () => {
  const time = parseServiceTime('2026-01-02T03:04:59.9999999')
  expect(time && formatServiceTime(time)).toBe('2 Jan 2026, 03:04')
})
