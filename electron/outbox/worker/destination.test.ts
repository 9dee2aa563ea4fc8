import { afterEach, expect, test } from 'vitest'
import { PRACTICE_PARTNER_URL } from '../../../sandbox/options.ts'
import type { QueueView } from '../../../shared/sale.ts'
import { normalAddress, type Profile } from '../../gateway/profile.ts'
import { openCounter, type Counter } from '../../testing/counter.ts'
import { cutNetwork, restoreNetwork } from '../../testing/troubles.ts'

/*
 * Changing the profile never re-routes a sale: it keeps its destination, and waits. Both addresses lead to the same
 * bank, which would settle anything sent, so only Tillside can prevent that.
 */

const HOUR_MS = 60 * 60_000
const OTHER_PATH = '/partner/v9'

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

interface Shop extends Counter {
  changeProfile(change: Partial<Profile>): Promise<void>
  queue(): Promise<QueueView>
}

async function openShop(): Promise<Shop> {
  const live = { environment: 'live', partnerUrl: PRACTICE_PARTNER_URL, terminalId: '2TLS0001' } as const
  let change: Partial<Profile> = {}
  const opened = await openCounter({ profile: (standard) => ({ ...standard, ...live, ...change }) })
  counter = opened
  return {
    ...opened,
    changeProfile: async (next) => {
      change = next
      await opened.restart()
    },
    queue: async () => {
      const answer = await opened.backend().handlers['queue.get']({})
      if (!answer.ok) throw new Error(answer.error.code)
      return answer.value
    },
  }
}

/** One sale that was never sent, and one that was sent, settled, and never answered. */
async function leaveTwoOpen(shop: Shop): Promise<void> {
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'silence', committed: true } })
  await shop.record('1500', { transactionId: 'ASKED-1' })
  await shop.time.pass(10_000)
  cutNetwork(shop)
  await shop.record('2500', { transactionId: 'WAITS-1' })
  await shop.time.pass(90_000)
  expect([shop.bank.settlementCount('ASKED-1'), shop.bank.settlementCount('WAITS-1')]).toEqual([1, 0])
}

const all = { filter: 'all', search: '', offset: 0, limit: 50 } as const

test.each([
  ['another address', { partnerUrl: PRACTICE_PARTNER_URL + OTHER_PATH }, OTHER_PATH],
  ['Practice, at the same address', { environment: 'practice' }, ''],
] as const)(
  '%s: no old sale goes there, for hours; back again, each is sent once',
  async (_what, change, basePath) => {
    const shop = await openShop()
    await leaveTwoOpen(shop)
    const wireBefore = shop.wire.length
    restoreNetwork(shop)
    shop.bank.changeOptions({ basePath })
    await shop.changeProfile(change)
    const { handlers } = shop.backend()
    await handlers['sales.tryNow']({})
    await shop.time.pass(3 * HOUR_MS)

    // The screen still says that the hidden sales exist.
    expect(await shop.queue()).toMatchObject({
      waitingCount: 0,
      checkingCount: 0,
      needsPersonCount: 0,
      elsewhereCount: 2,
    })
    expect(await handlers['sales.page'](all)).toMatchObject({ value: { totalCount: 0 } })
    expect(await handlers['sales.get']({ transactionId: 'WAITS-1' })).toMatchObject({
      error: { code: 'notFound' },
    })
    const asked = JSON.stringify(shop.wire.slice(wireBefore))
    expect(asked).not.toContain('WAITS-1')
    expect(asked).not.toContain('ASKED-1')
    expect([shop.bank.settlementCount('ASKED-1'), shop.bank.settlementCount('WAITS-1')]).toEqual([1, 0])
    // Recording goes on, and the new sale belongs to this destination.
    await shop.record('3500', { transactionId: 'HERE-1' })
    await shop.time.pass(60_000)
    expect(shop.bank.settlementCount('HERE-1')).toBe(1)

    shop.bank.changeOptions({ basePath: '' })
    await shop.changeProfile({})
    await shop.time.pass(HOUR_MS)
    for (const transactionId of ['ASKED-1', 'WAITS-1']) {
      expect((await shop.sale(transactionId)).sale.state).toBe('accepted')
      expect(shop.bank.settlementCount(transactionId)).toBe(1)
    }
    expect(await shop.queue()).toMatchObject({ waitingCount: 0, elsewhereCount: 0 })
  },
)

test('a reference that waits for another address is taken: it is not recorded again here', async () => {
  const shop = await openShop()
  await leaveTwoOpen(shop)
  restoreNetwork(shop)
  shop.bank.changeOptions({ basePath: OTHER_PATH })
  await shop.changeProfile({ partnerUrl: PRACTICE_PARTNER_URL + OTHER_PATH })
  const again = { transactionId: 'WAITS-1', note: '', confirmedAmount: true, confirmedSecondSale: true }
  const recorded = await shop.backend().handlers['sales.record']({ amountText: '2500', ...again })
  expect(recorded).toMatchObject({
    error: { code: 'invalid', fields: [{ field: 'transactionId', problem: 'used' }] },
  })
})

test.each([
  [
    'the same address in other letters',
    { partnerUrl: normalAddress('HTTPS://PRACTICE.tillside.INVALID:443/') },
  ],
  ['another name of the shop and of its slips', { name: 'New name', slipLabel: 'RRN' }],
  ['answers that may be text', { answers: { textValues: true } }],
  [
    'another terminal, format of amounts and limits',
    {
      terminalId: '2TLS0003',
      amountFormat: 'plain',
      limits: { confirmAboveNaira: 1, pageSize: 5, firstPage: 1 },
    },
  ],
] as const)('%s is not another destination: both go on, as they were recorded', async (_what, change) => {
  const shop = await openShop()
  await leaveTwoOpen(shop)
  restoreNetwork(shop)
  await shop.changeProfile(change)
  await shop.time.pass(HOUR_MS)
  for (const transactionId of ['ASKED-1', 'WAITS-1']) {
    const { sale } = await shop.sale(transactionId)
    expect(sale).toMatchObject({ state: 'accepted', terminalId: '2TLS0001' })
    expect(shop.bank.settlementCount(transactionId)).toBe(1)
  }
  const sent = shop.wire.filter(({ body }) => body?.includes('WAITS-1') === true && body.includes('amount'))
  expect(sent.map(({ body }) => (JSON.parse(body ?? '') as { amount: string }).amount)).toEqual(['2500.00'])
})
