import type { Page } from '@playwright/test'
import { callError } from '../../../shared/callError.ts'
import { STANDARD_VIEW_PREFERENCES } from '../../../shared/viewPreferences.ts'
import { appInfo, online, saleOf, terminalListOf, terminalOf } from '../../../renderer/testing/fixtures.ts'
import { cashiersOf } from '../../../renderer/testing/peopleDouble.ts'
import {
  amountField,
  counterView,
  lastSaleCard,
  lastSales,
  openFields,
  recordButton,
  referenceField,
} from '../../pages/sale.ts'
import { row } from '../../pages/lists.ts'
import { question } from '../../pages/shell.ts'
import { type Scene, never } from '../scene.ts'
import { crowdOfSales, fails, offline, practice, sales } from './known.ts'

const base = { place: 'Sell', primary: recordButton } as const

async function enter(page: Page, amount: string): Promise<void> {
  await amountField(page).fill(amount)
  await amountField(page).press('Enter')
}

const asks = (page: Page) => question(page).getByRole('button').last()

/** Practice at the very first start. */
const welcoming = {
  ...practice,
  viewPreferences: { ...STANDARD_VIEW_PREFERENCES, isWelcomed: false },
} as const

async function nextStep({ page }: { readonly page: Page }): Promise<void> {
  await page.getByRole('button', { name: 'Next', exact: true }).click()
}

const welcomeScenes: readonly Scene[] = [
  {
    ...base,
    name: 'welcome-sale',
    situation: 'empty',
    facts: welcoming,
    shows: (page) => page.getByText('1 of 3: Practise a sale'),
    hasForcedColors: true,
  },
  {
    ...base,
    name: 'welcome-checking',
    situation: 'data',
    facts: {
      ...welcoming,
      sales: [
        saleOf({ transactionId: 'W-1', sequence: 1, amountKobo: 700_200, state: 'unknown', sendCount: 1 }),
      ],
    },
    reach: nextStep,
    shows: (page) => page.getByText('Do not enter it again.'),
  },
  {
    ...base,
    name: 'welcome-profile',
    situation: 'data',
    facts: { ...welcoming, sales },
    reach: async (stage) => {
      await nextStep(stage)
      await nextStep(stage)
    },
    shows: (page) => page.getByText('3 of 3: Work with your bank'),
  },
]

