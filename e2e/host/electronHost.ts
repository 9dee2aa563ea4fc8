import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { _electron } from '@playwright/test'
import { setWallClock } from './wallClock.ts'
import { hostEnvironment, type HostStart, type RunningHost } from './runningHost.ts'

const projectDir = path.resolve(import.meta.dirname, '../..')
const SECOND_LIMIT_MS = 120_000

/** Starts the app in real Electron. */
export async function startElectron(start: HostStart): Promise<RunningHost> {
  const app = await _electron.launch({
    args: [projectDir],
    // Otherwise the renderer would run without the sandbox that ships.
    chromiumSandbox: true,
    env: hostEnvironment(start),
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
  })
  const child = app.process()
  const cspViolations: string[] = []
  const externalRequests: string[] = []
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  }
  let seconds = 0
  app.on('console', (message) => {
    if (message.text() === 'second-instance') seconds += 1
  })
  await app.evaluate((electron) => {
    electron.app.on('second-instance', () => console.log('second-instance'))
  })
  app.context().on('request', (request) => {
    if (!/^(app|data|blob|devtools):/u.test(request.url())) externalRequests.push(request.url())
  })
  const setOnline = (isOnline: boolean): Promise<void> =>
    app.evaluate((electron, value) => {
      Object.defineProperty(electron.net, 'isOnline', { value: () => value, configurable: true })
    }, isOnline)
  if (!start.isOnline) await setOnline(false)
  const page = await app.firstWindow()
  // Electron calls what it is given with its own module first.
  const setClock = async (offByMs: number): Promise<void> => {
    await app.evaluate(`(_electron) => (${setWallClock.toString()})(${offByMs})`)
    await page.evaluate(setWallClock, offByMs)
  }
  if (start.clockOffByMs !== 0) await setClock(start.clockOffByMs)
  page.on('console', (message) => {
    if (/Content Security Policy/u.test(message.text())) cspViolations.push(message.text())
  })
  await page.waitForLoadState('load')
  const windowTitle = await (await app.browserWindow(page)).evaluate((window) => window.getTitle())
  const exited = once(child, 'exit')
  return {
    host: 'electron',
    pid: child.pid ?? 0,
    page,
    windowTitle,
    cspViolations,
    externalRequests,
    get mainLog() {
      return output
    },
    secondInstances: () => seconds,
    startSecond: async (link) => {
      const args = link === undefined ? [projectDir] : [projectDir, link]
      const second = spawn(child.spawnfile, args, { env: hostEnvironment(start), stdio: 'ignore' })
      const timer = setTimeout(() => second.kill('SIGKILL'), SECOND_LIMIT_MS)
      await once(second, 'exit')
      clearTimeout(timer)
      return second.exitCode
    },
    door: undefined,
    setOnline,
    setClock,
    suspend: async () => void child.kill('SIGSTOP'),
    resume: async () => {
      child.kill('SIGCONT')
      await app.evaluate((electron) => void electron.powerMonitor.emit('resume'))
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
    chooseMenu: (command) =>
      app.evaluate(({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.click(), command),
    lockScreen: () => app.evaluate((electron) => void electron.powerMonitor.emit('lock-screen')),
    closeWindow: () => app.evaluate((electron) => electron.BrowserWindow.getAllWindows()[0]?.close()),
    exited: () => exited.then(() => undefined),
    close: async () => {
      // The first may be answered with a question; the second is the answer.
      await app.evaluate((electron) => electron.app.quit())
      await app.close()
    },
  }
}
