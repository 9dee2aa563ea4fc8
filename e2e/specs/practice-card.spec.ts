import { expect, test, type Locator, type Page } from '@playwright/test'
import { launchApp, type LaunchedApp } from '../host/launch.ts'
import { callMain } from '../pages/bridge.ts'
import { closeChecked, openCounter } from '../pages/counter.ts'
import { chip } from '../pages/lists.ts'
import { giveManagerPin } from '../pages/manager.ts'
import { lastSale, recordSale } from '../pages/sale.ts'
import { show, showSettings } from '../pages/shell.ts'
import { button, field } from '../pages/terminalForms.ts'

let app: LaunchedApp
test.beforeAll(async () => {
  app = await launchApp()
})
test.afterAll(() => closeChecked(app))
test.describe.configure({ mode: 'serial' })

const card = (page: Page): Locator => page.getByRole('dialog', { name: 'Practice numbers' })

/** Presses the copy button of the first line of a group that says this. @returns what is in the clipboard */
async function copy(page: Page, group: string, text: string | RegExp = /./u): Promise<string> {
  const line = card(page).getByRole('region', { name: group }).getByRole('listitem').filter({ hasText: text })
  const copies = line.first().getByRole('button')
  const value = ((await copies.getAttribute('aria-label')) ?? '').replace('Copy ', '')
  await copies.press('Enter')
  await expect(card(page).getByRole('status')).toHaveText(`Copied ${value}`)
  return value
}

async function closeCard(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(card(page)).toHaveCount(0)
}

test('an amount of the card loses the bank’s answer: the sale is checked, and then found', async () => {
  const { page } = app
  await showSettings(page, 'Bank')
  await button(page, 'Practice numbers').click()
  const lost = await copy(page, 'Amounts to record', 'answer is lost')
  await closeCard(page)
  await show(page, 'Sell')
  await recordSale(page, { amount: lost, reference: 'CARD-1' })
  await expect(chip(lastSale(page, 'CARD-1'))).toHaveText('Checking')
  await expect(chip(lastSale(page, 'CARD-1'))).toHaveText(/^(?:On its way|Paid)$/u, { timeout: 120_000 })
})

test('a terminal is registered with numbers of the card alone, from the form, which stays as it is', async () => {
  const { page } = app
  await show(page, 'Terminal')
  await button(page, 'Register a terminal').click()
  await giveManagerPin(page, field(page, 'Terminal ID'))
  await field(page, 'Serial number').fill('SN-1')
  await button(page, 'Practice numbers').click()
  const terminalId = await copy(page, 'Terminal IDs to register')
  const merchantId = await copy(page, 'Merchant IDs')
  await closeCard(page)
  await expect(field(page, 'Serial number')).toHaveValue('SN-1')
  await field(page, 'Terminal ID').fill(terminalId)
  await page.getByRole('combobox', { name: 'Merchant', exact: true }).fill(merchantId)
  await page.keyboard.press('Tab')
  await field(page, 'Serial number').press('Enter')
  await button(page, 'Practice numbers').click()
  const unknown = await copy(page, 'Account numbers', 'does not know')
  const account = await copy(page, 'Account numbers')
  await closeCard(page)
  await field(page, 'Account number').fill(unknown)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The bank did not confirm this account.')).toBeVisible()
  await field(page, 'Account number').fill(account)
  await page.keyboard.press('Enter')
  await button(page, 'Yes, use it').click()
  await field(page, 'Your name').fill('Ngozi')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `Registration of terminal ${terminalId}` })).toBeVisible()
})

test('a live counter has no such button, and main refuses the numbers', async () => {
  const counter = await openCounter()
  try {
    const { page } = counter
    await show(page, 'Terminal')
    await expect(button(page, 'Register a terminal')).toBeVisible()
    await expect(button(page, 'Practice numbers')).toHaveCount(0)
    await showSettings(page, 'Bank')
    await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()
    await expect(button(page, 'Practice numbers')).toHaveCount(0)
    expect(await callMain(page, 'practice.card', {})).toMatchObject({
      ok: false,
      error: { code: 'notAllowed', reason: 'live' },
    })
  } finally {
    await counter.close()
  }
})
