import { expect, test } from '@playwright/test'
import { openCounter, type Counter } from '../pages/counter.ts'
import { choice, dateField, typeDate } from '../pages/fields.ts'
import { lookUpField, lookUpResult } from '../pages/find.ts'
import { rows } from '../pages/lists.ts'
import {
  amountField,
  lastSale,
  noteField,
  openFields,
  recordSale,
  referenceField,
  typeEntry,
} from '../pages/sale.ts'
import { scan } from '../pages/scanner.ts'
import { question, show, showByKey } from '../pages/shell.ts'

let counter: Counter
const commitCount = (): number => counter.sandbox.bank.commits().length
test.beforeAll(async () => {
  counter = await openCounter()
  await recordSale(counter.page, { amount: '1500', reference: 'SCAN-000123' })
  await expect(lastSale(counter.page, 'SCAN-000123')).toBeVisible()
  // Visible does not mean sent; the tests below count what reached the bank.
  await expect.poll(commitCount).toBe(1)
})
test.afterAll(() => counter.close())
test.beforeEach(async () => {
  await showByKey(counter.page, 'Sell')
  await openFields(counter.page)
  for (const field of [amountField, referenceField, noteField]) await field(counter.page).fill('')
})
test.describe.configure({ mode: 'serial' })

test('ux 20: a scan burst in Amount opens Find with the reference; Amount and the sales stay unchanged', async () => {
  const { page } = counter
  const before = commitCount()
  await amountField(page).fill('2750.50')
  await amountField(page).focus()
  await scan(page, 'SCAN-000123')
  await expect(lookUpField(page)).toHaveValue('SCAN-000123')
  await expect(lookUpResult(page, 'On this computer')).toContainText('₦1,500.00')
  await expect(lookUpResult(page, 'At the bank')).toContainText('SCAN-000123')
  await showByKey(page, 'Sell')
  await expect(amountField(page)).toHaveValue('2,750.50')
  expect(commitCount()).toBe(before)
})

test('ux 20: in the note, on a button, in a choice and over a list it is the same, and no text is left behind', async () => {
  const { page } = counter
  await noteField(page).fill('two bags')
  await noteField(page).focus()
  await scan(page, 'SCAN-000123')
  await expect(lookUpField(page)).toHaveValue('SCAN-000123')
  await showByKey(page, 'Sell')
  await expect(noteField(page)).toHaveValue('two bags')
  await page.getByRole('button', { name: 'Record sale' }).focus()
  await scan(page, 'FROM-A-BUTTON-1')
  await expect(lookUpField(page)).toHaveValue('FROM-A-BUTTON-1')
  await expect(lookUpResult(page, 'On this computer')).toContainText('No sale of this computer matches')
  await showByKey(page, 'Sales')
  await choice(page, 'Show').focus()
  await scan(page, 'A1-CHOICE-77')
  await expect(lookUpField(page)).toHaveValue('A1-CHOICE-77')
  await showByKey(page, 'Sales')
  await expect(choice(page, 'Show')).toHaveText('All sales')
  await showByKey(page, 'Find')
  await page.getByRole('radio', { name: 'By date' }).click()
  await typeDate(page, 'From', '05/11/2026')
  await dateField(page, 'From').getByRole('spinbutton').first().focus()
  await scan(page, '2044-19-1987')
  await expect(lookUpField(page)).toHaveValue('2044-19-1987')
  await page.getByRole('radio', { name: 'By date' }).click()
  await expect(dateField(page, 'From')).toHaveText('05/11/2026')
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await showByKey(page, 'Sales')
  await rows(page, 'Sales').first().focus()
  await scan(page, 'SCAN-000123')
  await expect(lookUpField(page)).toHaveValue('SCAN-000123')
})

test('ux 20: in the reference field a scan stays, and its Enter records nothing', async () => {
  const { page } = counter
  const before = commitCount()
  await typeEntry(page, { amount: '81' })
  await referenceField(page).focus()
  await scan(page, 'SLIP-77-000009')
  await expect(referenceField(page)).toHaveValue('SLIP-77-000009')
  await expect(page.getByRole('heading', { name: 'New sale' })).toBeVisible()
  expect(commitCount()).toBe(before)
  // Only the person's own Enter does.
  await page.keyboard.press('Enter')
  await expect(lastSale(page, 'SLIP-77-000009')).toBeVisible()
  await expect.poll(commitCount).toBe(before + 1)
})

