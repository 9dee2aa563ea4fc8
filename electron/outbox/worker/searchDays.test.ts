import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createPracticeBank } from '../../../sandbox/bank.ts'
import type { BankOptions } from '../../../sandbox/options.ts'
import { openCounter, type Counter } from '../../testing/counter.ts'
import { createVirtualTime } from '../../testing/virtualTime.ts'
import { daysSince, wereRightDays } from './searchDays.ts'
import { createServiceZone } from '../../../shared/serviceZone.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** Friday 20 November 2026, 09:00 in Lagos. */
const NOW_MS = Date.UTC(2026, 10, 20, 8)

const contextOf = (clockAheadMs: number | null) => ({
  zone: createServiceZone('Africa/Lagos'),
  clock: { wallNowMs: () => NOW_MS, monotonicNowMs: () => 0 },
  clockAheadMs: () => clockAheadMs,
})

test.each([
  ['a clock that was never compared', null, 0, '2026-11-18', '2026-11-22'],
  ['a sale from the day before', 0, -DAY_MS, '2026-11-17', '2026-11-22'],
  ['a sale that bears a date of the future', 0, 3 * DAY_MS, '2026-11-18', '2026-11-22'],
  ['a computer three days behind the service', -3 * DAY_MS, 0, '2026-11-18', '2026-11-25'],
  ['a computer three days ahead of the service', 3 * DAY_MS, 0, '2026-11-15', '2026-11-22'],
])('%s: a day more than the day of the service is asked for, and one for the ends', (...row) => {
  const [, aheadMs, sinceMs, dateFrom, dateTo] = row
  expect(daysSince(contextOf(aheadMs), NOW_MS + sinceMs)).toEqual({ dateFrom, dateTo })
})

test('days requested before the service’s time was known do not count afterwards', () => {
  const asked = daysSince(contextOf(null), NOW_MS)
  expect(wereRightDays(contextOf(HOUR_MS), NOW_MS, asked)).toBe(true)
  expect(wereRightDays(contextOf(-3 * DAY_MS), NOW_MS, asked)).toBe(false)
  expect(wereRightDays(contextOf(3 * DAY_MS), NOW_MS, asked)).toBe(false)
})

const opened: Counter[] = []
const copies: string[] = []
afterEach(async () => {
  for (const counter of opened.splice(0)) await counter.close()
  for (const copy of copies.splice(0)) rmSync(copy, { recursive: true, force: true })
})

function folder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-days-'))
  copies.push(dir)
  return dir
}

async function openAhead(aheadMs: number, options: Partial<BankOptions>): Promise<Counter> {
  const time = createVirtualTime()
  const bank = createPracticeBank({
    seed: 1,
    clock: { ...time.clock, wallNowMs: () => time.clock.wallNowMs() - aheadMs },
    timers: time.timers,
    options,
  })
  return open(await openCounter({ beside: { counter: { bank, time }, files: folder() } }))
}

function open(counter: Counter): Counter {
  opened.push(counter)
  return counter
}

async function copyBesideOf(counter: Counter, files: string): Promise<Counter> {
  const copy = open(await openCounter({ beside: { counter, files } }))
  await copy.time.pass(5 * 60_000)
  return copy
}

for (const dateToIncluded of [true, false]) {
  for (const aheadDays of [-3, -1, 0, 3]) {
    const dateTo = dateToIncluded ? 'included' : 'excluded'
    test(`a file is copied, then its sale is sent; the copy opens with its clock ${aheadDays} days ahead, dateTo ${dateTo}: the sale is found and not sent again`, async () => {
      const original = await openAhead(aheadDays * DAY_MS, { dateToIncluded })
      original.bank.faults.add({ on: 'any', times: 'always', fault: { kind: 'refused' } })
      const { transactionId } = await original.record('5000')
      const files = folder()
      cpSync(original.dataDir, files, {
        recursive: true,
        filter: (source) => source === original.dataDir || /sales\.db(?:-wal)?$/u.test(source),
      })
      original.bank.faults.clear()
      await original.backend().handlers['sales.tryNow']({})
      await original.time.pass(5 * 60_000)
      expect((await original.sale(transactionId)).sale.state).toBe('accepted')
      original.powerOff()

      const copy = await copyBesideOf(original, files)
      expect(copy.bank.settlementCount(transactionId)).toBe(1)
      expect((await copy.sale(transactionId)).sale.state).toBe('accepted')
    })
  }
}

test('a bank says no to an empty search and leaves out the last day: a backlog at an empty terminal is still sent', async () => {
  const shop = open(
    await openCounter({
      bankOptions: { emptyList: 'declined', dateToIncluded: false },
      profile: (own) => own,
    }),
  )
  await shop.record('100')
  await shop.time.pass(60_000)
  // A month later the sale that serves as a control for the empty search is no longer visible.
  shop.time.jumpWall(30 * DAY_MS)
  shop.bank.faults.add({ on: 'any', times: 'always', fault: { kind: 'refused' } })
  const { transactionId } = await shop.record('5000')
  await shop.restart()
  shop.bank.faults.clear()
  await shop.time.pass(10 * 60_000)
  expect((await shop.sale(transactionId)).sale.state).toBe('accepted')
  expect(shop.bank.settlementCount(transactionId)).toBe(1)
})
