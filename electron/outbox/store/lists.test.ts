import { afterEach, expect, test } from 'vitest'
import type { Request } from '../../../shared/contract.ts'
import type { QueueView } from '../../../shared/sale.ts'
import { isLate, lateLimits } from '../rules/saleView.ts'
import { openCounter, type Counter, type CounterSetup } from '../../testing/counter.ts'
import { cutNetwork } from '../../testing/troubles.ts'

const MINUTE_MS = 60_000
/** Long after a sale counts as late. */
const NEVER_PAID_MS = 10_000 * MINUTE_MS

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(setup: CounterSetup = {}): Promise<Counter> {
  counter = await openCounter(setup)
  return counter
}

async function list(shop: Counter, asked: Partial<Request<'sales.page'>>): Promise<readonly string[]> {
  const page = await shop
    .backend()
    .handlers['sales.page']({ filter: 'all', search: '', offset: 0, limit: 50, ...asked })
  return page.ok ? page.value.sales.map(({ transactionId }) => transactionId) : []
}

async function queue(shop: Counter): Promise<QueueView> {
  const answer = await shop.backend().handlers['queue.get']({})
  if (!answer.ok) throw new Error('no queue')
  return answer.value
}

test('ux 44: an accepted sale is late when the bank has not paid it in time; it is counted and listed, and no other is', async () => {
  const shop = await open({ bankOptions: { settleAfterMs: NEVER_PAID_MS } })
  await shop.record('1500', { transactionId: 'EARLY-1' })
  await shop.time.pass(5 * MINUTE_MS)
  expect(await queue(shop)).toMatchObject({ lateCount: 0, lateKobo: 0 })
  expect(await list(shop, { filter: 'late' })).toEqual([])
  await shop.time.pass(20 * MINUTE_MS)
  await shop.record('700', { transactionId: 'YOUNG-1' })
  await shop.time.pass(10 * MINUTE_MS)
  expect((await shop.sale('EARLY-1')).sale).toMatchObject({ standing: 'onItsWay', isLate: true })
  expect((await shop.sale('YOUNG-1')).sale.standing).toBe('onItsWay')
  expect(await queue(shop)).toMatchObject({ lateCount: 1, lateKobo: 150_000 })
  expect(await list(shop, { filter: 'late' })).toEqual(['EARLY-1'])
  await shop.signOut()
  expect(await queue(shop)).toMatchObject({ lateCount: 0, lateKobo: 0 })
})

test('ux 44: a clock that was set ahead makes no young sale late, and a correct one does', () => {
  const hours = (count: number): number => count * 60 * MINUTE_MS
  const at = (nowMs: number, clockAheadMs: number | null) => {
    const limits = lateLimits({ nowMs, lateAfterMinutes: 30, clockAheadMs })
    return isLate({ acceptedAtMs: 0, answeredAtMs: nowMs }, limits)
  }
  expect([at(hours(40), hours(40)), at(hours(41), hours(40))]).toEqual([false, true])
  expect([at(hours(1), 1_000), at(hours(1), null), at(hours(1), -hours(40))]).toEqual([true, true, true])
})

test('ux 48: the list is in the chosen order, over its pages', async () => {
  const shop = await open()
  cutNetwork(shop)
  for (const name of ['A-1', 'B-2', 'C-3']) {
    await shop.record('100', { transactionId: name, confirmedSecondSale: true })
  }
  expect(await list(shop, {})).toEqual(['C-3', 'B-2', 'A-1'])
  expect(await list(shop, { order: 'oldest' })).toEqual(['A-1', 'B-2', 'C-3'])
  expect(await list(shop, { order: 'oldest', offset: 2 })).toEqual(['C-3'])
  expect(await list(shop, { filter: 'waiting' })).toEqual(['A-1', 'B-2', 'C-3'])
  expect(await list(shop, { filter: 'waiting', order: 'newest' })).toEqual(['C-3', 'B-2', 'A-1'])
})

test('a sale found by both its amount and its reference is counted once, and summed', async () => {
  const shop = await open()
  cutNetwork(shop)
  const sales = { '5001': '500', '5002': '70', 'A-1': '500', 'A-2': '501' }
  for (const [name, amount] of Object.entries(sales))
    await shop.record(amount, { transactionId: name, confirmedSecondSale: true, confirmedAmount: true })
  const page = { filter: 'all', search: '500', offset: 0, limit: 2 } as const
  expect(await shop.backend().handlers['sales.page'](page)).toMatchObject({
    ok: true,
    value: { sales: { length: 2 }, totalCount: 3, totalKobo: 107_000 },
  })
  expect(await list(shop, { search: '500' })).toEqual(['A-1', '5002', '5001'])
  expect(await shop.backend().handlers['sales.page']({ ...page, filter: 'accepted' })).toMatchObject({
    ok: true,
    value: { totalCount: 0, totalKobo: 0 },
  })
})
