import { expect, test } from 'vitest'
import { SaleState } from '../../shared/sale.ts'
import { count, everyState, reachable, seldom, summarise } from './coverage.ts'
import { readOptions } from './options.ts'
import { isRed, reportOf } from './report.ts'
import { addHistory, addTotals, createTotals, type Totals } from './totals.ts'

const IMPOSSIBLE = 'send refused × accepted'
const HISTORY = {
  violations: [],
  saleCount: 1,
  reviewCount: 0,
  unknownCount: 0,
  acceptedCount: 1,
  duplicateCount: 0,
  log: [],
}

/** The totals of a run with one history of that seed, which had these pairs. */
function totalsOf(seed: number, ...pairs: readonly string[]): Totals {
  const totals = createTotals()
  for (const pair of pairs) count(totals.coverage, pair)
  addHistory(totals, seed, HISTORY)
  return totals
}

function reportedCoverage(totals: Totals): unknown {
  const options = readOptions([], 1)
  const speed = { historiesPerSecond: 1, historiesPerCoreSecond: 1, speedRatio: 1 }
  return reportOf(options, totals, speed)['coverage']
}

test('the coverage has every state of a sale', () => {
  expect(everyState).toEqual(SaleState.options)
})

test('a person’s search may look one sale up while another is being sent', () => {
  expect(summarise(new Map([['list rowsRepeated × sending', 1]]), 0).unexpected).toEqual([])
  expect(reachable.filter((pair) => seldom.includes(pair))).toEqual([])
})

test('a pair missing from the list of possible ones is reported by name with a history that shows it', () => {
  const totals = totalsOf(1, 'send refused × sending')
  addTotals(totals, totalsOf(7, IMPOSSIBLE))
  addTotals(totals, totalsOf(9, IMPOSSIBLE))
  expect(reportedCoverage(totals)).toMatchObject({ unexpected: [{ pair: IMPOSSIBLE, count: 2, seed: 7 }] })
})

test.each(['holds', 'fails'] as const)('if the world %s, such a pair makes the run fail', (world) => {
  expect(isRed({ world }, totalsOf(7, IMPOSSIBLE))).toBe(true)
  expect(isRed({ world }, totalsOf(7, 'send refused × sending', ...seldom))).toBe(false)
})
