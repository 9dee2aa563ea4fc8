import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openCounter } from '../../../electron/testing/counter.ts'
import { createVirtualTime } from '../../../electron/testing/virtualTime.ts'
import { createPracticeBank } from '../../../sandbox/bank.ts'
import { once, pairsOf, type Bar } from '../bar.ts'

const MINUTE_MS = 60_000
const SETTLE_MINUTES = 30
const MINUTES = 60

/** A signed-in counter with a few paid sales, during an idle hour in virtual time. */
const measured = once(async (): Promise<{ readonly wakeUps: number; readonly calls: number }> => {
  const time = createVirtualTime()
  let wakeUps = 0
  const counted: typeof time = {
    ...time,
    timers: {
      after: (delayMs, run) =>
        time.timers.after(delayMs, () => {
          wakeUps += 1
          run()
        }),
    },
  }
  const bank = createPracticeBank({ seed: 1, clock: time.clock, timers: time.timers })
  const files = mkdtempSync(path.join(tmpdir(), 'till-'))
  const counter = await openCounter({ beside: { counter: { bank, time: counted }, files } })
  for (let each = 1; each <= 5; each += 1) await counter.record(`${each}.00`)
  await time.pass(SETTLE_MINUTES * MINUTE_MS)
  const callsBefore = counter.wire.length
  wakeUps = 0
  await time.pass(MINUTES * MINUTE_MS)
  const seen = { wakeUps: wakeUps / MINUTES, calls: (counter.wire.length - callsBefore) / MINUTES }
  await counter.close()
  return seen
})

const IDLE = { limit: 'one a minute', direction: 'atMost' } as const

export const idleBars: readonly Bar[] = [
  {
    ...IDLE,
    name: 'idle-wake-ups',
    must: 4,
    aim: 1,
    unit: 'a minute',
    measure: async (say) => pairsOf([{ limit: 1, ours: (await measured(say)).wakeUps }]),
  },
  {
    ...IDLE,
    name: 'idle-calls',
    must: 1,
    aim: 0.2,
    unit: 'a minute',
    measure: async (say) => pairsOf([{ limit: 1, ours: (await measured(say)).calls }]),
  },
]
