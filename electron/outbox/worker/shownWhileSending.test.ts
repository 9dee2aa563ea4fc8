import { afterEach, expect, test } from 'vitest'
import { find } from '../../testing/bankBooks.ts'
import { openCounter, type Counter } from '../../testing/counter.ts'
import { openOtherTill } from '../../testing/otherTill.ts'

/* A slip is paid at another counter while a try to send it fails here. */

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

test('a try of which nothing left uses up the "not found": the bank is asked again before the next', async () => {
  counter = await openCounter({
    profile: (standard) => ({ ...standard, outbox: { ...standard.outbox, timeoutSeconds: 10 } }),
  })
  const shop = counter
  const { bank, time } = shop
  const other = await openOtherTill(shop)
  await shop.record('100')
  await time.pass(10_000)
  bank.faults.add({ on: 'logTransaction', fault: { kind: 'connectTimeout' } })
  await shop.record('5000', { transactionId: 'SLIP-1' })
  while ((await shop.sale('SLIP-1')).sale.state !== 'sending') await time.pass(100)
  await time.pass(600)
  other.pay('5000.00', 'SLIP-1')
  // The newest record, which opens the gate, is another one.
  other.pay('700.00', 'OTHER-1')
  await time.pass(1_500)
  // Even if a person sees it in Find meanwhile: only the send's own answer moves a sale that is being sent.
  expect((await find(shop)).map(({ transactionId }) => transactionId)).toContain('SLIP-1')
  await time.pass(120_000)
  expect((await shop.sale('SLIP-1')).sale).toMatchObject({ state: 'accepted', sendCount: 1 })
  expect(bank.settlementCount('SLIP-1')).toBe(1)
})
