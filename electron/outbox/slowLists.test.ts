import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../testing/counter.ts'
import { openOtherTill } from '../testing/otherTill.ts'

/* A manager sends without the bank's answer on whole lists, and many terminals on a slow line take minutes to read. */

const MINUTE_MS = 60_000
const SLIP = 'SLIP-1'
const PAGE = { headers: { 'content-type': 'text/html' }, body: '<html>' }

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

test('a list that was read minutes ago, as the first of many on a slow line, is not of the last minute', async () => {
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
  const slow = { kind: 'slow', delayMs: 25_000, commit: 'onArrival' } as const
  shop.bank.faults.add({ on: 'searchTransactions', times: 'always', fault: slow })
  let isDone = false
  const checking = Promise.resolve(handlers['sales.checkNow']({ transactionId: SLIP })).finally(() => {
    isDone = true
  })
  while (lists < before + 2) await shop.time.pass(100)
  other.pay('5000.00', SLIP)
  other.pay('700.00', 'OTHER-1')
  while (!isDone) await shop.time.pass(1_000)
  await checking
  shop.bank.faults.clear()
  await shop.becomeManager()
  const { decision } = await shop.sale(SLIP)
  const request = {
    transactionId: SLIP,
    decision: 'sendUnclear',
    reason: 'asked',
    seen: decision?.seen ?? '',
  } as const
  expect(await handlers['sales.resolve'](request)).toMatchObject({ error: { code: 'needsLookUp' } })
  await shop.time.pass(5 * MINUTE_MS)
  expect(shop.bank.settlementCount(SLIP)).toBe(1)
})
