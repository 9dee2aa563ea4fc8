import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type * as Double from './electronDouble.ts'
import { tellFirst } from './instanceLock.ts'

/* What docs/electron-double.md says about order and object lifetimes. The error texts are Electron's own. */

let electron: typeof Double
beforeEach(async () => {
  vi.resetModules()
  electron = await import('./electronDouble.ts')
  electron.standIn.driver = {
    open: () => Promise.resolve(),
    load: () => Promise.resolve(),
    send: () => undefined,
    pdf: () => Promise.resolve(new Uint8Array()),
    close: async (window) => window.markClosed(),
    closeAll: () => Promise.resolve(),
  }
  electron.app.on('window-all-closed', () => undefined)
})

async function becomeReady(): Promise<void> {
  electron.standIn.ready.resolve()
  await electron.app.whenReady()
}

test('before ready, Electron provides no session, screen, tray icon, notification, dialog or window', async () => {
  const { session, screen, Tray, Notification, dialog, BrowserWindow, protocol } = electron
  const tooEarly: readonly (readonly [() => unknown, string])[] = [
    [() => session.defaultSession, 'Session can only be received when app is ready'],
    [() => session.fromPartition('x'), 'Session can only be received when app is ready'],
    [() => screen.getPrimaryDisplay(), "The 'screen' module can't be used before the app 'ready' event"],
    [() => screen.getAllDisplays(), "The 'screen' module can't be used before the app 'ready' event"],
    [() => new Tray({}), 'Cannot create Tray before app is ready'],
    [() => new Notification({ title: 'x' }), 'Cannot create Notification before app is ready'],
    [() => new BrowserWindow(), 'Cannot create BrowserWindow before app is ready'],
    [
      () => protocol.handle('app', () => new Response()),
      'protocol.handle can only be used after app is ready',
    ],
  ]
  for (const [act, words] of tooEarly) expect(act, words).toThrow(words)
  await expect(dialog.showOpenDialog({})).rejects.toThrow('dialog module can only be used after app is ready')
  await expect(dialog.showSaveDialog({})).rejects.toThrow('dialog module can only be used after app is ready')
  await becomeReady()
  for (const [act] of tooEarly) expect(act).not.toThrow()
})

test('after ready, Electron accepts no sandbox and no scheme any more', async () => {
  await becomeReady()
  expect(() => electron.app.enableSandbox()).toThrow('can only be called before app is ready')
  expect(() => electron.protocol.registerSchemesAsPrivileged([])).toThrow(
    'should be called before app is ready',
  )
})

test('a scheme has one handler', async () => {
  await becomeReady()
  electron.protocol.handle('app', () => new Response())
  expect(() => electron.protocol.handle('app', () => new Response())).toThrow(
    'Failed to register protocol: app',
  )
})

test('a destroyed window throws at every call except isDestroyed', async () => {
  await becomeReady()
  const window = new electron.BrowserWindow({ show: false })
  const { webContents } = window
  let wasAlreadyGone = false
  window.on('closed', () => {
    wasAlreadyGone = window.isDestroyed()
  })
  window.close()
  await expect.poll(() => window.isDestroyed()).toBe(true)
  expect(wasAlreadyGone).toBe(true)
  expect(electron.BrowserWindow.getAllWindows()).toEqual([])
  const touches: readonly (() => unknown)[] = [
    () => window.webContents,
    () => webContents.send('x'),
    () => webContents.setWindowOpenHandler(() => ({ action: 'deny' })),
    () => webContents.setWebRTCIPHandlingPolicy('default'),
    () => window.show(),
    () => window.hide(),
    () => window.focus(),
    () => window.restore(),
    () => window.maximize(),
    () => window.close(),
    () => window.isVisible(),
    () => window.isFocused(),
    () => window.isMinimized(),
    () => window.isMaximized(),
    () => window.getNormalBounds(),
    () => window.getTitle(),
  ]
  for (const touch of touches) expect(touch, String(touch)).toThrow('Object has been destroyed')
  await expect(window.loadURL('app://bundle/')).rejects.toThrow('Object has been destroyed')
})

