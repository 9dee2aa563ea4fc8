import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../../testing/counter.ts'
import { openOtherTill } from '../../testing/otherTill.ts'

/* A computer that falls asleep between a sale's claim and its request, while the rate limit makes it wait. */

const MINUTE_MS = 60_000
const SLIPS = Array.from({ length: 8 }, (_, at) => `SLIP-${at}`)

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

/** A claimed slip whose request has not started. */
async function slipAtTheDoor(shop: Counter): Promise<string> {
  for (let steps = 0; steps < 3_000; steps += 1) {
    await shop.time.pass(20)
    for (const slip of SLIPS) {
      const hasLeft = shop.wire.some(({ method, body }) => method === 'POST' && body?.includes(slip) === true)
      if (!hasLeft && (await shop.sale(slip)).sale.state === 'sending') return slip
    }
  }
  throw new Error('each request began at once')
}

test('a slip claimed before a sleep is not sent after it on earlier answers', async () => {
  counter = await openCounter()
  const shop = counter
  const other = await openOtherTill(shop)
  for (const transactionId of SLIPS) await shop.record('5000', { transactionId })
  const slip = await slipAtTheDoor(shop)
  shop.sleep(10 * MINUTE_MS)
  other.pay('5000.00', slip)
  await shop.time.pass(5 * MINUTE_MS)
  expect((await shop.sale(slip)).sale).toMatchObject({ state: 'accepted', sendCount: 1 })
  expect(shop.bank.settlementCount(slip)).toBe(1)
})
