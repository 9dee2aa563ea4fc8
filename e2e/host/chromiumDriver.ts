import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type BrowserContext, type Page, type Route } from '@playwright/test'
import type { Browser } from './browser.ts'
import { app, invoke, preventable, standIn, type BrowserWindow, type WindowDriver } from './electronDouble.ts'
import { STAND_IN_ORIGIN, toAppUrl, toStandInUrl, type FromStandIn } from './hostMessages.ts'
import { setWallClock } from './wallClock.ts'
import { EMIT_SYMBOL, INVOKE_BINDING, preloadScript, REPORT_BINDING } from './preloadShim.ts'

export interface DriverOptions {
  readonly browser: Browser
  readonly browserDir: string
  readonly isHeaded: boolean
  readonly clockOffByMs: number
  readonly tell: (message: FromStandIn) => void
}

/**
 * Draws the double's windows in Chromium. Requests for our own origin go to the app's real protocol handler; every
 * other one is stopped and told. Chromium hangs on a pipe of this process, so it ends when this process is killed.
 */
export async function createDriver(options: DriverOptions): Promise<WindowDriver> {
  const { browser, browserDir, isHeaded, clockOffByMs, tell } = options
  const context = await chromium.launchPersistentContext(browserDir, {
    executablePath: browser.executablePath,
    headless: !isHeaded,
    args: [...browser.args, '--remote-debugging-address=127.0.0.1', '--remote-debugging-port=0'],
    env: { ...definedOnly(process.env), ...browser.env },
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    viewport: null,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  const cdpUrl = debuggingUrl(browserDir)
  const pages = new Map<BrowserWindow, Page>()
  const windowOf = (page: Page): BrowserWindow | undefined =>
    [...pages].find(([, candidate]) => candidate === page)?.[0]
  await exposeBindings(context, tell)
  if (clockOffByMs !== 0) await context.addInitScript(setWallClock, clockOffByMs)
  await context.route('**/*', (route) => answerRoute(route, windowOf, tell))
  context.on('page', (page) => {
    // A page that no window opened is a pop-up: the window-open handler has denied it, and here it is closed.
    setImmediate(() => {
      if (windowOf(page) === undefined) void page.close().catch(() => undefined)
    })
  })
  context.on('close', () => app.quit())
  return {
    open: async (window) => {
      const spare = context.pages().find((page) => windowOf(page) === undefined)
      const page = spare ?? (await openPage(context, pages, window))
      pages.set(window, page)
      page.on('close', () => window.markClosed())
      page.on('pageerror', (error) => console.error(`page error: ${error.message}`))
      const { preload } = window.options.webPreferences ?? {}
      if (preload !== undefined) await page.addInitScript(preloadScript(readFileSync(preload, 'utf8')))
      await context.grantPermissions(grantedPermissions(), { origin: STAND_IN_ORIGIN })
      const { width = 1180, height = 760 } = window.options
      if (!isHeaded) await page.setViewportSize({ width, height })
    },
    load: async (window, url) => {
      const page = pages.get(window)
      if (page === undefined) return
      await page.goto(toStandInUrl(url), { waitUntil: 'load' })
      tell({ kind: 'windowLoaded', cdpUrl, title: window.getTitle() })
    },
    send: (window, channel, payload) => {
      const push = ({
        name,
        channel: to,
        payload: what,
      }: {
        name: string
        channel: string
        payload: unknown
      }): void => {
        const emit = (globalThis as unknown as Record<symbol, unknown>)[Symbol.for(name)]
        if (typeof emit === 'function') emit(to, what)
      }
      // A page that is just going away hears nothing, as in Electron.
      void pages
        .get(window)
        ?.evaluate(push, { name: EMIT_SYMBOL, channel, payload })
        .catch(() => undefined)
    },
    close: async (window) => {
      await pages
        .get(window)
        ?.close()
        .catch(() => undefined)
    },
    closeAll: async () => {
      await context.close().catch(() => undefined)
      // Whoever made the folder may be gone by now.
      await rm(browserDir, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
    },
  }
}

async function openPage(
  context: BrowserContext,
  pages: Map<BrowserWindow, Page>,
  window: BrowserWindow,
): Promise<Page> {
  const opening = context.waitForEvent('page').then((page) => pages.set(window, page))
  const page = await context.newPage()
  await opening
  return page
}

async function exposeBindings(context: BrowserContext, tell: DriverOptions['tell']): Promise<void> {
  await context.exposeBinding(INVOKE_BINDING, ({ frame }, channel: string, request: unknown) => {
    const parent = frame.parentFrame()
    const from = {
      url: toAppUrl(frame.url()),
      parent: parent === null ? null : { url: toAppUrl(parent.url()) },
    }
    return invoke(channel, from, request)
  })
  await context.exposeBinding(REPORT_BINDING, (_source, text: string) => tell({ kind: 'cspViolation', text }))
}

async function answerRoute(
  route: Route,
  windowOf: (page: Page) => BrowserWindow | undefined,
  tell: DriverOptions['tell'],
): Promise<void> {
  const request = route.request()
  const url = request.url()
  if (request.isNavigationRequest() && isRefusedNavigation(request, windowOf)) return route.abort('aborted')
  const handler = standIn.protocolHandlers.get('app')
  if (handler === undefined || !url.startsWith(`${STAND_IN_ORIGIN}/`)) {
    tell({ kind: 'externalRequest', url })
    return route.abort('internetdisconnected')
  }
  const response = await handler(new Request(toAppUrl(url), { method: request.method() }))
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  })
}

/** What Electron asks the app before a page navigates by itself, or opens another. `loadURL` and reloading pass. */
function isRefusedNavigation(
  request: ReturnType<Route['request']>,
  windowOf: (page: Page) => BrowserWindow | undefined,
): boolean {
  const url = toAppUrl(request.url())
  let page: Page
  try {
    page = request.frame().page()
  } catch {
    // The first request of a pop-up has no page yet: every window denies pop-ups, or it would be seen here.
    return [...standIn.windows].every(
      (window) => window.webContents.windowOpenHandler({ url }).action === 'deny',
    )
  }
  const window = windowOf(page)
  if (window === undefined) return true
  const isMainFrame = request.frame() === page.mainFrame()
  const isOwnLoad = page.url() === 'about:blank' || page.url() === request.url()
  if (isMainFrame && isOwnLoad) return false
  const name = isMainFrame ? 'will-navigate' : 'will-frame-navigate'
  return preventable((event) => window.webContents.emit(name, { ...event, url }))
}

/** Electron's names of permissions and Chromium's; what the app allows is granted, all else stays refused. */
const PERMISSION_NAMES = [
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['clipboard-read', 'clipboard-read'],
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
] as const

function grantedPermissions(): string[] {
  return PERMISSION_NAMES.flatMap(([name, granted]) =>
    standIn.allows(name, 'app://bundle/') ? [granted] : [],
  )
}

/** Chromium writes the port that it took into its folder. */
function debuggingUrl(browserDir: string): string {
  const file = path.join(browserDir, 'DevToolsActivePort')
  if (!existsSync(file)) throw new Error('Chromium offers no debugging port')
  const [port = ''] = readFileSync(file, 'utf8').split('\n')
  return `http://127.0.0.1:${port}`
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value] as const],
    ),
  )
}
