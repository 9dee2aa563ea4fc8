import { expect, test } from 'vitest'
import { PAID_LAG_DAYS, queryProblems, readFromOf, SEARCH_DAYS_MAX } from './recordQuery.ts'

test.each([
  ['2026-11-20', '2026-11-20', []],
  ['2024-02-29', '2024-02-29', []],
  ['2026-08-21', '2026-11-20', []],
  ['2026-08-20', '2026-11-20', ['dateTo tooManyDays']],
  ['2026-11-21', '2026-11-20', ['dateTo beforeFrom']],
  ['0000-01-01', '0001-01-01', ['dateFrom notADay']],
  ['20261120', '2026-11-20', ['dateFrom notADay']],
  ['2026-11-20T00:00:00', '2026-11-20', ['dateFrom notADay']],
  ['٢٠٢٦-١١-٢٠', '2026-11-20', ['dateFrom notADay']],
  ['2026-04-31', '2026-05-01', ['dateFrom notADay']],
  ['1900-02-29', '2026-11-20', ['dateFrom notADay']],
])('from %s to %s has the problems %j', (dateFrom, dateTo, problems) => {
  expect(SEARCH_DAYS_MAX).toBe(92)
  const found = queryProblems({ terminalId: 'X', dateFrom, dateTo })
  expect(found.map(({ field, problem }) => `${field} ${problem}`)).toEqual(problems)
})

test.each([
  ['saleDate', '2026-11-20', '2026-11-20'],
  ['paidDate', '2026-11-20', '2026-11-13'],
  ['paidDate', '2026-03-01', '2026-02-22'],
  ['paidDate', '2026-01-03', '2025-12-27'],
  ['paidDate', '2024-03-05', '2024-02-27'],
] as const)('by %s a search from %s reads from %s', (basis, dateFrom, readFrom) => {
  expect(PAID_LAG_DAYS).toBe(7)
  const query = { searchId: 's', terminalId: 'X', dateFrom, dateTo: '2026-11-20', basis }
  expect(readFromOf(query)).toBe(readFrom)
})
