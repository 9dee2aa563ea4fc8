import type { CallChannel } from '../../shared/contract.ts'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page, type Browser, type BrowserContext } from '@playwright/test'
import { connectCalls } from './calls.ts'
import { drawInChromium, contextOptions, definedOnly, type ChromiumDrawing } from './chromiumDrawing.ts'
import {
  SETTINGS_VARIABLE,
  type MainCalls,
  type OwnerCalls,
  type StandInSettings,
  type ToStandIn,
} from './hostMessages.ts'
import { hostEnvironment, type HostDoor, type HostStart, type RunningHost } from './runningHost.ts'
import { setWallClock } from './wallClock.ts'
import { specBrowser } from './browser.ts'

let shared: Promise<Browser> | undefined

/** Unpacking the browser for the first time takes seconds on a slow disk. */
const START_LIMIT_MS = 120_000
const QUIT_LIMIT_MS = 120_000

/** Main is the same in every start, and compiling it again takes as long as the rest of the start. */
const compileCacheDir = path.resolve(import.meta.dirname, '../../node_modules/.cache/tillside/compiled')

/** Starts the stand-in as a separate process, and draws its windows in a context of this process's browser. */
export async function startStandIn(start: HostStart): Promise<RunningHost> {
  const runDir = await makeRunDir()
  const child = forkStandIn(start, runDir)
  const watch = watchChild(child)
  const drawn = drawFor(child, start, watch)
  // The pages of an ended main close with it, as in Electron.
  const over = watch.exited.then(async () => {
    await drawn.end()
    await removeRunDir(runDir)
  })
  let shown: ShownWindow
  try {
    shown = await Promise.race([drawn.shown, watch.failed])
  } catch (error) {
    child.kill('SIGKILL')
    await over
    throw error
  }
  const tell = (message: ToStandIn): void => {
    if (child.connected) child.send(message)
  }
  const { page, title } = shown
  return {
    host: 'stand-in',
    pid: child.pid ?? 0,
    page,
    windowTitle: title,
    cspViolations: drawn.cspViolations,
    externalRequests: drawn.externalRequests,
    get mainLog() {
      return watch.output()
    },
    secondInstances: drawn.secondInstances,
    startSecond: (link) => runSecond(start, link),
    chooseMenu: async (command) => tell({ kind: 'chooseMenu', command }),
    losePage: async () => {
      // What the page knew is lost with it.
      await page.goto('about:blank')
      tell({ kind: 'losePage' })
    },
    sandboxOfPage: undefined,
    door: doorOf(drawn.main),
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
      await over
    },
    pickFile: async (file) => tell({ kind: 'pickFile', file }),
    lockScreen: async () => tell({ kind: 'lockScreen' }),
    closeWindow: async () => tell({ kind: 'closeWindow' }),
    exited: () => watch.exited.then(() => undefined),
    close: async () => {
      // The first may be answered with a question; the second is the answer.
      tell({ kind: 'quit' })
      tell({ kind: 'quit' })
      const timer = setTimeout(() => child.kill('SIGKILL'), QUIT_LIMIT_MS)
      await over
      clearTimeout(timer)
    },
  }
}

const makeRunDir = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'tillside-run-'))
const removeRunDir = (runDir: string): Promise<void> =>
  rm(runDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })

