import { expect, test } from 'vitest'
import { standings } from '../../../shared/standing.ts'
import { chartDayMs } from './chartDay.ts'
import { dayStartMs, type SaleRange } from '../../../shared/days.ts'
import type { TakeOf } from '../../../shared/saleDays.ts'
import { FIXED_NOW_MS, saleOf } from '../../testing/fixtures.ts'
import { barText, dayName, highestOf, segmentsOf, sumsText } from './dayWords.ts'
import { rangeOfDay } from './rangeOfDay.ts'
import { accountLabel } from './headlines.ts'

const nothing = { count: 0, kobo: 0 }
const take: TakeOf = {
  fromMs: dayStartMs(FIXED_NOW_MS, 0),
  untilMs: dayStartMs(FIXED_NOW_MS, 1),
  paid: { count: 2, kobo: 500_000 },
  unpaid: { count: 1, kobo: 250_000 },
  attention: { count: 1, kobo: 250_000 },
  none: { count: 3, kobo: 900_000 },
}

const note = { lookCount: 0, elsewhere: { count: 0, amount: '0' } }

test('a day says what was recorded and what of it is paid; what was refused or removed is counted apart', () => {
  expect(sumsText(take, null)).toBe(
    '4 sales, ₦10,000.00 · paid ₦5,000.00 · besides 3 refused, removed or written off',
  )
  expect(sumsText({ ...take, none: nothing }, note)).toBe('4 sales, ₦10,000.00 · paid ₦5,000.00')
  const elsewhere = { count: 2, amount: '8000.5' }
  expect(sumsText({ ...take, none: nothing }, { ...note, elsewhere })).toBe(
    '4 sales, ₦10,000.00 · paid ₦5,000.00 · 2 made elsewhere: ₦8,000.50',
  )
  expect(barText('Today', { ...take, attention: nothing }, { ...note, lookCount: 1 })).toMatch(
    /₦9,000\.00\. 1 difference to the bank, see Day$/u,
  )
  expect(barText('Today', { ...take, attention: nothing })).toBe(
    'Today: 3 sales, ₦7,500.00; Paid ₦5,000.00, Not paid yet ₦2,500.00, Refused, removed or written off ₦9,000.00',
  )
})

test('the parts of a bar stand on each other without a gap, and the highest one fills the chart', () => {
  const segments = segmentsOf(take, highestOf([take]))
  expect(segments).toEqual([
    { part: 'paid', from: 0, to: 0.5 },
    { part: 'unpaid', from: 0.5, to: 0.75 },
    { part: 'attention', from: 0.75, to: 1 },
  ])
  expect(segmentsOf({ ...take, paid: nothing, unpaid: nothing, attention: nothing }, 0)).toEqual([])
})

test('a day has its name, and the range that shows it: a quick one where there is one', () => {
  const days = [0, -1, -3].map((days) => dayStartMs(FIXED_NOW_MS, days))
  expect(days.map((day) => dayName(day, FIXED_NOW_MS))).toEqual([
    'Today, Fri 20 Nov 2026',
    'Yesterday, Thu 19 Nov 2026',
    'Tue 17 Nov 2026',
  ])
  const ranges = days.map((day) => rangeOfDay(day + 5_000_000, FIXED_NOW_MS))
  expect(ranges).toEqual(['today', 'yesterday', { fromMs: days[2], toMs: days[2] }])
  expect(ranges.map((range) => chartDayMs(range, FIXED_NOW_MS))).toEqual(days)
  const others: readonly SaleRange[] = ['week', 'all']
  expect(others.map((range) => chartDayMs(range, FIXED_NOW_MS))).toEqual([days[0], days[0]])
})

test('only a paid sale is said to be paid into an account', () => {
  for (const standing of standings) {
    const sale = saleOf({ transactionId: 'T', sequence: 1, standing })
    expect(accountLabel(sale) === 'Paid into', standing).toBe(standing === 'paid')
  }
})
