import { expect, test } from '@playwright/test'
import { hideRecords, openBooks, untilAllSent, type Books } from '../pages/books.ts'
import { openCounter, type Counter } from '../pages/counter.ts'
import { chip, row } from '../pages/lists.ts'
import { giveManagerPin } from '../pages/manager.ts'
import {
  amountField,
  clearEntry,
  lastSale,
  lastSales,
  openFields,
  recordButton,
  referenceField,
  savedLine,
  typeEntry,
} from '../pages/sale.ts'
import { queue, question, show } from '../pages/shell.ts'

let counter: Counter
let books: Books
test.beforeAll(async () => {
  counter = await openCounter()
})
test.afterAll(() => counter.close())
test.beforeEach(async () => {
  const { page, sandbox } = counter
  books = openBooks(sandbox)
  await show(page, 'Sell')
  await clearEntry(page)
})

// A mouse that clicks twice at every click.
test('a double click on Record, and another one at once: one sale', async () => {
  const { page } = counter
  await amountField(page).fill('101')
  await recordButton(page).dblclick()
  await expect(lastSales(page).filter({ hasText: '₦101.00' })).toHaveCount(1)
  // The entry is empty by now, so a second double click records nothing.
  await recordButton(page).dblclick()
  await untilAllSent(page)
  await books.expect(page, { '₦101.00': [1, 'accepted'] }, 1)
})

