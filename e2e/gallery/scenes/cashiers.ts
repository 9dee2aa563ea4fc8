import type { Page } from '@playwright/test'
import { cashiersOf } from '../../../renderer/testing/peopleDouble.ts'
import { saleOf } from '../../../renderer/testing/fixtures.ts'
import { recordButton } from '../../pages/sale.ts'
import { show } from '../../pages/shell.ts'
import type { Scene, Stage } from '../scene.ts'
import { manager, offline, sales } from './known.ts'

const three = cashiersOf('Ngozi', 'Ada', 'Bola')
const locked = { ...three, currentId: null }
const LONG = 'Oluwaseunfunmi Adebayo-Okonkwo Chukwuma'
/** As many as there may be, with the longest names. */
const crowd = {
  ...cashiersOf(...Array.from({ length: 20 }, (_, place) => `${LONG.slice(0, 37)} ${place + 1}`)),
  currentId: null,
}
const title = (page: Page) => page.getByRole('heading', { name: 'Who is at the counter?' })
const pinField = (page: Page) => page.getByLabel(/^PIN of /u)
const addButton = (page: Page) => page.getByRole('button', { name: 'Add a cashier' })
const addDialog = (page: Page) => page.getByRole('dialog', { name: 'Add a cashier' })

async function choose({ page }: Stage): Promise<void> {
  await title(page).waitFor()
  await page.keyboard.press('1')
}

const lockScenes: readonly Scene[] = [
  {
    name: 'cashiers-locked',
    place: 'Shell',
    situation: 'question',
    facts: { sales, people: locked },
    shows: title,
    primary: (page) => page.getByRole('option', { name: 'Bola' }),
    hasForcedColors: true,
  },
  {
    name: 'cashiers-locked-offline',
    place: 'Shell',
    situation: 'offline',
    facts: { sales, people: locked, ...offline },
    shows: (page) => page.getByText('No internet: sending and checking go on'),
    primary: (page) => page.getByRole('option', { name: 'Ngozi' }),
  },
  {
    name: 'cashiers-locked-crowd',
    place: 'Shell',
    situation: 'hard',
    facts: { sales, people: crowd },
    shows: title,
    primary: (page) => page.getByRole('button', { name: 'Manager…' }),
  },
  {
    name: 'cashiers-pin',
    place: 'Shell',
    situation: 'question',
    facts: { sales, people: locked },
    reach: choose,
    shows: pinField,
    primary: pinField,
    hasForcedColors: true,
  },
  {
    name: 'cashiers-pin-wait',
    place: 'Shell',
    situation: 'error',
    facts: {
      sales,
      people: {
        ...locked,
        cashiers: locked.cashiers.map((each) => ({ ...each, wrongTries: 4, waitMs: 60_000 })),
      },
    },
    reach: choose,
    shows: (page) => page.getByText('Restarting does not shorten it.'),
    primary: pinField,
  },
  {
    name: 'cashiers-switch',
    place: 'Shell',
    situation: 'question',
    facts: { sales, people: three },
    reach: async ({ page }) => {
      await page.getByRole('button', { name: 'Cashier: Ngozi' }).click()
      await page.getByRole('menuitem', { name: 'Switch cashier' }).click()
    },
    shows: title,
    primary: (page) => page.getByRole('button', { name: 'Back' }),
  },
]

const counterScenes: readonly Scene[] = [
  {
    name: 'cashiers-menu',
    place: 'Shell',
    situation: 'question',
    facts: { sales, people: three },
    reach: ({ page }) => page.getByRole('button', { name: 'Cashier: Ngozi' }).click(),
    shows: (page) => page.getByRole('menuitem', { name: 'Switch cashier' }),
  },
  {
    name: 'cashiers-long-name',
    place: 'Shell',
    situation: 'hard',
    facts: { sales, people: cashiersOf(LONG), ...manager },
    shows: (page) => page.getByRole('button', { name: `Cashier: ${LONG}` }),
    primary: recordButton,
  },
  {
    name: 'cashiers-not-known',
    place: 'Shell',
    situation: 'hard',
    facts: { sales, people: { state: 'damaged', cashiers: [], currentId: null } },
    shows: (page) => page.getByRole('button', { name: 'Cashier not known' }),
    primary: recordButton,
  },
  {
    name: 'cashiers-detail',
    place: 'Sales',
    situation: 'hard',
    facts: { sales: [saleOf({ transactionId: 'BY-NGOZI-1', sequence: 1, cashier: 'Ngozi' })], people: three },
    reach: async ({ page }) => {
      await show(page, 'Sales')
      await page.getByText('BY-NGOZI-1').first().click()
    },
    shows: (page) => page.getByRole('complementary').getByText('Ngozi'),
  },
]

const settingsScenes: readonly Scene[] = [
  {
    name: 'cashiers-settings',
    place: 'Settings',
    situation: 'question',
    facts: { people: three, ...manager },
    reach: ({ page }) => show(page, 'Settings'),
    shows: (page) => page.getByRole('button', { name: 'New PIN: Ada' }),
  },
  {
    name: 'cashiers-settings-crowd',
    place: 'Settings',
    situation: 'hard',
    facts: { people: { ...crowd, currentId: 'c1' }, ...manager },
    reach: ({ page }) => show(page, 'Settings'),
    shows: (page) => page.getByRole('heading', { name: 'Cashiers' }),
  },
  {
    name: 'cashiers-add',
    place: 'Settings',
    situation: 'question',
    facts: { people: three, ...manager },
    reach: async ({ page }) => {
      await show(page, 'Settings')
      await addButton(page).click()
      await addDialog(page).getByLabel('Name').fill('Ngozi')
      await addDialog(page).getByLabel('PIN', { exact: true }).fill('2580')
      await addDialog(page).getByLabel('Repeat PIN').fill('2580')
      await page.keyboard.press('Enter')
    },
    shows: (page) => page.getByText('Another cashier has this name.'),
    primary: (page) => addDialog(page).getByRole('button', { name: 'Save' }),
    hasForcedColors: true,
  },
]

export const cashierScenes: readonly Scene[] = [...lockScenes, ...counterScenes, ...settingsScenes]
