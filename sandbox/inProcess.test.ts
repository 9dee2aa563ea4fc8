import { expect, test } from 'vitest'
import type { BankTimers } from './inProcess.ts'
import { createPracticeBank } from './bank.ts'
import { bankClient, openTestBank, testClock } from './testing/bankClient.ts'

/** Timers that a test runs; `set` holds the requested delays. */
function heldTimers() {
  const waiting = new Set<{ readonly delayMs: number; readonly run: () => void }>()
  const timers: BankTimers = {
    after: (delayMs, run) => {
      const entry = { delayMs, run }
      waiting.add(entry)
      return () => waiting.delete(entry)
    },
  }
  return {
    timers,
    delays: () => [...waiting].map(({ delayMs }) => delayMs),
    fire: () => {
      for (const entry of waiting) entry.run()
    },
  }
}

test('the sale counts at its arrival, the answer comes with the timer', async () => {
  const held = heldTimers()
  const bank = createPracticeBank({ seed: 1, clock: testClock(), timers: held.timers })
  const client = bankClient(bank.transport)
  const signedIn = client.login()
  held.fire()
  await signedIn
  let isAnswered = false
  const answer = client.logOutcome('S1').finally(() => {
    isAnswered = true
  })
  expect([held.delays(), bank.settlementCount('S1'), isAnswered]).toEqual([[120], 1, false])
  held.fire()
  expect(await answer).toMatchObject({ kind: 'response', status: 200 })
  expect(held.delays()).toEqual([])
})

test('silence ends with the time-out of the request', async () => {
  const held = heldTimers()
  const bank = createPracticeBank({ seed: 1, clock: testClock(), timers: held.timers })
  bank.faults.add({ on: 'any', fault: { kind: 'silence', committed: false } })
  const outcome = bankClient(bank.transport).logOutcome('S1', 3_000)
  expect(held.delays()).toEqual([3_000])
  held.fire()
  expect(await outcome).toMatchObject({
    kind: 'dropped',
    phase: 'request',
    reason: 'timeout',
    elapsedMs: 3_000,
  })
})

test('a request cancelled before it starts never arrives; cancelled later it may have', async () => {
  const { bank } = await openTestBank()
  const before = bank.requests().length
  const client = bankClient(bank.transport)
  const early = await client.outcome({
    path: '/api/terminal/logtransaction',
    body: {},
    signal: AbortSignal.abort(),
  })
  expect(early).toMatchObject({ kind: 'dropped', reason: 'aborted', bytesWritten: 0 })
  expect(bank.requests()).toHaveLength(before)

  const held = heldTimers()
  const slow = createPracticeBank({ seed: 1, clock: testClock(), timers: held.timers })
  const controller = new AbortController()
  const late = bankClient(slow.transport).outcome({ path: '/v2.1', body: {}, signal: controller.signal })
  controller.abort()
  const outcome = await late
  expect(outcome).toMatchObject({ kind: 'dropped', phase: 'request', reason: 'aborted' })
  expect(outcome.kind === 'dropped' && outcome.bytesWritten > 0).toBe(true)
  expect(held.delays()).toEqual([])
})
