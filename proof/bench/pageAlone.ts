import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { npmBrowser } from '../../e2e/host/browser.ts'
import { definedOnly } from '../../e2e/host/chromiumDrawing.ts'
import { launchApp } from '../../e2e/host/launch.ts'
import { serveRenderer } from '../../e2e/host/pageServer.ts'
import { amountField } from '../../e2e/pages/sale.ts'

const EMPTY_PATH = '/empty.html'
const EMPTY_PAGE = '<!doctype html><title>Empty</title><input autofocus>'
const ASK = '__benchAsk'
const WINDOW = { width: 1180, height: 760 }

/** Times of one load of a page, ms since its navigation began, by the page's own clock. */
export interface Loaded {
  readonly firstPaintMs: number
  /** When its first field had been painted. */
  readonly readyMs: number
}

/** The built page and an empty one, in one browser. */
export interface PagesAlone {
  readonly loadEmpty: () => Promise<Loaded>
  readonly loadOurs: () => Promise<Loaded>
  readonly close: () => Promise<void>
}

/**
 * Both pages come from one server, and the built one gets main's recorded answers: the stand-in's way to main, through
 * three processes, costs more than the page itself, and Electron has none of it.
 */
export async function openPagesAlone(): Promise<PagesAlone> {
  const server = await serveRenderer({ [EMPTY_PATH]: EMPTY_PAGE })
  const { executablePath, args, env } = await npmBrowser()
  const browser = await chromium.launch({
    executablePath,
    args: [...args],
    env: { ...definedOnly(process.env), ...env },
  })
  const newContext = async (): Promise<BrowserContext> => {
    const context = await browser.newContext({ locale: 'en-NG', viewport: WINDOW })
    await context.addInitScript(watchField)
    return context
  }
  const url = `${server.origin}/index.html`
  const answers = await recordAnswers(await newContext(), url)
  const context = await newContext()
  await context.addInitScript({ content: bridgeWith(answers) })
  const empty = await context.newPage()
  await empty.goto(server.origin + EMPTY_PATH)
  const ours = await context.newPage()
  await ours.goto(url)
  await timesOf(ours)
  return {
    loadEmpty: () => reload(empty),
    loadOurs: () => reload(ours),
    async close() {
      await browser.close()
      server.close()
    },
  }
}

async function reload(page: Page): Promise<Loaded> {
  await page.bringToFront()
  await page.reload()
  return timesOf(page)
}

/** Runs in the page before its scripts. It measures by itself, so that no message to the page counts. */
function watchField(): void {
  const look = (): void => {
    if (document.querySelector('form input, body > input') === null) return void requestAnimationFrame(look)
    requestAnimationFrame(() => performance.mark('ready'))
  }
  requestAnimationFrame(look)
}

async function timesOf(page: Page): Promise<Loaded> {
  const names = ['first-paint', 'ready']
  await page.waitForFunction(
    (all) => all.every((name) => performance.getEntriesByName(name).length > 0),
    names,
  )
  const [firstPaintMs = 0, readyMs = 0] = await page.evaluate(
    (all) => all.map((name) => performance.getEntriesByName(name)[0]?.startTime ?? 0),
    names,
  )
  return { firstPaintMs, readyMs }
}

type Answers = Readonly<Record<string, unknown>>

/** What main answers to the page after a first start in Practice, by call and request. */
async function recordAnswers(context: BrowserContext, url: string): Promise<Answers> {
  const app = await launchApp()
  await amountField(app.page).waitFor()
  const answers: Record<string, unknown> = {}
  await context.exposeFunction(ASK, async (key: string) => {
    const [name, request] = JSON.parse(key) as [string, unknown]
    return (answers[key] = await app.door?.invokeAs(name, request, {
      url: 'app://bundle/index.html',
      parent: null,
    }))
  })
  await context.addInitScript({ content: bridgeWith({}) })
  const page = await context.newPage()
  await page.goto(url)
  await amountField(page).waitFor()
  await page.waitForLoadState('networkidle')
  await context.close()
  await app.close()
  return answers
}

/** `window.tillside` as from the preload: a recorded answer comes in a task of its own, as main's would. */
function bridgeWith(answers: Answers): string {
  return `(() => {
    const answers = ${JSON.stringify(answers)}
    const task = () => new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = resolve
      port2.postMessage(null)
    })
    window.tillside = {
      call: async (name, request) => {
        const key = JSON.stringify([name, request])
        if (key in answers) return task().then(() => answers[key])
        return window.${ASK} === undefined ? { ok: false, error: { code: 'internal' } } : window.${ASK}(key)
      },
      listen: () => () => {},
    }
  })()`
}
