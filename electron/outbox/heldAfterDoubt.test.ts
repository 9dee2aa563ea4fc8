import { afterEach, expect, test } from 'vitest'
import { find } from '../testing/bankBooks.ts'
import { openCounter, type Counter } from '../testing/counter.ts'
import { personsCheck } from '../testing/personsCheck.ts'
import { cutNetwork, restoreNetwork, saleInReview } from '../testing/troubles.ts'
import { openOtherTill } from '../testing/otherTill.ts'

/* A sale that was sent, is to be sent again, and does not fit the settings any more: its first send may yet arrive. */

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

test('a record of a sale that is held for its reference, and was in doubt before, is believed', async () => {
  let transactionIdPattern = '[A-Z0-9-]+'
  counter = await openCounter({ profile: (standard) => ({ ...standard, transactionIdPattern }) })
  const shop = counter
  await saleInReview(shop, 'LATE-1')
  await shop.becomeManager()
  const checked = await personsCheck(shop, 'LATE-1')
  const seen = checked.ok ? (checked.value.decision?.seen ?? '') : ''
  cutNetwork(shop)
  const { handlers } = shop.backend()
  const decision = { decision: 'sendAgain', reason: 'asked the bank', seen } as const
  expect(await handlers['sales.resolve']({ transactionId: 'LATE-1', ...decision })).toMatchObject({
    ok: true,
  })
  transactionIdPattern = '[0-9]{4}'
  await shop.restart()
  restoreNetwork(shop)
  await shop.time.pass(60_000)
  expect((await shop.sale('LATE-1')).sale).toMatchObject({ state: 'held', heldReason: 'reference' })
  // The first send arrives after all.
  const wire = await openOtherTill(shop)
  wire.pay('5000.00', 'LATE-1')
  await shop.time.pass(2_000)
  expect((await find(shop)).map(({ transactionId }) => transactionId)).toContain('LATE-1')
  expect((await shop.sale('LATE-1')).sale.state).toBe('accepted')
})
