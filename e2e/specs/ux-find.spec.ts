import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { readSheet } from 'read-excel-file/node'
import { openCounter, type Counter } from '../pages/counter.ts'
import { choose, typeDate } from '../pages/fields.ts'
import { askBank, lookUpField, lookUpResult, searchYesterday } from '../pages/find.ts'
import { rows } from '../pages/lists.ts'
import { lastSale, recordSale } from '../pages/sale.ts'
import { show, showByKey } from '../pages/shell.ts'

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter()
  await recordSale(counter.page, { amount: '1500', reference: 'FIND-0001' })
  await expect(lastSale(counter.page, 'FIND-0001')).toContainText('Paid')
})
test.afterAll(() => counter.close())
test.beforeEach(() => counter.sandbox.bank.faults.clear())
test.describe.configure({ mode: 'serial' })

async function lookFor(reference: string): Promise<void> {
  const { page } = counter
  await show(page, 'Find')
  await page.getByRole('radio', { name: 'By reference' }).click()
  await lookUpField(page).fill(reference)
  await page.keyboard.press('Enter')
}

const here = () => lookUpResult(counter.page, 'On this computer')
const bank = () => lookUpResult(counter.page, 'At the bank')

test('what is recorded here and what the bank shows are two answers, and the bank is asked on a press', async () => {
  await lookFor('FIND-0001')
  await expect(here()).toContainText('₦1,500.00')
  await expect(here()).toContainText('Searched this computer: references')
  await expect(bank()).toContainText(
    'These are the sales of this computer. The bank was not asked for this search.',
  )
  await askBank(counter.page)
  await expect(bank()).toContainText(/paid into ••••••\d{4} on/u)
  await expect(bank()).toContainText('Marked as paidyes')
  await lookFor('NOT-KNOWN-1')
  await expect(here()).toContainText('No sale of this computer matches ‘NOT-KNOWN-1’.')
  await askBank(counter.page)
  await expect(bank()).toContainText('That does not prove that it has none.')
})

test('this computer’s result and the bank’s are about one reference, typed in any letters and groups', async () => {
  const { page } = counter
  await recordSale(page, { amount: '7300' })
  const sent = () => counter.sandbox.bank.commits().find(({ amountKobo }) => amountKobo === 730_000)
  await expect.poll(sent).toBeDefined()
  const made = sent()?.transactionId ?? ''
  await expect(lastSale(page, made)).toContainText('Paid')
  const ways = ['find-0001', made.toLowerCase(), made.replaceAll(/.{4}(?=.)/gu, '$& '), `…${made.slice(-4)}`]
  for (const typed of ways) {
    await lookFor(typed)
    await expect(here().getByRole('listitem')).toContainText('Paid')
    await askBank(page)
    await expect(bank()).toContainText('Marked as paidyes')
    await expect(bank()).not.toContainText('shows no record')
  }
  // An amount is no reference: the bank is not asked about it.
  await lookFor('7300')
  await expect(here().getByRole('region', { name: 'Amount' }).getByRole('listitem')).toContainText(
    '₦7,300.00',
  )
  await expect(here().getByRole('listitem')).toContainText('Today, ')
  await expect(bank()).toContainText('This looks like an amount')
  await expect(bank().getByRole('button')).toHaveCount(0)
  await show(page, 'Sales')
  await page
    .getByRole('main')
    .getByLabel('Search')
    .fill(made.replaceAll(/.{4}(?=.)/gu, '$& '))
  await expect(rows(page, 'Sales')).toHaveCount(1)
  await expect(rows(page, 'Sales')).toContainText('₦7,300.00')
  await page.getByRole('main').getByLabel('Search').fill('')
  await expect(rows(page, 'Sales')).not.toHaveCount(1)
  // There are none.
  await expect(page.getByText('Includes refused and removed sales.')).toHaveCount(0)
})

/** From any screen: F3, the text, Enter. Typed values are not counted. */
async function find(text: string): Promise<number> {
  const { page } = counter
  await show(page, 'Settings')
  let steps = 0
  for (const key of ['F3', 'Enter']) {
    if (key === 'Enter') await page.keyboard.type(text)
    await page.keyboard.press(key)
    steps += 1
  }
  return steps
}

test('a customer’s payment by its amount, note or slip, and a bank’s reference: two keys from any screen', async () => {
  const { page } = counter
  await show(page, 'Sell')
  await recordSale(page, { amount: '12500', reference: 'JOB-0042', note: 'Ẹ̀gúsí for Ṣadé' })
  await expect(lastSale(page, 'JOB-0042')).toContainText('Paid')
  const serviceReference =
    counter.sandbox.bank.records().find(({ transactionId }) => transactionId === 'JOB-0042')
      ?.serviceReference ?? ''
  expect(serviceReference).not.toBe('')
  const jobs = {
    Amount: '₦12,500',
    Note: 'egusi sade',
    Reference: 'job-0042',
    'End of the reference': '…0042',
    'The bank’s reference': serviceReference,
  }
  for (const [by, text] of Object.entries(jobs)) {
    expect(await find(text), by).toBeLessThanOrEqual(2)
    const group = here().getByRole('region', { name: by, exact: true })
    await expect(group.getByRole('listitem')).toContainText('₦12,500.00')
    await expect(group.getByRole('listitem')).toContainText('Paid')
  }
  // The bank is never asked about a note.
  await find('egusi sade')
  await expect(bank().getByRole('button')).toHaveCount(0)
  await expect(bank()).toContainText('The bank is asked only about a reference.')
})