function forkStandIn(start: HostStart, runDir: string, args: readonly string[] = []): ChildProcess {
  const { encryption, isOnline, clockOffByMs } = start
  const settings: StandInSettings = { runDir, encryption, isOnline, clockOffByMs, drawnBy: 'owner' }
  return fork(path.join(import.meta.dirname, 'standIn.ts'), args, {
    env: {
      ...hostEnvironment(start),
      NODE_COMPILE_CACHE: compileCacheDir,
      [SETTINGS_VARIABLE]: JSON.stringify(settings),
    },
    // Without the test runner's own loaders.
    execArgv: [],
    // Keeps values such as undefined and bytes unchanged.
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

/** @returns the exit code of a second stand-in; null if it did not end by itself */
async function runSecond(start: HostStart, link?: string): Promise<number | null> {
  const runDir = await makeRunDir()
  const child = forkStandIn(start, runDir, link === undefined ? [] : [link])
  const timer = setTimeout(() => child.kill('SIGKILL'), QUIT_LIMIT_MS)
  await once(child, 'exit')
  clearTimeout(timer)
  await removeRunDir(runDir)
  return child.exitCode
}

type Watch = ReturnType<typeof watchChild>

function watchChild(child: ChildProcess) {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  }
  const exited = once(child, 'exit')
  const failed = new Promise<never>((_resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`the stand-in ${why}\n${text}`))
    const timer = setTimeout(() => fail('showed no window in time'), START_LIMIT_MS)
    child.on('exit', (code) => {
      clearTimeout(timer)
      fail(`ended (${code ?? 'killed'}) before it showed a window`)
    })
  })
  // Once the window exists, the end of the process is no failed start.
  failed.catch(() => undefined)
  return {
    exited,
    failed,
    output: () => text,
    note: (line: string): void => {
      text += `${line}\n`
    },
  }
}

interface ShownWindow {
  readonly page: Page
  readonly title: string
}

function drawFor(child: ChildProcess, start: HostStart, watch: Watch) {
  const cspViolations: string[] = []
  const externalRequests: string[] = []
  let seconds = 0
  const shown = Promise.withResolvers<ShownWindow>()
  const main = connectCalls<MainCalls, OwnerCalls>(
    child,
    {
      open: async (window) => (await drawing).open(window),
      load: async (wanted) => {
        await (await drawing).load(wanted)
        const page = (await drawing).pageOf(wanted.window)
        if (page !== undefined) shown.resolve({ page, title: wanted.title })
      },
      send: async (event) => (await drawing).send(event),
      pdf: async (paper) => (await drawing).pdf(paper),
      close: async (window) => (await drawing).close(window),
      closeAll: async () => (await drawing).closeAll(),
      secondInstance: () => {
        seconds += 1
      },
    },
    ['invoke', 'fetchApp', 'refuses', 'windowClosed', 'drawingEnded', 'clickTray', 'clickNotification'],
  )
  const drawing: Promise<ChromiumDrawing> = newSharedContext().then((context) =>
    drawInChromium({
      context,
      main,
      isHeaded: false,
      clockOffByMs: start.clockOffByMs,
      hear: {
        externalRequest: (url) => externalRequests.push(url),
        cspViolation: (text) => cspViolations.push(text),
        pageError: (text) => watch.note(`page error: ${text}`),
      },
    }),
  )
  drawing.catch(shown.reject)
  return {
    main,
    shown: shown.promise,
    cspViolations,
    externalRequests,
    secondInstances: () => seconds,
    end: () =>
      drawing.then(
        ({ closeAll }) => closeAll(),
        () => undefined,
      ),
  }
}

const CALL: CallChannel = 'call'

function doorOf(main: MainCalls): HostDoor {
  return {
    invokeAs: (name, request, frame) => main.invoke({ channel: CALL, frame, args: [name, request] }),
    clickTray: () => main.clickTray(),
    clickNotification: () => main.clickNotification(),
    fetchApp: async (url) => {
      const answer = await main.fetchApp({ url, method: 'GET' })
      if (answer === undefined) throw new Error('main serves nothing')
      return { ...answer, body: Buffer.from(answer.body).toString('utf8') }
    },
  }
}

/**
 * Opens a context for one app, in this process's one Chromium. The browser starts at the first call and is connected by
 * a pipe, so that it ends with this process in any case.
 */
export async function newSharedContext(): Promise<BrowserContext> {
  shared ??= launch()
  return (await shared).newContext(contextOptions)
}

async function launch(): Promise<Browser> {
  // A browser that failed to start, or crashed, is not reused.
  const forget = (): void => {
    shared = undefined
  }
  try {
    const { executablePath, args, env } = await specBrowser()
    const browser = await chromium.launch({
      executablePath,
      args: [...args],
      env: { ...definedOnly(process.env), TZ: contextOptions.timezoneId, ...env },
    })
    browser.on('disconnected', forget)
    return browser
  } catch (error) {
    forget()
    throw error
  }
}
