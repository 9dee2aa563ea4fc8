import { expect, test } from 'vitest'
import { waitAfterMs } from './pinRules.ts'
import { accessBench, outcome, PIN, type AccessBench } from './testing/accessBench.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Out of the ten thousand PINs of four digits. */
const LOOKED_AT_A_DAY_MAX = 34

async function lockedBench(): Promise<AccessBench> {
  const bench = accessBench()
  await bench.setPin()
  bench.access().lock()
  return bench
}

/** Tries whenever allowed, for a day. @returns how many tries were checked */
async function guessForADay(bench: AccessBench, between: () => void): Promise<number> {
  const startMs = bench.time.clock.monotonicNowMs()
  let lookedAt = 0
  while (bench.time.clock.monotonicNowMs() - startMs < DAY_MS) {
    const came = outcome(await bench.access().enter('564738'))
    if (came === 'wrongPin') lookedAt += 1
    else expect(came).toBe('tooManyTries')
    between()
    await bench.pass(MINUTE_MS)
  }
  return lookedAt
}

test('the delay grows from half a minute to an hour and no further', () => {
  const waits = Array.from({ length: 14 }, (_, tries) => waitAfterMs(tries) / 1_000)
  expect(waits).toEqual([0, 0, 0, 30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600, 3_600])
  expect(waitAfterMs(1_000_000)).toBe(60 * MINUTE_MS)
})

test('a day of guessing is some thirty tries', async () => {
  const bench = await lockedBench()
  const lookedAt = await guessForADay(bench, () => undefined)
  expect(lookedAt).toBeLessThanOrEqual(LOOKED_AT_A_DAY_MAX)
  expect(lookedAt).toBeGreaterThan(20)
})

test('restarting the program after each try, cleanly or by the plug, gives no extra try', async () => {
  const bench = await lockedBench()
  let starts = 0
  const lookedAt = await guessForADay(bench, () => {
    starts += 1
    bench.restart(starts % 2 === 0)
  })
  expect(lookedAt).toBeLessThanOrEqual(LOOKED_AT_A_DAY_MAX)
})

test.each([365, -365])('setting the clock by %i days after each try gives no extra try', async (days) => {
  const bench = await lockedBench()
  let jumps = 0
  const lookedAt = await guessForADay(bench, () => {
    jumps += 1
    bench.time.jumpWall(days * DAY_MS)
    if (jumps % 10 === 0) bench.restart()
  })
  expect(lookedAt).toBeLessThanOrEqual(LOOKED_AT_A_DAY_MAX)
})

test('a night of sleep does not count as waiting', async () => {
  const bench = await lockedBench()
  for (let tries = 0; tries < 8; tries += 1) {
    await bench.pass(bench.access().view().waitMs)
    expect(outcome(await bench.access().enter('564738'))).toBe('wrongPin')
  }
  const before = bench.access().view().waitMs
  bench.time.skip(12 * 60 * MINUTE_MS)
  // One step between two readings is credited half a minute at most.
  expect(bench.access().view().waitMs).toBeGreaterThanOrEqual(before - 30_000)
})

test('a new sales file restarts awake time: the delay stays as it was, and does not last for years', async () => {
  const bench = await lockedBench()
  await bench.pass(DAY_MS)
  for (let tries = 0; tries < 3; tries += 1) await bench.access().enter('564738')
  bench.forgetAwakeTime()
  bench.restart(false)
  expect(bench.access().view().waitMs).toBe(30_000)
})

test('many tries at one moment count as one: the others are not checked', async () => {
  const bench = await lockedBench()
  const came = await Promise.all(Array.from({ length: 50 }, () => bench.access().enter('564738')))
  expect(came.map(outcome).filter((code) => code === 'wrongPin')).toHaveLength(1)
  expect(bench.access().view().wrongTries).toBe(1)
})

test('during the delay even the right PIN is not checked, and costs nothing', async () => {
  const bench = await lockedBench()
  for (let tries = 0; tries < 3; tries += 1) await bench.access().enter('564738')
  expect(outcome(await bench.access().enter(PIN))).toBe('tooManyTries')
  expect(bench.access().view()).toMatchObject({ role: 'cashier', wrongTries: 3, waitMs: 30_000 })
  expect(bench.told.at(-1)).toMatchObject({ waitMs: 30_000 })
  await bench.pass(30_000)
  expect(outcome(await bench.access().enter(PIN))).toBe('manager')
  expect(bench.access().view()).toMatchObject({ wrongTries: 0, waitMs: 0 })
})

test('the program is killed while a try is checked: it was counted before', async () => {
  const bench = await lockedBench()
  const trying = bench.access().enter('564738')
  bench.restart(false)
  expect(bench.access().view().wrongTries).toBe(1)
  await trying
})

test('the count of wrong tries survives a lock, a restart and a day', async () => {
  const bench = await lockedBench()
  await bench.access().enter('564738')
  await bench.access().enter('564738')
  bench.restart()
  await bench.pass(DAY_MS)
  expect(bench.access().view().wrongTries).toBe(2)
})
