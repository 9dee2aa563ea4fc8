import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../testing/counter.ts'
import { openOtherTill } from '../testing/otherTill.ts'

/* A manager sends without the bank's answer on whole lists. A computer may sleep between the first of them and the last. */

const MINUTE_MS = 60_000
const SLIP = 'SLIP-1'
const PAGE = { headers: { 'content-type': 'text/html' }, body: '<html>' }

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

test('lists of which some were read before a sleep are no word of the bank: they are read anew', async () => {
  let lists = 0
  counter = await openCounter({
    garble: ({ url }, outcome) => {
      if (url.includes('searchtransaction') && !url.includes('pageSize=1&')) lists += 1
      const isAboutSlip = url.includes(`settlementstatus?transactionId=${SLIP}`)
      return isAboutSlip && outcome.kind === 'response' ? { ...outcome, ...PAGE } : outcome
    },
  })
  const shop = counter
  const { handlers } = shop.backend()
  const other = await openOtherTill(shop)
  await shop.record('5000', { transactionId: SLIP })
  await shop.time.pass(12 * MINUTE_MS)
  expect((await shop.sale(SLIP)).sale.state).toBe('held')
  await shop.becomeManager()
  const before = lists
  const checking = handlers['sales.checkNow']({ transactionId: SLIP })
  for (let steps = 0; steps < 2_000 && lists < before + 2; steps += 1) await shop.time.pass(20)
  shop.sleep(10 * MINUTE_MS)
  other.pay('5000.00', SLIP)
  // The newest record, which opens the gate, is another one.
  other.pay('700.00', 'OTHER-1')
  await shop.time.pass(30_000)
  await checking
  await shop.becomeManager()
  const { decision } = await shop.sale(SLIP)
  const taken = await handlers['sales.resolve']({
    transactionId: SLIP,
    decision: 'sendUnclear',
    reason: 'asked at counter 2',
    seen: decision?.seen ?? '',
  })
  expect(taken).toMatchObject({ error: { code: 'needsLookUp' } })
  await shop.time.pass(5 * MINUTE_MS)
  expect(shop.bank.settlementCount(SLIP)).toBe(1)
})