test('Esc clears the text of a search box', async () => {
  const { page } = counter
  await lookFor('FIND-0001')
  await lookUpField(page).press('Escape')
  await expect(lookUpField(page)).toHaveValue('')
  await page.keyboard.press('F3')
  await page.keyboard.type('4,321')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox', { name: 'Find a sale' })).toHaveValue('')
})

test('the dates of a search are shown beside its fields in words', async () => {
  const { page } = counter
  await show(page, 'Find')
  await page.getByRole('radio', { name: 'By date' }).click()
  await typeDate(page, 'From', '05/11/2026')
  await typeDate(page, 'To', '09/11/2026')
  await expect(page.getByText('5 Nov 2026 to 9 Nov 2026')).toBeVisible()
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page.getByText(/^Complete\./u)).toBeVisible()
})

test('ux 25: a slow answer about an earlier reference never appears under a later one', async () => {
  const { page, sandbox } = counter
  const release = sandbox.holdAnswer('settlementStatus')
  await lookFor('SLOW-EARLIER-1')
  await askBank(page)
  await expect(bank()).toContainText('Asking the bank')
  await lookFor('FIND-0001')
  await askBank(page)
  await expect(bank()).toContainText('Marked as paidyes')
  await expect(bank()).toContainText('FIND-0001')
  release()
  await lookUpField(page).press('Enter')
  await askBank(page)
  await expect(bank()).toContainText('Marked as paidyes')
  await expect(bank()).not.toContainText('That does not prove')
})

test('a terminal’s records of a date: all pages, exact totals, filters over all of them, and another page', async () => {
  const { page } = counter
  await searchYesterday(page)
  await expect(page.getByText('Complete. 128 records')).toBeVisible()
  await expect(rows(page, 'Bank records')).toHaveCount(50)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('51 to 100 of 128')).toBeVisible()
  await choose(page, 'Show', 'Not paid yet')
  await expect(page.getByText(/^Complete\. \d+ records?$/u)).not.toHaveText('Complete. 128 records')
  await choose(page, 'Show', 'All')
  await page.getByLabel('Amount', { exact: true }).fill('not a number')
  await expect(page.getByText('Type the amount in digits, such as 1500 or 1500.50.')).toBeVisible()
  await expect(rows(page, 'Bank records').first()).toBeVisible()
  await page.getByLabel('Amount', { exact: true }).fill('')
  await expect(page.getByText('Complete. 128 records')).toBeVisible()
})

/** Rows of the records that are wholly in view. */
async function rowsInView(): Promise<number> {
  const { page } = counter
  const table = await page.getByRole('grid', { name: 'Bank records' }).boundingBox()
  const bottom = (table?.y ?? 0) + (table?.height ?? 0)
  const boxes = await Promise.all((await rows(page, 'Bank records').all()).map((row) => row.boundingBox()))
  return boxes.filter((box) => box !== null && box.y + box.height <= bottom + 1).length
}

test('most of the screen is records: seven rows in a low window, eight beside an open one', async () => {
  const { page } = counter
  const before = page.viewportSize()
  await page.setViewportSize({ width: 1024, height: 560 })
  await expect.poll(rowsInView).toBeGreaterThanOrEqual(7)
  await page.setViewportSize({ width: 1280, height: 800 })
  await rows(page, 'Bank records').first().click()
  await expect(page.getByRole('complementary')).toBeVisible()
  await expect.poll(rowsInView).toBeGreaterThanOrEqual(8)
  await page.keyboard.press('Escape')
  if (before !== null) await page.setViewportSize(before)
})

