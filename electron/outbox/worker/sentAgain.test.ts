import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../../testing/counter.ts'
import { cutNetwork, restoreNetwork } from '../../testing/troubles.ts'
import { createGarbling } from '../../testing/unreadable.ts'

const MINUTE_MS = 60_000

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

test('the bank takes a sale late, its record cannot be read, a manager sends it again: it is asked about first, and paid once', async () => {
  const { garble, about } = createGarbling()
  const shop = await openCounter({ garble, bankOptions: { visibleAfterMs: 12 * MINUTE_MS } })
  counter = shop
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  const { transactionId } = await shop.record('5000')
  about(transactionId, (outcome) =>
    outcome.kind === 'response'
      ? { ...outcome, body: outcome.body.replace(/"amount":(?<n>[0-9.]+)/u, '"amount":"about $<n>"') }
      : outcome,
  )
  await shop.time.pass(2_000)
  // A later sale causes a search of its terminal while the record is still invisible.
  cutNetwork(shop)
  await shop.record('100', { confirmedSecondSale: true })
  await shop.time.pass(2 * MINUTE_MS)
  restoreNetwork(shop)
  await shop.time.pass(35 * MINUTE_MS)
  expect((await shop.sale(transactionId)).sale.state).toBe('review')
  await shop.becomeManager()
  const { handlers } = shop.backend()
  const checking = Promise.resolve(handlers['sales.checkNow']({ transactionId }))
  await shop.time.pass(3_000)
  await checking
  const seen = (await shop.sale(transactionId)).decision?.seen ?? ''
  await handlers['sales.resolve']({ transactionId, decision: 'sendAgain', reason: 'asked', seen })
  await shop.time.pass(MINUTE_MS)
  expect(shop.bank.settlementCount(transactionId)).toBe(1)
})
