import { expect, test } from 'vitest'
import { createSeededRandom } from '../testing/virtualTime.ts'
import { atOnce, inBreaths, SLICE_SIZE, sorted, type Work } from './slices.ts'

const STEPS = 100

function* counting(): Work<number> {
  let sum = 0
  for (let each = 1; each <= STEPS; each += 1) {
    sum += each
    yield
  }
  return sum
}

test.each([
  [0, 0],
  [1, Math.floor(STEPS / 8)],
  [20, STEPS],
])('work whose steps take %i ms each lets others run %i times', async (stepMs, expected) => {
  let nowMs = 0
  let turns = 0
  const clock = {
    monotonicNowMs: () => {
      nowMs += stepMs
      return nowMs
    },
  }
  const breathe = async (): Promise<void> => {
    turns += 1
    nowMs -= stepMs
  }
  expect(await inBreaths(counting(), breathe, clock)).toBe((STEPS * (STEPS + 1)) / 2)
  expect(turns).toBe(expected)
})

test('an error after a pause reaches the caller that awaits the work', async () => {
  function* failing(): Work<never> {
    yield
    throw new Error('broken')
  }
  await expect(
    inBreaths(failing(), () => Promise.resolve(), { monotonicNowMs: () => performance.now() }),
  ).rejects.toThrow('broken')
})

interface Numbered {
  readonly rank: number
  readonly at: number
}

test.each([0, 1, 2, SLICE_SIZE, SLICE_SIZE + 1, 5 * SLICE_SIZE + 7])(
  'a list of %i is sorted, and equal items keep their order',
  (count) => {
    const random = createSeededRandom(count)
    const items = Array.from({ length: count }, (_, at): Numbered => ({
      rank: Math.floor(random.next() * 50),
      at,
    }))
    const compare = (left: Numbered, right: Numbered): number => left.rank - right.rank
    const before = [...items]
    expect(atOnce(sorted(items, compare))).toEqual(items.toSorted(compare))
    expect(items).toEqual(before)
  },
)

test('a long list is sorted with a bounded number of comparisons at a time', () => {
  const random = createSeededRandom(1)
  const items = Array.from({ length: 20 * SLICE_SIZE }, () => random.next())
  let compared = 0
  let most = 0
  const work = sorted(items, (left, right) => {
    compared += 1
    return left - right
  })
  for (let isDone = false; !isDone;) {
    compared = 0
    isDone = work.next().done === true
    most = Math.max(most, compared)
  }
  expect(most).toBeLessThanOrEqual(SLICE_SIZE * Math.ceil(Math.log2(SLICE_SIZE)))
})
