import { expect, test } from 'vitest'
import { inTurns, type Work } from './slices.ts'

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
  const turn = async (): Promise<void> => {
    turns += 1
    nowMs -= stepMs
  }
  expect(await inTurns(counting(), turn, clock)).toBe((STEPS * (STEPS + 1)) / 2)
  expect(turns).toBe(expected)
})

test('work that fails after a turn fails where it is waited for', async () => {
  function* failing(): Work<never> {
    yield
    throw new Error('broken')
  }
  await expect(
    inTurns(failing(), () => Promise.resolve(), { monotonicNowMs: () => performance.now() }),
  ).rejects.toThrow('broken')
})
