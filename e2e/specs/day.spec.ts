import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { readSheet } from 'read-excel-file/node'
import { formatKobo } from '../../renderer/ui/format/money.ts'
import { bankDay } from '../../sandbox/bankTime.ts'
import { expectAccessible } from '../pages/accessible.ts'
import { openCounter, TERMINAL_ID, type Counter } from '../pages/counter.ts'
import { choose } from '../pages/fields.ts'
import { dayHeads, row, rows } from '../pages/lists.ts'
import { giveManagerPin } from '../pages/manager.ts'
import { logElsewhere } from '../pages/otherDevice.ts'
import { lastSale, recordSale } from '../pages/sale.ts'
import { show, showByKey } from '../pages/shell.ts'

const SECOND = '2TLS0003'

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter()
  await recordSale(counter.page, { amount: '1500', reference: 'DAY-0001' })
  await expect(lastSale(counter.page, 'DAY-0001')).toContainText('Paid')
})
test.afterAll(() => counter.close())
test.describe.configure({ mode: 'serial' })

const table = () => counter.page.getByRole('table', { name: 'Here and at the bank' })
/** The sums of the day are folded while lines are to be looked at. */
async function unfoldSums(): Promise<void> {
  const { page } = counter
  const summary = page.getByText(/^(?:Everything adds up|Here and at the bank), /u)
  await expect(async () => {
    if (!(await table().isVisible())) await summary.click({ timeout: 1_000 })
    await expect(table()).toBeVisible({ timeout: 1_000 })
  }).toPass()
}
const differences = () => rows(counter.page, 'Differences')

test('the day is read by itself, and what is paid here is the same at the bank', async () => {
  const { page } = counter
  await showByKey(page, 'Day')
  await expect(page.getByText(/^Bank read at \d\d:\d\d, complete$/u)).toBeVisible()
  await unfoldSums()
  const paid = table().getByRole('row').filter({ hasText: 'Paid' }).first()
  await expect(paid).toContainText('₦0.00')
  await expect(paid).toContainText('1 here, 1 at the bank')
  await expect(page.getByText('is unexplained')).toHaveCount(0)
  await expectAccessible(page, 'Day')
})

/** The practice bank's day has sales of others from eight o'clock on. */
function recordsElsewhereToday(): string {
  const day = bankDay(Date.now())
  const others = counter.sandbox.bank
    .records()
    .filter((each) => each.terminalId === TERMINAL_ID && bankDay(each.receivedAtMs) === day)
    .filter(({ transactionId }) => transactionId !== 'DAY-0001')
  const kobo = others.reduce((sum, { amountKobo }) => sum + amountKobo, 0)
  return `${others.length} made elsewhere: ${formatKobo(kobo)}`
}

test('what the bank has and this counter does not is counted at the head of the day in Sales', async () => {
  const { page, sandbox } = counter
  await logElsewhere(sandbox.url, { transactionId: 'DAY-OTHER', amount: '8000.00' })
  const elsewhere = recordsElsewhereToday()
  await page.getByRole('button', { name: 'Read the bank again' }).click()
  // They are no work of this counter, and folded.
  await page.getByText('Made at other tills of the terminal').click()
  const others = rows(page, 'Made at other tills of the terminal')
  await expect(others.filter({ hasText: 'DAY-OTHER' })).toContainText('Only at the bank')
  await showByKey(page, 'Sales')
  await expect(dayHeads(page).first()).toContainText(elsewhere)
})

test('a sale without an answer is a difference, which opens by keyboard and says what is known', async () => {
  const { page, sandbox } = counter
  sandbox.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: false } })
  await showByKey(page, 'Sell')
  await recordSale(page, { amount: '3800', reference: 'DAY-LOST-1' })
  await expect(lastSale(page, 'DAY-LOST-1')).toContainText('Checking')
  await showByKey(page, 'Day')
  await page.keyboard.press('F5')
  const lost = differences().filter({ hasText: 'DAY-LOST-1' })
  await expect(lost).toContainText('Only here')
  await expect(lost).toContainText('-₦3,800.00')
  await expect(page.getByText('These explain themselves')).toBeVisible()
  await lost.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary')).toContainText('DAY-LOST-1')
  await page.keyboard.press('Escape')
})

