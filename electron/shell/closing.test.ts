import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createVirtualTime } from '../testing/virtualTime.ts'
import { guardClosing } from './closing.ts'
import { createPresence } from './presence.ts'

function bench(answers: boolean[]) {
  const window = new EventEmitter()
  const power = new EventEmitter()
  let ended = 0
  guardClosing(window, power, {
    mayClose: () => answers.shift() ?? true,
    systemEnds: () => {
      ended += 1
    },
  })
  const close = (): boolean => {
    let isPrevented = false
    window.emit('close', { preventDefault: () => (isPrevented = true) })
    return isPrevented
  }
  return { window, power, close, ended: () => ended }
}

test('the window stays where the guard says so, and goes where it does not', () => {
  const { close } = bench([false, true])
  expect([close(), close()]).toEqual([true, false])
})

test('each way in which a system ends is told to the guard, and none is held', () => {
  const { window, power, ended } = bench([])
  let held = 0
  const event = { preventDefault: () => (held += 1) }
  window.emit('session-end', event)
  power.emit('shutdown', event)
  expect([ended(), held]).toEqual([2, 0])
})

// Windows asks every program first, and another one may say no: Electron then tells of no end (native_window_views_win.cc,
// WM_ENDSESSION without a word parameter).
test('a shutdown of Windows that is only asked about is not held, and is no end: it may be called off', () => {
  const { window, ended } = bench([])
  let held = 0
  window.emit('query-session-end', { preventDefault: () => (held += 1) })
  expect([ended(), held]).toEqual([0, 0])
})

type Idle = 'active' | 'idle' | 'locked' | 'unknown'

function powerOf(state: { idle: Idle }) {
  return Object.assign(new EventEmitter(), { getSystemIdleState: () => state.idle })
}

test.each(['win32', 'darwin', 'linux'] as const)(
  'sleep, waking and a locked screen are going away; after the last listener nothing hangs on the system: %s',
  async (platform) => {
    const power = powerOf({ idle: 'active' })
    const time = createVirtualTime()
    let away = 0
    const stop = createPresence(power, platform, time.timers).onAway(() => {
      away += 1
    })
    for (const event of ['suspend', 'resume', 'lock-screen', 'unlock-screen', 'on-battery']) power.emit(event)
    expect(away).toBe(3)
    stop()
    power.emit('suspend')
    await time.pass(60_000)
    expect([away, power.eventNames()]).toEqual([3, []])
  },
)

test('on Linux, which tells of no locked screen, it is looked for, and each time that it is locked counts once', async () => {
  const state: { idle: Idle } = { idle: 'active' }
  const time = createVirtualTime()
  let away = 0
  const stop = createPresence(powerOf(state), 'linux', time.timers).onAway(() => {
    away += 1
  })
  const seen: number[] = []
  for (const idle of ['idle', 'locked', 'locked', 'unknown', 'locked'] as const) {
    state.idle = idle
    await time.pass(5_000)
    seen.push(away)
  }
  expect(seen).toEqual([0, 1, 1, 1, 2])
  stop()
  state.idle = 'active'
  await time.pass(5_000)
  state.idle = 'locked'
  await time.pass(60_000)
  expect(away).toBe(2)
})
