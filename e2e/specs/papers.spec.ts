import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { expectAccessible } from '../pages/accessible.ts'
import { openCounter, type Counter } from '../pages/counter.ts'
import { row, rows, saleDetail } from '../pages/lists.ts'
import { giveManagerPin } from '../pages/manager.ts'
import { lastSale, recordSale } from '../pages/sale.ts'
import { showByKey } from '../pages/shell.ts'

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter()
  await recordSale(counter.page, { amount: '9800', reference: 'PAPER-0001' })
  await expect(lastSale(counter.page, 'PAPER-0001')).toContainText('Paid')
})
test.afterAll(() => counter.close())
test.describe.configure({ mode: 'serial' })

/** Where the screen says that a file is. */
async function writtenFile(): Promise<string> {
  const said = counter.page.getByText(/^Written to .+$/u)
  await expect(said).toBeVisible()
  return ((await said.textContent()) ?? '').replace('Written to ', '')
}

test('everything about a sale is a PDF or JSON in two presses, with the bank asked anew', async () => {
  const { page } = counter
  await showByKey(page, 'Sales')
  await row(page, 'Sales', 'PAPER-0001').click()
  await saleDetail(page).getByRole('button', { name: 'Everything about this sale as PDF' }).click()
  const pdf = await readFile(await writtenFile())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  await saleDetail(page).getByRole('button', { name: 'Everything about this sale as JSON' }).click()
  await expect(page.getByText(/^Written to .*\.json$/u)).toBeVisible()
  const everything = JSON.parse(await readFile(await writtenFile(), 'utf8')) as Record<string, unknown>
  expect(everything).toMatchObject({
    sale: { transactionId: 'PAPER-0001', standing: 'paid' },
    askedAnew: { record: { transactionId: 'PAPER-0001', isPaid: true } },
  })
  expect(JSON.stringify(everything)).not.toMatch(/(?<![0-9A-Za-z-])[0-9]{10}(?![0-9A-Za-z-])/u)
})

test('what the window shows is not changed by a paper, and nothing of a paper is read aloud', async () => {
  const { page } = counter
  await expect(page.locator('[data-paper]')).toHaveCount(0)
  await expect(rows(page, 'Sales').first()).toBeVisible()
})

test('F9 prints the last sale’s receipt from the Sell screen; the second one is marked as a copy', async () => {
  const { page } = counter
  await showByKey(page, 'Sell')
  await page.keyboard.press('F9')
  await expect(page.getByText('Sent to the printer.')).toBeVisible()
  await showByKey(page, 'Sales')
  await row(page, 'Sales', 'PAPER-0001').click()
  await expect(saleDetail(page).getByText('A receipt was sent to the printer')).toHaveCount(1)
  const print = saleDetail(page).getByRole('button', { name: 'Print receipt' })
  await print.click()
  await expect(saleDetail(page).getByText('A receipt was sent to the printer')).toHaveCount(2)
  await expect(print).toBeFocused()
})

test('the day is closed and printed in two presses from Day; a second time is refused, and a reprint is one press', async () => {
  const { page } = counter
  await page.keyboard.press('Escape')
  await showByKey(page, 'Day')
  await page.getByRole('button', { name: 'Close the day' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close the day' })
  await expect(dialog.getByRole('row', { name: /^Recorded/u })).toContainText('₦9,800.00')
  await expectAccessible(page, 'the close of the day')
  await dialog.getByRole('button', { name: 'Close and print' }).click()
  await expect(dialog.getByText('Sent to the printer.')).toBeVisible()
  await expect(dialog.getByText(/^This day has its close\./u)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Close and print' })).toBeDisabled()
  await expect(dialog.getByText(/^Close No\. 1: to zero\./u)).toBeVisible()
  // A minute later the words of what was done are gone.
  await page.clock.install()
  await dialog.getByRole('button', { name: 'Print close No. 1 again' }).click()
  await expect(dialog.getByText('Sent to the printer.')).toBeVisible()
  await page.clock.fastForward(61_000)
  await expect(dialog.getByText('Sent to the printer.')).toHaveCount(0)
  await page.clock.resume()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
})

test('a receipt printer of the network gets the receipt in plain letters; one that is off is said, and nothing waits for it', async () => {
  const { page } = counter
  const taken: Buffer[] = []
  const printer = createServer((socket) => socket.on('data', (part: Buffer) => taken.push(part)))
  await new Promise<void>((resolve) => void printer.listen(0, '127.0.0.1', resolve))
  const { port } = printer.address() as AddressInfo
  await showByKey(page, 'Settings')
  await page.getByRole('tab', { name: 'This computer' }).click()
  const card = page.getByRole('region', { name: 'Printing' })
  const address = card.getByLabel('Receipt printer’s address')
  await address.fill('not an address')
  await expect(card.getByRole('button', { name: 'Save printer' })).toBeDisabled()
  await address.fill(`127.0.0.1:${port}`)
  await card.getByRole('button', { name: 'Save printer' }).click()
  const button = card.getByRole('button', { name: 'Print the last sale’s receipt' })
  // The receipt's button stands there before the PIN; only a saved printer has nothing to save.
  await giveManagerPin(page, card.getByRole('button', { name: 'Save printer', disabled: true }))
  await expect(button).toBeEnabled()
  await button.click()
  await expect(card.getByText('Sent to the printer.')).toBeVisible()
  const text = Buffer.concat(taken).toString('latin1')
  expect(text).toContain('PAPER-0001')
  expect(text).toContain('NGN 9,800.00')
  expect(text).toContain('Bank accepted')
  await new Promise((resolve) => printer.close(resolve))
  await button.click()
  await expect(
    card.getByText('The printer is off or its address is wrong. Nothing was printed.'),
  ).toBeVisible()
})
