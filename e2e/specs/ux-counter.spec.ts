import { expect, test } from '@playwright/test'
import { hideRecords, openBooks, untilAllSent } from '../pages/books.ts'
import { openCounter, TERMINAL_ID, type Counter } from '../pages/counter.ts'
import { chip, fact, row, saleDetail } from '../pages/lists.ts'
import { expectPinAsked, managerMode, pinDialog, setFirstPin } from '../pages/manager.ts'
import {
  amountField,
  entryNotice,
  lastSale,
  lastSaleCard,
  openFields,
  recordSale,
  referenceField,
  typeEntry,
} from '../pages/sale.ts'
import { connection, question, queue, show, look } from '../pages/shell.ts'
import { ownTerminal, TERMINAL_LIST } from '../pages/terminals.ts'

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter()
})
test.afterAll(() => counter.close())
test.afterEach(() => counter.sandbox.bank.faults.clear())
test.describe.configure({ mode: 'serial' })

const settled = (reference: string): number => counter.sandbox.bank.settlementCount(reference)

test('the answer of a sale is lost: the list says not to enter it again, and so do its amount and its reference', async () => {
  const { page, sandbox } = counter
  const books = openBooks(sandbox)
  sandbox.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  hideRecords(sandbox)
  await books.record(page, { amount: '6600', reference: 'SLIP-4475' })
  await expect(chip(lastSale(page, 'SLIP-4475'))).toHaveText('Checking')
  // Visible without a click, also when newer sales come.
  await expect(page.getByText('1 sale is being checked. Do not enter it again.')).toBeVisible()
  await expect(lastSaleCard(page)).toContainText(
    'Do not enter it again. Tell the customer: the bank has not answered yet.',
  )

  await typeEntry(page, { amount: '6600' })
  await page.keyboard.press('Enter')
  await expect(question(page)).toContainText('We are still making sure of a sale of ₦6,600.00 from ')
  await expect(question(page)).toContainText('If this is that sale, do not enter it again.')
  await expect(question(page)).toContainText('SLIP-4475')
  await expect(page.getByRole('button', { name: 'No, cancel' })).toBeFocused()
  await question(page).getByRole('button', { name: 'Show it' }).click()
  await expect(saleDetail(page)).toContainText('Do not enter it again')
  await show(page, 'Sell')
  await expect(amountField(page)).toHaveValue('6,600')

  await openFields(page)
  await referenceField(page).fill('slip-4475')
  await referenceField(page).press('Enter')
  await expect(referenceField(page)).toHaveAccessibleDescription(
    /^This slip number was used before: ₦6,600\.00 from [0-9]{2}:[0-9]{2}, Checking\.$/u,
  )
  await expect(entryNotice(page)).toContainText('Do not enter it again.')
  await expect(entryNotice(page)).not.toContainText('Correct what is marked')
  await entryNotice(page).getByRole('button', { name: 'Show it' }).click()
  await expect(chip(saleDetail(page))).toHaveText('Checking')
  sandbox.bank.faults.clear()
  await untilAllSent(page)
  await books.expect(page, { 'SLIP-4475': [1, 'accepted'] }, 1)
})

test('Correct by the keyboard with one Enter too many: nothing is recorded before a value was changed', async () => {
  const { page } = counter
  await counter.goOffline()
  await expect(connection(page)).toContainText('No internet')
  await show(page, 'Sell')
  for (const field of [amountField, referenceField]) await field(page).fill('')
  await recordSale(page, { amount: '9900', reference: 'WRONG-9' })
  await show(page, 'Sales')
  await row(page, 'Sales', 'WRONG-9').click()
  await saleDetail(page).getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByLabel('Reason').fill('wrong amount')
  await page.getByRole('button', { name: 'Remove sale' }).click()
  await setFirstPin(page)
  await expect(chip(saleDetail(page))).toHaveText('Removed')
  await saleDetail(page).getByRole('button', { name: 'Correct' }).focus()
  await look(page)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  // After a look it asks, and the safe answer is the default. On a busy machine the press above was late, and it asks already.
  const unchanged = question(page).getByText('Nothing was changed: ₦9,900.00, as in WRONG-9.')
  await expect(async () => {
    if (!(await unchanged.isVisible())) {
      await expect(amountField(page)).toHaveValue('9,900.00', { timeout: 1_000 })
      await look(page)
      await page.keyboard.press('Enter')
    }
    await expect(unchanged).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(page.getByRole('button', { name: 'Back to the entry' })).toBeFocused()
  await look(page)
  await page.keyboard.press('Enter')
  await expect(question(page)).toHaveCount(0)
  await look(page)
  await amountField(page).fill('990')
  await amountField(page).press('Enter')
  // Another counter may have been paid for the slip, and without its reference the bank cannot be asked about it.
  await expect(question(page)).toContainText('Record this sale without its slip?')
  await question(page).getByRole('button', { name: 'Record it without the slip' }).click()
  await expect(amountField(page)).toHaveValue('')
  await expect(queue(page)).toHaveText(/^1 waiting/u)
  await counter.goOnline()
  await untilAllSent(page)
  const kobo = counter.sandbox.bank.commits().map(({ amountKobo }) => amountKobo)
  expect(kobo.filter((amount) => amount === 990_000)).toEqual([])
  expect(kobo.filter((amount) => amount === 99_000)).toHaveLength(1)
  expect(settled('WRONG-9')).toBe(0)
})

test('another terminal receives the money of the next sales: the screen says so, and it needs a manager’s PIN', async () => {
  const { page } = counter
  await managerMode(page).click()
  await expect(managerMode(page)).toHaveCount(0)
  await show(page, 'Terminal')
  await expect(fact(ownTerminal(page), 'This counter')).toHaveText(TERMINAL_ID)
  await row(page, TERMINAL_LIST, '2TLS0003').click()
  const use = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Use at this counter: 2TLS0003' }).click()
    await expect(question(page)).toContainText(/The money of the next sales is paid to .+ from then on\./u)
    await question(page).getByRole('button', { name: 'Yes, use it' }).click()
    await expectPinAsked(page, 'Manager PIN')
  }
  await use()
  await page.keyboard.press('Escape')
  await expect(pinDialog(page, 'Manager PIN')).toHaveCount(0)
  await expect(fact(ownTerminal(page), 'This counter')).toHaveText(TERMINAL_ID)
  await use()
  await page.keyboard.type('2580')
  await page.keyboard.press('Enter')
  await expect(fact(ownTerminal(page), 'This counter')).toHaveText('2TLS0003')
  await managerMode(page).click()
})
