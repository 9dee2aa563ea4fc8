import type { Page } from '@playwright/test'
import { row, rows, saleDetail } from '../../pages/lists.ts'
import { pinDialog } from '../../pages/manager.ts'
import { question, show } from '../../pages/shell.ts'
import { cashier, FIXED_NOW_MS, saleOf, settings } from '../../../renderer/testing/fixtures.ts'
import { type Scene, type Stage, never } from '../scene.ts'
import { crowdOfSales, fails, manager, offline, sales } from './known.ts'

const toTransactions = ({ page }: Stage): Promise<void> => show(page, 'Transactions')
const toWaiting = ({ page }: Stage): Promise<void> => show(page, 'Waiting')
const toNeedsYou = ({ page }: Stage): Promise<void> => show(page, 'Needs you')

/** The rows stay, and below them it is said that they are old. */
async function refreshInVain(stage: Stage, screen: 'Transactions' | 'Waiting' | 'Needs you'): Promise<void> {
  await show(stage.page, screen)
  await stage.page.locator('[role="row"][data-key]').first().waitFor()
  stage.answer('sales.page', fails('internal'))
  await stage.page.keyboard.press('F5')
}

const searchField = (page: Page) => page.getByRole('textbox', { name: 'Search', exact: true })
const tryButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try now' })

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
    answers: { 'reports.sales': fails('fileNotWritten', 'noAccess') },
    reach: async ({ page }) => {
      await show(page, 'Transactions')
      await page.getByRole('button', { name: 'Export' }).click()
    },
    shows: (page) => page.getByText('The file was not written'),
  },
]

export const waitingScenes: readonly Scene[] = [
  {
    name: 'waiting-data',
    place: 'Waiting',
    situation: 'data',
    facts: { sales },
    reach: toWaiting,
    shows: (page) => row(page, 'Waiting to send', 'TXN-0009'),
    primary: tryButton,
    hasForcedColors: true,
  },
  {
    name: 'waiting-crowded',
    place: 'Waiting',
    situation: 'hard',
    facts: { sales: crowdOfSales() },
    reach: toWaiting,
    shows: (page) => rows(page, 'Waiting to send').first(),
    primary: tryButton,
  },
  {
    name: 'waiting-empty',
    place: 'Waiting',
    situation: 'empty',
    reach: toWaiting,
    shows: (page) => page.getByText('Nothing waiting.'),
  },
  {
    name: 'waiting-loading',
    place: 'Waiting',
    situation: 'loading',
    facts: { sales },
    answers: { 'sales.page': never() },
    reach: toWaiting,
    shows: (page) => page.getByRole('grid', { name: 'Waiting to send' }),
  },
  {
    name: 'waiting-trying',
    place: 'Waiting',
    situation: 'loading',
    facts: { sales },
    answers: { 'sales.tryNow': never() },
    reach: async ({ page }) => {
      await show(page, 'Waiting')
      await tryButton(page).click()
    },
    shows: (page) => page.getByText('Trying…'),
  },
  {
    name: 'waiting-could-not-refresh',
    place: 'Waiting',
    situation: 'error',
    facts: { sales },
    reach: (stage) => refreshInVain(stage, 'Waiting'),
    shows: (page) => page.getByText('Could not refresh.'),
    primary: tryButton,
  },
  {
    name: 'waiting-offline',
    place: 'Waiting',
    situation: 'offline',
    facts: { sales, ...offline },
    reach: toWaiting,
    shows: (page) => page.getByText('No internet. These are safe on this computer.'),
    primary: tryButton,
  },
]

const needy = saleOf({
  transactionId: 'TXN-0014',
  sequence: 14,
  state: 'review',
  reviewReason: 'absenceProven',
  recordedAtMs: FIXED_NOW_MS - 26 * 3_600_000,
  amountKobo: 4_200_050,
  sendCount: 1,
  checkCount: 14,
  lastCheckAtMs: FIXED_NOW_MS - 60_000,
  nextTryAtMs: FIXED_NOW_MS + 240_000,
})

