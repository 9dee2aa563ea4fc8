import { expect, test } from 'vitest'
import { settlementLag } from './settlementLag.ts'

const record = (timeReceived: string, datePaid: string, isPaid = true) => ({ timeReceived, datePaid, isPaid })
const DAY = '2026-11-20T'

test('the median and the maximum of the bank’s own times, to the millisecond', () => {
  const records = [
    record(`${DAY}09:00:00.5`, `${DAY}09:00:15.75`),
    record(`${DAY}09:00:00`, `${DAY}11:00:00`),
    record(`${DAY}23:59:59.9999999`, '2026-11-21T00:00:09.9999999'),
    record(`${DAY}09:00:00`, `${DAY}09:00:40`),
  ]
  expect(settlementLag(records, 600_000)).toEqual({
    count: 4,
    medianMs: 15_250,
    longestMs: 7_200_000,
    quietPeriodMs: 600_000,
  })
})

test('unpaid records, unreadable dates, and payments before receipt are not measured', () => {
  const records = [
    record(`${DAY}09:00:00`, '0001-01-01T00:00:00'),
    record(`${DAY}09:00:00`, `${DAY}09:00:10`, false),
    record('yesterday', `${DAY}09:00:10`),
    record(`${DAY}09:00:00`, 'soon'),
    record(`${DAY}09:00:10`, `${DAY}09:00:00`),
  ]
  expect(settlementLag(records, 1)).toEqual({ count: 0, medianMs: null, longestMs: null, quietPeriodMs: 1 })
})
