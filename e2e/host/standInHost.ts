import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import {
  SETTINGS_VARIABLE,
  STAND_IN_ORIGIN,
  type FromStandIn,
  type StandInSettings,
  type ToStandIn,
} from './hostMessages.ts'
import { hostEnvironment, type HostDoor, type HostStart, type RunningHost } from './runningHost.ts'
import { setWallClock } from './wallClock.ts'

/** Unpacking the browser for the first time takes seconds on a slow disk. */
const START_LIMIT_MS = 60_000
const QUIT_LIMIT_MS = 15_000
/** Chromium ends by itself when the pipe to its killed parent breaks. */
const BROWSER_GONE_LIMIT_MS = 10_000

/** Starts the stand-in as a process of its own and connects to the browser that it drives. */
export async function startStandIn(start: HostStart): Promise<RunningHost> {
  const browserDir = await mkdtemp(path.join(tmpdir(), 'tillside-browser-'))
  const child = forkStandIn(start, browserDir)
  const watch = watchChild(child)
  const clean = (): Promise<void> =>
    rm(browserDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  let browser: Browser
  let page: Page
  let loaded: Extract<FromStandIn, { kind: 'windowLoaded' }>
  try {
    loaded = await watch.windowLoaded
    browser = await chromium.connectOverCDP(loaded.cdpUrl)
    page = ownPage(browser)
  } catch (error) {
    child.kill('SIGKILL')
    await watch.exited
    await clean()
    throw error
  }
  const end = async (): Promise<void> => {
    await watch.exited
    await browser.close().catch(() => undefined)
    await portClosed(Number(new URL(loaded.cdpUrl).port))
    await clean()
  }
  const tell = (message: ToStandIn): void => {
    if (child.connected) child.send(message)
  }
  return {
    host: 'stand-in',
    pid: child.pid ?? 0,
    page,
    windowTitle: loaded.title,
    cspViolations: watch.cspViolations,
    externalRequests: watch.externalRequests,
    get mainLog() {
      return watch.output()
    },
    secondInstances: watch.secondInstances,
    startSecond: (link) => runSecond(start, link),
    chooseMenu: async (command) => tell({ kind: 'chooseMenu', command }),
    door: doorOf(child, tell),
    setOnline: async (isOnline) => tell({ kind: 'setOnline', isOnline }),
    setClock: async (offByMs) => {
      tell({ kind: 'setClock', offByMs })
      await page.evaluate(setWallClock, offByMs)
    },
    suspend: async () => void child.kill('SIGSTOP'),
    resume: async () => {
      child.kill('SIGCONT')
      tell({ kind: 'resume' })
    },
    kill: async () => {
      child.kill('SIGKILL')
      await end()
    },
    lockScreen: async () => tell({ kind: 'lockScreen' }),
    closeWindow: async () => tell({ kind: 'closeWindow' }),
    exited: () => watch.exited.then(() => undefined),
    close: async () => {
      // The first may be answered with a question; the second is the answer.
      tell({ kind: 'quit' })
      tell({ kind: 'quit' })
      const timer = setTimeout(() => child.kill('SIGKILL'), QUIT_LIMIT_MS)
      await end()
      clearTimeout(timer)
    },
  }
}

function forkStandIn(start: HostStart, browserDir: string, args: readonly string[] = []): ChildProcess {
  const { encryption, isOnline, clockOffByMs } = start
  const settings: StandInSettings = { browserDir, encryption, isOnline, clockOffByMs, isHeaded: false }
  return fork(path.join(import.meta.dirname, 'standIn.ts'), args, {
    env: { ...hostEnvironment(start), [SETTINGS_VARIABLE]: JSON.stringify(settings) },
    // The test runner's own loaders have no business in there.
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

/** @returns the exit code of a second stand-in, null where it did not end by itself */
async function runSecond(start: HostStart, link?: string): Promise<number | null> {
  const browserDir = await mkdtemp(path.join(tmpdir(), 'tillside-browser-'))
  const child = forkStandIn(start, browserDir, link === undefined ? [] : [link])
  const timer = setTimeout(() => child.kill('SIGKILL'), QUIT_LIMIT_MS)
  await once(child, 'exit')
  clearTimeout(timer)
  await rm(browserDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  return child.exitCode
}

function ownPage(browser: Browser): Page {
  const pages = browser.contexts().flatMap((context) => context.pages())
  const page = pages.find((candidate) => candidate.url().startsWith(`${STAND_IN_ORIGIN}/`))
  if (page === undefined) throw new Error('the stand-in shows no page')
  return page
}

function watchChild(child: ChildProcess) {
  const cspViolations: string[] = []
  const externalRequests: string[] = []
  let seconds = 0
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  }
  const exited = once(child, 'exit')
  const windowLoaded = new Promise<Extract<FromStandIn, { kind: 'windowLoaded' }>>((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`the stand-in ${why}\n${text}`))
    const timer = setTimeout(() => fail('showed no window in time'), START_LIMIT_MS)
    child.on('exit', (code) => {
      clearTimeout(timer)
      fail(`ended (${code ?? 'killed'}) before it showed a window`)
    })
    child.on('message', (message) => {
      const told = message as FromStandIn
      if (told.kind === 'cspViolation') cspViolations.push(told.text)
      else if (told.kind === 'externalRequest') externalRequests.push(told.url)
      else if (told.kind === 'secondInstance') seconds += 1
      else if (told.kind === 'windowLoaded') {
        clearTimeout(timer)
        resolve(told)
      }
    })
  })
  return {
    cspViolations,
    externalRequests,
    exited,
    windowLoaded,
    output: () => text,
    secondInstances: () => seconds,
  }
}

function doorOf(child: ChildProcess, tell: (message: ToStandIn) => void): HostDoor {
  let lastId = 0
  const ask = (make: (id: number) => ToStandIn): Promise<unknown> => {
    lastId += 1
    const id = lastId
    return new Promise((resolve) => {
      const onMessage = (message: unknown): void => {
        const told = message as FromStandIn
        if (told.kind !== 'answer' || told.id !== id) return
        child.off('message', onMessage)
        resolve(told.value)
      }
      child.on('message', onMessage)
      tell(make(id))
    })
  }
  return {
    invokeAs: (channel, request, frame) => ask((id) => ({ kind: 'invokeAs', id, channel, request, frame })),
    clickTray: async () =>
      (await ask((id) => ({ kind: 'clickTray', id }))) as Awaited<ReturnType<HostDoor['clickTray']>>,
    clickNotification: async () =>
      (await ask((id) => ({ kind: 'clickNotification', id }))) as readonly string[],
    fetchApp: async (url) =>
      (await ask((id) => ({ kind: 'fetchApp', id, url }))) as Awaited<ReturnType<HostDoor['fetchApp']>>,
  }
}

/** Resolves when nothing listens on the browser's port any more, so that no Chromium stays behind. */
async function portClosed(port: number): Promise<void> {
  const deadline = performance.now() + BROWSER_GONE_LIMIT_MS
  while (performance.now() < deadline) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('connect', () => {
        socket.destroy()
        resolve(true)
      })
      socket.on('error', () => resolve(false))
    })
    if (!isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('Chromium outlived the process that it belongs to')
}
