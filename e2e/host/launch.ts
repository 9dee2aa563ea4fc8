import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test, type Page } from '@playwright/test'
import { installedElectron } from '../../scripts/start/installedElectron.ts'
import { hasDisplay } from './browser.ts'
import { startElectron } from './electronHost.ts'
import type { Encryption } from './hostMessages.ts'
import { withPauses } from './personsPause.ts'
import type { HostStart, RunningHost } from './runningHost.ts'
import { startStandIn } from './standInHost.ts'

export interface Credentials {
  readonly clientId: string
  readonly secretKey: string
}

export interface LaunchOptions {
  /** A profile's keys, or the path of its file. Without one Tillside starts in Practice. */
  readonly profile?: object | string
  /** Absolute folder for everything that Tillside writes; by default a fresh one that `close` removes. */
  readonly dataDir?: string
  /** Typed on the sign-in screen, as by a user. */
  readonly credentials?: Credentials
  /** The spec's own keyring; `none` is a system without one. Default: `protected`. */
  readonly encryption?: Encryption
  /** What the system says about the network at the start. Default: online. */
  readonly isOnline?: boolean
  /** Offset of the computer's clock from the true time. Default: 0. */
  readonly clockOffByMs?: number
}

export interface LaunchedApp extends Omit<RunningHost, 'close'> {
  readonly dataDir: string
  /** Starts again on the same folder, after killing what still runs. `page` is then the new one. */
  restart(): Promise<Page>
  /** Quits like a user, and waits for the end; the folder stays for {@link restart}. */
  quit(): Promise<void>
  /** Quits like a user, and removes what was created for this launch. */
  close(): Promise<void>
}

const PICTURE_LIMIT_MS = 15_000

/** Whether this machine has a complete Electron and a display; loading the package itself would start a download. */
export function hasElectron(): boolean {
  return installedElectron() !== undefined && hasDisplay()
}

/** Set by `npm run verify:electron`: without it, results on the stand-in would be reported as run in Electron. */
const MUST_BE_ELECTRON = process.env['E2E_HOST'] === 'electron'

/** Opens the built app (run `npm run build` first) and waits for its first page. */
export async function launchApp(options: LaunchOptions = {}): Promise<LaunchedApp> {
  if (MUST_BE_ELECTRON && !hasElectron()) throw new Error('Electron’s binary is not on this machine')
  const ownDir = await mkdtemp(path.join(tmpdir(), 'tillside-'))
  const dataDir = options.dataDir ?? path.join(ownDir, 'data')
  const start: Omit<HostStart, 'isOnline' | 'clockOffByMs'> = {
    dataDir,
    profileFile: await profileFileOf(options.profile, ownDir),
    encryption: options.encryption ?? 'protected',
  }
  // The network keeps its state over a restart, and so does the clock.
  let isOnline = options.isOnline ?? true
  let clockOffByMs = options.clockOffByMs ?? 0
  const open = async (): Promise<RunningHost> => {
    const host = await (hasElectron() ? startElectron : startStandIn)({ ...start, isOnline, clockOffByMs })
    withPauses(host.page)
    return host
  }
  const clean = (): Promise<void> => rm(ownDir, { recursive: true, force: true, maxRetries: 5 })
  let running: RunningHost
  let isKilled = false
  try {
    running = await open()
  } catch (error) {
    await clean()
    throw error
  }
  // Problems from before a restart still count.
  const past = { cspViolations: [] as string[], externalRequests: [] as string[], mainLog: '' }
  const app: LaunchedApp = {
    host: running.host,
    dataDir,
    get page() {
      return running.page
    },
    get pid() {
      return running.pid
    },
    get windowTitle() {
      return running.windowTitle
    },
    get cspViolations() {
      return [...past.cspViolations, ...running.cspViolations]
    },
    get externalRequests() {
      return [...past.externalRequests, ...running.externalRequests]
    },
    get sandboxOfPage() {
      return running.sandboxOfPage
    },
    get door() {
      return running.door
    },
    get mainLog() {
      return past.mainLog + running.mainLog
    },
    kill: async () => {
      await running.kill()
      isKilled = true
    },
    setOnline: async (value) => {
      isOnline = value
      if (!isKilled) await running.setOnline(value)
    },
    suspend: () => running.suspend(),
    resume: () => running.resume(),
    setClock: (value) => {
      clockOffByMs = value
      return running.setClock(value)
    },
    pickFile: (file) => running.pickFile(file),
    lockScreen: () => running.lockScreen(),
    closeWindow: () => running.closeWindow(),
    exited: () => running.exited(),
    secondInstances: () => running.secondInstances(),
    startSecond: (link) => running.startSecond(link),
    chooseMenu: (command) => running.chooseMenu(command),
    losePage: () => running.losePage(),
    restart: async () => {
      await running.kill()
      past.cspViolations.push(...running.cspViolations)
      past.externalRequests.push(...running.externalRequests)
      past.mainLog += running.mainLog
      running = await open()
      isKilled = false
      return running.page
    },
    quit: () => running.close(),
    close: async () => {
      await keepPictureOfFailure(running.page)
      await running.close()
      await clean()
    },
  }
  try {
    if (options.credentials !== undefined) await signIn(app.page, options.credentials)
  } catch (error) {
    await app.close()
    throw error
  }
  return app
}

/** Attaches a picture of the screen after a failed test. */
async function keepPictureOfFailure(page: Page): Promise<void> {
  // The bench closes an app too, without a test around it.
  if (process.env['TEST_WORKER_INDEX'] === undefined) return
  const info = test.info()
  if (info.errors.length === 0 || page.isClosed()) return
  const file = info.outputPath(`screen-${info.attachments.length + 1}.png`)
  try {
    await page.screenshot({ path: file, timeout: PICTURE_LIMIT_MS })
    await info.attach('screen', { path: file, contentType: 'image/png' })
  } catch {
    // A hanging page gives no picture; the failure is still reported.
  }
}

async function profileFileOf(
  profile: object | string | undefined,
  ownDir: string,
): Promise<string | undefined> {
  if (profile === undefined || typeof profile === 'string') return profile
  const file = path.join(ownDir, 'profile.json')
  await writeFile(file, JSON.stringify(profile))
  return file
}

/** Fills the sign-in screen and presses its button. */
export async function signIn(page: Page, credentials: Credentials): Promise<void> {
  await page.getByLabel('Client ID').fill(credentials.clientId)
  await page.getByLabel('Secret key').fill(credentials.secretKey)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
