import { expect, test } from 'vitest'
import { openCounter } from '../testing/counter.ts'

// Awake time goes back to its last heartbeat at a crash. Were it not written with each claim, what was sent before the crash would seem to have left
// later than what was sent after it, and would count as the later sale of the absence proof.
test('after a crash, a sale that left earlier is no proof that a later one is visible: nothing is sent again', async () => {
  const counter = await openCounter({
    profile: (standard) => ({ ...standard, outbox: { ...standard.outbox, resendAfterAbsence: 'auto' } }),
  })
  // Until just after awake time was saved as it goes.
  await counter.time.pass(59_000)
  // It waits for the gate: a run that begins finds when it was recorded in its row, and that is seconds before it left.
  counter.bank.faults.add({
    on: 'searchTransactions',
    fault: { kind: 'slow', delayMs: 6_000, commit: 'onArrival' },
  })
  const { transactionId: earlier } = await counter.record('100')
  await counter.time.pass(6_900)
  expect((await counter.sale(earlier)).sale.state).toBe('accepted')
  await counter.restart()
  counter.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: false } })
  const { transactionId: lost } = await counter.record('200')
  await counter.time.pass(20 * 60_000)
  const { sale } = await counter.sale(lost)
  await counter.close()
  expect(sale).toMatchObject({ state: 'unknown', sendCount: 1 })
})
