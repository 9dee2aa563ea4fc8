import type { Page } from '@playwright/test'
import { row, rows, saleDetail } from '../../pages/lists.ts'
import { show } from '../../pages/shell.ts'
import { settings } from '../../../renderer/testing/fixtures.ts'
import { type Scene, type Stage, never } from '../scene.ts'
import { crowdOfSales, fails, offline, sales, weeksOfSales } from './known.ts'
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
    name: 'transactions-crowded',
    place: 'Sales',
    situation: 'hard',
    facts: { sales: crowdOfSales() },
    reach: toTransactions,
    shows: (page) => rows(page, 'Sales').first(),
    primary: searchField,
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
    name: 'transactions-no-match',
    place: 'Sales',
    situation: 'empty',
    facts: { sales },
    reach: async ({ page }) => {
      await show(page, 'Sales')
      await searchField(page).fill('NOT-THERE')
    },
    shows: (page) => page.getByRole('button', { name: 'Clear filters' }),
    primary: (page) => page.getByRole('button', { name: 'Clear filters' }),
  },
  {
    name: 'transactions-loading',
    place: 'Sales',
    situation: 'loading',
    facts: { sales },
    answers: { 'sales.page': never() },
    reach: toTransactions,
    shows: (page) => page.getByRole('grid', { name: 'Sales' }),
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
    name: 'transactions-not-read',
    place: 'Sales',
    situation: 'error',
    answers: { 'sales.page': fails('internal') },
    reach: toTransactions,
    shows: (page) => page.getByText('We could not read the sales kept on this computer.'),
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
      await page.getByRole('button', { name: /^Tue 17 Nov 2026/u }).click()
      await row(page, 'Sales', 'WEEK-1').first().click()
    },
    shows: (page) => saleDetail(page),
    primary: (page) => page.locator('[data-open]').first(),
    hasForcedColors: true,
  },
  {
    name: 'transactions-day-tables',
    place: 'Sales',
    situation: 'hard',
    facts: { sales: weeksOfSales },
    reach: async ({ page }) => {
      await show(page, 'Sales')
      await page.getByRole('button', { name: 'Sums as a table' }).click()
    },
    shows: (page) => page.getByRole('table', { name: 'The last 14 days' }),
    primary: (page) => page.getByRole('button', { name: 'Close the table' }),
  },
  {
    name: 'transactions-old-days',
    place: 'Sales',
    situation: 'error',
    facts: { sales: weeksOfSales },
    reach: async (stage) => {
      await show(stage.page, 'Sales')
      await stage.page.getByRole('button', { name: /^Tue 17 Nov 2026/u }).waitFor()
      stage.answer('sales.days', fails('internal'))
      await stage.page.keyboard.press('F5')
    },
    shows: (page) => page.getByText('The sums could not be read again. They are from 14:05.'),
    primary: (page) => page.getByText('The sums could not be read again. They are from 14:05.'),
  },
  {
    name: 'transactions-no-days',
    place: 'Sales',
    situation: 'hard',
    facts: { sales },
    reach: async ({ page }) => {
      await show(page, 'Sales')
      await page.getByRole('button', { name: 'Yesterday', exact: true }).click()
    },
    shows: (page) => page.getByText('No sales on these days.'),
    primary: (page) => page.getByRole('button', { name: 'Show all days' }),
  },
  {
    name: 'transactions-exported',
    place: 'Sales',
    situation: 'hard',
    facts: { sales },
    reach: async ({ page }) => {
      await show(page, 'Sales')
      await page.getByRole('button', { name: 'Export' }).click()
    },
    shows: (page) => page.getByText('rows written to'),
  },
  {
    name: 'transactions-export-refused',
    place: 'Sales',
    situation: 'error',
    facts: { sales },
    answers: { 'reports.sales': fails({ code: 'fileNotWritten', reason: 'noAccess' }) },
    reach: async ({ page }) => {
      await show(page, 'Sales')
      await page.getByRole('button', { name: 'Export' }).click()
    },
    shows: (page) => page.getByText('The file was not written'),
  },
]
