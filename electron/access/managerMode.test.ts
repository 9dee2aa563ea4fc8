import { expect, test } from 'vitest'
import { accessBench, PIN, type AccessBench } from './testing/accessBench.ts'

const MINUTE_MS = 60_000

async function managed(): Promise<AccessBench> {
  const bench = accessBench()
  await bench.setPin()
  return bench
}

test('after five minutes without input it locks automatically, and reports that', async () => {
  const bench = await managed()
  await bench.pass(5 * MINUTE_MS - 1_000)
  expect(bench.access().refusal()).toBeUndefined()
  await bench.pass(5 * MINUTE_MS + 1_000)
  // Without a call: the timer is main's own, so an open dialog does not delay it.
  expect(bench.told.at(-1)).toMatchObject({ role: 'cashier', locksInMs: null })
  expect(bench.logLines.at(-1)).toContain('idle')
})

test('input keeps it open; more within one second changes nothing', async () => {
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

test('input does not open it', async () => {
  const bench = await managed()
  bench.access().lock()
  expect(bench.access().touch().role).toBe('cashier')
  expect(bench.access().refusal()).toBeDefined()
})

test('a clock set back does not keep it open; one set forward locks it', async () => {
  const bench = await managed()
  bench.time.jumpWall(-24 * 60 * MINUTE_MS)
  await bench.pass(5 * MINUTE_MS + 1_000)
  expect(bench.access().view().role).toBe('cashier')
  await bench.access().enter(PIN)
  bench.time.jumpWall(6 * MINUTE_MS)
  expect(bench.access().refusal()).toBeDefined()
})

test('sleep locks, with or without an event of the system', async () => {
  const bench = await managed()
  bench.desk.goAway()
  expect(bench.told.at(-1)).toMatchObject({ role: 'cashier' })
  await bench.access().enter(PIN)
  bench.time.skip(10 * MINUTE_MS)
  expect(bench.access().refusal()).toBeDefined()
})

test('a shorter idle time applies to the current manager', async () => {
  const bench = await managed()
  bench.facts.idleLockMinutes = 1
  await bench.pass(MINUTE_MS + 16_000)
  expect(bench.told.at(-1)).toMatchObject({ role: 'cashier' })
})

test('after the end no timer and no event reaches it', async () => {
  const bench = await managed()
  bench.access().stop()
  const told = bench.told.length
  bench.desk.goAway()
  await bench.pass(10 * MINUTE_MS)
  expect(bench.told).toHaveLength(told)
})
