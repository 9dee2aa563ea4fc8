import { afterEach, expect, test } from 'vitest'
import type { QueueView } from '../../shared/sale.ts'
import { openCounter, type Counter } from '../testing/counter.ts'
import { cutNetwork, restoreNetwork } from '../testing/troubles.ts'

/* The last sends show how long the queue takes; without them nothing is said. */

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function queueOf(shop: Counter): Promise<QueueView> {
  const answer = await shop.backend().handlers['queue.get']({})
  if (!answer.ok) throw new Error('no queue')
  return answer.value
}

test('said once some sales have left, true at the current pace, and silent offline', async () => {
  const shop = await openCounter()
  counter = shop
  cutNetwork(shop)
  for (let each = 1; each <= 80; each += 1) await shop.record(`${each}.00`)
  expect((await queueOf(shop)).drain).toBeNull()
  restoreNetwork(shop)
  while (shop.bank.commits().length < 20) await shop.time.pass(100)
  const { drain, waitingCount } = await queueOf(shop)
  const fromMs = shop.time.clock.monotonicNowMs()
  expect(drain?.asOfMs).toBeGreaterThan(shop.time.clock.wallNowMs() - 2_000)
  while (shop.bank.commits().length < 80) await shop.time.pass(100)
  const tookMs = shop.time.clock.monotonicNowMs() - fromMs
  expect(waitingCount).toBeGreaterThan(50)
  expect((drain?.leftMs ?? 0) / tookMs).toBeGreaterThan(0.8)
  expect((drain?.leftMs ?? 0) / tookMs).toBeLessThan(1.25)
  await shop.time.pass(5_000)
  // All sent: nothing is left to say.
  expect((await queueOf(shop)).drain).toBeNull()
})

test('a blocked queue has no estimate', async () => {
  const shop = await openCounter()
  counter = shop
  cutNetwork(shop)
  for (let each = 1; each <= 40; each += 1) await shop.record(`${each}.00`)
  restoreNetwork(shop)
  while (shop.bank.commits().length < 20) await shop.time.pass(100)
  expect((await queueOf(shop)).drain).not.toBeNull()
  cutNetwork(shop)
  // An answer in flight may still come.
  await shop.time.pass(3_000)
  expect((await queueOf(shop)).drain).toBeNull()
})
