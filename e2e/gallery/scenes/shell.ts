import type { Page } from '@playwright/test'
import { cashier, online, signedIn, soundStorage, FIXED_NOW_MS } from '../../../renderer/testing/fixtures.ts'
import type { StorageNews } from '../../../shared/storage.ts'
import { managerMode } from '../../pages/manager.ts'
import { recordButton } from '../../pages/sale.ts'
import { banner, chooseSignOut, question } from '../../pages/shell.ts'
import { type Scene, never } from '../scene.ts'
import { fails, offline, practice, sales } from './known.ts'

const lastAnswer = (page: Page) => question(page).getByRole('button').last()

function newsScene(kind: StorageNews['kind'], text: string): Scene {
  const news: StorageNews = {
    kind,
    atMs: FIXED_NOW_MS,
    keptAs: 'sales-damaged-2026-11-20T140500.db',
    unreadableSales: 2,
    closedSales: 12,
    references: ['01M7W2Y9JGETWS68231J', '123456789012', 'SLIP-2026-11-20-000417'],
  }
  return {
    name: `banner-file-${kind}`,
    place: 'Shell',
    situation: 'hard',
    facts: { sales, storage: { ...soundStorage, news } },
    shows: (page) => banner(page).getByText(text),
    primary: recordButton,
  }
}

const bannerScenes: readonly Scene[] = [
  {
    name: 'banner-sign-in-again',
    place: 'Shell',
    situation: 'hard',
    facts: { sales, session: { ...signedIn, status: 'expired' } },
    shows: (page) => banner(page).getByText('Sign in to send'),
    primary: recordButton,
  },
  {
    name: 'banner-clock-wrong',
    place: 'Shell',
    situation: 'hard',
    facts: { sales, connection: { ...online, clockAheadMs: 7_300_000 } },
    shows: (page) => banner(page).getByText('clock is wrong by about 2 hours'),
    primary: recordButton,
  },
  {
    name: 'banner-service-odd',
    place: 'Shell',
    situation: 'hard',
    facts: { sales, connection: { ...online, status: 'serviceOdd', problem: 'data.0.amount' } },
    shows: (page) => banner(page).getByText('We cannot read the answers of the payment service (data.0'),
    primary: recordButton,
  },
  {
    name: 'banner-service-refuses',
    place: 'Shell',
    situation: 'hard',
    facts: {
      sales,
      connection: {
        ...online,
        status: 'serviceRefuses',
        problem: 'This client is not enabled for transaction reports; contact your relationship manager',
      },
    },
    shows: (page) => banner(page).getByText('refuses to list its records'),
    primary: recordButton,
  },
  {
    name: 'banner-this-run-only',
    place: 'Shell',
    situation: 'hard',
    facts: { sales, session: { ...signedIn, keptAs: 'thisRunOnly' } },
    shows: (page) => banner(page).getByText('only until you close Tillside'),
    primary: recordButton,
  },
  {
    name: 'banner-this-run-so-far',
    place: 'Shell',
    situation: 'hard',
    facts: { sales, session: { ...signedIn, keptAs: 'thisRunSoFar' } },
    shows: (page) => banner(page).getByText('has not answered'),
    primary: recordButton,
  },
  {
    name: 'banner-late',
    place: 'Shell',
    situation: 'hard',
    facts: { sales },
    shows: (page) => banner(page).getByText('has not said that the money is paid'),
    primary: recordButton,
  },
  {
    name: 'banner-disk-full',
    place: 'Shell',
    situation: 'hard',
    facts: { sales, storage: { ...soundStorage, status: 'failing' } },
    shows: (page) => banner(page).getByText('cannot write your sales file'),
    primary: recordButton,
  },
  {
    name: 'banner-newer-file',
    place: 'Shell',
    situation: 'hard',
    facts: { sales, storage: { ...soundStorage, status: 'readOnly' } },
    shows: (page) => banner(page).getByText('A newer version of Tillside wrote'),
    primary: recordButton,
  },
  newsScene('salvaged', '2 sales could not be read'),
  newsScene('behind', 'is older than the one last used here'),
  newsScene('foreign', 'comes from another computer'),
  newsScene('begunAnew', 'started a new sales file'),
  newsScene('closedOutside', 'was changed outside Tillside'),
]

const frameScenes: readonly Scene[] = [
  {
    name: 'start-opening',
    place: 'Shell',
    situation: 'loading',
    answers: { 'app.start': never() },
    shows: (page) => page.getByText('Opening…'),
  },
  {
    name: 'start-broken',
    place: 'Shell',
    situation: 'error',
    answers: { 'app.start': fails('internal'), 'app.info': fails('internal') },
    shows: (page) => page.getByRole('alert'),
  },
  {
    name: 'shell-long-names',
    place: 'Shell',
    situation: 'hard',
    facts: {
      sales,
      ...practice,
      access: { ...cashier, role: 'manager', locksInMs: 300_000 },
      session: { ...signedIn, clientId: 'harbour-partners-limited-lagos-island-branch-0042-till-3' },
    },
    shows: managerMode,
    primary: recordButton,
  },
  {
    name: 'shell-client-menu',
    place: 'Shell',
    situation: 'question',
    facts: {
      sales,
      access: { ...cashier, pin: 'none' },
      session: { ...signedIn, keptAs: 'thisRunOnly' },
    },
    reach: ({ page }) => page.getByRole('button', { name: /^Client /u }).click(),
    shows: (page) => page.getByRole('menuitem', { name: 'Sign out' }),
  },
  {
    name: 'shell-keys',
    place: 'Shell',
    situation: 'question',
    facts: { sales },
    reach: async ({ page }) => {
      await recordButton(page).waitFor()
      await page.keyboard.press('F1')
    },
    shows: (page) => page.getByRole('dialog', { name: 'Help' }),
    primary: (page) => page.getByRole('dialog', { name: 'Help' }).getByRole('button', { name: 'Close' }),
    hasForcedColors: true,
  },
]

const guardScenes: readonly Scene[] = [
  {
    name: 'sign-out-guard',
    place: 'Shell',
    situation: 'question',
    facts: { sales },
    reach: ({ page }) => chooseSignOut(page),
    shows: question,
    primary: lastAnswer,
    hasForcedColors: true,
  },
  {
    name: 'sign-out-guard-offline',
    place: 'Shell',
    situation: 'question',
    facts: { sales, ...offline },
    reach: ({ page }) => chooseSignOut(page),
    shows: question,
    primary: lastAnswer,
  },
  {
    name: 'sign-out-guard-checking-only',
    place: 'Shell',
    situation: 'question',
    facts: { sales: sales.filter(({ state }) => state === 'unknown') },
    reach: ({ page }) => chooseSignOut(page),
    shows: question,
    primary: lastAnswer,
  },
  {
    name: 'close-guard',
    place: 'Shell',
    situation: 'question',
    facts: { sales },
    reach: async ({ page, double }) => {
      await recordButton(page).waitFor()
      double.emit('app.closeAsked', { count: 3, totalKobo: 1_850_000, mayKeepRunning: false })
    },
    shows: question,
    primary: lastAnswer,
  },
  {
    name: 'close-guard-tray',
    place: 'Shell',
    situation: 'question',
    facts: { sales },
    reach: async ({ page, double }) => {
      await recordButton(page).waitFor()
      double.emit('app.closeAsked', { count: 3, totalKobo: 1_850_000, mayKeepRunning: true })
    },
    shows: (page) => page.getByLabel('Remember my choice'),
    primary: lastAnswer,
  },
]

export const shellScenes: readonly Scene[] = [...bannerScenes, ...frameScenes, ...guardScenes]
