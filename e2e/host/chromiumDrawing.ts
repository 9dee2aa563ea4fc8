import { readFileSync } from 'node:fs'
import type { BrowserContext, Page, Request, Route } from '@playwright/test'
import { ChannelClosed, unlessGone } from './calls.ts'
import {
  STAND_IN_ORIGIN,
  toAppUrl,
  toStandInUrl,
  type Drawing,
  type MainCalls,
  type WindowToOpen,
} from './hostMessages.ts'
import { setWallClock } from './wallClock.ts'

/** Names that Playwright puts into the page; the shim removes them before any script of the page runs. */
const INVOKE_BINDING = '__standInInvoke'

const REPORT_BINDING = '__standInReport'

/** The symbol under which the host finds the function that pushes an event into the page. */
const EMIT_SYMBOL = 'tillside.standIn.emit'

/** For every browser context that shows an app. */
export const contextOptions = { locale: 'en-NG', timezoneId: 'Africa/Lagos', viewport: null } as const

export interface DrawingOptions {
  /** For this app alone. */
  readonly context: BrowserContext
  readonly main: Pick<MainCalls, 'invoke' | 'fetchApp' | 'refuses' | 'windowClosed' | 'drawingEnded'>
  readonly isHeaded: boolean
  readonly clockOffByMs: number
  readonly hear: {
    /** Called with each address outside the app that a page requests. */
    readonly externalRequest: (url: string) => void
    readonly cspViolation: (text: string) => void
    readonly pageError: (text: string) => void
  }
}

/** Draws one app: its windows, and the pages that show them. */
export interface ChromiumDrawing extends Drawing {
  pageOf(window: number): Page | undefined
}

/** Draws an app's windows in Chromium. Our origin is served by the app's protocol handler, all else is blocked. */
export async function drawInChromium(options: DrawingOptions): Promise<ChromiumDrawing> {
  const { context, main, isHeaded, clockOffByMs, hear } = options
  const pages = new Map<number, Page>()
  const windowOf = (page: Page): number | undefined =>
    [...pages].find(([, candidate]) => candidate === page)?.[0]
  await exposeBindings(options)
  if (clockOffByMs !== 0) await context.addInitScript(setWallClock, clockOffByMs)
  await context.route('**/*', (route) => answerRoute(route, windowOf, options))
  context.on('page', (page) => {
    // A page without a window is a pop-up: the window-open handler denied it, so it is closed here.
    setImmediate(() => {
      if (windowOf(page) === undefined) void page.close().catch(() => undefined)
    })
  })
  context.on('close', () => void unlessGone(main.drawingEnded()))
  const openWindow = async ({ window, width, height, preload, permissions }: WindowToOpen): Promise<void> => {
    const spare = context.pages().find((page) => windowOf(page) === undefined)
    const page = spare ?? (await openPage(context, pages, window))
    pages.set(window, page)
    page.on('close', () => void unlessGone(main.windowClosed(window)))
    page.on('pageerror', ({ message }) => hear.pageError(message))
    if (preload !== undefined) await page.addInitScript(preloadScript(readFileSync(preload, 'utf8')))
    await context.grantPermissions([...permissions], { origin: STAND_IN_ORIGIN })
    if (!isHeaded) await page.setViewportSize({ width, height })
  }
  return {
    pageOf: (window) => pages.get(window),
    open: openWindow,
    load: async ({ window, url }) => {
      await pages.get(window)?.goto(toStandInUrl(url), { waitUntil: 'load' })
    },
    send: async ({ window, channel, args }) => {
      const push = ({
        name,
        channel: to,
        args: what,
      }: {
        name: string
        channel: string
        args: readonly unknown[]
      }): void => {
        const emit = (globalThis as unknown as Record<symbol, unknown>)[Symbol.for(name)]
        if (typeof emit === 'function') emit(to, what)
      }
      // A closing page gets no events, as in Electron.
      await pages
        .get(window)
        ?.evaluate(push, { name: EMIT_SYMBOL, channel, args })
        .catch(() => undefined)
    },
    pdf: async ({ window, sizeMm }) => {
      const page = pages.get(window)
      if (page === undefined) throw new Error('The window is gone')
      const size =
        sizeMm === null
          ? { format: 'A4', preferCSSPageSize: true }
          : { width: `${sizeMm.width}mm`, height: `${sizeMm.height}mm` }
      return page.pdf({ ...size, printBackground: true })
    },
    close: async (window) => {
      await pages
        .get(window)
        ?.close()
        .catch(() => undefined)
    },
    closeAll: () => context.close().catch(() => undefined),
  }
}

async function openPage(context: BrowserContext, pages: Map<number, Page>, window: number): Promise<Page> {
  const opening = context.waitForEvent('page').then((page) => pages.set(window, page))
  const page = await context.newPage()
  await opening
  return page
}

