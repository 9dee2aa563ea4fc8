import { expect, test } from '@playwright/test'
import { launchApp, type LaunchedApp } from '../host/launch.ts'
import { closeChecked } from '../pages/counter.ts'
import { chip, row, rows } from '../pages/lists.ts'
import { amountField, lastSale, recordSale } from '../pages/sale.ts'
import { chooseSignOut, connection, queue, show } from '../pages/shell.ts'
import { signInForm } from '../pages/signIn.ts'

let app: LaunchedApp
test.beforeAll(async () => {
  app = await launchApp()
})
test.afterAll(() => closeChecked(app))

test('the first start needs no account and no network: it is Practice, signed in, ready for an amount', async () => {
  const { page } = app
  await expect(
    page.getByText('Practice. Nothing here is real. No money moves and no bank is told.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Client practice' })).toBeVisible()
  await expect(page.getByText('No sales yet today. Type an amount to start.')).toBeVisible()
  await expect(amountField(page)).toBeFocused()
  await expect(connection(page)).toHaveText('Online')
  await expect(queue(page)).toHaveText('All sent')
  expect(app.windowTitle).toBe('PRACTICE – Tillside')
})

test('a practice sale is accepted and paid by the bank inside the app', async () => {
  const { page } = app
  await recordSale(page, { amount: '1500', reference: 'PRACTICE-1' })
  await expect(chip(lastSale(page, 'PRACTICE-1'))).toHaveText(/^(?:On its way|Paid)$/u)
  await expect(page.getByText('recorded today, 1 sale')).toBeVisible()
  // This bank pays after 15 seconds.
  await expect(chip(lastSale(page, 'PRACTICE-1'))).toHaveText('Paid', { timeout: 90_000 })
})

test('its terminals are listed, and so are yesterday’s records', async () => {
  const { page } = app
  await show(page, 'Terminal')
  await expect(rows(page, 'All terminals')).toHaveCount(12)
  await show(page, 'Find')
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await expect(page.getByText('Complete. 128 records')).toBeVisible()
})

test('the practice bank survives a restart, and still knows its sales', async () => {
  const page = await app.restart()
  await show(page, 'Sales')
  await expect(chip(row(page, 'Sales', 'PRACTICE-1'))).toHaveText(/^(?:On its way|Paid)$/u)
})

test('signing out of Practice opens its sign-in screen, which says that it is Practice', async () => {
  const { page } = app
  await chooseSignOut(page)
  await expect(signInForm(page)).toContainText('Practice bank inside this app')
  await expect(signInForm(page)).toContainText('Nothing is waiting on this computer.')
})

test('one button leads back into Practice, with its earlier sales', async () => {
  const { page } = app
  await expect(page.getByText('No bank password needed.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in to Practice' }).click()
  await expect(amountField(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Client practice' })).toBeVisible()
  await recordSale(page, { amount: '1700', reference: 'PRACTICE-2' })
  await expect(chip(lastSale(page, 'PRACTICE-2'))).toHaveText(/^(?:On its way|Paid)$/u)
  await show(page, 'Sales')
  await expect(rows(page, 'Sales')).toHaveCount(2)
})
