import { expect, test } from '@playwright/test'
import { logElsewhere } from '../pages/otherDevice.ts'
import { checkUntilHelp } from '../pages/books.ts'
import { openCounter, type Counter } from '../pages/counter.ts'
import { chip, fact, row, rows, saleDetail } from '../pages/lists.ts'
import { setFirstPin } from '../pages/manager.ts'
import { amountField, lastSale, noteField, recordSale, referenceField } from '../pages/sale.ts'
import { connection, show, ticksIn } from '../pages/shell.ts'

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter()
})
test.afterAll(() => counter.close())
test.describe.configure({ mode: 'serial' })

const settled = (reference: string): number => counter.sandbox.bank.settlementCount(reference)

test('a sale that the bank has with another amount: both sides are shown, and waiting is the default', async () => {
  const { page, sandbox } = counter
  // The same slip was entered at the bank, with another amount.
  sandbox.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: false } })
  await recordSale(page, { amount: '2500.50', reference: 'BOTH-1' })
  await expect(chip(lastSale(page, 'BOTH-1'))).toHaveText('Checking')
  await show(page, 'To do')
  await row(page, 'To do', 'BOTH-1').click()
  await logElsewhere(sandbox.url, { transactionId: 'BOTH-1', amount: '2600.00' })
  await checkUntilHelp(page)
  await expect(ticksIn(saleDetail(page))).toHaveCount(0)
  await show(page, 'To do')
  await expect(rows(page, 'To do')).toHaveCount(1)
  await row(page, 'To do', 'BOTH-1').click()
  const sides = saleDetail(page).getByRole('region', { name: 'Side by side' })
  const amounts = sides.getByRole('row', { name: /^Amount/u })
  await expect(amounts).toContainText('₦2,500.50')
  await expect(amounts).toContainText('₦2,600.00')
  await expect(amounts).toContainText('differs')
  await saleDetail(page).getByRole('button', { name: 'Decide now…' }).click()
  await expect(page.getByRole('button', { name: 'Leave it waiting' })).toBeFocused()
  // It may never be sent again: the bank has something under this reference.
  await expect(page.getByLabel('Send it again')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(chip(saleDetail(page))).toHaveText('Needs you')
})

test('a look-up that expires does not lose the focus: the safe answer has it, and Esc still leaves', async () => {
  const { page } = counter
  await saleDetail(page).getByRole('button', { name: 'Decide now…' }).click()
  const decide = page.getByRole('button', { name: 'Decide', exact: true })
  await expect(page.getByText('Deciding needs a manager’s PIN.').last()).toBeVisible()
  await expect(decide).toBeEnabled()
  await decide.focus()
  await page.clock.install()
  // Main may look the sale up just then, which makes it fresh for another minute.
  await expect(async () => {
    await page.clock.fastForward(70_000)
    await expect(page.getByText('The last look-up is too old to decide on.')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(page.getByRole('button', { name: 'Leave it waiting' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(decide).toHaveCount(0)
  await page.clock.resume()
})

test('a decision needs a choice, a reason and a manager; then it is made, and the reason is stored', async () => {
  const { page } = counter
  await saleDetail(page).getByRole('button', { name: 'Decide now…' }).click()
  const decide = page.getByRole('button', { name: 'Decide', exact: true })
  await expect(decide).toBeEnabled()
  await decide.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Choose what should happen.' })).toBeVisible()
  // The first problem has the focus, and so is visible.
  await expect(page.getByRole('radio').first()).toBeFocused()
  await expect(page.getByText('This sale becomes ₦2,600.00, as the bank has it.')).toBeVisible()
  await page.getByLabel('Take the bank’s record').check()
  await decide.click()
  await expect(page.getByLabel('Reason')).toHaveAccessibleDescription('Say why, in a few words.')
  await expect(page.getByLabel('Reason')).toBeFocused()
  await page.getByLabel('Reason').fill('the slip says 2,600')
  await decide.click()
  await setFirstPin(page)
  await expect(chip(saleDetail(page))).toHaveText(/^(?:On its way|Paid)$/u)
  await expect(saleDetail(page)).toContainText('the slip says 2,600')
  // All figures are the bank's: fee and payment belong to its amount.
  await expect(fact(saleDetail(page), 'Amount')).toHaveText('₦2,600.00')
  await expect(fact(saleDetail(page), 'Amount recorded here')).toHaveText('₦2,500.50')
  await expect(row(page, 'To do', 'BOTH-1')).toHaveCount(0)
  await expect(page.getByText('Nothing to do')).toBeVisible()
  expect(settled('BOTH-1')).toBe(1)
})

test('a removed sale is corrected by a new one, and each names the other', async () => {
  const { page } = counter
  await counter.goOffline()
  await expect(connection(page)).toHaveText('No internet')
  await show(page, 'Sell')
  await recordSale(page, { amount: '1250.50', reference: 'WRONG-1', note: 'rice' })
  await show(page, 'Sales')
  await row(page, 'Sales', 'WRONG-1').click()
  await saleDetail(page).getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByLabel('Reason').fill('wrong amount')
  await page.getByRole('button', { name: 'Remove sale' }).click()
  await expect(chip(saleDetail(page))).toHaveText('Removed')
  await saleDetail(page).getByRole('button', { name: 'Correct' }).click()
  await expect(amountField(page)).toBeFocused()
  await expect(amountField(page)).toHaveValue('1,250.50')
  await expect(noteField(page)).toHaveValue('rice')
  await expect(page.getByText('New sale instead of WRONG-1')).toBeVisible()
  await amountField(page).fill('1205.50')
  await referenceField(page).fill('RIGHT-1')
  await amountField(page).press('Enter')
  await expect(lastSale(page, 'RIGHT-1')).toBeVisible()
  await expect(page.getByText('New sale instead of')).toHaveCount(0)
  await show(page, 'Sales')
  await row(page, 'Sales', 'RIGHT-1').click()
  await saleDetail(page).getByRole('button', { name: 'WRONG-1', exact: true }).click()
  await expect(saleDetail(page).getByRole('button', { name: 'RIGHT-1' })).toBeVisible()
  await expect(saleDetail(page).getByRole('button', { name: 'Correct' })).toHaveCount(0)
  await counter.goOnline()
  await expect.poll(() => settled('RIGHT-1')).toBe(1)
  expect(settled('WRONG-1')).toBe(0)
})
