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

test('the guard decides whether the window closes', () => {
  const { close } = bench([false, true])
  expect([close(), close()]).toEqual([true, false])
})

test('the guard learns of every kind of shutdown, and none is prevented', () => {
  const { window, power, ended } = bench([])
  let held = 0
  const event = { preventDefault: () => (held += 1) }
  window.emit('session-end', event)
  power.emit('shutdown', event)
  expect([ended(), held]).toEqual([2, 0])
})

// Windows first asks every program, and another one may refuse: Electron then emits no `session-end`
// (native_window_views_win.cc, WM_ENDSESSION with wParam 0).
test('a query for a shutdown of Windows is not prevented and does not count as one: it may be cancelled', () => {
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

test('the app quits only after the stop, and stops once even if it is asked to quit again', async () => {
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

test('a stop that never ends, or fails, does not prevent the quit', async () => {
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

test('while a person is asked, nothing is stopped and the app does not quit', async () => {
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

test('an update waits for the stop without a time limit, and then the app can quit', async () => {
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

test('a quit while the update waits takes precedence, with its time limit, and nothing is installed', async () => {
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

test('a failed stop is reported, so that the update does not continue', async () => {
  const { app, timers } = fakeApp()
  const { stopForUpdate } = stopBeforeQuit(app, timers, always, () => Promise.reject(new Error('no')))
  expect(await stopForUpdate()).toBe('failed')
})
