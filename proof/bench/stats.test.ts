import { expect, test } from 'vitest'
import { inTurn, median, percentile, summarise, verdictOf, type Goal } from './stats.ts'

test('a percentile is interpolated between its neighbours, in any order of the values', () => {
  expect(percentile([40, 10, 30, 20, 50], 0.1)).toBeCloseTo(14)
  expect(percentile([40, 10, 30, 20, 50], 0.5)).toBe(30)
  expect(percentile([40, 10, 30, 20, 50], 0.9)).toBeCloseTo(46)
  expect(percentile([7], 0.9)).toBe(7)
  expect(median([1, 2])).toBe(1.5)
})

test('an empty list, or one with a value that is no number, has no percentile', () => {
  expect(() => percentile([], 0.5)).toThrow('needs values')
  expect(() => percentile([1, Number.NaN], 0.5)).toThrow('numbers only')
  expect(() => summarise([])).toThrow('needs values')
  expect(() => summarise([{ limit: 0, ours: 1 }])).toThrow('above zero')
})

test('the ratio is the median of the rounds’ ratios, so that a machine that slows down changes nothing', () => {
  const pairs = [1, 2, 4, 8, 16].map((slow) => ({ limit: 10 * slow, ours: 15 * slow }))
  expect(summarise(pairs)).toEqual({ limit: 40, ours: 60, ratio: 1.5, p10: 1.5, p90: 1.5 })
  expect(summarise([...pairs, { limit: 10, ours: 1_000 }]).ratio).toBe(1.5)
})

const atMost: Goal = { direction: 'atMost', must: 2, aim: 1.3 }
const atLeast: Goal = { direction: 'atLeast', must: 0.92, aim: 0.98 }

test.each([
  [atMost, 1.3, 'aim'],
  [atMost, 1.31, 'must'],
  [atMost, 2, 'must'],
  [atMost, 2.01, 'MISSED'],
  [atLeast, 0.98, 'aim'],
  [atLeast, 0.97, 'must'],
  [atLeast, 0.92, 'must'],
  [atLeast, 0.91, 'MISSED'],
  [atMost, null, 'not measured'],
  [atMost, Number.NaN, 'MISSED'],
] as const)('%o with a ratio of %s: %s', (goal, ratio, verdict) => {
  expect(verdictOf(goal, ratio)).toBe(verdict)
})

test('both sides are measured in turn, and each is first equally often', async () => {
  const order: string[] = []
  const side =
    (name: string, value: number): (() => number) =>
    () => {
      order.push(name)
      return value
    }
  const pairs = await inTurn({ limit: side('L', 2), ours: side('O', 3) }, { rounds: 2, tries: 3 })
  expect(order.join('')).toBe('LOOLLOOLLOOL')
  expect(pairs).toEqual([
    { limit: 2, ours: 3 },
    { limit: 2, ours: 3 },
  ])
})

test('a round is the median of its tries', async () => {
  const values = [1, 100, 3]
  const [pair] = await inTurn({ limit: () => 1, ours: () => values.pop() ?? 0 }, { rounds: 1, tries: 3 })
  expect(pair).toEqual({ limit: 1, ours: 3 })
})

test('a round of values that come in steps is the mean of its tries', async () => {
  const values = [10, 20, 60]
  const rounds = { rounds: 1, tries: 3, isMean: true } as const
  expect(await inTurn({ limit: () => 2, ours: () => values.pop() ?? 0 }, rounds)).toEqual([
    { limit: 2, ours: 30 },
  ])
})
