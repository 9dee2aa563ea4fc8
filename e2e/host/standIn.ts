import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { connectCalls, unlessGone } from './calls.ts'
import { app, Menu, powerMonitor, standIn } from './electronDouble.ts'
import {
  SETTINGS_VARIABLE,
  type MainCalls,
  type OwnerCalls,
  type StandInSettings,
  type ToStandIn,
} from './hostMessages.ts'
import { setWallClock } from './wallClock.ts'
import { driveWindows, mainCalls } from './windowDriver.ts'

/* Replaces Electron's main process: Node with `electron` mapped to the double. It runs the real built main. */

const doubleUrl = new URL('./electronDouble.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: doubleUrl, format: 'module', shortCircuit: true }
      : next(specifier, context),
})

function obey(message: ToStandIn): void {
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
    case 'pickFile':
      standIn.pickedFile = message.file
      return
    case 'closeWindow':
      for (const window of standIn.windows) window.close()
      return
    case 'chooseMenu':
      Menu.getApplicationMenu()?.getMenuItemById(message.command)?.click()
      return
    case 'losePage':
      for (const window of standIn.windows)
        window.webContents.emit(
          'render-process-gone',
          { preventDefault: () => undefined },
          { reason: 'crashed', exitCode: 5 },
        )
      return
    case 'quit':
      app.quit()
  }
}

async function run(): Promise<void> {
  const settings = JSON.parse(process.env[SETTINGS_VARIABLE] ?? '') as StandInSettings
  standIn.settings = settings
  standIn.isOnline = settings.isOnline
  const { clockOffByMs = 0, runDir, drawnBy } = settings
  if (clockOffByMs !== 0) setWallClock(clockOffByMs)
  const owner = connectCalls<OwnerCalls, MainCalls>(process, mainCalls, [
    'open',
    'load',
    'send',
    'pdf',
    'close',
    'closeAll',
    'secondInstance',
  ])
  standIn.onSecondInstance = () => void unlessGone(owner.secondInstance())
  process.on('message', (message) => obey(message as ToStandIn))
  // The owner has ended: a host must not outlive it.
  process.on('disconnect', () => app.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // The sender of these messages does not wait for an answer.
      powerMonitor.emit('shutdown')
      app.quit()
    })
  }
  // A limit on file sizes simulates a full disk; without a handler its signal would end the process.
  if (process.platform === 'linux') process.on('SIGXFSZ', () => undefined)
  await import(pathToFileURL(path.resolve(import.meta.dirname, '../../out/main/main.js')).href)
  // Only now, as in Electron: `ready` never comes while the entry module still awaits.
  if (standIn.isQuitting) return
  if (drawnBy === 'owner') standIn.driver = driveWindows(owner)
  else {
    // Loading the browser driver takes longer than loading main, and is not needed where the owner draws.
    const { drawInOwnBrowser } = await import('./ownBrowser.ts')
    const isHeaded = drawnBy === 'ownHeaded'
    standIn.driver = driveWindows(await drawInOwnBrowser({ runDir, isHeaded, main: mainCalls, clockOffByMs }))
  }
  standIn.ready.resolve()
}

await run()
