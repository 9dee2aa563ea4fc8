import { expect, test } from '@playwright/test'
import { openCounter, TERMINAL_ID, type Counter } from '../pages/counter.ts'
import { chip, fact, recordDetail, row, saleDetail } from '../pages/lists.ts'
import { lastSale, recordSale } from '../pages/sale.ts'
import { show, ticksIn } from '../pages/shell.ts'

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter({ bank: { settleAfterMs: 3_600_000 } })
})
test.afterAll(() => counter.close())
test.describe.configure({ mode: 'serial' })

/** The timestamp for "not paid" must never be visible, in text or in an attribute. */
async function expectNoYearOne(): Promise<void> {
  expect(await counter.page.content()).not.toMatch(/0001-01-01|1 Jan 0001|(?<!-)\b0001,/u)
}

test('ux 6: accepted and unpaid: one ✓, "Not paid yet", and no false payment', async () => {
  const { page, sandbox } = counter
  await recordSale(page, { amount: '20000', reference: 'OPEN-1' })
  await expect(chip(lastSale(page, 'OPEN-1'))).toHaveText('On its way')
  await expectNoYearOne()
  const before = sandbox.bank.requestCount('settlementStatus')
  await expect.poll(() => sandbox.bank.requestCount('settlementStatus')).toBeGreaterThan(before)
  await lastSale(page, 'OPEN-1').getByRole('button').click()
  const pane = saleDetail(page)
  await expect(pane).toContainText(
    /The bank has accepted this sale\. It has not been paid into account ••••••[0-9]{4} yet\./u,
  )
  await expect(pane.getByRole('list', { name: 'What is known' })).toContainText('Not paid yet')
  await expect(fact(pane, 'Fee').getByRole('img', { name: 'not known' })).toBeVisible()
  await expect(pane.locator('svg.lucide-check-check')).toHaveCount(0)
  await expect(row(page, 'Sales', 'OPEN-1').locator('svg.lucide-check')).toHaveCount(1)
  await expect(row(page, 'Sales', 'OPEN-1').locator('svg.lucide-check-check')).toHaveCount(0)
  await expect(fact(pane, 'Marked as paid')).toHaveText('no')
  await expectNoYearOne()
})

test('the bank’s own record of it, found by search, says "Not paid yet" too', async () => {
  const { page } = counter
  await show(page, 'Find')
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(row(page, 'Bank records', 'OPEN-1')).toContainText('Not paid yet')
  await row(page, 'Bank records', 'OPEN-1').click()
  await expect(recordDetail(page)).toBeVisible()
  await expect(fact(recordDetail(page), 'Marked as paid')).toHaveText('no')
  await expectNoYearOne()
})

test('paid: ✓✓ with the bank’s time, and every field of its record', async () => {
  const { page, sandbox } = counter
  sandbox.bank.changeOptions({ settleAfterMs: 100 })
  await show(page, 'Sell')
  await recordSale(page, { amount: '30000', reference: 'PAID-1', note: 'generator parts' })
  await expect(chip(lastSale(page, 'PAID-1'))).toHaveText('Paid')
  await expect(ticksIn(lastSale(page, 'PAID-1'))).toHaveCount(1)
  await lastSale(page, 'PAID-1').getByRole('button').click()
  const pane = saleDetail(page)
  const record = sandbox.bank.records().find(({ transactionId }) => transactionId === 'PAID-1')
  if (record === undefined) throw new Error('the bank has no record')
  const paidAt = bankTime(record.paidAtMs ?? 0)
  await expect(pane).toContainText(
    `₦29,850.00 was paid into account ••••••${record.accountNumber.slice(-4)} on ${paidAt}.`,
  )
  await expect(pane).toContainText('Sale ₦30,000.00, fee ₦150.00.')
  await expect(fact(pane, 'Note')).toHaveText('generator parts')
  const details = pane.locator('section').filter({ hasText: 'Details for the bank' })
  const expected: Readonly<Record<string, string>> = {
    Reference: 'PAID-1',
    'Bank’s reference': record.serviceReference,
    Amount: '₦30,000.00',
    Settled: '₦29,850.00',
    'Fee percentage': '0.5 %',
    'Marked as paid': 'yes',
    'Date paid (bank’s clock)': paidAt,
    'Received (bank’s clock)': bankTime(record.receivedAtMs),
    Terminal: TERMINAL_ID,
    Account: `••••••${record.accountNumber.slice(-4)}`,
    'Record ID': String(record.recordId),
    'Terminal record ID': String(record.terminalRecordId),
  }
  for (const [name, text] of Object.entries(expected)) {
    await expect(fact(details, name), name).toHaveText(text)
  }
  for (const step of ['Saved on this computer', 'Sending to the bank', 'The bank said yes', 'Paid to you']) {
    await expect(pane.getByRole('listitem').filter({ hasText: step }).first(), step).toBeVisible()
  }
  await show(page, 'Sales')
  await expect(row(page, 'Sales', 'PAID-1').locator('svg.lucide-check-check')).toBeVisible()
  await expectNoYearOne()
})

test('ux 12: no full account number is on any screen', async () => {
  const { page, sandbox } = counter
  const numbers = sandbox.bank.terminals().map(({ accountNumber }) => accountNumber)
  for (const screen of ['Sell', 'Sales', 'Terminal', 'Find'] as const) {
    await show(page, screen)
    const html = await page.content()
    expect(
      numbers.filter((number) => html.includes(number)),
      screen,
    ).toEqual([])
  }
})

/** The bank's wire format, in Lagos time, without the app's own code. */
function bankTime(atMs: number): string {
  const text = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Africa/Lagos',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(atMs)
  return text.replace(' at ', ', ')
}
