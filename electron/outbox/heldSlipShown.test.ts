import { afterEach, expect, test } from 'vitest'
import { find } from '../testing/bankBooks.ts'
import { openCounter, type Counter } from '../testing/counter.ts'
import { openOtherTill } from '../testing/otherTill.ts'
import { cutNetwork, restoreNetwork } from '../testing/troubles.ts'

/* A slip that does not fit the settings any more, and that another counter was paid for. */

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

test('a slip that is held for its reference, and that the bank shows, is not corrected into a second payment', async () => {
  let transactionIdPattern = '[A-Z0-9-]+'
  counter = await openCounter({ profile: (standard) => ({ ...standard, transactionIdPattern }) })
  const shop = counter
  cutNetwork(shop)
  await shop.record('5000', { transactionId: 'SLIP-1' })
  transactionIdPattern = '[0-9]{4}'
  await shop.restart()
  restoreNetwork(shop)
  await shop.time.pass(60_000)
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