// A book that lies on the Enter key.
test('Enter held down for a hundred repeats: one sale', async () => {
  const { page } = counter
  await typeEntry(page, { amount: '102' })
  for (let repeat = 0; repeat < 100; repeat += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(lastSales(page).filter({ hasText: '₦102.00' })).toHaveCount(1)
  await expect(question(page)).toHaveCount(0)
  await untilAllSent(page)
  await books.expect(page, { '₦102.00': [1, 'accepted'] }, 1)
})

// A cashier who loses patience with a computer that does not react.
test('Enter and Record pressed again and again while the disk hangs: one sale', async () => {
  test.skip(process.platform === 'win32', 'Windows has no signal that suspends a process')
  const { app, page } = counter
  await typeEntry(page, { amount: '103' })
  await app.suspend()
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('Enter')
  const button = page.getByRole('form', { name: 'New sale' }).locator('button[type="submit"]')
  for (let press = 0; press < 5; press += 1) await button.click()
  await expect(lastSales(page).filter({ hasText: '₦103.00' })).toHaveCount(0)
  await app.resume()
  await expect(lastSales(page).filter({ hasText: '₦103.00' })).toHaveCount(1)
  await untilAllSent(page)
  await books.expect(page, { '₦103.00': [1, 'accepted'] }, 1)
})

// A cashier with a queue at the counter, faster than every screen.
test('six entries typed in a row without waiting for the screen: six sales, each once', async () => {
  const { page } = counter
  const references = ['FAST-1', 'FAST-2', 'FAST-3', 'FAST-4', 'FAST-5', 'FAST-6'] as const
  for (const [index, reference] of references.entries())
    await books.record(page, { amount: String(110 + index), reference })
  await untilAllSent(page)
  await books.expect(page, Object.fromEntries(references.map((reference) => [reference, [1, 'accepted']])), 6)
})

// A cashier who pastes the same slip from the terminal's report once more.
test('the same amount and reference pasted again: refused at the field, one sale', async () => {
  const { page } = counter
  await books.record(page, { amount: '104', reference: 'PASTE-1' })
  for (let again = 0; again < 3; again += 1) {
    await amountField(page).fill('104')
    await openFields(page)
    await referenceField(page).fill(' PASTE-1 ')
    await referenceField(page).press('Enter')
    await expect(referenceField(page)).toHaveAccessibleDescription(/^This slip number was used before/u)
  }
  await untilAllSent(page)
  await books.expect(page, { 'PASTE-1': [1, 'accepted'] }, 1)
})

// A cashier who types the slip's reference in small letters the second time, and reads another amount.
test('the same reference in other letters and with another amount: refused, the first sale stays as it is', async () => {
  const { page } = counter
  await books.record(page, { amount: '105', reference: 'Slip-A7' })
  await typeEntry(page, { amount: '150', reference: 'sLIP-a7' })
  await page.keyboard.press('Enter')
  await expect(referenceField(page)).toHaveAccessibleDescription(/^This slip number was used before/u)
  await untilAllSent(page)
  await books.expect(page, { 'Slip-A7': [1, 'accepted'] }, 1)
})

// A cashier who is not sure whether the last sale went through, and enters it again to be safe.
test('Enter pressed by habit at the question about a second sale: nothing is recorded', async () => {
  const { page } = counter
  await books.record(page, { amount: '106', reference: 'HABIT-1' })
  for (let again = 0; again < 3; again += 1) {
    await typeEntry(page, { amount: '106' })
    await page.keyboard.press('Enter')
    await expect(question(page)).toContainText('Is this a second sale?')
    await expect(page.getByRole('button', { name: 'No, cancel' })).toBeFocused()
    // At once it does nothing (gestures.spec.ts); on a busy machine it is late, and means No.
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(question(page)).toHaveCount(0)
    await amountField(page).fill('')
  }
  await expect(lastSales(page).filter({ hasText: '₦106.00' })).toHaveCount(1)
  await untilAllSent(page)
  await books.expect(page, { 'HABIT-1': [1, 'accepted'] }, 1)
})

// Two customers who buy the same loaf, and a cashier who clicks twice on Yes.
test('a real second sale, Yes clicked twice: two sales, not three', async () => {
  const { page } = counter
  await books.record(page, { amount: '107', reference: 'LOAF-1' })
  await typeEntry(page, { amount: '107', reference: 'LOAF-2' })
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Yes, second sale' }).dblclick()
  await expect(lastSale(page, 'LOAF-2')).toBeVisible()
  await untilAllSent(page)
  await books.expect(page, { 'LOAF-1': [1, 'accepted'], 'LOAF-2': [1, 'accepted'] }, 2)
})

// A cashier who presses Remove at the moment when the network comes back.
test('a sale removed while it is being sent: it stays, and is settled once', async () => {
  const { page, sandbox } = counter
  await sandbox.cutNetwork()
  await books.record(page, { amount: '120', reference: 'REMOVE-1' })
  await expect(chip(lastSale(page, 'REMOVE-1'))).toHaveText('Waiting')
  await lastSale(page, 'REMOVE-1').getByRole('button').click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const remove = question(page)
  await remove.getByRole('textbox').fill('typed by mistake')
  const release = sandbox.holdAnswer('logTransaction')
  await sandbox.restoreNetwork()
  await expect.poll(() => sandbox.bank.settlementCount('REMOVE-1'), { timeout: 60_000 }).toBe(1)
  await remove.getByRole('button', { name: 'Remove sale' }).click()
  const refusal = remove.getByText('This sale may have been sent already, so it stays.')
  await giveManagerPin(page, refusal)
  await expect(refusal).toBeVisible()
  await remove.getByRole('button', { name: 'Keep sale' }).click()
  release()
  await untilAllSent(page)
  await books.expect(page, { 'REMOVE-1': [1, 'accepted'] }, 1)
})

// A cashier who removes a sale, and a network that comes back a moment later.
test('a sale removed before it was sent: nothing is sent afterwards', async () => {
  const { page, sandbox } = counter
  await sandbox.cutNetwork()
  await books.record(page, { amount: '121', reference: 'REMOVE-2' })
  await lastSale(page, 'REMOVE-2').getByRole('button').click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const remove = question(page)
  await remove.getByRole('textbox').fill('typed by mistake')
  await remove.getByRole('button', { name: 'Remove sale' }).dblclick()
  await giveManagerPin(page, chip(row(page, 'Sales', 'REMOVE-2')).getByText('Removed'))
  await expect(remove).toHaveCount(0)
  await sandbox.restoreNetwork()
  await show(page, 'Sell')
  // A later sale is sent, which shows that the loop skipped the removed one.
  await books.record(page, { amount: '122', reference: 'AFTER-REMOVE' })
  await untilAllSent(page)
  await books.expect(page, { 'REMOVE-2': [0, 'removed'], 'AFTER-REMOVE': [1, 'accepted'] }, 1)
})

// A worried merchant who presses Check now as often as possible.
test('Check now pressed repeatedly while the answer hangs: only look-ups, one send', async () => {
  const { page, sandbox } = counter
  sandbox.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  const before = { kind: 'staleReplica', asOfMs: Date.now() } as const
  hideRecords(sandbox)
  await books.record(page, { amount: '123', reference: 'CHECK-1' })
  await expect(chip(lastSale(page, 'CHECK-1'))).toHaveText('Checking')
  sandbox.bank.faults.clear()
  // No list shows it meanwhile, which any other question may read.
  sandbox.bank.faults.add(
    { on: 'settlementStatus', times: 'always', fault: { kind: 'silence', committed: false } },
    { on: 'searchTransactions', times: 'always', fault: before },
  )
  await lastSale(page, 'CHECK-1').getByRole('button').click()
  const check = page.getByRole('button', { name: /^Check(?: now|ing…)$/u })
  for (let press = 0; press < 10; press += 1) await check.dblclick()
  for (let press = 0; press < 10; press += 1) await page.keyboard.press('F6')
  await expect(queue(page)).toHaveText('1 being checked')
  expect(sandbox.bank.settlementCount('CHECK-1')).toBe(1)
  sandbox.bank.faults.clear()
  // Ends the hanging look-up before its time-out.
  await sandbox.cutNetwork()
  await sandbox.restoreNetwork()
  await untilAllSent(page)
  await books.expect(page, { 'CHECK-1': [1, 'accepted'] }, 1)
})

// A merchant who believes that Try now makes things faster.
test('Try now pressed repeatedly over a backlog during a send: each is sent once', async () => {
  const { page, sandbox } = counter
  await sandbox.cutNetwork()
  await books.record(page, { amount: '124', reference: 'TRY-1' })
  await books.record(page, { amount: '125', reference: 'TRY-2' })
  await books.record(page, { amount: '126', reference: 'TRY-3' })
  const release = sandbox.holdAnswer('logTransaction')
  await show(page, 'To do')
  const button = page.getByRole('button', { name: /^Try(?: now|ing…)$/u })
  await button.waitFor()
  await sandbox.restoreNetwork()
  for (let press = 0; press < 10; press += 1) {
    await page.keyboard.press('F6')
    await button.click({ force: true })
  }
  release()
  await untilAllSent(page)
  await books.expect(
    page,
    { 'TRY-1': [1, 'accepted'], 'TRY-2': [1, 'accepted'], 'TRY-3': [1, 'accepted'] },
    3,
  )
})

// A page reloaded at the moment of Enter, as after a crash of the window's own process.
test('the window reloaded at the moment of Enter, and the slip typed again: one sale', async () => {
  const { page } = counter
  await typeEntry(page, { amount: '127', reference: 'RELOAD-1' })
  await page.keyboard.press('Enter')
  await page.reload()
  await expect(amountField(page)).toBeVisible()
  await typeEntry(page, { amount: '127', reference: 'RELOAD-1' })
  await page.keyboard.press('Enter')
  const isUsed = page.getByText(/^This slip number was used before/u)
  await expect(isUsed.or(savedLine(page)).first()).toBeVisible()
  await untilAllSent(page)
  await books.expect(page, { 'RELOAD-1': [1, 'accepted'] }, 1)
})