test('ux 20: a scan answers no question', async () => {
  const { page } = counter
  const before = commitCount()
  // This question does not depend on the time since another sale.
  await typeEntry(page, { amount: '1000000' })
  await page.keyboard.press('Enter')
  await expect(question(page)).toContainText('Record ₦1,000,000.00?')
  await page.getByRole('button', { name: 'Yes, record' }).focus()
  await scan(page, 'SCAN-000123')
  await expect(page.getByText('A code was scanned. Answer the question first')).toBeAttached()
  await expect(question(page)).toBeVisible()
  expect(commitCount()).toBe(before)
  await page.keyboard.press('Escape')
})

test('ux 20: in the top bar’s search and in Find a scan is searched for where it lands', async () => {
  const { page } = counter
  await page.keyboard.press('F3')
  await scan(page, 'SCAN-000123')
  await expect(lookUpField(page)).toHaveValue('SCAN-000123')
  await expect(lookUpField(page)).toBeFocused()
  await lookUpField(page).fill('')
  await scan(page, 'SLIP-77-000009')
  await expect(lookUpResult(page, 'On this computer')).toContainText('₦81.00')
})

test('ux 21: typed by hand at 120 ms a key the same text is an entry, never a scan', async () => {
  const { page } = counter
  await amountField(page).focus()
  await page.keyboard.type('123456', { delay: 120 })
  await expect(amountField(page)).toHaveValue('123,456')
  await noteField(page).focus()
  await page.keyboard.type('SCAN-000123', { delay: 120 })
  await expect(noteField(page)).toHaveValue('SCAN-000123')
  await expect(page.getByRole('heading', { name: 'New sale' })).toBeVisible()
})

test('the first digits of an amount land in it from every screen, fast or slow; what was typed before is replaced', async () => {
  const { page } = counter
  await amountField(page).fill('9000')
  // In Find they are what is looked for.
  for (const screen of ['Sales', 'To do', 'Terminal', 'Settings'] as const) {
    for (const delay of [70, 140]) {
      await show(page, screen)
      await page.keyboard.type('1250', { delay })
      await expect(amountField(page)).toBeFocused()
      await expect(amountField(page)).toHaveValue('1,250')
    }
  }
  // On the same screen the amount goes on; a choice and a question keep their keys.
  await page.getByRole('button', { name: /^Record/u }).focus()
  await page.keyboard.type('00', { delay: 70 })
  await expect(amountField(page)).toHaveValue('125,000')
  await show(page, 'Sales')
  await choice(page, 'Show').focus()
  await page.keyboard.type('77', { delay: 70 })
  await scan(page, 'SCAN-000123')
  await expect(lookUpField(page)).toHaveValue('SCAN-000123')
  await showByKey(page, 'Sell')
  await expect(amountField(page)).toHaveValue('125,000')
})

test('on a busy computer no digit of an amount is lost or replaced while the form comes up', async () => {
  const { page } = counter
  await page.keyboard.press('F2')
  await amountField(page).fill('')
  await page.evaluate(() => {
    const { requestAnimationFrame: next } = window
    window.requestAnimationFrame = (run) => Number(setTimeout(() => next(run), 120))
  })
  await show(page, 'Sales')
  await page.keyboard.type('1250', { delay: 140 })
  await expect(amountField(page)).toHaveValue('1,250')
  // The form takes the focus between two digits.
  await amountField(page).fill('')
  await amountField(page).evaluate((field) => {
    const press = (on: Element, key: string): void =>
      void on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    field.blur()
    press(document.body, '7')
    field.focus()
    press(field, '5')
  })
  // A made press writes nothing itself.
  await expect(amountField(page)).toHaveValue('7')
  await page.reload()
})

test('a held digit is typing, at any repeat rate', async () => {
  const { page } = counter
  await amountField(page).focus()
  for (let repeat = 0; repeat < 9; repeat += 1) await page.keyboard.down('1')
  await page.keyboard.up('1')
  await page.keyboard.press('Home')
  await expect(amountField(page)).toHaveValue('111,111,111')
  await expect(page.getByRole('heading', { name: 'New sale' })).toBeVisible()
})

test('the test box in Settings shows what arrived and searches for nothing', async () => {
  const { page } = counter
  await show(page, 'Settings')
  await page.getByLabel('Test scan').focus()
  await scan(page, 'TEST-00042')
  await expect(page.getByText('Arrived: TEST-00042 (10 characters)')).toBeVisible()
  await expect(page.getByLabel('Test scan')).toHaveValue('')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
})
