import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
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
  window.emit('query-session-end', event)
  window.emit('session-end', event)
  power.emit('shutdown', event)
  expect([ended(), held]).toEqual([3, 0])
})

test('sleep, waking and a locked screen are going away; after the last listener nothing hangs on the system', () => {
  const power = new EventEmitter()
  let away = 0
  const stop = createPresence(power).onAway(() => {
    away += 1
  })
  for (const event of ['suspend', 'resume', 'lock-screen', 'unlock-screen', 'on-battery']) power.emit(event)
  expect(away).toBe(3)
  stop()
  power.emit('suspend')
  expect([away, power.eventNames()]).toEqual([3, []])
})
