import { afterEach, expect, test } from 'vitest'
import type { DayNote } from '../../shared/day.ts'
import { addDecimal } from '../../shared/money.ts'
import { openCounter, type Counter, type CounterSetup } from '../testing/counter.ts'
import { cutNetwork, logAtBank, restoreNetwork } from '../testing/troubles.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(setup: CounterSetup = {}): Promise<Counter> {
  counter = await openCounter(setup)
  return counter
}

/** Of the last days, today last. */
async function notes(shop: Counter): Promise<readonly (DayNote | null)[]> {
  const answer = await shop.backend().handlers['sales.days']({ alsoOf: [], hoursOf: null })
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value.notes
}

const searches = (shop: Counter, from = 0): number =>
  shop.wire.slice(from).filter(({ url }) => /searchtransaction.*pageNumber=1(?!\d)/iu.test(url)).length

test('while nothing is to do the last seven days are read, and what the bank has besides is known', async () => {
  const shop = await open()
  await shop.record('1500', { transactionId: 'OWN-1' })
  await shop.time.pass(MINUTE_MS)
  const before = searches(shop)
  await shop.time.pass(8 * MINUTE_MS)
  expect(searches(shop)).toBe(before)
  expect((await notes(shop)).at(-1)).toBeNull()
  await shop.time.pass(15 * MINUTE_MS)
  const known = await notes(shop)
  expect(known.at(-1)).toMatchObject({ lookCount: 0 })
  expect(known.slice(-7)).not.toContain(null)
  expect(known.slice(0, 7)).toEqual(Array.from({ length: 7 }, () => null))
  await logAtBank(shop, '8000.00', 'POS2-0071')
  await shop.time.pass(HOUR_MS)
  const { count = 0, amount = '' } = known.at(-1)?.elsewhere ?? {}
  expect((await notes(shop)).at(-1)?.elsewhere).toEqual({
    count: count + 1,
    amount: addDecimal(amount, '8000'),
  })
})

test('a difference that needs a look is counted; a sale that is still checked is not', async () => {
  const shop = await open()
  await shop.record('1500', { transactionId: 'OWN-1' })
  await shop.time.pass(MINUTE_MS)
  shop.bank.changeRecord('OWN-1', { datePaid: '0001-01-01T00:00:00' })
  await shop.time.pass(HOUR_MS + 20 * MINUTE_MS)
  expect((await notes(shop)).at(-1)).toMatchObject({ lookCount: 1 })
})

test('a counter at work is left alone, and so is a bank that is out of reach', async () => {
  const shop = await open()
  await shop.time.pass(MINUTE_MS)
  for (let each = 0; each < 10; each += 1) {
    await shop.record(String(1_000 + each))
    await shop.time.pass(3 * MINUTE_MS)
  }
  expect(await notes(shop)).toEqual(Array.from({ length: 14 }, () => null))
  cutNetwork(shop)
  const from = shop.wire.length
  await shop.time.pass(HOUR_MS)
  expect(searches(shop, from)).toBe(0)
  restoreNetwork(shop)
  await shop.time.pass(HOUR_MS)
  expect((await notes(shop)).slice(-7)).not.toContain(null)
})

test('a day of rest costs at most a question an hour for today and one for each day before', async () => {
  const shop = await open()
  await shop.record('1500')
  await shop.time.pass(HOUR_MS)
  const from = shop.wire.length
  await shop.time.pass(24 * HOUR_MS)
  expect(searches(shop, from)).toBeLessThanOrEqual(24 + 2 * 6)
  // A bank that gives no list is asked once an hour, as stubbornly as ever.
  shop.bank.faults.add({
    on: 'searchTransactions',
    times: 'always',
    fault: { kind: 'drop', committed: false },
  })
  const broken = shop.wire.length
  await shop.time.pass(24 * HOUR_MS)
  expect(searches(shop, broken)).toBeLessThanOrEqual(3 * 24)
})

test('another client knows nothing of these days', async () => {
  const shop = await open()
  await shop.record('1500')
  await shop.time.pass(HOUR_MS)
  expect((await notes(shop)).at(-1)).not.toBeNull()
  await shop.signOut()
  expect(await notes(shop)).toEqual(Array.from({ length: 14 }, () => null))
})