test('ux 36: a complete list is written in each format, and the screen says where it is', async () => {
  const { page } = counter
  const written = async (): Promise<string> => {
    const line = page.getByText(/^128 rows written to /u)
    await expect(line).toBeVisible()
    return ((await line.textContent()) ?? '').replace(/^128 rows written to /u, '')
  }
  await page.keyboard.press('ControlOrMeta+e')
  const book = await readFile(await written())
  expect(await readSheet(book, 'About', { trim: false })).toContainEqual(['Basis', 'by sale date'])
  const [titles, ...sheet] = await readSheet(book, { trim: false })
  expect(titles?.[0]).toBe('Received by the bank')
  const records = sheet.slice(0, 128)
  expect(records.every(([received]) => received instanceof Date)).toBe(true)
  expect(records.every((row) => typeof row[3] === 'number')).toBe(true)
  await page.getByRole('button', { name: /^Export.* to JSON Lines$/u }).click()
  await expect(page.getByText(/^128 rows written to .*\.jsonl$/u)).toBeVisible()
  const lines = (await readFile(await written(), 'utf8')).trimEnd().split('\n')
  expect(lines).toHaveLength(130)
  expect(lines[0]).toContain('"format":"tillside-records","version":1')
  await page.getByRole('button', { name: /^Export.* to CSV$/u }).click()
  await expect(page.getByText(/^128 rows written to .*\.csv$/u)).toBeVisible()
  const text = await readFile(await written(), 'utf8')
  expect(text.startsWith('\uFEFF"Received by the bank","Reference"')).toBe(true)
  expect(text.split('\r\n').length).toBeGreaterThanOrEqual(129)
  expect(text).not.toContain('₦')
  // Points 6 and 12: no placeholder date, and no account number.
  expect(text).not.toContain('0001-01-01')
  expect(text).not.toMatch(/(?<![0-9A-Za-z-])[0-9]{10}(?![0-9A-Za-z-])/u)
})

test('results keep the search that made them: with another form they dim, and Export waits with the reason', async () => {
  const { page } = counter
  await searchYesterday(page)
  await expect(page.getByText('Complete. 128 records')).toBeVisible()
  const heading = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(heading).toContainText('by sale date (bank’s clock)')
  await choose(page, 'By', 'Paid date')
  await expect(heading).toContainText('by sale date (bank’s clock)')
  await expect(page.getByText('The search above was changed. Search again to see its records.')).toBeVisible()
  const button = page.getByRole('button', { name: /^Export.* to Excel$/u })
  await expect(button).toBeDisabled()
  await expect(button).toHaveAccessibleDescription('The search above was changed. Search again to export.')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(heading).toContainText('by paid date (bank’s clock)')
  await expect(button).toBeEnabled()
  await choose(page, 'By', 'Sale date')
})

test('ux 27: an Incomplete list says so at its total, and Export is disabled with the reason in text', async () => {
  const { page, sandbox } = counter
  sandbox.bank.faults.add({
    on: 'searchTransactions',
    skip: 1,
    times: 'always',
    fault: { kind: 'httpStatus', status: 500, committed: false, retryAfter: null, body: 'empty' },
  })
  await searchYesterday(page)
  await expect(page.getByText(/^Incomplete\. \d+ records$/u)).toBeVisible()
  await expect(page.getByText('One page could not be read.')).toBeVisible()
  await expect(page.getByText('Amount, Incomplete')).toBeVisible()
  const button = page.getByRole('button', { name: /^Export.* to Excel$/u })
  await expect(button).toBeDisabled()
  await expect(button).toHaveAccessibleDescription('You can’t export an incomplete list. Search again.')
  await page.keyboard.press('ControlOrMeta+e')
  await expect(page.getByText(/written to/u)).toHaveCount(0)
})

test('the progress of reading is shown, and Stop keeps what was read as Incomplete', async () => {
  const { page, sandbox } = counter
  sandbox.bank.faults.add({ on: 'searchTransactions', skip: 1, fault: { kind: 'silence', committed: false } })
  await searchYesterday(page)
  // The days before and after are read too.
  await expect(page.getByText(/^Loaded 100 of \d+ so far$/u)).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('Reading was stopped.')).toBeVisible()
  await expect(page.getByText(/^Incomplete\. \d+ records$/u)).not.toHaveText('Incomplete. 128 records')
})

test('ux 26: a search without an answer keeps the earlier rows', async () => {
  const { page } = counter
  await searchYesterday(page)
  await expect(page.getByText('Complete. 128 records')).toBeVisible()
  await counter.goOffline()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(
    page.getByRole('main').getByRole('alert').filter({ hasText: 'We could not reach the service.' }),
  ).toBeVisible()
  await expect(rows(page, 'Bank records')).toHaveCount(50)
  await counter.goOnline()
})

test('this computer’s own sales are exported as shown', async () => {
  const { page } = counter
  await showByKey(page, 'Sales')
  await page.getByRole('button', { name: /^Export.* to Excel$/u }).click()
  await expect(page.getByText(/^3 rows written to /u)).toBeVisible()
})

test('a record without a sale here is marked as made elsewhere, and they can be shown alone', async () => {
  const { page } = counter
  await show(page, 'Find')
  await page.getByRole('radio', { name: 'By date' }).click()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  const found = rows(page, 'Bank records')
  const mark = 'Made elsewhere. This counter has no sale with this reference.'
  const own = found.filter({ hasText: 'FIND-0001' })
  await expect(own).toHaveCount(1)
  await expect(own.getByText('Here', { exact: true })).toBeVisible()
  await choose(page, 'Show', 'Made elsewhere')
  await expect(own).toHaveCount(0)
  await expect(found.getByText('Elsewhere', { exact: true })).toHaveCount(await found.count())
  await found.first().click()
  await expect(page.getByRole('complementary').getByText(mark)).toBeVisible()
  await choose(page, 'Show', 'All')
})
