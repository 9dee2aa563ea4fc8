import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { _electron, type ElectronApplication } from '@playwright/test'
import { WORLD_VARIABLE, type WorldOfSpec } from './hostMessages.ts'
import { killTree } from './processTree.ts'
import { hostEnvironment, type HostStart, type RunningHost } from './runningHost.ts'
import { setWallClock } from './wallClock.ts'
import { argumentsOf, scriptBeforeMain } from './worldOfSpec.ts'

/** The needed part of Playwright's `ElectronApplication`. A text is evaluated as it is; a function in it is not called. */
interface MainProcess {
  evaluate(expression: string): Promise<unknown>
}

const projectDir = path.resolve(import.meta.dirname, '../..')
const SECOND_LIMIT_MS = 120_000

/** Outside Electron its package exports the program's path instead of its interface. */
const electronProgram = (): string => createRequire(import.meta.url)('electron') as string

export async function startElectron(start: HostStart): Promise<RunningHost> {
  const { encryption, isOnline, clockOffByMs } = start
  const world: WorldOfSpec = { encryption, isOnline, clockOffByMs }
  const app = await _electron.launch({
    args: [...argumentsOf(await scriptBeforeMain())],
    // Otherwise the renderer would run without the sandbox that ships.
    chromiumSandbox: true,
    env: { ...hostEnvironment(start), [WORLD_VARIABLE]: JSON.stringify(world) },
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
  const page = await app.firstWindow()
  // Main has its wrong clock from its first line; an existing page gets it now.
  if (clockOffByMs !== 0) await page.evaluate(setWallClock, clockOffByMs)
  page.on('console', (message) => {
    if (/Content Security Policy/u.test(message.text())) cspViolations.push(message.text())
  })
  await page.waitForLoadState('load')
  const windowTitle = await (await app.browserWindow(page)).evaluate((window) => window.getTitle())
  // On Windows the child is a shell, which may end first; its output ends with main, the last to hold it.
  const exited = once(child, process.platform === 'win32' ? 'close' : 'exit')
  const pid = await app.evaluate(() => process.pid)
  return {
    host: 'electron',
    pid,
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
      const second = spawn(electronProgram(), args, { env: hostEnvironment(start), stdio: 'ignore' })
      const timer = setTimeout(() => second.kill('SIGKILL'), SECOND_LIMIT_MS)
      await once(second, 'exit')
      clearTimeout(timer)
      return second.exitCode
    },
    sandboxOfPage: () => sandboxOfPage(app),
    door: undefined,
    setOnline: (value) =>
      app.evaluate((electron, isOn) => {
        Object.defineProperty(electron.net, 'isOnline', { value: () => isOn, configurable: true })
      }, value),
    setClock: async (offByMs) => {
      await setClockInMain(app, offByMs)
      await page.evaluate(setWallClock, offByMs)
    },
    suspend: async () => void process.kill(pid, 'SIGSTOP'),
    resume: async () => {
      process.kill(pid, 'SIGCONT')
      await app.evaluate((electron) => void electron.powerMonitor.emit('resume'))
    },
    kill: async () => {
      killTree(child.pid ?? pid)
      await exited
    },
    chooseMenu: (command) =>
      app.evaluate(({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.click(), command),
    losePage: () =>
      app.evaluate((electron) =>
        electron.BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
      ),
    pickFile: (file) =>
      app.evaluate(({ dialog }, picked) => {
        const filePaths = picked === null ? [] : [picked]
        dialog.showOpenDialog = async () => ({ canceled: picked === null, filePaths })
      }, file),
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

/** On Linux the system itself is asked; elsewhere Electron reports its answer. */
async function sandboxOfPage(app: ElectronApplication): Promise<string> {
  const page = await app.evaluate((electron) => {
    const pid = electron.BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId()
    const metric = electron.app.getAppMetrics().find((each) => each.pid === pid)
    return { pid, isSandboxed: metric?.sandboxed, level: metric?.integrityLevel }
  })
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${page.pid}/status`, 'utf8')
    return /^Seccomp:\s+2$/mu.test(status) ? 'sandboxed' : status
  }
  const isLow = process.platform !== 'win32' || /^(?:untrusted|low)$/u.test(page.level ?? '')
  return page.isSandboxed === true && isLow ? 'sandboxed' : JSON.stringify(page)
}

/** Sets the wall clock of real Electron's main process to this offset from the true time, ms. */
export async function setClockInMain(app: MainProcess, offByMs: number): Promise<void> {
  await app.evaluate(`(${setWallClock.toString()})(${offByMs})`)
}
