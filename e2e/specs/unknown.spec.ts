import { expect, test } from '@playwright/test'
import type { Fault } from '../../sandbox/faults.ts'
import { hideRecords, untilAllSent } from '../pages/books.ts'
import { openCounter, type Counter } from '../pages/counter.ts'
import { chip, row, saleDetail } from '../pages/lists.ts'
import { lastSale, recordSale } from '../pages/sale.ts'
import { queue, show, ticksIn, tryNow } from '../pages/shell.ts'

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter()
})
test.afterAll(() => counter.close())
test.afterEach(() => counter.sandbox.bank.faults.clear())

/**
 * What may happen to the answer after the bank took a sale. The till cannot tell these from a sale that was not taken.
 */
const lostAnswers: readonly (readonly [string, Fault])[] = [
  ['the connection breaks', { kind: 'drop', committed: true }],
  ['the answer ends half way', { kind: 'truncated', committed: true }],
  ['half of the JSON comes', { kind: 'halfJson', committed: true }],
  ['every type is wrong', { kind: 'wrongTypes', committed: true }],
  ['the portal of a hotel answers', { kind: 'htmlPage', committed: true }],
  ['500 comes', { kind: 'httpStatus', status: 500, committed: true, retryAfter: null, body: 'empty' }],
  ['the bank says no', { kind: 'declined', message: 'Duplicate request', committed: true }],
]

for (const [index, [name, fault]] of lostAnswers.entries()) {
  test(`${name} after the bank took the sale: Checking, no ✓; then accepted, settled once`, async () => {
    const { page, sandbox } = counter
    const reference = `LOST-${index}`
    sandbox.bank.faults.add({ on: 'logTransaction', fault })
    hideRecords(sandbox)
    await show(page, 'Sell')
    await recordSale(page, { amount: String(100 + index), reference })
    await expect(chip(lastSale(page, reference))).toHaveText('Checking')
    await lastSale(page, reference).getByRole('button').click()
    const pane = saleDetail(page)
    await expect(pane).toContainText(/do not charge the customer again/iu)
    if (fault.kind === 'declined') await expect(pane).toContainText('The bank said no: ‘Duplicate request’')
    await expect(ticksIn(pane)).toHaveCount(0)
    await expect(ticksIn(row(page, 'Sales', reference))).toHaveCount(0)
    await expect(queue(page)).toHaveText('1 being checked')
    expect(sandbox.bank.settlementCount(reference)).toBe(1)

    sandbox.bank.faults.clear()
    await untilAllSent(page)
    await expect(chip(row(page, 'Sales', reference))).toHaveText(/^(?:On its way|Paid)$/u)
    expect(sandbox.bank.settlementCount(reference)).toBe(1)
    await expect(pane).toContainText('Found at the bank')
  })
}

test('a sale that the bank never got stays Checking: it is not sent again, and Check now says why', async () => {
  const { page, sandbox } = counter
  sandbox.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: false } })
  await show(page, 'Sell')
  await recordSale(page, { amount: '199', reference: 'NEVER-THERE' })
  await expect(chip(lastSale(page, 'NEVER-THERE'))).toHaveText('Checking')
  await lastSale(page, 'NEVER-THERE').getByRole('button').click()
  for (let press = 0; press < 3; press += 1) {
    const before = sandbox.bank.requestCount('settlementStatus')
    await saleDetail(page).getByRole('button', { name: 'Check now' }).click()
    await expect.poll(() => sandbox.bank.requestCount('settlementStatus')).toBeGreaterThan(before)
    await tryNow(page)
  }
  await expect(chip(row(page, 'Sales', 'NEVER-THERE'))).toHaveText('Checking')
  await expect(saleDetail(page)).toContainText(/Checked [0-9]+ times/u)
  expect(sandbox.bank.settlementCount('NEVER-THERE')).toBe(0)
  expect(sandbox.bank.requestCount('logTransaction')).toBe(lostAnswers.length + 1)
})
