import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../../testing/counter.ts'
import { personsCheck } from '../../testing/personsCheck.ts'

/* An answer about a sale that comes after a manager has decided about it. */

const MINUTE_MS = 60_000
const COMES_AFTER_MS = 45 * MINUTE_MS

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

test('a record requested before a manager resends a sale comes first', async () => {
  counter = await openCounter()
  const shop = counter
  const { bank, time } = shop
  const { handlers } = shop.backend()
  await shop.record('100')
  await time.pass(10_000)
  bank.faults.add({ on: 'logTransaction', fault: { kind: 'lateCommit', commitAfterMs: COMES_AFTER_MS } })
  await shop.record('5000', { transactionId: 'LATE-1' })
  const recordedAtMs = time.clock.wallNowMs()
  await time.pass(COMES_AFTER_MS - MINUTE_MS)
  await shop.becomeManager()
  await time.pass(45_000)
  const checked = await personsCheck(shop, 'LATE-1')
  const seen = checked.ok ? (checked.value.decision?.seen ?? '') : ''
  await time.pass(recordedAtMs + COMES_AFTER_MS + 10_000 - time.clock.wallNowMs())
  // The bank has it by now. The manager decides on the earlier look-up, while the answer that shows it is under way.
  bank.faults.add({
    on: 'settlementStatus',
    fault: { kind: 'slow', delayMs: 2_200, commit: 'onArrival' },
  })
  const checking = handlers['sales.checkNow']({ transactionId: 'LATE-1' })
  await time.pass(2_000)
  const decision = { decision: 'sendAgain', reason: 'asked the bank', seen } as const
  expect(await handlers['sales.resolve']({ transactionId: 'LATE-1', ...decision })).toMatchObject({
    value: { sale: { state: 'queued' } },
  })
  // From here on a stale replica of the bank answers.
  const asOfMs = recordedAtMs + COMES_AFTER_MS - 15 * MINUTE_MS
  for (const on of ['settlementStatus', 'searchTransactions'] as const)
    bank.faults.add({ on, times: 40, fault: { kind: 'staleReplica', asOfMs } })
  await time.pass(5 * MINUTE_MS)
  expect(await checking).toMatchObject({ value: { sale: { state: 'accepted', sendCount: 1 } } })
  expect(bank.settlementCount('LATE-1')).toBe(1)
})
