import { expect, test } from 'vitest'
import { createVirtualTime } from '../../testing/virtualTime.ts'
import { createWay } from './learned.ts'
import { createOutboxWorker, type OutboxWorker } from './worker.ts'
import type { DeliveryContext } from './context.ts'

/** When the loop runs and when it rests. delivery.test.ts tests what it does. */

const MINUTE_MS = 60_000

/** A worker with nothing to send: each step asks for one terminal, and the test decides when that answer comes. */
function openOutboxWorker(): {
  readonly worker: OutboxWorker
  readonly asked: () => number
  readonly reopened: () => number
  answer(): Promise<void>
} {
  const time = createVirtualTime()
  const own = { environment: 'practice', partnerUrl: 'https://bank.invalid', clientId: 'C-1' } as const
  let askedCount = 0
  let reopenedCount = 0
  let pending: PromiseWithResolvers<'notSignedIn'> | null = null
  const none = (): undefined => undefined
  const context = {
    clock: time.clock,
    awake: { nowMs: () => time.clock.monotonicNowMs() },
    destination: () => own,
    log: none,
    breaker: { notBeforeMs: () => 0, relax: () => (reopenedCount += 1) },
    way: createWay(time.clock),
    reads: {
      unknownCount: () => 0,
      unmarkedUnknownCount: () => 0,
      unknownDestinations: () => [],
      leftSending: () => [],
      held: () => [],
      nextQueued: none,
      nextRecordedSince: none,
      nextLookUp: none,
      nextOpenDueMs: () => null,
      hasOpen: () => true,
    },
    service: {
      clientId: () => own.clientId,
      generation: () => 1,
      oneTerminal: () => {
        askedCount += 1
        pending = Promise.withResolvers()
        return pending.promise
      },
    },
    silentForMs: () => MINUTE_MS,
  }
  // The rest of the context is about sales, and there are none.
  const worker = createOutboxWorker(context as unknown as DeliveryContext, time.timers, (error) => {
    throw error
  })
  return {
    worker,
    asked: () => askedCount,
    reopened: () => reopenedCount,
    answer: async () => {
      pending?.resolve('notSignedIn')
      await time.pass(0)
    },
  }
}

test('a resume that waits for the current step does not undo a later pause', async () => {
  const { worker, asked, answer } = openOutboxWorker()
  worker.start()
  await answer()
  expect(asked()).toBe(2)
  void worker.pause()
  const resumed = worker.resume()
  void worker.pause()
  await answer()
  await resumed
  await answer()
  expect(asked()).toBe(2)
  await worker.resume()
  expect(asked()).toBe(3)
})

test('two resumes at once count as one: the loop goes on once the current step has ended', async () => {
  const { worker, asked, reopened, answer } = openOutboxWorker()
  worker.start()
  void worker.pause()
  const resumed = Promise.all([worker.resume(), worker.resume()])
  expect([asked(), reopened()]).toEqual([1, 0])
  await answer()
  await resumed
  expect([asked(), reopened()]).toEqual([2, 1])
})

// The current step ends over several turns of the microtask queue, and a resume may come between any two.
test.each(Array.from({ length: 30 }, (_, turns) => turns))(
  'a resume after a second pause goes on, %i turns after the current step was answered',
  async (turns) => {
    const { worker, asked, answer } = openOutboxWorker()
    worker.start()
    void worker.pause()
    void worker.resume()
    void worker.pause()
    const answered = answer()
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
    void worker.resume()
    await answered
    expect(asked()).toBe(2)
  },
)
