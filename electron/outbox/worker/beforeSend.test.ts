import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../../testing/counter.ts'

/* All calls share two requests a second: what a send waits for goes before follow-ups of earlier sales. */

const SALES = 60
/** The question and the send. */
const CALLS_A_SALE = 2
const REQUESTS_A_SECOND = 2

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

test('typed references are sent nearly as fast as two requests a second allow, though earlier sales are followed', async () => {
  const shop = await openCounter()
  counter = shop
  shop.setOnline(false)
  for (let each = 1; each <= SALES; each += 1)
    await shop.record(`${each}.00`, { transactionId: `SLIP-${each}` })
  const from = shop.wire.length
  shop.setOnline(true)
  const fromMs = shop.time.clock.monotonicNowMs()
  while (shop.bank.commits().length < SALES) await shop.time.pass(100)
  const seconds = (shop.time.clock.monotonicNowMs() - fromMs) / 1_000
  const asked = shop.wire.slice(from)
  const followUps = asked.filter(
    ({ method, isBeforeSend }) => method === 'GET' && isBeforeSend !== true,
  ).length
  expect(followUps).toBeGreaterThan(0)
  // Two for each, and the shared ones: the words of "not found", the gate, and one search after a minute of waiting.
  expect((asked.length - followUps) / SALES).toBeLessThanOrEqual(2.25)
  expect((SALES * CALLS_A_SALE) / seconds / REQUESTS_A_SECOND).toBeGreaterThanOrEqual(0.8)
  // The delayed follow-ups are caught up.
  await shop.time.pass(5 * 60_000)
  for (let each = 1; each <= SALES; each += 1)
    expect((await shop.sale(`SLIP-${each}`)).sale.standing).toBe('paid')
})
