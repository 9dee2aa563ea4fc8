import { afterEach, expect, test } from 'vitest'
import { everyOther, extent } from '../../scripts/extent.ts'
import { openCounter, type Counter, type CounterSetup } from '../testing/counter.ts'
import { cutNetwork } from '../testing/troubles.ts'
import { backlogCalls, callsOfADay, steadyTrade } from './testing/calls.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const SALES = 30

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(setup: CounterSetup = {}): Promise<Counter> {
  counter = await openCounter(setup)
  return counter
}

test('a sale a minute takes three calls, and its payment is seen at once', async () => {
  const { callsASale, seenAfterMs } = await steadyTrade(SALES, () => '')
  expect(callsASale).toBeLessThanOrEqual(3.2)
  expect(seenAfterMs[SALES / 2]).toBeLessThanOrEqual(17_000)
  expect(seenAfterMs[Math.floor(SALES * 0.95)]).toBeLessThanOrEqual(20_000)
})

test('a typed slip takes two more', async () => {
  const { callsASale } = await steadyTrade(SALES, (each) => `SLIP-${each}`)
  expect(callsASale).toBeLessThanOrEqual(5.2)
})

test('a backlog takes hardly more than one for each sale', async () => {
  expect(await backlogCalls(extent(400, 150))).toBeLessThanOrEqual(1.15)
})

test('unpaid sales of a day ago, one or twenty, cost a few calls a day more than an idle counter', async () => {
  const idle = await callsOfADay(0)
  for (const unpaid of everyOther([20, 1], 2))
    expect((await callsOfADay(unpaid)) - idle).toBeLessThanOrEqual(60)
})

const pathsOf = (shop: Counter, from: number): readonly string[] =>
  shop.wire.slice(from).map(({ url }) => new URL(url).pathname.split('/').at(-1) ?? '')

/** Sales whose payments come while nobody could ask. */
async function paidMeanwhile(shop: Counter, count: number): Promise<readonly string[]> {
  const references: string[] = []
  for (let each = 0; each < count; each += 1) {
    references.push((await shop.record(String(1_000 + each))).transactionId)
    await shop.time.pass(1_000)
  }
  return references
}

test('a bank that answers no list of records is asked about each sale', async () => {
  const shop = await open({ bankOptions: { settleAfterMs: 20_000 } })
  const references = await paidMeanwhile(shop, 6)
  const from = shop.wire.length
  shop.bank.faults.add({
    on: 'searchTransactions',
    times: 'always',
    fault: { kind: 'httpStatus', status: 403, committed: false, retryAfter: null, body: 'envelope' },
  })
  await shop.time.pass(3 * MINUTE_MS)
  for (const each of references) expect((await shop.sale(each)).sale.standing).toBe('paid')
  expect(pathsOf(shop, from).filter((name) => name === 'settlementstatus').length).toBeGreaterThanOrEqual(6)
})

test('sales that the list lacks are asked about by themselves', async () => {
  const shop = await open({
    bankOptions: { settleAfterMs: 20_000 },
    garble: ({ url }, outcome) =>
      url.includes('/searchtransaction') && outcome.kind === 'response'
        ? { ...outcome, body: EMPTY_LIST }
        : outcome,
  })
  const references = await paidMeanwhile(shop, 6)
  await shop.time.pass(3 * MINUTE_MS)
  for (const each of references) expect((await shop.sale(each)).sale.standing).toBe('paid')
})

const EMPTY_LIST = '{"status":true,"message":"","data":[],"totalCount":0,"hasNextPage":false,"currentPage":1}'

test('between two questions an old sale counts as checked; a bank out of reach for hours makes it unchecked', async () => {
  const shop = await open({ bankOptions: { settleAfterMs: 1_000 * HOUR_MS } })
  const { transactionId } = await shop.record('1500')
  await shop.time.pass(30 * HOUR_MS)
  for (let hours = 0; hours < 6; hours += 1) {
    await shop.time.pass(HOUR_MS)
    expect((await shop.sale(transactionId)).sale).toMatchObject({
      standing: 'onItsWay',
      isLate: true,
      notCheckedSinceMs: null,
    })
  }
  cutNetwork(shop)
  await shop.time.pass(6 * HOUR_MS)
  expect((await shop.sale(transactionId)).sale.notCheckedSinceMs).not.toBeNull()
})

test('a restart knows how long the bank takes to pay', async () => {
  const shop = await open()
  for (let each = 0; each < 8; each += 1) {
    await shop.record(String(1_000 + each))
    await shop.time.pass(MINUTE_MS)
  }
  await shop.restart()
  const { transactionId } = await shop.record('5000')
  const from = shop.wire.length
  await shop.time.pass(14_000)
  expect(pathsOf(shop, from)).not.toContain('settlementstatus')
  await shop.time.pass(6_000)
  expect((await shop.sale(transactionId)).sale.standing).toBe('paid')
})
