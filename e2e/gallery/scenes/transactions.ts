import type { Page } from '@playwright/test'
import { row, rows } from '../../pages/lists.ts'
import { show } from '../../pages/shell.ts'
import { settings } from '../../../renderer/testing/fixtures.ts'
import { type Scene, type Stage, never } from '../scene.ts'
import { crowdOfSales, fails, offline, sales } from './known.ts'
import { refreshInVain } from './refreshInVain.ts'

const toTransactions = ({ page }: Stage): Promise<void> => show(page, 'Transactions')
const searchField = (page: Page) => page.getByRole('textbox', { name: 'Search', exact: true })

export const transactionScenes: readonly Scene[] = [
  {
    name: 'transactions-data',
    place: 'Transactions',
    situation: 'data',
    facts: { sales },
    reach: toTransactions,
    shows: (page) => row(page, 'Transactions', 'TXN-0002'),
    primary: searchField,
    hasForcedColors: true,
  },
  {
    name: 'transactions-compact',
    place: 'Transactions',
    situation: 'data',
    facts: { sales: crowdOfSales(), settings: { ...settings, density: 'compact' } },
    reach: toTransactions,
    shows: (page) => rows(page, 'Transactions').first(),
  },
  {
    name: 'transactions-crowded',
    place: 'Transactions',
    situation: 'hard',
    facts: { sales: crowdOfSales() },
    reach: toTransactions,
    shows: (page) => rows(page, 'Transactions').first(),
    primary: searchField,
  },
  {
    name: 'transactions-empty',
    place: 'Transactions',
    situation: 'empty',
    reach: toTransactions,
    shows: (page) => page.getByText('No sales are recorded on this computer yet.'),
    primary: searchField,
  },
  {
    name: 'transactions-no-match',
    place: 'Transactions',
    situation: 'empty',
    facts: { sales },
    reach: async ({ page }) => {
      await show(page, 'Transactions')
      await searchField(page).fill('NOT-THERE')
    },
    shows: (page) => page.getByRole('button', { name: 'Clear filters' }),
    primary: (page) => page.getByRole('button', { name: 'Clear filters' }),
  },
  {
    name: 'transactions-loading',
    place: 'Transactions',
    situation: 'loading',
    facts: { sales },
    answers: { 'sales.page': never() },
    reach: toTransactions,
    shows: (page) => page.getByRole('grid', { name: 'Transactions' }),
  },
  {
    name: 'transactions-could-not-refresh',
    place: 'Transactions',
    situation: 'error',
    facts: { sales },
    reach: (stage) => refreshInVain(stage, 'Transactions'),
    shows: (page) => page.getByText('Could not refresh.'),
    primary: (page) => page.getByRole('button', { name: 'Try again' }),
  },
  {
    name: 'transactions-not-read',
    place: 'Transactions',
    situation: 'error',
    answers: { 'sales.page': fails('internal') },
    reach: toTransactions,
    shows: (page) => page.getByText('We could not read the sales kept on this computer.'),
    primary: (page) => page.getByRole('button', { name: 'Try again' }),
  },
  {
    name: 'transactions-offline',
    place: 'Transactions',
    situation: 'offline',
    facts: { sales, ...offline },
    reach: toTransactions,
    shows: (page) => page.getByText('Saved copy from'),
    primary: searchField,
  },
  {
    name: 'transactions-exported',
    place: 'Transactions',
    situation: 'hard',
    facts: { sales },
    reach: async ({ page }) => {
      await show(page, 'Transactions')
      await page.getByRole('button', { name: 'Export' }).click()
    },
    shows: (page) => page.getByText('rows written to'),
  },
  {
    name: 'transactions-export-refused',
    place: 'Transactions',
    situation: 'error',
    facts: { sales },
    answers: { 'reports.sales': fails({ code: 'fileNotWritten', reason: 'noAccess' }) },
    reach: async ({ page }) => {
      await show(page, 'Transactions')
      await page.getByRole('button', { name: 'Export' }).click()
    },
    shows: (page) => page.getByText('The file was not written'),
  },
]
