import { expect, test } from 'vitest'
import { createVirtualTime } from '../testing/virtualTime.ts'
import { createAwakeClock, HEARTBEAT_MS } from '../clock/awakeClock.ts'
import { createAwakeKeeper } from './awakeKeeper.ts'

const MINUTE_MS = 60_000

function keeping() {
  const time = createVirtualTime()
  const state = { isOpen: false, isBroken: false, beats: 0 }
  const awake = createAwakeClock(time.clock, 0)
  const keeper = createAwakeKeeper({
    awake,
    meta: { set: () => undefined } as never,
    timers: {
      after: (delayMs, run) => {
        state.beats += 1
        return time.timers.after(delayMs, run)
      },
    },
    isSound: () => !state.isBroken,
    hasOpen: () => state.isOpen,
  })
  keeper.start()
  return { time, state, awakeMs: awake.nowMs }
}

test('while nothing is open the clock is read at most three times a minute, and loses no time', async () => {
  const { time, state, awakeMs } = keeping()
  state.beats = 0
  await time.pass(60 * MINUTE_MS)
  expect(state.beats).toBeLessThanOrEqual(60 * 3)
  expect(awakeMs()).toBe(60 * MINUTE_MS)
})

test('while a sale is open, or the file is in doubt, it is read every ten seconds', async () => {
  const { time, state, awakeMs } = keeping()
  for (const change of [{ isOpen: true }, { isOpen: false, isBroken: true }]) {
    Object.assign(state, change)
    await time.pass(MINUTE_MS)
    state.beats = 0
    await time.pass(10 * MINUTE_MS)
    expect(state.beats).toBeGreaterThanOrEqual((10 * MINUTE_MS) / HEARTBEAT_MS)
  }
  expect(awakeMs()).toBe(22 * MINUTE_MS)
})

test('a sleep is credited half a minute at most, even while nothing is open', async () => {
  const { time, awakeMs } = keeping()
  await time.pass(10 * MINUTE_MS)
  time.skip(180 * MINUTE_MS)
  expect(awakeMs()).toBe(10 * MINUTE_MS + 3 * HEARTBEAT_MS)
})
