import type { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { createVirtualTime } from '../testing/virtualTime.ts'
import { openWindow, SHOW_AFTER_MS } from './window.ts'

const state = vi.hoisted(() => ({ windows: [] as unknown[], load: Promise.resolve() as Promise<void> }))

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  const display = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }
  return {
    app: { isPackaged: false },
    screen: { getPrimaryDisplay: () => display, getAllDisplays: () => [display] },
    BrowserWindow: class extends Emitter {
      readonly webContents = new Emitter()
      shown = 0
      isGone = false
      constructor() {
        super()
        state.windows.push(this)
      }
      isDestroyed = () => this.isGone
      maximize = () => undefined
      show = () => (this.shown += 1)
      loadURL = () => state.load
    },
  }
})

interface SeenWindow extends EventEmitter {
  readonly webContents: EventEmitter
  readonly shown: number
  isGone: boolean
}

function open(load: Promise<void> = new Promise(() => undefined)) {
  state.load = load
  const time = createVirtualTime()
  const failures: unknown[] = []
  openWindow({
    preload: 'p',
    title: 't',
    url: 'app://bundle/',
    kept: null,
    timers: time.timers,
    onFailed: (error) => failures.push(error),
  })
  return { window: state.windows.at(-1) as SeenWindow, time, failures }
}

/** Electron's error for a failed load: `lib/browser/api/web-contents.ts`, `_awaitNextLoad`. */
const loadError = (code: string): Error =>
  Object.assign(new Error(`${code} loading 'app://bundle/'`), { code })

test.each([
  ['ready-to-show', (window: SeenWindow) => window.emit('ready-to-show')],
  ['did-finish-load', (window: SeenWindow) => window.webContents.emit('did-finish-load')],
  ['did-fail-load', (window: SeenWindow) => window.webContents.emit('did-fail-load')],
])('a window is shown once, on %s', async (_name, happen) => {
  const { window, time } = open()
  expect(window.shown).toBe(0)
  happen(window)
  expect(window.shown).toBe(1)
  window.emit('ready-to-show')
  window.webContents.emit('did-finish-load')
  await time.pass(SHOW_AFTER_MS)
  expect(window.shown).toBe(1)
})

test('without any event a window is shown after two seconds, unless it is destroyed', async () => {
  const { window, time } = open()
  await time.pass(SHOW_AFTER_MS - 1)
  expect(window.shown).toBe(0)
  await time.pass(1)
  expect(window.shown).toBe(1)
  const gone = open()
  gone.window.isGone = true
  await gone.time.pass(SHOW_AFTER_MS)
  expect(gone.window.shown).toBe(0)
})

test('a failed load is reported, unless another page replaced it or its window is destroyed', async () => {
  const failed = open(Promise.reject(loadError('ERR_FAILED')))
  await failed.time.pass(0)
  expect(failed.failures).toMatchObject([{ code: 'ERR_FAILED' }])
  const overtaken = open(Promise.reject(loadError('ERR_ABORTED')))
  await overtaken.time.pass(0)
  const gone = open(Promise.reject(loadError('ERR_FAILED')))
  gone.window.isGone = true
  await gone.time.pass(0)
  expect([overtaken.failures, gone.failures]).toEqual([[], []])
})
