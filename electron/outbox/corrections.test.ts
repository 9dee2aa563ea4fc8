import { afterEach, expect, test } from 'vitest'
import type { CallError } from '../../shared/callError.ts'
import { openCounter, type Counter, type CounterSetup } from '../testing/counter.ts'
import { cutNetwork, restoreNetwork } from '../testing/troubles.ts'

const MINUTE_MS = 60_000

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(setup: CounterSetup = {}): Promise<Counter> {
  counter = await openCounter(setup)
  return counter
}

async function remove(shop: Counter, transactionId: string): Promise<void> {
  await shop.becomeManager()
  const removed = await shop.backend().handlers['sales.cancel']({ transactionId, reason: 'wrong amount' })
  if (!removed.ok) throw new Error(JSON.stringify(removed.error))
}

async function refusal(shop: Counter, corrects: string): Promise<CallError> {
  const recorded = await shop.backend().handlers['sales.record']({
    amountText: '70',
    transactionId: '',
    note: '',
    confirmedAmount: false,
    confirmedSecondSale: false,
    corrects,
  })
  if (recorded.ok) throw new Error('it was recorded')
  return recorded.error
}

test('a removed sale is corrected by a new one: each names the other, and only the new one is sent', async () => {
  const shop = await open()
  cutNetwork(shop)
  await shop.record('5000', { transactionId: 'WRONG-1' })
  await remove(shop, 'WRONG-1')
  expect((await shop.sale('WRONG-1')).mayCorrect).toBe(true)
  await shop.record('500', { transactionId: 'RIGHT-1', corrects: 'WRONG-1' })
  expect(await shop.sale('RIGHT-1')).toMatchObject({ corrects: 'WRONG-1', correctedBy: null })
  const wrong = await shop.sale('WRONG-1')
  expect(wrong).toMatchObject({ corrects: null, correctedBy: 'RIGHT-1', mayCorrect: false })
  expect(wrong.timeline.at(-1)).toMatchObject({ kind: 'corrected', detail: 'RIGHT-1' })
  restoreNetwork(shop)
  await shop.time.pass(10 * MINUTE_MS)
  expect((await shop.sale('RIGHT-1')).sale.state).toBe('accepted')
  expect(shop.bank.settlementCount('WRONG-1')).toBe(0)
  await shop.restart()
  expect((await shop.sale('WRONG-1')).correctedBy).toBe('RIGHT-1')
})

test('the same amount is not a second sale if it corrects that sale', async () => {
  const shop = await open({
    profile: (standard) => ({ ...standard, transactionIdPattern: '^[A-Z]+-[0-9]+$' }),
  })
  cutNetwork(shop)
  await shop.record('70', { transactionId: 'WRONG-1' })
  await remove(shop, 'WRONG-1')
  const recorded = await shop.record('70', {
    transactionId: 'RIGHT-1',
    corrects: 'WRONG-1',
    confirmedSecondSale: false,
  })
  expect(recorded.state).toBe('queued')
})

test('a corrected held sale leaves the queue for good: no profile releases a double', async () => {
  let pattern = '^[A-Z]+-[0-9]+$'
  const shop = await open({ profile: (standard) => ({ ...standard, transactionIdPattern: pattern }) })
  cutNetwork(shop)
  await shop.record('5000', { transactionId: 'HELD-1' })
  pattern = '^[0-9]+$'
  await shop.restart()
  restoreNetwork(shop)
  await shop.time.pass(10 * MINUTE_MS)
  expect((await shop.sale('HELD-1')).sale.state).toBe('held')
  expect((await shop.sale('HELD-1')).mayCorrect).toBe(true)
  // No manager is needed: the new sale replaces it, so nothing is taken away.
  await shop.record('5000', { transactionId: '4711', corrects: 'HELD-1', confirmedSecondSale: false })
  expect((await shop.sale('HELD-1')).sale.state).toBe('cancelled')
  pattern = '^[A-Z]*-?[0-9]+$'
  await shop.restart()
  await shop.time.pass(10 * MINUTE_MS)
  expect((await shop.sale('4711')).sale.state).toBe('accepted')
  expect(shop.bank.settlementCount('HELD-1')).toBe(0)
})

test('a sale that may still be sent, or was, is not corrected', async () => {
  const shop = await open()
  const accepted = await shop.record('100')
  await shop.time.pass(20_000)
  expect(await refusal(shop, accepted.transactionId)).toMatchObject({
    code: 'notAllowed',
    reason: 'saleState',
    state: 'accepted',
  })
  cutNetwork(shop)
  const queued = await shop.record('200')
  expect(await refusal(shop, queued.transactionId)).toMatchObject({
    code: 'notAllowed',
    reason: 'saleState',
    state: 'queued',
  })
})

test('one correction at a time: a second would be a double, unless the first was given up', async () => {
  const shop = await open()
  cutNetwork(shop)
  await shop.record('5000', { transactionId: 'WRONG-1' })
  await remove(shop, 'WRONG-1')
  await shop.record('500', { transactionId: 'RIGHT-1', corrects: 'WRONG-1' })
  expect(await refusal(shop, 'WRONG-1')).toMatchObject({ code: 'notAllowed', reason: 'corrected' })
  await remove(shop, 'RIGHT-1')
  await shop.record('50', { transactionId: 'RIGHT-2', corrects: 'WRONG-1' })
  expect((await shop.sale('WRONG-1')).correctedBy).toBe('RIGHT-2')
})

test('a missing sale, or another client’s, cannot be corrected; small letters name the same sale', async () => {
  const shop = await open()
  cutNetwork(shop)
  expect(await refusal(shop, 'NOT-KNOWN-1')).toMatchObject({
    code: 'invalid',
    fields: [{ field: 'corrects', problem: 'notFound' }],
  })
  await shop.record('5000', { transactionId: 'WRONG-1' })
  await remove(shop, 'WRONG-1')
  await shop.record('50', { transactionId: 'RIGHT-1', corrects: 'wrong-1' })
  expect((await shop.sale('RIGHT-1')).corrects).toBe('WRONG-1')
})
