import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../../testing/counter.ts'
import { cutNetwork, logAtBank, restoreNetwork } from '../../testing/troubles.ts'

const MINUTE_MS = 60_000
const SLIP = 'SLIP-1'

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(): Promise<Counter> {
  counter = await openCounter()
  return counter
}

async function remove(shop: Counter, transactionId: string): Promise<void> {
  await shop.becomeManager()
  const { handlers } = shop.backend()
  expect(await handlers['sales.cancel']({ transactionId, reason: 'x' })).toMatchObject({ ok: true })
  await handlers['access.lock']({})
}

const again = {
  amountText: '5000',
  transactionId: '',
  note: '',
  confirmedAmount: true,
  confirmedSecondSale: true,
}

/** Why the slip is not sent, before the bank was ever asked about it. */
const stopped: readonly (readonly [string, (shop: Counter) => Promise<void> | void])[] = [
  ['offline', cutNetwork],
  [
    'the gate is shut',
    (shop) => {
      shop.bank.faults.add({ on: 'any', times: 'always', fault: { kind: 'htmlPage', committed: false } })
    },
  ],
  [
    'behind a stop',
    async (shop) => {
      shop.bank.faults.add({ on: 'logTransaction', times: 3, fault: { kind: 'drop', committed: false } })
      for (const amount of ['101', '102', '103']) {
        await shop.record(amount)
        await shop.time.pass(MINUTE_MS)
      }
    },
  ],
]

test.each(stopped)(
  'a slip removed before the bank was asked about it is entered again without it by a manager alone: %s',
  async (_why, stop) => {
    const shop = await open()
    await stop(shop)
    await shop.record('5000', { transactionId: SLIP })
    await shop.time.pass(MINUTE_MS)
    const wasAsked = shop.wire.some(({ url }) => url.includes(`transactionId=${SLIP}`))
    expect([wasAsked, (await shop.sale(SLIP)).sale.state]).toEqual([false, 'queued'])
    await remove(shop, SLIP)
    const { handlers } = shop.backend()
    expect(await handlers['sales.record'](again)).toMatchObject({
      error: { code: 'needsRemovedSlipConfirmation', sale: { transactionId: SLIP } },
    })
    const confirmed = { ...again, confirmedRemovedSlip: true }
    expect(await handlers['sales.record'](confirmed)).toMatchObject({ error: { code: 'needsManager' } })
    // Replaced with another amount: still the same slip.
    const corrected = { ...again, amountText: '4999', corrects: SLIP }
    expect(await handlers['sales.record'](corrected)).toMatchObject({
      error: { code: 'needsRemovedSlipConfirmation' },
    })
    await shop.becomeManager()
    expect(await handlers['sales.record'](confirmed)).toMatchObject({ ok: true })
  },
)

test('another counter sends the slip that was removed here offline: a cashier cannot have it paid twice', async () => {
  const shop = await open()
  cutNetwork(shop)
  await shop.record('5000', { transactionId: SLIP })
  await remove(shop, SLIP)
  await shop.backend().handlers['sales.record'](again)
  await logAtBank(shop, '5000.00', SLIP)
  restoreNetwork(shop)
  await shop.time.pass(10 * MINUTE_MS)
  expect(shop.bank.commits().map(({ transactionId }) => transactionId)).toEqual([SLIP])
})

test('a held slip is corrected without its reference: that removes it, so it needs a manager too', async () => {
  let pattern = '^.*$'
  counter = await openCounter({ profile: (standard) => ({ ...standard, transactionIdPattern: pattern }) })
  const shop = counter
  cutNetwork(shop)
  await shop.record('5000', { transactionId: SLIP })
  pattern = '^[0-9A-Z]{26}$'
  await shop.restart()
  restoreNetwork(shop)
  await shop.time.pass(MINUTE_MS)
  expect((await shop.sale(SLIP)).sale).toMatchObject({ state: 'held', heldReason: 'reference' })
  expect(await shop.backend().handlers['sales.record']({ ...again, corrects: SLIP })).toMatchObject({
    error: { code: 'needsRemovedSlipConfirmation', sale: { transactionId: SLIP } },
  })
})

test('a removed sale with a made reference is on no slip: it needs no manager', async () => {
  const shop = await open()
  cutNetwork(shop)
  const { transactionId } = await shop.record('5000')
  await remove(shop, transactionId)
  expect(await shop.backend().handlers['sales.record'](again)).toMatchObject({ ok: true })
})
