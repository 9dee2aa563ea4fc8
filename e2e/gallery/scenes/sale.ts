import type { Page } from '@playwright/test'
import { STANDARD_VIEW_PREFERENCES } from '../../../shared/viewPreferences.ts'
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
import { question } from '../../pages/shell.ts'
import { type Scene } from '../scene.ts'
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

const welcomeScenes: readonly Scene[] = [
  {
    ...base,
    name: 'welcome-sale',
    situation: 'empty',
    facts: welcoming,
    shows: (page) => page.getByText('1 of 3: Practise a sale'),
    hasForcedColors: true,
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
    name: 'sale-crowded',
    situation: 'hard',
    facts: { sales: crowdOfSales() },
    reach: ({ page }) => amountField(page).fill('9999999999.99'),
    shows: (page) => lastSales(page).nth(4),
  },
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
