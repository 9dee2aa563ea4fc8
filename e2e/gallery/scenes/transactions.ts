import type { Page } from '@playwright/test'
import { row, rows, saleDetail } from '../../pages/lists.ts'
import { show } from '../../pages/shell.ts'
import { settings } from '../../../renderer/testing/fixtures.ts'
import { type Scene, type Stage } from '../scene.ts'
import { crowdOfSales, offline, sales, weeksOfSales } from './known.ts'
import { refreshInVain } from './refreshInVain.ts'

const toTransactions = ({ page }: Stage): Promise<void> => show(page, 'Sales')
const searchField = (page: Page) => page.getByRole('textbox', { name: 'Search', exact: true })

export const transactionScenes: readonly Scene[] = [
  {
    name: 'transactions-data',
    place: 'Sales',
    situation: 'data',
    facts: { sales: weeksOfSales },
    reach: toTransactions,
    shows: (page) => row(page, 'Sales', 'TXN-0010'),
    // Five rows at every size.
    primary: (page) => rows(page, 'Sales').nth(4),
    hasForcedColors: true,
  },
  {
    name: 'transactions-compact',
    place: 'Sales',
    situation: 'data',
    facts: { sales: crowdOfSales(), settings: { ...settings, density: 'compact' } },
    reach: toTransactions,
    shows: (page) => rows(page, 'Sales').first(),
  },
  {
    name: 'transactions-open-crowd',
    place: 'Sales',
    situation: 'hard',
    facts: { sales: crowdOfSales() },
    reach: async ({ page }) => {
      await show(page, 'Sales')
      await rows(page, 'Sales').nth(1).click()
    },
    shows: (page) => saleDetail(page),
    primary: (page) => page.getByRole('main').getByRole('button', { name: 'Next page', exact: true }),
  },
  {
    name: 'transactions-empty',
    place: 'Sales',
    situation: 'empty',
    reach: toTransactions,
    shows: (page) => page.getByText('No sales are recorded on this computer yet.'),
    primary: searchField,
  },
  {
    name: 'transactions-could-not-refresh',
    place: 'Sales',
    situation: 'error',
    facts: { sales },
    reach: (stage) => refreshInVain(stage, 'Sales'),
    shows: (page) => page.getByText('Could not refresh.'),
    primary: (page) => page.getByRole('button', { name: 'Try again' }),
  },
  {
    name: 'transactions-offline',
    place: 'Sales',
    situation: 'offline',
    facts: { sales, ...offline },
    reach: toTransactions,
    shows: (page) => page.getByText('This list is kept on this computer.'),
    primary: searchField,
  },
  {
    name: 'transactions-one-day',
    place: 'Sales',
    situation: 'data',
    facts: { sales: weeksOfSales },
    reach: async ({ page }) => {
      await show(page, 'Sales')
      // Low windows have no bars.
      await page.getByRole('button', { name: 'Yesterday', exact: true }).click()
      await row(page, 'Sales', 'TXN-0010').waitFor({ state: 'detached' })
      await row(page, 'Sales', 'WEEK-1').first().click()
    },
    shows: (page) => saleDetail(page),
    primary: (page) => page.locator('[data-open]').first(),
    hasForcedColors: true,
  },
]
