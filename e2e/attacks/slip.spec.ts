import { expect, test } from '@playwright/test'
import type { Fault } from '../../sandbox/faults.ts'
import { openBooks, type Books } from '../pages/books.ts'
import { openCounter, TERMINAL_ID, type Counter } from '../pages/counter.ts'
import { chip, row, saleDetail } from '../pages/lists.ts'
import { expectPinAsked, giveManagerPin, managerMode } from '../pages/manager.ts'
import { amountField, lastSale } from '../pages/sale.ts'
import { question, show, tryNow } from '../pages/shell.ts'
import { logElsewhere } from '../pages/otherDevice.ts'

/** A slip that another counter was paid for, while the bank's answers about it are unreadable. */

let counter: Counter
let books: Books
test.beforeAll(async () => {
  counter = await openCounter()
})
test.afterAll(() => counter.close())
test.beforeEach(async () => {
  books = openBooks(counter.sandbox)
  await show(counter.page, 'Sell')
})
test.afterEach(() => counter.sandbox.bank.faults.clear())

const NOT_READ = 'The bank’s answer about this slip could not be read. Not sent.'

/** The other terminal logs it, so here only a look-up by its reference can find it. */
async function paidElsewhere(transactionId: string, amount: string): Promise<void> {
  const { sandbox } = counter
  const terminalId = sandbox.bank.terminals().find((one) => one.terminalId !== TERMINAL_ID)?.terminalId ?? ''
  await logElsewhere(sandbox.url, { transactionId, amount, terminalId })
}

function spoilLookUps(fault: Fault): void {
  counter.sandbox.bank.faults.add({ on: 'settlementStatus', times: 'always', fault })
}

const unreadable: readonly (readonly [reference: string, what: string, fault: Fault])[] = [
  ['SLIP-TYPES', 'a record whose every type is wrong', { kind: 'wrongTypes', committed: true }],
  [
    'SLIP-404',
    'a gateway that does not know the path',
    { kind: 'httpStatus', status: 404, committed: true, retryAfter: null, body: 'gatewayPage' },
  ],
  ['SLIP-HALF', 'half of the JSON', { kind: 'halfJson', committed: true }],
]
for (const [index, [reference, what, fault]] of unreadable.entries()) {
  test(`${what}: the slip waits and says why, others go on; then it is recognised as paid, one settlement`, async () => {
    const { page, sandbox } = counter
    const amount = String(611 + index)
    await paidElsewhere(reference, amount)
    spoilLookUps(fault)
    await books.record(page, { amount, reference })
    await lastSale(page, reference).getByRole('button').click()
    await expect(saleDetail(page)).toContainText(NOT_READ)
    await show(page, 'To do')
    await expect(row(page, 'To do', reference)).toContainText(NOT_READ)
    for (let press = 0; press < 3; press += 1) await tryNow(page)
    // The bank is not asked about a made reference, so that sale does not wait for readable answers.
    await show(page, 'Sell')
    await amountField(page).fill(String(711 + index))
    await amountField(page).press('Enter')
    await expect
      .poll(
        () => sandbox.bank.commits().filter(({ amountKobo }) => amountKobo === (711 + index) * 100).length,
      )
      .toBe(1)
    expect(sandbox.bank.settlementCount(reference)).toBe(1)
    sandbox.bank.faults.clear()
    await show(page, 'To do')
    await expect(async () => {
      await tryNow(page)
      await show(page, 'Sales')
      await expect(chip(row(page, 'Sales', reference))).toHaveText('Needs you', {
        timeout: 500,
      })
    }).toPass()
    expect(sandbox.bank.settlementCount(reference)).toBe(1)
  })
}

// A cashier who removes the slip and types the amount alone.
test('removed and entered again without its slip: the question names it, and only a manager may continue', async () => {
  const { page, sandbox } = counter
  await paidElsewhere('SLIP-GONE', '640')
  spoilLookUps({ kind: 'wrongTypes', committed: true })
  await books.record(page, { amount: '640', reference: 'SLIP-GONE' })
  await lastSale(page, 'SLIP-GONE').getByRole('button').click()
  await expect(saleDetail(page)).toContainText(NOT_READ)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await question(page).getByRole('textbox').fill('it does not go')
  await question(page).getByRole('button', { name: 'Remove sale' }).click()
  await giveManagerPin(page, chip(row(page, 'Sales', 'SLIP-GONE')).getByText('Removed'))
  await managerMode(page).click()
  await expect(managerMode(page)).toHaveCount(0)
  await show(page, 'Sell')
  await amountField(page).fill('640')
  await amountField(page).press('Enter')
  await expect(question(page)).toContainText('Is this the slip that was removed?')
  await expect(question(page)).toContainText('SLIP-GONE')
  await expect(page.getByRole('button', { name: 'No, cancel' })).toBeFocused()
  await question(page).getByRole('button', { name: 'It is another sale, record it' }).click()
  const pin = page.getByRole('dialog', { name: 'Manager PIN' })
  await expectPinAsked(page, 'Manager PIN')
  await page.keyboard.press('Escape')
  await expect(pin).toHaveCount(0)
  await expect(amountField(page)).toHaveValue('640')
  sandbox.bank.faults.clear()
  await expect
    .poll(() => sandbox.bank.commits().filter(({ amountKobo }) => amountKobo === 64_000).length)
    .toBe(1)
})
