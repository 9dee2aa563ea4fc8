import { afterEach, expect, test } from 'vitest'
import type { QueueView, SaleView } from '../../shared/sale.ts'
import { openCounter, type Counter, type CounterSetup } from '../testing/counter.ts'
import { cutNetwork, restoreNetwork } from '../testing/troubles.ts'

const MINUTE_MS = 60_000
const NEVER_MS = 10_000 * MINUTE_MS

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(setup: CounterSetup = {}): Promise<Counter> {
  counter = await openCounter(setup)
  return counter
}

async function sold(shop: Counter): Promise<SaleView> {
  await shop.record('1500', { transactionId: 'SOLD-1' })
  await shop.time.pass(10_000)
  const { sale } = await shop.sale('SOLD-1')
  if (sale.state !== 'accepted') throw new Error(`in ${sale.state} and not accepted`)
  return sale
}

async function queue(shop: Counter): Promise<QueueView> {
  const answer = await shop.backend().handlers['queue.get']({})
  if (!answer.ok) throw new Error('no queue')
  return answer.value
}

async function list(shop: Counter, filter: 'late' | 'notChecked'): Promise<readonly string[]> {
  const asked = { filter, search: '', offset: 0, limit: 50 } as const
  const page = await shop.backend().handlers['sales.page'](asked)
  return page.ok ? page.value.sales.map(({ transactionId }) => transactionId) : []
}

test('late at the moment it is due: the bank is asked then, and the answer shows it unpaid', async () => {
  const shop = await open({ bankOptions: { settleAfterMs: NEVER_MS } })
  await sold(shop)
  await shop.time.pass(29 * MINUTE_MS)
  expect((await shop.sale('SOLD-1')).sale.standing).toBe('onItsWay')
  await shop.time.pass(MINUTE_MS)
  expect((await shop.sale('SOLD-1')).sale).toMatchObject({
    standing: 'onItsWay',
    isLate: true,
    notCheckedSinceMs: null,
  })
})

test('the network is gone when it is due: not called late, but not checked since the last answer; once asked, late', async () => {
  const shop = await open({ bankOptions: { settleAfterMs: NEVER_MS } })
  await sold(shop)
  await shop.time.pass(10 * MINUTE_MS)
  cutNetwork(shop)
  const cutAtMs = shop.time.clock.wallNowMs()
  await shop.time.pass(2 * 60 * MINUTE_MS)
  const { sale } = await shop.sale('SOLD-1')
  expect(sale.standing).toBe('onItsWay')
  expect(sale.notCheckedSinceMs).toBeLessThanOrEqual(cutAtMs)
  expect(sale.notCheckedSinceMs).toBeGreaterThan(cutAtMs - 8 * MINUTE_MS)
  expect(await queue(shop)).toMatchObject({ lateCount: 0, notCheckedCount: 1, notCheckedKobo: 150_000 })
  expect([await list(shop, 'late'), await list(shop, 'notChecked')]).toEqual([[], ['SOLD-1']])
  restoreNetwork(shop)
  await shop.time.pass(15 * MINUTE_MS)
  expect((await shop.sale('SOLD-1')).sale).toMatchObject({
    standing: 'onItsWay',
    isLate: true,
    notCheckedSinceMs: null,
  })
  expect(await queue(shop)).toMatchObject({ lateCount: 1, lateKobo: 150_000, notCheckedCount: 0 })
  expect([await list(shop, 'late'), await list(shop, 'notChecked')]).toEqual([['SOLD-1'], []])
})

test('late, and then the bank is out of reach: still late by its last answer, which is shown as old', async () => {
  const shop = await open({ bankOptions: { settleAfterMs: NEVER_MS } })
  await sold(shop)
  await shop.time.pass(60 * MINUTE_MS)
  cutNetwork(shop)
  await shop.time.pass(60 * MINUTE_MS)
  const { sale } = await shop.sale('SOLD-1')
  expect([sale.isLate, sale.notCheckedSinceMs === null]).toEqual([true, false])
})

test.each([
  ['says no', { kind: 'declined', message: 'No such transaction', committed: false }],
  ['answers with a page', { kind: 'htmlPage', committed: false }],
  ['refuses', { kind: 'httpStatus', status: 403, committed: false, retryAfter: null, body: 'empty' }],
] as const)(
  'the bank %s each time it is asked about an accepted sale: no answer, so not late, but not checked',
  async (_what, fault) => {
    const shop = await open({ bankOptions: { settleAfterMs: NEVER_MS } })
    const { acceptedAtMs } = await sold(shop)
    shop.bank.faults.add({ on: 'settlementStatus', times: 'always', fault })
    await shop.time.pass(90 * MINUTE_MS)
    const { sale } = await shop.sale('SOLD-1')
    expect(sale.standing).toBe('onItsWay')
    expect((sale.notCheckedSinceMs ?? 0) - (acceptedAtMs ?? 0)).toBeLessThan(10_000)
    expect(sale.notCheckedSinceMs).toBeGreaterThanOrEqual(acceptedAtMs ?? 0)
    expect(await list(shop, 'late')).toEqual([])
    const calls = shop.bank.requestCount('settlementStatus')
    expect(shop.bank.requestCount('login')).toBeLessThan(calls)
    // 90 minutes hold 18 times five of them: at most one renewal for each, plus those at the start.
    expect(shop.bank.requestCount('login')).toBeLessThanOrEqual(20)
  },
)

test('the token expires and the bank reports it by status:false: the sale is still paid, and Find finds it', async () => {
  const shop = await open({ bankOptions: { settleAfterMs: 40 * MINUTE_MS, refusals: 'declined' } })
  await sold(shop)
  await shop.time.pass(30 * MINUTE_MS)
  shop.bank.expireTokens()
  const logins = shop.bank.requestCount('login')
  await shop.time.pass(30 * MINUTE_MS)
  expect((await shop.sale('SOLD-1')).sale.standing).toBe('paid')
  shop.bank.expireTokens()
  const finding = Promise.resolve(shop.backend().handlers['records.byReference']({ transactionId: 'SOLD-1' }))
  await shop.time.pass(5_000)
  expect(await finding).toMatchObject({ ok: true, value: { record: { transactionId: 'SOLD-1' } } })
  expect(shop.bank.requestCount('login')).toBe(logins + 2)
})

test('references that the bank does not have, one after the other: one renewal in five minutes, and no call is doubled', async () => {
  const shop = await open()
  await shop.time.pass(MINUTE_MS)
  const before = [shop.bank.requestCount('settlementStatus'), shop.bank.requestCount('login')]
  for (let asked = 0; asked < 50; asked += 1) {
    const finding = Promise.resolve(
      shop.backend().handlers['records.byReference']({ transactionId: `NONE-${asked}` }),
    )
    await shop.time.pass(5_000)
    expect(await finding).toMatchObject({ ok: true, value: { record: null } })
  }
  expect(shop.bank.requestCount('settlementStatus') - (before[0] ?? 0)).toBe(51)
  expect(shop.bank.requestCount('login') - (before[1] ?? 0)).toBe(1)
})

test('an expired token refuses a send by status:false: one POST, and a look-up instead of a resend', async () => {
  const shop = await open()
  shop.bank.faults.add({
    on: 'logTransaction',
    fault: { kind: 'declined', message: 'Token expired', committed: true },
  })
  await shop.record('1500', { transactionId: 'SOLD-1' })
  await shop.time.pass(MINUTE_MS)
  expect((await shop.sale('SOLD-1')).sale.state).toBe('accepted')
  expect(shop.bank.requestCount('logTransaction')).toBe(1)
})
