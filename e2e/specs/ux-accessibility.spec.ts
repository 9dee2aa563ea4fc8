import { expect, test } from '@playwright/test'
import { logElsewhere } from '../pages/otherDevice.ts'
import { expectAccessible } from '../pages/accessible.ts'
import { checkUntilHelp } from '../pages/books.ts'
import { openCounter, type Counter } from '../pages/counter.ts'
import { choose } from '../pages/fields.ts'
import { askBank, lookUpField, lookUpResult, searchYesterday } from '../pages/find.ts'
import { chip, row, saleDetail } from '../pages/lists.ts'
import { expectPinAsked, pinDialog, setFirstPin } from '../pages/manager.ts'
import { lastSale, recordSale } from '../pages/sale.ts'
import { banner, question, show, showByKey } from '../pages/shell.ts'

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter({ bank: { answerDelayMs: 0 } })
})
test.afterAll(() => counter.close())
// Each checks many pages in two colour schemes.
test.describe.configure({ mode: 'serial', timeout: 360_000 })

test('ux 1: a sale that needs a person, its two sides, and the question about it', async () => {
  const { page, sandbox } = counter
  sandbox.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: false } })
  await recordSale(page, { amount: '2500', reference: 'AXE-BOTH' })
  await expect(chip(lastSale(page, 'AXE-BOTH'))).toHaveText('Checking')
  await show(page, 'To do')
  await row(page, 'To do', 'AXE-BOTH').click()
  await logElsewhere(sandbox.url, { transactionId: 'AXE-BOTH', amount: '2600.00' })
  await checkUntilHelp(page)
  await show(page, 'To do')
  await expectAccessible(page, 'Needs you, with data')
  await row(page, 'To do', 'AXE-BOTH').click()
  await expect(saleDetail(page)).toContainText('differs')
  await expectAccessible(page, 'both sides')
  await saleDetail(page).getByRole('button', { name: 'Decide now…' }).click()
  await expect(page.getByRole('button', { name: 'Decide', exact: true })).toBeEnabled()
  await page.getByRole('button', { name: 'Decide', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Choose what should happen.' })).toBeVisible()
  await expectAccessible(page, 'the decision with problems')
  await page.keyboard.press('Escape')
})

test('ux 1: the PIN dialogs, each with every problem it can show', async () => {
  const { page } = counter
  await show(page, 'Settings')
  await expectAccessible(page, 'Settings')
  await choose(page, 'Rows', 'Compact')
  await expectPinAsked(page, 'Choose a manager PIN')
  await expectAccessible(page, 'the first PIN')
  await page.keyboard.press('Enter')
  await expect(pinDialog(page, 'Choose a manager PIN').locator('[aria-invalid="true"]').first()).toBeVisible()
  await expectAccessible(page, 'the first PIN with problems')
  await setFirstPin(page)
  await expectAccessible(page, 'Settings as a manager, compact')
  await page.getByRole('button', { name: 'Change PIN' }).click()
  const another = pinDialog(page, 'Change the manager PIN')
  await expect(another).toBeVisible()
  await expectAccessible(page, 'another PIN')
  await page.keyboard.press('Escape')
  await expect(another).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+l')
  await page.getByRole('button', { name: 'Open with PIN' }).click()
  await pinDialog(page, 'Manager PIN').getByLabel('PIN', { exact: true }).fill('1357')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That is not the PIN.')).toBeVisible()
  await expectAccessible(page, 'a wrong PIN')
  await page.getByRole('button', { name: 'Forgotten the PIN?' }).click()
  await expect(pinDialog(page, 'Set a new manager PIN')).toBeVisible()
  await expectAccessible(page, 'a forgotten PIN')
  await page.keyboard.press('Escape')
})

test('ux 1: Find by reference and by dates: found, not found, Incomplete, and unreachable', async () => {
  const { page, sandbox } = counter
  await show(page, 'Find')
  await page.getByRole('radio', { name: 'By reference' }).click()
  await expectAccessible(page, 'Find, nothing asked')
  await lookUpField(page).fill('AXE-BOTH')
  await page.keyboard.press('Enter')
  await askBank(page)
  await expect(lookUpResult(page, 'At the bank')).toContainText('2,600.00')
  await expectAccessible(page, 'Find, found here and there')
  await lookUpField(page).fill('AXE-NOWHERE-1')
  await page.keyboard.press('Enter')
  await askBank(page)
  await expect(lookUpResult(page, 'At the bank')).toContainText('does not prove')
  await expectAccessible(page, 'Find, found nowhere')
  await searchYesterday(page)
  await expect(page.getByText('Complete. 128 records')).toBeVisible()
  await expectAccessible(page, 'Find, a whole day')
  sandbox.bank.faults.add({
    on: 'searchTransactions',
    skip: 1,
    times: 'always',
    fault: { kind: 'httpStatus', status: 500, committed: false, retryAfter: null, body: 'empty' },
  })
  await searchYesterday(page)
  await expect(page.getByText(/^Incomplete\. \d+ records$/u)).toBeVisible()
  await expectAccessible(page, 'Find, Incomplete')
  sandbox.bank.faults.clear()
})

test('ux 1: the sheet of keys', async () => {
  const { page } = counter
  await page.keyboard.press('F1')
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible()
  await expectAccessible(page, 'the sheet of keys')
  await page.keyboard.press('Escape')
})

test('ux 1: with the service unreachable, each screen’s own error', async () => {
  const { page } = counter
  await counter.sandbox.cutNetwork()
  await show(page, 'Terminal')
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('We could not reach the service.')
  await expectAccessible(page, 'Terminal, error')
  await show(page, 'Find')
  await page.getByRole('radio', { name: 'By date' }).click()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('We could not reach the service.')
  await expectAccessible(page, 'Find, error')
  await page.getByRole('radio', { name: 'By reference' }).click()
  await lookUpField(page).fill('AXE-BOTH')
  await page.keyboard.press('Enter')
  await askBank(page)
  await expect(lookUpResult(page, 'At the bank').getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'Find by reference, error')
  await expect(banner(page)).not.toBeEmpty()
})

test('ux 1: the question at closing, and the correction of a sale', async () => {
  const { page } = counter
  await showByKey(page, 'Sell')
  await recordSale(page, { amount: '77', reference: 'AXE-CLOSE' })
  await counter.app.closeWindow()
  await expect(question(page)).toBeVisible()
  await expectAccessible(page, 'closing?')
  await page.keyboard.press('Escape')
  await counter.sandbox.restoreNetwork()
})
