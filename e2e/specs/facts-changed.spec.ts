import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { editFile } from '../../electron/testing/editedFile.ts'
import { openCounter, type Counter } from '../pages/counter.ts'
import { chip, fact, row, saleDetail } from '../pages/lists.ts'
import { setFirstPin } from '../pages/manager.ts'
import { lastSale, recordSale } from '../pages/sale.ts'
import { connection, question, show } from '../pages/shell.ts'

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter()
})
test.afterAll(() => counter.close())

function folderOfSales(): string {
  const found = readdirSync(counter.app.dataDir, { recursive: true, encoding: 'utf8' })
  const file = found.find((name) => path.basename(name) === 'sales.db')
  if (file === undefined) throw new Error('there is no sales file')
  return path.dirname(path.join(counter.app.dataDir, file))
}

test('a waiting sale whose amount was changed in the file is not sent; a manager sees both sides and restores it', async () => {
  await counter.goOffline()
  await expect(connection(counter.page)).toHaveText('No internet')
  await recordSale(counter.page, { amount: '1500', reference: 'EDITED-1' })
  await expect(lastSale(counter.page, 'EDITED-1')).toBeVisible()
  await counter.app.kill()
  const edit = "UPDATE sale SET amount_kobo = 750000, amount_wire = '7500.00'"
  editFile({ dataDir: folderOfSales() }, edit)
  await counter.restart()
  await counter.goOnline()
  const { page, sandbox } = counter
  await show(page, 'To do')
  await row(page, 'To do', 'EDITED-1').click()
  const detail = saleDetail(page)
  await expect(detail).toContainText('the sales file no longer says what was recorded')
  const sides = detail.getByRole('region', { name: 'What was recorded, and what the file says now' })
  await expect(sides.getByRole('row', { name: /^Amount ₦/u })).toHaveText(/₦1,500\.00\s*₦7,500\.00/u)
  expect(sandbox.bank.requestCount('logTransaction')).toBe(0)

  await detail.getByRole('button', { name: 'Decide now…' }).click()
  await expect(page.getByRole('button', { name: 'Leave it waiting' })).toBeFocused()
  // No decision here depends on the bank, so it is not asked and nothing expires.
  await expect(question(page).getByText('The bank was asked a moment ago.')).toHaveCount(0)
  await page.getByLabel('Put back what was recorded').check()
  await page.getByLabel('Reason').fill('as on the slip')
  await page.getByRole('button', { name: 'Decide', exact: true }).click()
  await setFirstPin(page)
  await expect(chip(detail)).toHaveText(/^(?:On its way|Paid)$/u)
  await expect(fact(detail, 'Amount')).toHaveText('₦1,500.00')
  await expect(sides).toHaveCount(0)
  expect(sandbox.bank.commits().map(({ transactionId, amountKobo }) => [transactionId, amountKobo])).toEqual([
    ['EDITED-1', 150_000],
  ])
})
