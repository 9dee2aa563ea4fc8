import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { guardClosing, stopBeforeQuit } from './closing.ts'

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

function fakeApp() {
  let listener: (event: { preventDefault(): void }) => void = () => undefined
  const state = { quits: 0, left: false }
  const app = {
    on: (_event: 'before-quit', added: typeof listener) => (listener = added),
    quit: () => {
      state.quits += 1
      let prevented = false
      listener({ preventDefault: () => (prevented = true) })
      if (!prevented) state.left = true
    },
  }
  let late: () => void = () => undefined
  const timers = {
    after: (_delayMs: number, run: () => void) => {
      late = run
      return () => (late = () => undefined)
    },
  }
  return { app, state, timers, runLate: () => late() }
}

const always = (): boolean => true

test('the app leaves only after the stop is done, and stops once however often it is asked', async () => {
  const { app, state, timers } = fakeApp()
  const stopping = Promise.withResolvers<void>()
  let stops = 0
  stopBeforeQuit(app, timers, always, () => {
    stops += 1
    return stopping.promise
  })
  app.quit()
  app.quit()
  expect([stops, state.left]).toEqual([1, false])
  stopping.resolve()
  await stopping.promise
  await Promise.resolve()
  expect(state.left).toBe(true)
})

test('a stop that never ends, or fails, does not keep the app open', async () => {
  const hanging = fakeApp()
  stopBeforeQuit(hanging.app, hanging.timers, always, () => new Promise(() => undefined))
  hanging.app.quit()
  hanging.runLate()
  expect(hanging.state.left).toBe(true)
  const failing = fakeApp()
  stopBeforeQuit(failing.app, failing.timers, always, () => Promise.reject(new Error('no')))
  failing.app.quit()
  await new Promise((resolve) => setImmediate(resolve))
  expect(failing.state.left).toBe(true)
})

test('while a person is asked nothing is stopped, and the app stays', async () => {
  const { app, state, timers } = fakeApp()
  let stops = 0
  let mayQuit = false
  stopBeforeQuit(
    app,
    timers,
    () => mayQuit,
    async () => {
      stops += 1
    },
  )
  app.quit()
  expect([stops, state.left]).toEqual([0, false])
  mayQuit = true
  app.quit()
  await new Promise((resolve) => setImmediate(resolve))
  expect([stops, state.left]).toEqual([1, true])
})

test('for an update the stop is waited for without a limit, and the way out is free after it', async () => {
  const { app, state, timers, runLate } = fakeApp()
  const stopping = Promise.withResolvers<void>()
  const { stopForUpdate } = stopBeforeQuit(app, timers, always, () => stopping.promise)
  const told: string[] = []
  const leaving = stopForUpdate().then((how) => told.push(how))
  runLate()
  await new Promise((resolve) => setImmediate(resolve))
  expect([told, state.left]).toEqual([[], false])
  stopping.resolve()
  await leaving
  expect([told, state.quits]).toEqual([['stopped'], 0])
  app.quit()
  expect(state.left).toBe(true)
})

test('somebody quits while the update waits: that goes first, with its limit, and nothing is installed', async () => {
  const { app, state, timers, runLate } = fakeApp()
  const stopping = Promise.withResolvers<void>()
  let stops = 0
  const { stopForUpdate } = stopBeforeQuit(app, timers, always, () => {
    stops += 1
    return stopping.promise
  })
  const leaving = stopForUpdate()
  app.quit()
  expect(state.left).toBe(false)
  runLate()
  expect([stops, state.left]).toEqual([1, true])
  stopping.resolve()
  expect(await leaving).toBe('quitting')
})

test('a stop that breaks is told of: the update must not go on from it', async () => {
  const { app, timers } = fakeApp()
  const { stopForUpdate } = stopBeforeQuit(app, timers, always, () => Promise.reject(new Error('no')))
  expect(await stopForUpdate()).toBe('failed')
})
