import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../../testing/counter.ts'
import { cutNetwork, logAtBank } from '../../testing/troubles.ts'

/* A reference made by another Tillside, or by this one in a lost file: it is typed here, so the bank may have it. */

const MINUTE_MS = 60_000
const THEIRS = '01JD3N8Q7ZE5XWVT4S9RA2B6CK'

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

test('a reference that another counter made is asked about before it is sent from here', async () => {
  counter = await openCounter()
  const shop = counter
  await logAtBank(shop, '5000.00', THEIRS, shop.bank.terminals()[1]?.terminalId)
  await shop.record('5000', { transactionId: THEIRS })
  await shop.time.pass(5 * MINUTE_MS)
  expect(shop.bank.settlementCount(THEIRS)).toBe(1)
  expect((await shop.sale(THEIRS)).sale).toMatchObject({ state: 'conflict', sendCount: 0 })
})

test('it is sent if the bank does not have it, and one made for a sale is not asked about', async () => {
  counter = await openCounter()
  const shop = counter
  const { transactionId } = await shop.record('100')
  await shop.record('5000', { transactionId: THEIRS })
  await shop.time.pass(MINUTE_MS)
  expect((await shop.sale(THEIRS)).sale).toMatchObject({ state: 'accepted', sendCount: 1 })
  const firstOf = (reference: string): string | undefined =>
    shop.wire.find(({ url, body }) => `${url} ${body ?? ''}`.includes(reference))?.method
  expect([firstOf(THEIRS), firstOf(transactionId)]).toEqual(['GET', 'POST'])
})

test('removed, it is entered again without its reference by a manager alone', async () => {
  counter = await openCounter()
  const shop = counter
  cutNetwork(shop)
  await shop.record('5000', { transactionId: THEIRS })
  await shop.becomeManager()
  const { handlers } = shop.backend()
  const removed = await handlers['sales.cancel']({ transactionId: THEIRS, reason: 'x' })
  expect(removed).toMatchObject({ ok: true })
  await handlers['access.lock']({})
  const again = {
    amountText: '5000',
    transactionId: '',
    note: '',
    confirmedAmount: true,
    confirmedSecondSale: true,
  }
  expect(await handlers['sales.record'](again)).toMatchObject({
    error: { code: 'needsRemovedSlipConfirmation', sale: { transactionId: THEIRS } },
  })
})