test('a window is visible at once unless created hidden, and maximising shows it', async () => {
  await becomeReady()
  expect(new electron.BrowserWindow().isVisible()).toBe(true)
  const hidden = new electron.BrowserWindow({ show: false })
  const events: string[] = []
  hidden.on('maximize', () => events.push('maximize'))
  expect([hidden.isVisible(), hidden.isMaximized()]).toEqual([false, false])
  hidden.maximize()
  expect([hidden.isVisible(), hidden.isMaximized(), events]).toEqual([true, true, ['maximize']])
})

test('a page that cannot be loaded rejects, which is harmless without a listener', async () => {
  await becomeReady()
  const unheard: unknown[] = []
  const hear = (reason: unknown): void => void unheard.push(reason)
  process.on('unhandledRejection', hear)
  onTestFinished(() => void process.off('unhandledRejection', hear))
  const window = new electron.BrowserWindow()
  if (electron.standIn.driver !== undefined) {
    electron.standIn.driver.load = () => Promise.reject(new Error('ERR_FAILED'))
  }
  void window.loadURL('app://bundle/')
  await expect(window.loadURL('app://bundle/')).rejects.toThrow('ERR_FAILED')
  // Unhandled rejections are reported once the promise queue is empty.
  await new Promise((resolve) => setImmediate(resolve))
  expect(unheard).toEqual([])
})

test('the program is the checkout', () => {
  const { app } = electron
  app.setPath('userData', tmpdir())
  expect(app.isPackaged).toBe(false)
  expect(app.getAppPath()).toBe(path.resolve(import.meta.dirname, '../..'))
  expect(app.getVersion()).toMatch(/^\d+\.\d+\.\d+/u)
  expect(app.getPath('documents')).toBe(path.join(tmpdir(), 'documents'))
})

test('a second start before the first is ready is reported afterwards', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-double-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  electron.app.setPath('userData', dir)
  let rang = false
  electron.standIn.onSecondInstance = () => {
    rang = true
  }
  const heard: string[][] = []
  electron.app.on('second-instance', (_event, argv) => heard.push(argv))
  expect(electron.app.requestSingleInstanceLock()).toBe(true)
  await tellFirst(dir, ['tillside', 'tillside://transaction/x'])
  await expect.poll(() => rang).toBe(true)
  expect(heard).toEqual([])
  await becomeReady()
  await expect.poll(() => heard).toEqual([['tillside', 'tillside://transaction/x']])
})

test('Electron’s refusals: a folder that is not absolute, and an empty menu entry', () => {
  const { app, Menu } = electron
  expect(() => app.setPath('userData', 'here')).toThrow('Path must be absolute')
  expect(() => Menu.buildFromTemplate([{ label: 'File', submenu: [{ id: 'x' }] }])).toThrow(
    'Invalid template for MenuItem: must have at least one of label, role or type',
  )
  expect(() =>
    Menu.buildFromTemplate([{ role: 'quit' }, { type: 'separator' }, { label: 'x' }]),
  ).not.toThrow()
})

test('a window that refuses to close keeps the app open, and so does a listener that prevents the quit', async () => {
  await becomeReady()
  const window = new electron.BrowserWindow()
  const asked: string[] = []
  let stays = true
  electron.app.on('before-quit', (event) => {
    asked.push('before-quit')
    if (stays) event.preventDefault()
  })
  window.on('close', (event) => {
    asked.push('close')
    event.preventDefault()
  })
  electron.app.quit()
  stays = false
  electron.app.quit()
  electron.app.quit()
  expect(asked).toEqual(['before-quit', 'before-quit', 'close', 'before-quit', 'close'])
  expect(electron.standIn.isQuitting).toBe(false)
})
