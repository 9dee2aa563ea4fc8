import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter, type CounterSetup } from '../testing/counter.ts'
import { cutNetwork, restoreNetwork } from '../testing/troubles.ts'

const MINUTE_MS = 60_000
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

const shown = (shop: Counter) => shop.desk.notices.map(({ notice }) => notice)

async function taken(shop: Counter) {
  const answer = await shop.backend().handlers['app.takeOpening']({})
  return answer.ok ? answer.value.opening : 'not answered'
}

test('ux 51: the normal course of a sale gives no notification', async () => {
  const shop = await open()
  await shop.record('1500')
  await shop.time.pass(5 * MINUTE_MS)
  expect(shown(shop)).toEqual([])
})

test('ux 51: a sale that starts to need a person gives one notification, and a click opens that sale, once', async () => {
  const shop = await open()
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: false } })
  await shop.record('1500', { transactionId: 'LOST-1' })
  await shop.time.pass(60 * MINUTE_MS)
  expect((await shop.sale('LOST-1')).sale.state).toBe('review')
  expect(shown(shop)).toEqual(['needsPerson'])
  expect(await taken(shop)).toBeNull()
  shop.desk.notices[0]?.onClick()
  expect(shop.events.filter(({ name }) => name === 'app.openingCame')).toHaveLength(1)
  expect(await taken(shop)).toEqual({ kind: 'sale', transactionId: 'LOST-1' })
  expect(await taken(shop)).toBeNull()
})

test('ux 51: late money is one notification that leads to the late sales', async () => {
  const shop = await open({ bankOptions: { settleAfterMs: NEVER_PAID_MS } })
  await shop.record('1500')
  await shop.time.pass(50 * MINUTE_MS)
  expect(shown(shop)).toEqual(['late'])
  shop.desk.notices[0]?.onClick()
  expect(await taken(shop)).toEqual({ kind: 'todo', section: 'late' })
})

test('ux 51: all sent is notified after a time offline, and only then', async () => {
  const shop = await open()
  cutNetwork(shop)
  await shop.time.pass(5_000)
  await shop.record('100', { transactionId: 'A-1' })
  await shop.time.pass(MINUTE_MS)
  expect(shown(shop)).toEqual([])
  restoreNetwork(shop)
  await shop.time.pass(5 * MINUTE_MS)
  expect(shown(shop)).toEqual(['allSent'])
  await shop.record('200', { transactionId: 'B-2' })
  await shop.time.pass(5 * MINUTE_MS)
  expect(shown(shop)).toEqual(['allSent'])
})

test('ux 51: what needed a person before the start, or belongs to another client, gives none', async () => {
  const shop = await open()
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: false } })
  await shop.record('1500', { transactionId: 'LOST-1' })
  await shop.time.pass(60 * MINUTE_MS)
  expect(shown(shop)).toHaveLength(1)
  await shop.restart()
  await shop.time.pass(10 * MINUTE_MS)
  await shop.signOut()
  await shop.signIn()
  await shop.time.pass(10 * MINUTE_MS)
  expect(shown(shop)).toHaveLength(1)
})
