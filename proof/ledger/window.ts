import { chromium, type Page as BrowserPage } from '@playwright/test'
import { npmBrowser } from '../../e2e/host/browser.ts'
import { definedOnly } from '../../e2e/host/chromiumDrawing.ts'
import { withPauses } from '../../e2e/host/personsPause.ts'
import { serveRenderer } from '../../e2e/host/pageServer.ts'
import { choice } from '../../e2e/pages/fields.ts'
import { show } from '../../e2e/pages/shell.ts'
import type { Counter } from '../../electron/testing/counter.ts'
import type { CallName } from '../../shared/contract.ts'
import type { SaleFilter } from '../../shared/sale.ts'
import type { App } from './app.tsx'
import { type Page, textsOf } from './texts.ts'

/** The built window in Chromium, on the back end of a counter. */
export interface Window {
  /** The screens that a person opens, in this window; papers, files and the rest are those of the app given. */
  on(shop: Counter, app: App): Promise<App>
  close(): Promise<void>
}

const CALL = '__ledgerCall'
const BRIDGE = `window.tillside = { call: (name, request) => window.${CALL}(name, request), listen: () => () => undefined }`
/** Time that an answer of the bank takes. */
const STEP_MS = 500
const TURNS_MAX = 60

const FILTERS: Readonly<Partial<Record<SaleFilter, string>>> = {
  all: 'All sales',
  notSent: 'Waiting',
  checking: 'Checking',
  unpaid: 'On its way',
  paid: 'Paid',
  refused: 'Refused',
}

export async function openWindow(): Promise<Window> {
  const renderer = await serveRenderer()
  const { executablePath, args, env } = await npmBrowser()
  const browser = await chromium.launch({
    executablePath,
    args: [...args],
    env: { ...definedOnly(process.env), ...env },
  })
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  withPauses(page)
  let shop: Counter | null = null
  let pending = 0
  let calls: Promise<unknown> = Promise.resolve()

  /** One after another: time passes until the answer is there. */
  async function answer(name: CallName, request: unknown): Promise<unknown> {
    if (shop === null) throw new Error('the window has no counter yet')
    const asked = Promise.resolve(shop.backend().handlers[name](request as never))
    let isThere = false
    void asked.finally(() => (isThere = true)).catch(() => undefined)
    await shop.time.pass(0)
    while (!isThere) await shop.time.pass(STEP_MS)
    return asked
  }
  await context.exposeFunction(CALL, (name: CallName, request: unknown) => {
    pending += 1
    const next = calls.then(() => answer(name, request))
    calls = next.catch(() => undefined)
    return next.finally(() => (pending -= 1))
  })
  await context.addInitScript({ content: BRIDGE })

  async function settled(): Promise<void> {
    do {
      await calls
      await page.evaluate(
        () =>
          new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
      )
    } while (pending > 0)
  }
  const texts = async (): Promise<Page> => {
    await settled()
    return textsOf(await page.getByRole('main').innerHTML())
  }

  return {
    on: async (of, app) => {
      shop = of
      const nowMs = of.time.clock.wallNowMs()
      await page.clock.setFixedTime(nowMs)
      await page.goto(`${renderer.origin}/index.html`)
      await page.getByRole('region', { name: 'Your money today' }).waitFor()
      await settled()
      const money = textsOf(await page.getByRole('region', { name: 'Your money today' }).innerHTML())
      return {
        ...app,
        sell: () => money,
        sales: async (filter, range) => {
          await show(page, 'Sales')
          await page.getByRole('button', { name: range === 'today' ? 'Today' : 'All', exact: true }).click()
          await settled()
          await pick(page, 'Show', FILTERS[filter] ?? '')
          return texts()
        },
        todo: async () => {
          await show(page, 'To do')
          return texts()
        },
        day: (terminalId, day) => dayOf(page, app, { terminalId, day }, texts),
      }
    },
    close: async () => {
      await browser.close()
      renderer.close()
    },
  }
}

async function dayOf(
  page: BrowserPage,
  app: App,
  { terminalId, day }: { terminalId: string | null; day: string },
  texts: () => Promise<Page>,
): Promise<Page> {
  await show(page, 'Sell')
  await show(page, 'Day')
  await texts()
  // A press that comes too soon after its screen is left alone, so the day that is shown says whether it was taken.
  const shownDay = async (): Promise<number> =>
    Date.parse(`${await page.getByRole('main').getByRole('heading', { level: 2 }).first().innerText()} UTC`)
  for (let tried = 0, at = await shownDay(); tried < TURNS_MAX && at !== Date.parse(day); tried += 1) {
    await page
      .getByRole('button', { name: at > Date.parse(day) ? 'The day before' : 'The day after' })
      .click()
    await texts()
    at = await shownDay()
  }
  // With one terminal there is nothing to choose.
  const isOffered = await choice(page, 'Terminal').isVisible()
  if (!isOffered || terminalId === null) return app.day(terminalId, day)
  if (!(await pick(page, 'Terminal', terminalId))) return app.day(terminalId, day)
  await texts()
  await page.getByRole('button', { name: 'Read the bank again' }).click()
  return texts()
}

const TRIES = 4
const SHOWN_WITHIN_MS = 2_000

/** Another press where the window left one alone that came too soon after its screen. @returns whether there is such an option */
async function pick(page: BrowserPage, label: string, name: string): Promise<boolean> {
  if ((await choice(page, label).innerText()).trim() === name) return true
  const options = page.getByRole('option')
  for (let tried = 0; tried < TRIES && !(await options.first().isVisible()); tried += 1) {
    await choice(page, label).click()
    await options
      .first()
      .waitFor({ timeout: SHOWN_WITHIN_MS })
      .catch(() => undefined)
  }
  const option = page.getByRole('option', { name, exact: true })
  if (await option.isVisible()) {
    await option.click()
    return (await choice(page, label).innerText()).trim() === name
  }
  await page.keyboard.press('Escape')
  return false
}