/** Opens the detail of a sale on the screen of what needs a person, and there the question what should happen. */
async function decide({ page }: Stage, reference: string): Promise<void> {
  await show(page, 'Needs you')
  await row(page, 'Needs you', reference).click()
  await saleDetail(page).getByRole('button', { name: 'Decide now…' }).click()
}

const leave = (page: Page) => question(page).getByRole('button', { name: 'Leave it waiting' })

export const needsYouScenes: readonly Scene[] = [
  {
    name: 'needs-you-data',
    place: 'Needs you',
    situation: 'data',
    facts: { sales: [...sales, needy] },
    reach: toNeedsYou,
    shows: (page) => row(page, 'Needs you', 'TXN-0014'),
    hasForcedColors: true,
  },
  {
    name: 'needs-you-empty',
    place: 'Needs you',
    situation: 'empty',
    reach: toNeedsYou,
    shows: (page) => page.getByText('Nothing needs a person.'),
  },
  {
    name: 'needs-you-loading',
    place: 'Needs you',
    situation: 'loading',
    facts: { sales },
    answers: { 'sales.page': never() },
    reach: toNeedsYou,
    shows: (page) => page.getByRole('grid', { name: 'Needs you' }),
  },
  {
    name: 'needs-you-could-not-refresh',
    place: 'Needs you',
    situation: 'error',
    facts: { sales },
    reach: (stage) => refreshInVain(stage, 'Needs you'),
    shows: (page) => page.getByText('Could not refresh.'),
  },
  {
    name: 'needs-you-offline',
    place: 'Needs you',
    situation: 'offline',
    facts: { sales, ...offline },
    reach: toNeedsYou,
    shows: (page) => row(page, 'Needs you', 'TXN-0004'),
  },
  {
    name: 'decide-review',
    place: 'Needs you',
    situation: 'question',
    facts: { sales: [...sales, needy], ...manager },
    reach: (stage) => decide(stage, 'TXN-0014'),
    shows: (page) => question(page).getByText('Decide within'),
    primary: leave,
    hasForcedColors: true,
  },
  {
    name: 'decide-conflict',
    place: 'Needs you',
    situation: 'question',
    facts: { sales, ...manager },
    reach: (stage) => decide(stage, 'TXN-0003'),
    shows: (page) => question(page).getByText('Take the bank’s record'),
    primary: leave,
  },
  {
    name: 'decide-asking',
    place: 'Needs you',
    situation: 'loading',
    facts: { sales, ...manager },
    answers: { 'sales.checkNow': never() },
    reach: (stage) => decide(stage, 'TXN-0004'),
    shows: (page) => question(page).getByText('Asking the bank once more'),
    primary: leave,
  },
  {
    name: 'decide-not-reached',
    place: 'Needs you',
    situation: 'error',
    facts: { sales, ...manager, ...offline },
    answers: { 'sales.checkNow': fails('unreachable') },
    reach: (stage) => decide(stage, 'TXN-0004'),
    shows: (page) => question(page).getByRole('alert'),
    primary: leave,
  },
  {
    name: 'decide-problems',
    place: 'Needs you',
    situation: 'error',
    facts: { sales, ...manager },
    reach: async (stage) => {
      await decide(stage, 'TXN-0004')
      await question(stage.page).getByRole('button', { name: 'Decide', exact: true }).click()
    },
    shows: (page) => question(page).getByText('Choose what should happen.'),
    primary: leave,
  },
  {
    name: 'decide-asks-for-pin',
    place: 'Needs you',
    situation: 'question',
    facts: { sales, access: cashier },
    reach: async (stage) => {
      await decide(stage, 'TXN-0004')
      const asked = question(stage.page)
      await asked.getByRole('radio', { name: /^Write it off/u }).check()
      await asked.getByLabel('Reason').fill('The customer paid in cash')
      await asked.getByRole('button', { name: 'Decide', exact: true }).click()
    },
    shows: (page) => pinDialog(page, 'Manager PIN'),
    primary: (page) => pinDialog(page, 'Manager PIN').getByRole('button', { name: 'Open' }),
  },
]
