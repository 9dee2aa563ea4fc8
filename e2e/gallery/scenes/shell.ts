import type { Page } from '@playwright/test'
import { cashier, online, signedIn, soundStorage, FIXED_NOW_MS } from '../../../renderer/testing/fixtures.ts'
import { managerMode } from '../../pages/manager.ts'
import { recordButton } from '../../pages/sale.ts'
import { banner, chooseSignOut, question } from '../../pages/shell.ts'
import { type Scene } from '../scene.ts'
import { fails, practice, sales } from './known.ts'

const lastAnswer = (page: Page) => question(page).getByRole('button').last()

const bannerScenes: readonly Scene[] = [
  {
    name: 'banner-service-odd',
    place: 'Shell',
    situation: 'hard',
    facts: { sales, connection: { ...online, status: 'serviceOdd', problem: 'data.0.amount' } },
    shows: (page) => banner(page).getByText('We cannot read the answers of the payment service (data.0'),
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
    name: 'banner-file-salvaged',
    place: 'Shell',
    situation: 'hard',
    facts: {
      sales,
      storage: {
        ...soundStorage,
        news: {
          kind: 'salvaged',
          atMs: FIXED_NOW_MS,
          keptAs: 'sales-damaged-2026-11-20T140500.db',
          unreadableSales: 2,
          closedSales: 0,
          references: [],
        },
      },
    },
    shows: (page) => banner(page).getByText('2 sales could not be read'),
    primary: recordButton,
  },
]

const frameScenes: readonly Scene[] = [
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
    name: 'shell-keys',
    place: 'Shell',
    situation: 'question',
    facts: { sales },
    reach: async ({ page }) => {
      await recordButton(page).waitFor()
      await page.keyboard.press('F1')
    },
    shows: (page) => page.getByRole('dialog', { name: 'Help' }),
    primary: (page) =>
      page.getByRole('dialog', { name: 'Help' }).getByRole('button', { name: 'Close', exact: true }),
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
