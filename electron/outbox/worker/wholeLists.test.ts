import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../../testing/counter.ts'
import { openOtherTill } from '../../testing/otherTill.ts'

/* A manager sends a slip without the bank's answer, on complete lists. Another till is paid while they are read. */

const MINUTE_MS = 60_000
const SLIP = 'SLIP-1'
const PAGE = { headers: { 'content-type': 'text/html' }, body: '<html>' }

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

/** A slip held because no answer about it can be read; a manager is signed in. */
async function heldSlip() {
  let listCount = 0
  counter = await openCounter({
    garble: ({ url }, outcome) => {
      if (url.includes('searchtransaction') && !url.includes('pageSize=1&')) listCount += 1
      const isAboutSlip = url.includes(`settlementstatus?transactionId=${SLIP}`)
      return isAboutSlip && outcome.kind === 'response' ? { ...outcome, ...PAGE } : outcome
    },
  })
  const shop = counter
  const other = await openOtherTill(shop)
  await shop.record('5000', { transactionId: SLIP })
  await shop.time.pass(12 * MINUTE_MS)
  expect((await shop.sale(SLIP)).sale.state).toBe('held')
  await shop.becomeManager()
  let isDone = false
  return {
    shop,
    /** Looks the slip up, as far as its own terminal's list. */
    beginChecking: async (stepMs: number): Promise<void> => {
      const before = listCount
      const answering = shop.backend().handlers['sales.checkNow']({ transactionId: SLIP })
      void Promise.resolve(answering).finally(() => {
        isDone = true
      })
      while (listCount < before + 2) await shop.time.pass(stepMs)
    },
    payElsewhere: (): void => {
      other.pay('5000.00', SLIP)
      // The newest record, which opens the gate, is another one.
      other.pay('700.00', 'OTHER-1')
    },
    finishChecking: async (): Promise<void> => {
      while (!isDone) await shop.time.pass(1_000)
    },
  }
}

async function expectRefusedAndPaidOnce(shop: Counter): Promise<void> {
  await shop.becomeManager()
  const { decision } = await shop.sale(SLIP)
  const taken = await shop.backend().handlers['sales.resolve']({
    transactionId: SLIP,
    decision: 'sendUnclear',
    reason: 'asked at counter 2',
    seen: decision?.seen ?? '',
  })
  expect(taken).toMatchObject({ error: { code: 'needsLookUp' } })
  await shop.time.pass(5 * MINUTE_MS)
  expect(shop.bank.settlementCount(SLIP)).toBe(1)
}

test('lists do not count if the computer slept between the first and the last', async () => {
  const { shop, beginChecking, payElsewhere, finishChecking } = await heldSlip()
  await beginChecking(20)
  shop.sleep(10 * MINUTE_MS)
  payElsewhere()
  await finishChecking()
  await expectRefusedAndPaidOnce(shop)
})

test('lists do not count if the first was read minutes before the last, on a slow line', async () => {
  const { shop, beginChecking, payElsewhere, finishChecking } = await heldSlip()
  const fault = { kind: 'slow', delayMs: 25_000, commit: 'onArrival' } as const
  shop.bank.faults.add({ on: 'searchTransactions', times: 'always', fault })
  await beginChecking(100)
  payElsewhere()
  await finishChecking()
  shop.bank.faults.clear()
  await expectRefusedAndPaidOnce(shop)
})
