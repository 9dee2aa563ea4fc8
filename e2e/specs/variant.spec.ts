import { expect, test } from '@playwright/test'
import { untilAllSent } from '../pages/books.ts'
import { openCounter, type Counter } from '../pages/counter.ts'
import { chip, fact, row, rows, saleDetail } from '../pages/lists.ts'
import { lastSale, recordSale } from '../pages/sale.ts'
import { queue, show } from '../pages/shell.ts'

/*
 * The other choices that the specification leaves to the deployment: fields named after the bank, the parameters of
 * GETs in the body, a path in the base address, amounts without trailing zeros, and 404 for "not found".
 */
let counter: Counter
test.beforeAll(async () => {
  const bank = {
    fieldPrefix: 'zenlake',
    getParameters: 'body',
    basePath: '/partner/v9',
    notFound: 'status404',
    emptyList: 'nullData',
    recordOrder: 'oldestFirst',
    refusals: 'bareStatus',
    wrongLogin: 'status401',
  } as const
  counter = await openCounter({
    bank,
    profile: {
      fieldPrefix: 'zenlake',
      getParameters: 'body',
      amountFormat: 'plain',
      limits: { pageSize: 5 },
    },
  })
})
test.afterAll(() => counter.close())
test.describe.configure({ mode: 'serial' })

test('terminals to the last page', async () => {
  const { page } = counter
  await show(page, 'Terminal')
  await expect(rows(page, 'All terminals')).toHaveCount(12)
  await expect(page.getByText('12 terminals, 3 pages read')).toBeVisible()
})

test('a sale accepted and paid', async () => {
  const { page, sandbox } = counter
  await show(page, 'Sell')
  await recordSale(page, { amount: '1500', reference: 'VARIANT-1' })
  await expect(chip(lastSale(page, 'VARIANT-1'))).toHaveText('Paid')
  await lastSale(page, 'VARIANT-1').getByRole('button').click()
  await expect(fact(saleDetail(page), 'Settled')).toHaveText('₦1,492.50')
  expect(sandbox.bank.settlementCount('VARIANT-1')).toBe(1)
})

test('an answer lost after commit is found by a look-up', async () => {
  const { page, sandbox } = counter
  sandbox.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  await show(page, 'Sell')
  await recordSale(page, { amount: '1600', reference: 'VARIANT-2' })
  await expect(chip(lastSale(page, 'VARIANT-2'))).toHaveText('Paid')
  expect(sandbox.bank.settlementCount('VARIANT-2')).toBe(1)
})

test('a backlog is looked up in many small pages before it is sent, each sale once', async () => {
  const { page, sandbox } = counter
  await counter.goOffline()
  await recordSale(page, { amount: '1700', reference: 'VARIANT-3' })
  await counter.restart()
  await expect(queue(counter.page)).toHaveText(/^1 waiting/u)
  const searchesBefore = sandbox.bank.requestCount('searchTransactions')
  await counter.goOnline()
  await untilAllSent(counter.page)
  expect(sandbox.bank.requestCount('searchTransactions') - searchesBefore).toBeGreaterThan(25)
  expect(sandbox.bank.settlementCount('VARIANT-3')).toBe(1)
})

test('the records of a date over all their pages', async () => {
  const { page } = counter
  await show(page, 'Find')
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await expect(page.getByText('Complete. 128 records')).toBeVisible()
  // The days before and after are read too.
  await expect(page.getByText(/\b[2-9]\d pages read/u)).toBeVisible()
  await show(page, 'Sales')
  await expect(row(page, 'Sales', 'VARIANT-3')).toBeVisible()
})
