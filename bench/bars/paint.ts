import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { npmBrowser } from '../../e2e/host/browser.ts'
import { STAND_IN_ORIGIN } from '../../e2e/host/hostMessages.ts'
import { hasElectron, launchApp, type LaunchedApp } from '../../e2e/host/launch.ts'
import { amountField } from '../../e2e/pages/sale.ts'
import { once, pairsOf, type Bar, type Measured } from '../bar.ts'
import { fixtureDir, type Fixture } from '../fixtures.ts'
import { inTurn, type Pair } from '../stats.ts'

const ROUNDS = { rounds: 7, tries: 3 }
const EMPTY_PAGE = '<!doctype html><title>Empty</title><input autofocus>'

/** A page with one field, in the same browser program. */
async function openBrowser(): Promise<Browser> {
  const { executablePath, args, env } = await npmBrowser()
  return chromium.launch({ executablePath, args: [...args], env: { ...process.env, ...env } as never })
}

/** ms since the start of the navigation, by the page's own clock. */
async function firstPaintMs(page: Page): Promise<number> {
  await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0)
  return page.evaluate(() => performance.getEntriesByName('first-paint')[0]?.startTime ?? 0)
}

/** The time until the field exists and has been painted, ms since the start of the navigation. */
async function readyMs(page: Page, field: string): Promise<number> {
  const found = await page.waitForFunction(
    (selector) =>
      document.querySelector(selector) === null
        ? null
        : new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now()))),
    field,
    { polling: 'raf' },
  )
  return found.jsonValue() as Promise<number>
}

/** An empty page, served in the same way as the app's own requests, so that both have the same overhead. */
async function openEmpty(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: EMPTY_PAGE }))
  await page.goto(STAND_IN_ORIGIN)
  return page
}

async function openApp(fixture: Fixture | null): Promise<{ app: LaunchedApp; close: () => Promise<void> }> {
  const ownDir = mkdtempSync(path.join(tmpdir(), 'till-'))
  const dataDir = path.join(ownDir, 'data')
  if (fixture !== null) {
    mkdirSync(dataDir, { recursive: true })
    cpSync(fixtureDir(fixture), path.join(dataDir, 'practice'), { recursive: true })
  }
  const app = await launchApp({ dataDir })
  await amountField(app.page).waitFor()
  return {
    app,
    close: async () => {
      await app.close()
      rmSync(ownDir, { recursive: true, force: true })
    },
  }
}

interface Painted {
  readonly firstPaint: readonly Pair[]
  readonly ready: readonly Pair[]
}

const opened = once(async (): Promise<Painted> => {
  const browser = await openBrowser()
  const empty = await openEmpty(browser)
  const { app, close } = await openApp(null)
  const field = 'form input'
  const pages = {
    limit: async () => void (await empty.reload()),
    ours: async () => void (await app.page.reload()),
  }
  const firstPaint = await inTurn(
    {
      limit: async () => pages.limit().then(() => firstPaintMs(empty)),
      ours: async () => pages.ours().then(() => firstPaintMs(app.page)),
    },
    ROUNDS,
  )
  const ready = await inTurn(
    {
      limit: async () => pages.limit().then(() => readyMs(empty, 'input')),
      ours: async () => pages.ours().then(() => readyMs(app.page, field)),
    },
    ROUNDS,
  )
  await close()
  await browser.close()
  return { firstPaint, ready }
})

let amount = 1_000
/** From the press of Enter until the amount is in the list of last sales and painted, ms. */
async function recordedMs(page: Page): Promise<number> {
  amount += 1
  const shown = `₦${amount.toLocaleString('en')}.00`
  await amountField(page).fill(String(amount))
  const painted = page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        let fromMs = Number.NaN
        const look = (): void => {
          const isThere = [...document.querySelectorAll('main li, main tr, main [role="row"]')].some((row) =>
            row.textContent.includes(text),
          )
          if (isThere && !Number.isNaN(fromMs)) resolve(performance.now() - fromMs)
          else requestAnimationFrame(look)
        }
        addEventListener('keydown', () => (fromMs = performance.now()), { once: true, capture: true })
        look()
      }),
    shown,
  )
  await amountField(page).press('Enter')
  return painted
}

async function recordedWithMany(): Promise<Measured> {
  const few = await openApp(null)
  const many = await openApp({ settled: 100_000, waiting: 0 })
  const pairs = await inTurn(
    { limit: () => recordedMs(few.app.page), ours: () => recordedMs(many.app.page) },
    ROUNDS,
  )
  await few.close()
  await many.close()
  return pairsOf(pairs)
}

/** Without a browser there is nothing to measure; the stand-in shows the built page in Chromium. */
async function onPage(measure: () => Promise<Measured>): Promise<Measured> {
  if (!existsSync('out/renderer/index.html')) return { kind: 'notMeasured', why: 'there is no build in out/' }
  if (hasElectron()) return { kind: 'notMeasured', why: 'Electron has a browser of its own' }
  return measure()
}

const PAGE = { unit: 'ms', direction: 'atMost' } as const

export const paintBars: readonly Bar[] = [
  {
    ...PAGE,
    name: 'first-paint',
    limit: 'an empty page',
    must: 2.5,
    aim: 1.8,
    measure: (say) => onPage(async () => pairsOf((await opened(say)).firstPaint)),
  },
  {
    ...PAGE,
    name: 'ready-to-type',
    limit: 'an empty page',
    must: 2.5,
    aim: 1.8,
    measure: (say) => onPage(async () => pairsOf((await opened(say)).ready)),
  },
  {
    ...PAGE,
    name: 'row-painted-100000',
    limit: 'the same on an empty file',
    must: 1.2,
    aim: 1.05,
    measure: () => onPage(recordedWithMany),
  },
]
