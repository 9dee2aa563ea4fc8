import { afterEach, expect, test } from 'vitest'
import { PRACTICE_CLIENT_ID } from '../../sandbox/options.ts'
import { openCounter, type Counter } from '../testing/counter.ts'
import { cutNetwork, logAtBank, restoreNetwork } from '../testing/troubles.ts'

/* A list or a record that one client asked for, and that arrives when another one is signed in. */

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function switchTo(shop: Counter, clientId: string): Promise<void> {
  await shop.signOut()
  shop.bank.changeOptions({ clientId })
  await shop.signIn(clientId)
}

/** The neighbour has a receipt with a reference that the bank has of this client, and no network to send it. */
async function neighboursReceipt(): Promise<Counter> {
  counter = await openCounter()
  const shop = counter
  await logAtBank(shop, '5000.00', '1001')
  await shop.time.pass(5_000)
  await switchTo(shop, 'neighbour')
  cutNetwork(shop)
  await shop.record('5000', { transactionId: '1001' })
  await shop.signOut()
  restoreNetwork(shop)
  await switchTo(shop, PRACTICE_CLIENT_ID)
  return shop
}

/** The neighbour signs in while an answer is under way; their own questions fail. */
async function neighbourComesIn(shop: Counter): Promise<void> {
  await shop.time.pass(1_000)
  for (const on of ['settlementStatus', 'searchTransactions'] as const)
    shop.bank.faults.add({ on, times: 'always', fault: { kind: 'drop', committed: false } })
  await switchTo(shop, 'neighbour')
  await shop.time.pass(10_000)
}

/** A record of one client is not shown to another either. */
const notShown = { error: { code: 'notSignedIn' } }

const SLOW = { kind: 'slow', delayMs: 6_000, commit: 'onArrival' } as const

test("a search's records belong to the client that asked, not to the one signed in when they come", async () => {
  const shop = await neighboursReceipt()
  shop.bank.faults.add({ on: 'searchTransactions', fault: SLOW })
  const searching = shop.backend().handlers['records.search']({
    searchId: 'one',
    terminalId: shop.bank.terminals()[0]?.terminalId ?? '',
    dateFrom: '2026-11-19',
    dateTo: '2026-11-21',
    basis: 'saleDate',
  })
  await neighbourComesIn(shop)
  expect(await searching).toMatchObject(notShown)
  const { sale, record } = await shop.sale('1001')
  expect([sale.state, record]).toEqual(['queued', null])
})

test('the same applies to a question about one reference', async () => {
  const shop = await neighboursReceipt()
  shop.bank.faults.add({ on: 'settlementStatus', fault: SLOW })
  const asking = shop.backend().handlers['records.byReference']({ transactionId: '1001' })
  await neighbourComesIn(shop)
  expect(await asking).toMatchObject(notShown)
  const { sale, record } = await shop.sale('1001')
  expect([sale.state, record]).toEqual(['queued', null])
})
