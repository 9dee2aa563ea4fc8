import type { Page } from '@playwright/test'
import { cashiersOf } from '../../../renderer/testing/peopleDouble.ts'
import { showSettings } from '../../pages/shell.ts'
import type { Scene, Stage } from '../scene.ts'
import { manager, sales } from './known.ts'

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
]

const counterScenes: readonly Scene[] = []

const settingsScenes: readonly Scene[] = [
  {
    name: 'cashiers-settings-crowd',
    place: 'Settings',
    situation: 'hard',
    facts: { people: { ...crowd, currentId: 'c1' }, ...manager },
    reach: ({ page }) => showSettings(page, 'Cashiers'),
    shows: (page) => page.getByRole('heading', { name: 'Cashiers' }),
  },
  {
    name: 'cashiers-add',
    place: 'Settings',
    situation: 'question',
    facts: { people: three, ...manager },
    reach: async ({ page }) => {
      await showSettings(page, 'Cashiers')
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