export const saleScenes: readonly Scene[] = [
  ...welcomeScenes,
  {
    ...base,
    name: 'sale-data',
    situation: 'data',
    facts: { sales },
    shows: (page) => lastSales(page).nth(4),
    hasForcedColors: true,
  },
  {
    ...base,
    name: 'sale-empty',
    situation: 'empty',
    shows: (page) => page.getByText('No sales yet today.'),
  },
  {
    ...base,
    name: 'sale-loading',
    situation: 'loading',
    facts: { sales },
    answers: { 'sales.page': never() },
    shows: (page) => page.getByRole('region', { name: 'Last sales today' }),
  },
  {
    ...base,
    name: 'sale-list-not-read',
    situation: 'error',
    facts: { sales },
    answers: { 'sales.page': fails('internal') },
    shows: (page) => page.getByText('We could not read the list of sales.'),
  },
  {
    ...base,
    name: 'sale-problems',
    situation: 'error',
    facts: { sales },
    reach: async ({ page }) => {
      await openFields(page)
      await referenceField(page).fill('with spaces in it')
      await enter(page, '1500.555')
    },
    shows: (page) => page.getByText('Kobo have two digits'),
  },
  {
    ...base,
    name: 'sale-offline',
    situation: 'offline',
    facts: { sales, ...offline },
    shows: (page) => page.getByText('No internet: it is saved on this computer'),
  },
  {
    ...base,
    name: 'sale-service-silent',
    situation: 'offline',
    facts: { sales, connection: { ...online, status: 'serviceSilent' } },
    shows: (page) => page.getByText('the payment service is not answering'),
  },
  {
    ...base,
    name: 'sale-practice-inactive-offline',
    situation: 'hard',
    facts: {
      sales,
      ...practice,
      ...offline,
      terminals: terminalListOf({ chosen: terminalOf({ isActive: false }) }),
    },
    shows: (page) => page.getByText('not active'),
    hasForcedColors: true,
  },
  {
    ...base,
    name: 'sale-crowded',
    situation: 'hard',
    facts: { sales: crowdOfSales() },
    reach: ({ page }) => amountField(page).fill('9999999999.99'),
    shows: (page) => lastSales(page).nth(4),
  },
  {
    ...base,
    name: 'sale-saving',
    situation: 'loading',
    facts: { sales },
    answers: { 'sales.record': never() },
    reach: ({ page }) => enter(page, '1500'),
    shows: (page) => page.getByText('Saving…'),
    primary: (page) => page.getByRole('button', { name: 'Saving…' }),
  },
  {
    ...base,
    name: 'sale-saved',
    situation: 'data',
    facts: { sales },
    reach: ({ page }) => enter(page, '1500'),
    shows: (page) => page.getByText('Saved on this computer: ₦1,500.00.').last(),
  },
  ...(['TXN-0001', 'TXN-0007', 'TXN-0002', 'TXN-0009', 'TXN-0004'] as const).map((last) => ({
    ...base,
    name: `sale-last-${last.toLowerCase()}`,
    situation: 'hard' as const,
    // The newest sale is the one of the card.
    facts: { sales: sales.map((sale) => (sale.transactionId === last ? { ...sale, sequence: 99 } : sale)) },
    shows: lastSaleCard,
  })),
  {
    ...base,
    name: 'sale-fields',
    situation: 'data',
    facts: { sales },
    reach: async ({ page }) => {
      await amountField(page).fill('12500')
      await openFields(page)
    },
    shows: referenceField,
  },
  {
    name: 'sale-counter-view',
    place: 'Sell',
    situation: 'question',
    facts: {
      sales: sales.map((sale) => (sale.transactionId === 'TXN-0001' ? { ...sale, sequence: 99 } : sale)),
    },
    reach: async ({ page }) => {
      await lastSaleCard(page).waitFor()
      await page.keyboard.press('F8')
    },
    shows: counterView,
    primary: (page) => counterView(page).getByText('₦5,000.00'),
    hasForcedColors: true,
  },
  {
    name: 'sale-counter-view-practice',
    place: 'Sell',
    situation: 'hard',
    facts: { ...practice, sales: crowdOfSales() },
    reach: async ({ page }) => {
      await lastSaleCard(page).waitFor()
      await page.keyboard.press('F8')
    },
    shows: counterView,
    primary: (page) => counterView(page).getByText('₦').first(),
  },
  {
    ...base,
    name: 'sale-correction',
    situation: 'hard',
    facts: { sales },
    reach: async ({ page }) => {
      await page.getByRole('navigation').getByText('Sales').click()
      await row(page, 'Sales', 'Refused').click()
      await page.getByRole('button', { name: 'Correct' }).click()
    },
    shows: (page) => page.getByText('New sale instead of'),
  },
  {
    name: 'sale-no-terminal',
    place: 'Sell',
    situation: 'hard',
    facts: { terminals: terminalListOf({ chosenTerminalId: null, isComplete: false, totalCount: 9 }) },
    shows: (page) => page.getByText('Choose this counter’s terminal'),
    primary: (page) => page.getByRole('button', { name: /^Use at this counter/u }).first(),
  },
  {
    name: 'sale-terminal-absent',
    place: 'Sell',
    situation: 'error',
    facts: {
      app: { ...appInfo, profileTerminalId: '9ABSENT9' },
      terminals: terminalListOf({ chosenTerminalId: null }),
    },
    shows: (page) => page.getByText('The installer named terminal 9ABSENT9'),
    primary: (page) => page.getByRole('button', { name: /^Use at this counter/u }).first(),
  },
  {
    name: 'sale-second-sale',
    place: 'Sell',
    situation: 'question',
    facts: { sales },
    reach: ({ page }) => enter(page, '5000'),
    shows: question,
    primary: asks,
    hasForcedColors: true,
  },
  {
    name: 'sale-second-sale-checking',
    place: 'Sell',
    situation: 'question',
    facts: { sales },
    reach: ({ page }) => enter(page, '750'),
    shows: (page) => question(page).getByText('We are still making sure'),
    primary: asks,
  },
  {
    name: 'sale-alike-slip',
    place: 'Sell',
    situation: 'question',
    facts: { sales },
    reach: async ({ page, double }) => {
      const earlier = saleOf({ transactionId: '1234 5678 9012', sequence: 1, state: 'accepted' })
      double.answerNext('sales.record', callError('needsAlikeSlipConfirmation', { sale: earlier }))
      await openFields(page)
      await referenceField(page).fill('123456789012')
      await enter(page, '5000')
    },
    shows: question,
    primary: asks,
  },
  {
    ...base,
    name: 'sale-laid-aside',
    situation: 'question',
    facts: { sales, people: cashiersOf('Ngozi', 'Ada') },
    reach: async ({ page, double }) => {
      await amountField(page).fill('505')
      double.change({ people: { ...cashiersOf('Ngozi', 'Ada'), currentId: 'c2' } })
    },
    shows: (page) => page.getByRole('button', { name: 'Use it' }),
  },
  {
    ...base,
    name: 'sale-reference-used',
    situation: 'error',
    facts: { sales },
    reach: async ({ page }) => {
      await openFields(page)
      await referenceField(page).fill('01JD3N8Q7ZK4V5W6X7Y8Z9ABCD')
      await enter(page, '5000')
    },
    shows: (page) => page.getByRole('button', { name: 'Show it' }),
  },
  {
    name: 'sale-above-limit',
    place: 'Sell',
    situation: 'question',
    facts: { sales },
    reach: ({ page }) => enter(page, '1500000'),
    shows: question,
    primary: asks,
  },
  {
    name: 'sale-not-saved',
    place: 'Sell',
    situation: 'error',
    facts: { sales },
    answers: { 'sales.record': fails('notSaved') },
    reach: ({ page }) => enter(page, '1500'),
    shows: question,
    primary: asks,
  },
]
