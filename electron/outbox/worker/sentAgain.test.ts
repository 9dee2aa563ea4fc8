import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../../testing/counter.ts'
import { cutNetwork, restoreNetwork } from '../../testing/troubles.ts'
import { personsCheck } from '../../testing/personsCheck.ts'

const MINUTE_MS = 60_000

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

test('the bank takes a sale a moment before a manager sends it again: it is asked about first, and paid once', async () => {
  const shop = await openCounter({ bankOptions: { visibleAfterMs: 0 } })
  counter = shop
  shop.bank.faults.add({
    on: 'logTransaction',
    fault: { kind: 'lateCommit', commitAfterMs: 38 * MINUTE_MS },
  })
  const { transactionId } = await shop.record('5000')
  await shop.time.pass(2_000)
  // A later sale causes a search of its terminal before the bank takes it.
  cutNetwork(shop)
  await shop.record('100', { confirmedSecondSale: true })
  await shop.time.pass(2 * MINUTE_MS)
  restoreNetwork(shop)
  await shop.time.pass(35 * MINUTE_MS)
  expect((await shop.sale(transactionId)).sale.state).toBe('review')
  await shop.becomeManager()
  const { handlers } = shop.backend()
  await shop.time.pass(20_000)
  await personsCheck(shop, transactionId)
  const seen = (await shop.sale(transactionId)).decision?.seen ?? ''
  await shop.time.pass(50_000)
  const resolved = await handlers['sales.resolve']({
    transactionId,
    decision: 'sendAgain',
    reason: 'asked',
    seen,
  })
  expect(resolved).toMatchObject({ ok: true })
  expect(shop.bank.settlementCount(transactionId)).toBe(1)
  await shop.time.pass(MINUTE_MS)
  expect(shop.bank.settlementCount(transactionId)).toBe(1)
})