test('the day goes into a workbook with a press, and its file says what it holds', async () => {
  const { page } = counter
  await showByKey(page, 'Day')
  await expect(differences().filter({ hasText: 'DAY-LOST-1' })).toBeVisible()
  await page.getByRole('button', { name: /^Export.* to Excel$/u }).click()
  const said = page.getByText(/ written to .*\.xlsx$/u)
  await expect(said).toBeVisible()
  const file = ((await said.textContent()) ?? '').replace(/^.* written to /u, '')
  const about = await readSheet(await readFile(file), 'About', { trim: false })
  expect(about).toContainEqual(['Complete', 'yes'])
  const sheet = await readSheet(await readFile(file), { trim: false })
  expect(sheet).toContainEqual(expect.arrayContaining(['Only here', 'DAY-LOST-1', -3800]))
  expect(sheet).toContainEqual(expect.arrayContaining(['Unexplained NGN', 0]))
})

test('yesterday is a press away, and no day is after today', async () => {
  const { page } = counter
  await showByKey(page, 'Day')
  await expect(page.getByRole('button', { name: 'The day after' })).toBeDisabled()
  const today = (await page.getByRole('heading', { level: 2 }).first().textContent()) ?? ''
  await page.getByRole('button', { name: 'The day before' }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).not.toHaveText(today)
  await expect(page.getByText(/^Bank read at/u)).toBeVisible()
  const yesterday = (await page.getByRole('heading', { level: 2 }).first().textContent()) ?? ''
  await page.getByRole('button', { name: 'The day after' }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(today)
  await showByKey(page, 'Sales')
  await page.getByRole('button', { name: 'Yesterday', exact: true }).click()
  await page.getByRole('button', { name: 'Compare with the bank' }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(yesterday)
  await page.getByRole('button', { name: 'The day after' }).click()
})

test('a bank out of reach: what was known stays, and the screen says that it is older', async () => {
  const { page, sandbox } = counter
  await showByKey(page, 'Day')
  await expect(page.getByText(/^Bank read at/u)).toBeVisible()
  sandbox.bank.faults.add({
    on: 'searchTransactions',
    times: 'always',
    fault: { kind: 'drop', committed: false },
  })
  await page.getByRole('button', { name: 'Read the bank again' }).click()
  await expect(page.getByText('The bank did not give its list now. What is shown is older.')).toBeVisible()
  await unfoldSums()
  await expect(table()).toContainText('Together')
})

test('with a second terminal the day is that of all, or of one', async () => {
  const { page, sandbox } = counter
  sandbox.bank.faults.clear()
  await show(page, 'Terminal')
  await row(page, 'All terminals', SECOND).click()
  await page.getByRole('button', { name: `Use at this counter: ${SECOND}` }).click()
  await page.getByRole('button', { name: 'Yes, use it' }).click()
  await giveManagerPin(page, row(page, 'All terminals', SECOND).getByText('This counter'))
  await expect(row(page, 'All terminals', SECOND)).toContainText('This counter')
  await showByKey(page, 'Sell')
  await recordSale(page, { amount: '900', reference: 'DAY-SECOND' })
  await expect(lastSale(page, 'DAY-SECOND')).toContainText('Paid')
  await showByKey(page, 'Day')
  await page.keyboard.press('F5')
  await unfoldSums()
  const together = table().getByRole('row', { name: /^Together/u })
  await expect(together).toContainText('₦6,200.00')
  await choose(page, 'Terminal', SECOND)
  // Another terminal's day begins folded.
  await expect(async () => {
    await unfoldSums()
    await expect(together).toContainText('₦900.00', { timeout: 1_000 })
  }).toPass()
})
