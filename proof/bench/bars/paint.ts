import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { hasElectron, launchApp, type LaunchedApp } from '../../../e2e/host/launch.ts'
import { amountField } from '../../../e2e/pages/sale.ts'
import type { Bridge, CallResult } from '../../../shared/contract.ts'
import { once, pairsOf, type Bar, type Measured } from '../bar.ts'
import { fixtureDir, type Fixture } from '../fixtures.ts'
import { openPagesAlone, type Loaded } from '../pageAlone.ts'
import { inTurn, type Pair } from '../stats.ts'

/** Times of a page come in steps of a frame. */
const TIMES = { rounds: 7, tries: 9, isMean: true } as const

const CHECKED_POLL_MS = 200

export async function openApp(
  fixture: Fixture | null,
): Promise<{ app: LaunchedApp; close: () => Promise<void> }> {
  const ownDir = mkdtempSync(path.join(tmpdir(), 'till-'))
  const dataDir = path.join(ownDir, 'data')
  if (fixture !== null) {
    mkdirSync(dataDir, { recursive: true })
    cpSync(fixtureDir(fixture), path.join(dataDir, 'practice'), { recursive: true })
  }
  const app = await launchApp({ dataDir })
  await amountField(app.page).waitFor()
  // Until then the check of the whole file takes turns with the rest.
  await app.page.waitForFunction(
    async () => {
      const { tillside } = globalThis as unknown as { readonly tillside: Bridge }
      const answer = (await tillside.call('storage.get', {})) as CallResult<'storage.get'>
      return answer.ok && answer.value.status === 'sound'
    },
    undefined,
    { polling: CHECKED_POLL_MS },
  )
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
  const pages = await openPagesAlone()
  const side = (time: keyof Loaded) => ({
    limit: async () => (await pages.loadEmpty())[time],
    ours: async () => (await pages.loadOurs())[time],
  })
  const firstPaint = await inTurn(side('firstPaintMs'), TIMES)
  const ready = await inTurn(side('readyMs'), TIMES)
  await pages.close()
  return { firstPaint, ready }
})

let amount = 1_000
/** From the press of Enter until the amount is in the list of last sales and painted, ms. */
export async function recordedMs(page: Page): Promise<number> {
  amount += 1
  const shown = `₦${amount.toLocaleString('en')}.00`
  // By keys: an Enter after another one, without a key in between, is taken for its echo.
  await amountField(page).pressSequentially(String(amount))
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
    TIMES,
  )
  await few.close()
  await many.close()
  return pairsOf(pairs)
}

/** Without a browser there is nothing to measure; the stand-in shows the built page in Chromium. */
export async function onPage(measure: () => Promise<Measured>): Promise<Measured> {
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
