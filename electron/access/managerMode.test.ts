import { expect, test } from 'vitest'
import { accessBench, PIN, type AccessBench } from './testAccess.ts'

const MINUTE_MS = 60_000

async function managed(): Promise<AccessBench> {
  const bench = accessBench()
  await bench.setPin()
  return bench
}

test('after five minutes without a touch it locks by itself, and tells', async () => {
  const bench = await managed()
  await bench.pass(5 * MINUTE_MS - 1_000)
  expect(bench.access().refusal()).toBeUndefined()
  await bench.pass(5 * MINUTE_MS + 1_000)
  // Nobody asked: the timer is main's own, so an open dialog holds nothing up.
  expect(bench.told.at(-1)).toMatchObject({ role: 'cashier', locksInMs: null })
  expect(bench.logLines.at(-1)).toContain('idle')
})

test('touches keep it open; those within one second of another change nothing', async () => {
  const bench = await managed()
  for (let minute = 0; minute < 12; minute += 1) {
    await bench.pass(MINUTE_MS)
    expect(bench.access().touch()).toMatchObject({ role: 'manager', locksInMs: 5 * MINUTE_MS })
  }
  for (let touch = 0; touch < 9; touch += 1) {
    await bench.time.pass(100)
    bench.access().touch()
  }
  expect(bench.access().view().locksInMs).toBe(5 * MINUTE_MS - 900)
})

test('a touch opens nothing', async () => {
  const bench = await managed()
  bench.access().lock()
  expect(bench.access().touch().role).toBe('cashier')
  expect(bench.access().refusal()).toBeDefined()
})

test('a clock that is set back does not keep it open; one that is set on locks it', async () => {
  const bench = await managed()
  bench.time.jumpWall(-24 * 60 * MINUTE_MS)
  await bench.pass(5 * MINUTE_MS + 1_000)
  expect(bench.access().view().role).toBe('cashier')
  await bench.access().enter(PIN)
  bench.time.jumpWall(6 * MINUTE_MS)
  expect(bench.access().refusal()).toBeDefined()
})

test('sleep locks, whether the system tells of it or not', async () => {
  const bench = await managed()
  bench.desk.goAway()
  expect(bench.told.at(-1)).toMatchObject({ role: 'cashier' })
  await bench.access().enter(PIN)
  bench.time.skip(10 * MINUTE_MS)
  expect(bench.access().refusal()).toBeDefined()
})

test('the time allowed is made shorter: it holds for the manager who is there already', async () => {
  const bench = await managed()
  bench.facts.idleLockMinutes = 1
  await bench.pass(MINUTE_MS + 16_000)
  expect(bench.told.at(-1)).toMatchObject({ role: 'cashier' })
})

test('after the room is closed no timer and no event reaches it', async () => {
  const bench = await managed()
  bench.access().stop()
  const told = bench.told.length
  bench.desk.goAway()
  await bench.pass(10 * MINUTE_MS)
  expect(bench.told).toHaveLength(told)
})
