import { expect, test, type Locator, type Page } from '@playwright/test'
import { launchApp, type LaunchedApp } from '../host/launch.ts'
import { closeChecked, openCounter } from '../pages/counter.ts'
import { chip, rows } from '../pages/lists.ts'
import { amountField, recordSale } from '../pages/sale.ts'
import { look, question, show, showSettings } from '../pages/shell.ts'

let app: LaunchedApp
test.beforeAll(async () => {
  app = await launchApp()
})
test.afterAll(() => closeChecked(app))
test.describe.configure({ mode: 'serial' })

const welcome = (page: Page): Locator => page.getByRole('region', { name: 'Welcome', exact: true })
const press = async (page: Page, name: string): Promise<void> => {
  // By keyboard alone, like everything here.
  await welcome(page).getByRole('button', { name }).focus()
  await look(page)
  await page.keyboard.press('Enter')
}

test('the first start welcomes above the Sell screen, which takes an amount at once', async () => {
  const { page } = app
  await expect(welcome(page)).toContainText('1 of 3: Practise a sale')
  await expect(welcome(page)).toContainText('Type an amount')
  await expect(amountField(page)).toBeFocused()
  await recordSale(page, { amount: '1500', reference: 'FIRST-1' })
  await expect(welcome(page)).toContainText('That is all a sale needs.')
})

test('the second step fills in the amount whose answer is lost, and explains Checking while it is shown', async () => {
  const { page } = app
  await press(page, 'Next')
  await expect(welcome(page)).toContainText('2 of 3: When the bank’s answer is lost')
  await show(page, 'Settings')
  await press(page, 'Fill in ₦7,002.00')
  await expect(amountField(page)).toBeFocused()
  await look(page)
  await page.keyboard.press('Enter')
  await expect(welcome(page)).toContainText('Do not enter it again.')
  await expect(welcome(page).getByRole('button', { name: /^Fill in/u })).toHaveCount(0)
  await expect(chip(page.getByRole('region', { name: 'Last sales today' })).first()).toHaveText('Checking')
  await expect(welcome(page)).toContainText('It was not sent a second time', { timeout: 120_000 })
})

test('the third step chooses a profile; finished, the amount has the focus and no start welcomes again', async () => {
  const { page } = app
  const box = (name: string) => welcome(page).getByRole('button', { name }).boundingBox()
  const before = await box('Next')
  await press(page, 'Next')
  await expect(welcome(page)).toContainText('3 of 3: Work with your bank')
  // A second click on Next finds Finish in its place, and not the dialog for a file.
  expect(await box('Finish')).toEqual(before)
  await app.pickFile(null)
  await press(page, 'Choose profile…')
  await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  await press(page, 'Finish')
  await expect(welcome(page)).toHaveCount(0)
  await expect(amountField(page)).toBeFocused()
  await expect
    .poll(async () => app.door?.invokeAs('viewPreferences.get', {}, { url: 'app://bundle/', parent: null }))
    .toMatchObject({ value: { isWelcomed: true } })
  const after = await app.restart()
  await expect(amountField(after)).toBeFocused()
  await show(after, 'Sales')
  await expect(rows(after, 'Sales')).toHaveCount(2)
  await expect(welcome(after)).toHaveCount(0)
})

test('it opens again from Help and from Settings, and is skipped with one button', async () => {
  const { page } = app
  await page.keyboard.press('F1')
  await page.getByRole('button', { name: 'Show the welcome' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Help' })).toHaveCount(0)
  await expect(welcome(page)).toBeVisible()
  await press(page, 'Skip the welcome')
  await expect(welcome(page)).toHaveCount(0)
  await expect(amountField(page)).toBeFocused()
  await showSettings(page, 'Bank')
  await page.getByRole('button', { name: 'Show the welcome' }).press('Enter')
  await expect(welcome(page)).toBeVisible()
  await expect(amountField(page)).toBeFocused()
})

test('a live counter is not welcomed', async () => {
  const counter = await openCounter()
  try {
    await showSettings(counter.page, 'Bank')
    await expect(counter.page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()
    await expect(welcome(counter.page)).toHaveCount(0)
    await expect(counter.page.getByRole('button', { name: 'Show the welcome' })).toHaveCount(0)
  } finally {
    await counter.close()
  }
})
