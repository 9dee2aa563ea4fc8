import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { npmBrowser, systemBrowser } from './browser.ts'
import { createDriver } from './chromiumDriver.ts'
import { app, invoke, Menu, Notification, powerMonitor, standIn, Tray } from './electronDouble.ts'
import { SETTINGS_VARIABLE, type FromStandIn, type StandInSettings, type ToStandIn } from './hostMessages.ts'
import { setWallClock } from './wallClock.ts'

/*
 * A process that stands in for Electron's main process: Node with `electron` mapped to the double. It runs the real
 * built main, and is killed, restarted and locked out like the real one.
 */

const doubleUrl = new URL('./electronDouble.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: doubleUrl, format: 'module', shortCircuit: true }
      : next(specifier, context),
})

function tell(message: FromStandIn): void {
  if (process.connected) process.send?.(message)
}

async function obey(message: ToStandIn): Promise<void> {
  switch (message.kind) {
    case 'setOnline':
      standIn.isOnline = message.isOnline
      return
    case 'resume':
      powerMonitor.emit('resume')
      return
    case 'setClock':
      setWallClock(message.offByMs)
      return
    case 'lockScreen':
      powerMonitor.emit('lock-screen')
      return
    case 'closeWindow':
      for (const window of standIn.windows) window.close()
      return
    case 'chooseMenu':
      Menu.getApplicationMenu()?.getMenuItemById(message.command)?.click()
      return
    case 'clickTray': {
      const [tray] = Tray.present
      const isHidden = [...standIn.windows].some((window) => !window.isVisible())
      tell({ kind: 'answer', id: message.id, value: { isHidden, toolTip: tray?.toolTip ?? null } })
      tray?.emit('click')
      return
    }
    case 'clickNotification': {
      const value = Notification.shown.map(({ title, body }) => `${title}: ${body}`)
      Notification.shown.at(-1)?.emit('click')
      tell({ kind: 'answer', id: message.id, value })
      return
    }
    case 'quit':
      app.quit()
      return
    case 'invokeAs': {
      const value = await invoke(message.channel, message.frame, message.request)
      tell({ kind: 'answer', id: message.id, value })
      return
    }
    case 'fetchApp': {
      const response = await standIn.protocolHandlers.get('app')?.(new Request(message.url))
      const headers = Object.fromEntries(response?.headers ?? [])
      tell({
        kind: 'answer',
        id: message.id,
        value: { status: response?.status, headers, body: await response?.text() },
      })
    }
  }
}

async function run(): Promise<void> {
  const settings = JSON.parse(process.env[SETTINGS_VARIABLE] ?? '') as StandInSettings
  standIn.settings = settings
  standIn.isOnline = settings.isOnline
  const { clockOffByMs = 0 } = settings
  if (clockOffByMs !== 0) setWallClock(clockOffByMs)
  standIn.onSecondInstance = () => tell({ kind: 'secondInstance' })
  process.on('message', (message) => void obey(message as ToStandIn))
  // Whoever started this is gone: a host without an owner must not stay behind.
  process.on('disconnect', () => app.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // Whoever sends these does not wait for an answer.
      powerMonitor.emit('shutdown')
      app.quit()
    })
  }
  // A limit on the length of files stands for a full disk; unheard, its signal would end the process instead.
  if (process.platform === 'linux') process.on('SIGXFSZ', () => undefined)
  await import(pathToFileURL(path.resolve(import.meta.dirname, '../../out/main/main.js')).href)
  // Only now, as in Electron: `ready` never comes while the entry module still waits for something.
  if (standIn.isQuitting) return
  const browser = settings.isHeaded ? systemBrowser() : await npmBrowser()
  if (browser === undefined) throw new Error('no browser was found for a window')
  standIn.driver = await createDriver({
    browser,
    browserDir: settings.browserDir,
    isHeaded: settings.isHeaded,
    clockOffByMs,
    tell,
  })
  standIn.ready.resolve()
}

await run()
