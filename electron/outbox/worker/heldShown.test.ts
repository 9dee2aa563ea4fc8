import { afterEach, expect, test } from 'vitest'
import { find } from '../../testing/bankBooks.ts'
import { openCounter, type Counter } from '../../testing/counter.ts'
import { openOtherTill } from '../../testing/otherTill.ts'
import { personsCheck } from '../../testing/personsCheck.ts'
import { cutNetwork, restoreNetwork, saleInReview } from '../../testing/troubles.ts'

/* A sale no longer fits the settings and is held. Its own first send, or another till, is paid. */

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

/** A counter that restarts with a rule for references that no sale of the test fits. */
async function open(): Promise<{ readonly shop: Counter; readonly restartStricter: () => Promise<void> }> {
  let transactionIdPattern = '[A-Z0-9-]+'
  counter = await openCounter({ profile: (standard) => ({ ...standard, transactionIdPattern }) })
  const shop = counter
  return {
    shop,
    restartStricter: async () => {
      transactionIdPattern = '[0-9]{4}'
      await shop.restart()
      restoreNetwork(shop)
      await shop.time.pass(60_000)
    },
  }
}

test('a record is believed for a sale that is held for its reference and was in doubt before', async () => {
  const { shop, restartStricter } = await open()
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
  await restartStricter()
  expect((await shop.sale('LATE-1')).sale).toMatchObject({ state: 'held', heldReason: 'reference' })
  // The first send arrives after all.
  const wire = await openOtherTill(shop)
  wire.pay('5000.00', 'LATE-1')
  await shop.time.pass(2_000)
  expect((await find(shop)).map(({ transactionId }) => transactionId)).toContain('LATE-1')
  expect((await shop.sale('LATE-1')).sale.state).toBe('accepted')
})

test('a slip held for its reference, which the bank shows, is not corrected into a second payment', async () => {
  const { shop, restartStricter } = await open()
  cutNetwork(shop)
  await shop.record('5000', { transactionId: 'SLIP-1' })
  await restartStricter()
  expect((await shop.sale('SLIP-1')).sale).toMatchObject({ state: 'held', heldReason: 'reference' })
  const other = await openOtherTill(shop)
  other.pay('5000.00', 'SLIP-1')
  await shop.time.pass(2_000)
  expect((await find(shop)).map(({ transactionId }) => transactionId)).toContain('SLIP-1')
  const corrected = await shop.backend().handlers['sales.record']({
    amountText: '5000',
    transactionId: '1234',
    note: '',
    confirmedAmount: false,
    confirmedSecondSale: false,
    corrects: 'SLIP-1',
  })
  await shop.time.pass(60_000)
  expect(corrected).toMatchObject({ error: { code: 'notAllowed' } })
  expect([shop.bank.settlementCount('SLIP-1'), shop.bank.settlementCount('1234')]).toEqual([1, 0])
})
