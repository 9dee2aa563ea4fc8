import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../../testing/counter.ts'

const MINUTE_MS = 60_000
/** Far more tries than any queue with a last attempt would make. */
const TRIES_MANY = 12

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(): Promise<Counter> {
  counter = await openCounter()
  return counter
}

async function choose(shop: Counter, terminalId: string): Promise<void> {
  await shop.becomeManager()
  const chosen = await shop.backend().handlers['terminals.choose']({ terminalId })
  expect(chosen).toMatchObject({ ok: true })
}

test('a sale that cannot leave is tried for hours and never given up: it stays, and is settled once when it can leave', async () => {
  const shop = await open()
  shop.bank.faults.add({ on: 'logTransaction', times: 'always', fault: { kind: 'refused' } })
  const { transactionId } = await shop.record('1500')
  await shop.time.pass(90 * MINUTE_MS)
  const { sale } = await shop.sale(transactionId)
  expect(sale.state).toBe('queued')
  expect(sale.sendCount).toBeGreaterThan(TRIES_MANY)
  shop.bank.faults.clear()
  await shop.time.pass(10 * MINUTE_MS)
  expect((await shop.sale(transactionId)).sale.state).toBe('accepted')
  expect(shop.bank.settlementCount(transactionId)).toBe(1)
})

test('a sale that stays unknown is looked up for hours and never given up', async () => {
  const shop = await open()
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: false } })
  const { transactionId } = await shop.record('1500')
  await shop.time.pass(3 * 60 * MINUTE_MS)
  const { sale } = await shop.sale(transactionId)
  expect(sale.state).toBe('review')
  expect(sale.checkCount).toBeGreaterThan(TRIES_MANY)
})

test('five unknown sales stop sending, even on a terminal without any, until one is settled', async () => {
  const shop = await open()
  await shop.becomeManager()
  const [first = '', second = '', third = ''] = shop.bank.terminals().map(({ terminalId }) => terminalId)
  shop.bank.faults.add({ on: 'logTransaction', times: 5, fault: { kind: 'drop', committed: true } })
  // Still invisible, so that none is settled meanwhile; never three in a row on one terminal.
  shop.bank.changeOptions({ visibleAfterMs: 5 * MINUTE_MS })
  for (const [index, terminalId] of [first, first, second, second, third].entries()) {
    await choose(shop, terminalId)
    const { transactionId } = await shop.record(String(100 + index))
    await shop.time.pass(20_000)
    expect((await shop.sale(transactionId)).sale.state).toBe('unknown')
  }
  await choose(shop, shop.bank.terminals()[3]?.terminalId ?? '')
  const { transactionId } = await shop.record('200')
  await shop.time.pass(MINUTE_MS)
  expect((await shop.sale(transactionId)).sale).toMatchObject({
    state: 'queued',
    sendCount: 0,
    waitingReason: 'tooManyUnknown',
  })
  await shop.time.pass(10 * MINUTE_MS)
  expect((await shop.sale(transactionId)).sale.state).toBe('accepted')
  expect(shop.bank.settlementCount(transactionId)).toBe(1)
})
