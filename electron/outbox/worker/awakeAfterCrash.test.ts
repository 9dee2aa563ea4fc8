import { expect, test } from 'vitest'
import { AWAKE_MS } from '../../storage/metaStore.ts'
import type { Connection } from '../../storage/database.ts'
import { openCounter } from '../../testing/counter.ts'

// After a crash awake time goes back to its last heartbeat. Unless each claim wrote it too, a sale sent before the
// crash would seem to have left later than one sent after it, and would count as the later sale of the absence proof.
test('after a crash, a sale that left earlier does not prove that a later one is visible: nothing is sent again', async () => {
  const savedMs: number[] = []
  const counter = await openCounter({
    profile: (standard) => ({ ...standard, outbox: { ...standard.outbox, resendAfterAbsence: 'auto' } }),
    disk: (file: Connection): Connection => ({
      ...file,
      run: (sql, ...parameters) => {
        if (parameters[0] === AWAKE_MS) savedMs.push(Number(parameters[1]))
        return file.run(sql, ...parameters)
      },
    }),
  })
  // Until the heartbeat has saved awake time: before, a run takes the newest time in the rows, which is the send's.
  for (let seconds = 0; savedMs.length === 0 && seconds < 120; seconds += 1) await counter.time.pass(1_000)
  // It waits for the gate: a new run reads when it was recorded from its row, which is seconds before it left.
  counter.bank.faults.add({
    on: 'searchTransactions',
    fault: { kind: 'slow', delayMs: 6_000, commit: 'onArrival' },
  })
  const { transactionId: earlier } = await counter.record('100')
  await counter.time.pass(5_000)
  // No heartbeat falls between the two: only the claim has the time of the send.
  expect(savedMs).toHaveLength(1)
  await counter.time.pass(1_900)
  expect((await counter.sale(earlier)).sale.state).toBe('accepted')
  await counter.restart()
  counter.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: false } })
  const { transactionId: lost } = await counter.record('200')
  await counter.time.pass(20 * 60_000)
  const { sale } = await counter.sale(lost)
  await counter.close()
  expect(sale).toMatchObject({ state: 'unknown', sendCount: 1 })
})