async function exposeBindings({ context, main, hear }: DrawingOptions): Promise<void> {
  await context.exposeBinding(INVOKE_BINDING, ({ frame }, channel: string, args: readonly unknown[]) => {
    const parent = frame.parentFrame()
    const from = {
      url: toAppUrl(frame.url()),
      parent: parent === null ? null : { url: toAppUrl(parent.url()) },
    }
    return main.invoke({ channel, frame: from, args })
  })
  await context.exposeBinding(REPORT_BINDING, (_source, text: string) => hear.cspViolation(text))
}

async function answerRoute(
  route: Route,
  windowOf: (page: Page) => number | undefined,
  { main, hear }: DrawingOptions,
): Promise<void> {
  try {
    const request = route.request()
    const url = request.url()
    const refusal = request.isNavigationRequest() ? await refusalOf(request, windowOf, main) : undefined
    if (refusal !== undefined) return await route.abort(refusal)
    const isOwn = url.startsWith(`${STAND_IN_ORIGIN}/`)
    const answer = isOwn ? await main.fetchApp({ url: toAppUrl(url), method: request.method() }) : undefined
    if (answer === undefined) {
      hear.externalRequest(url)
      return await route.abort('internetdisconnected')
    }
    const { status, headers, body } = answer
    await route.fulfill({ status, headers, body: Buffer.from(body) })
  } catch (error) {
    // When main has ended its pages close too, and a closed page takes no answer.
    const isOver = error instanceof ChannelClosed || /has been closed/u.test(String(error))
    if (!isOver) throw error
  }
}

/**
 * Asks the app before a page navigates itself or opens another, as Electron does. `loadURL` and reloading are not
 * asked about.
 * @returns how the request ends if the app refuses it: a page keeps its address. A pop-up gets an error page, since
 * Chromium only reports pages that show something, and only those can be closed.
 */
async function refusalOf(
  request: Request,
  windowOf: (page: Page) => number | undefined,
  main: DrawingOptions['main'],
): Promise<'aborted' | 'blockedbyclient' | undefined> {
  const url = toAppUrl(request.url())
  let page: Page
  try {
    page = request.frame().page()
  } catch {
    // The first request of a pop-up has no page yet. Every window denies pop-ups; if one did not, this would show it.
    return (await main.refuses({ window: null, url, isMainFrame: true })) ? 'blockedbyclient' : undefined
  }
  const window = windowOf(page)
  if (window === undefined) return 'blockedbyclient'
  const isMainFrame = request.frame() === page.mainFrame()
  const isOwnLoad = page.url() === 'about:blank' || page.url() === request.url()
  if (isMainFrame && isOwnLoad) return undefined
  return (await main.refuses({ window, url, isMainFrame })) ? 'aborted' : undefined
}

/** The environment in the form that a browser takes. */
export function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value] as const],
    ),
  )
}

/**
 * The script that runs before the page's own: it evaluates the real preload bundle with a double of `electron`, as the
 * sandbox would. Sub-frames get nothing, as by Electron's own setting.
 */
function preloadScript(preloadSource: string): string {
  return `(() => {
  const hostInvoke = window.${INVOKE_BINDING}
  const report = window.${REPORT_BINDING}
  delete window.${INVOKE_BINDING}
  delete window.${REPORT_BINDING}
  window.addEventListener('securitypolicyviolation', (event) => {
    void report(event.effectiveDirective + ' ' + (event.blockedURI || 'inline'))
  })
  if (window.top !== window) return
  const listeners = new Map()
  Object.defineProperty(window, Symbol.for('${EMIT_SYMBOL}'), {
    value: (channel, args) => {
      for (const listener of [...(listeners.get(channel) ?? [])]) listener({}, ...args)
    },
  })
  const deepFreeze = (value) => {
    if ((typeof value === 'object' && value !== null) || typeof value === 'function') {
      Object.values(value).forEach(deepFreeze)
      Object.freeze(value)
    }
    return value
  }
  const electron = {
    ipcRenderer: {
      invoke: (channel, ...args) =>
        hostInvoke(channel, args).catch((error) => {
          throw new Error("Error invoking remote method '" + channel + "': " + error)
        }),
      on: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
      removeListener: (channel, listener) =>
        listeners.set(channel, (listeners.get(channel) ?? []).filter((other) => other !== listener)),
    },
    contextBridge: {
      exposeInMainWorld: (key, api) => Object.defineProperty(window, key, { value: deepFreeze({ ...api }), enumerable: true }),
    },
  }
  const require = (name) => {
    if (name !== 'electron') throw new Error('module not found: ' + name)
    return electron
  }
  const module = { exports: {} }
  ;(function (require, module, exports) {
${preloadSource}
})(require, module, module.exports)
})()`
}
