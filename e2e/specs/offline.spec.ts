import { expect, test } from '@playwright/test'
import { hideRecords, untilAllSent } from '../pages/books.ts'
import { openCounter, type Counter } from '../pages/counter.ts'
import { chip, row, rows } from '../pages/lists.ts'
import { amountField, lastSale, recordButton, recordSale } from '../pages/sale.ts'
import { banner, connection, queue, screens, show, ticksIn } from '../pages/shell.ts'

const SALES = [
  { amount: '1500', reference: 'OFF-1' },
  { amount: '2250.75', reference: 'OFF-2' },
  { amount: '900', reference: 'OFF-3' },
] as const

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter()
})
test.afterAll(() => counter.close())
test.describe.configure({ mode: 'serial' })

const settled = (): readonly number[] =>
  SALES.map(({ reference }) => counter.sandbox.bank.settlementCount(reference))

test('ux 16: without a network three sales are saved and wait; connection and queue are two separate texts', async () => {
  const { page } = counter
  await counter.goOffline()
  await expect(connection(page)).toHaveText('No internet')
  await expect(queue(page)).toHaveText('All sent')
  await expect(banner(page)).toContainText(
    'No internet. You can keep recording sales; we will send them later.',
  )
  await expect(recordButton(page)).toHaveText('Record sale')
  await amountField(page).fill('1500')
  await expect(recordButton(page)).toHaveText('Record ₦1,500.00')
  await expect(page.getByText('No internet: it is saved on this computer and sent later.')).toBeVisible()
  for (const sale of SALES) {
    await recordSale(page, sale)
    await expect(chip(lastSale(page, sale.reference))).toHaveText('Waiting')
    await expect(ticksIn(lastSale(page, sale.reference))).toHaveCount(0)
  }
  await expect(queue(page)).toHaveText(/^3 waiting, oldest (?:less than 1|[0-9]+) min$/u)
  await expect(connection(page)).toHaveText('No internet')
  for (const screen of screens) {
    await show(page, screen)
    await expect(queue(page), screen).toHaveText(/^3 waiting/u)
    await expect(connection(page), screen).toHaveText('No internet')
  }
  expect(settled()).toEqual([0, 0, 0])
})

test('kill -9 and a new start: the same three wait, with their amounts', async () => {
  const page = await counter.restart()
  await expect(queue(page)).toHaveText(/^3 waiting/u)
  await show(page, 'To do')
  await expect(rows(page, 'To do')).toHaveCount(3)
  for (const [index, amount] of ['₦1,500.00', '₦2,250.75', '₦900.00'].entries()) {
    await expect(row(page, 'To do', SALES[index]?.reference ?? '?')).toContainText(amount)
  }
  await expect(page.getByText('3 sales, ₦4,650.75')).toBeVisible()
  expect(settled()).toEqual([0, 0, 0])
})

test('ux 16: with the network back all are accepted, each settled once, and "All sent" is never said before', async () => {
  const { page } = counter
  await page.evaluate(() => {
    const said: string[] = []
    const look = (): void => {
      const text = document.querySelector('[role="group"][aria-label="Queue"]')?.textContent ?? ''
      if (said.at(-1) !== text) said.push(text)
    }
    Object.assign(globalThis, { said })
    look()
    new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true })
  })
  await counter.goOnline()
  await untilAllSent(page)
  const said = await page.evaluate(() => (globalThis as unknown as { said: string[] }).said)
  expect(said[0]).toMatch(/^3 waiting/u)
  expect(said.indexOf('All sent')).toBe(said.length - 1)
  expect(settled()).toEqual([1, 1, 1])
  await show(page, 'Sales')
  for (const { reference } of SALES)
    await expect(chip(row(page, 'Sales', reference))).toHaveText(/^(?:On its way|Paid)$/u)
  await expect(connection(page)).toHaveText('Online')
})

test('they were sent in the order in which they were recorded', () => {
  expect(counter.sandbox.bank.commits().map(({ transactionId }) => transactionId)).toEqual(
    SALES.map(({ reference }) => reference),
  )
})

test('killed in the middle of a send that the bank takes: after the start it is looked up, not sent again', async () => {
  const { page, sandbox } = counter
  // The bank does not show it until told to, so that an unknown outcome is shown as that.
  sandbox.bank.faults.add({ on: 'logTransaction', fault: { kind: 'silence', committed: true } })
  hideRecords(sandbox)
  await show(page, 'Sell')
  await recordSale(page, { amount: '512', reference: 'KILLED-1' })
  await expect.poll(() => sandbox.bank.settlementCount('KILLED-1')).toBe(1)
  await expect(chip(lastSale(page, 'KILLED-1'))).toHaveText('Sending')
  const again = await counter.restart()
  await expect(chip(lastSale(again, 'KILLED-1'))).toHaveText('Checking')
  sandbox.bank.faults.clear()
  await untilAllSent(again)
  await expect(chip(lastSale(again, 'KILLED-1'))).toHaveText(/^(?:On its way|Paid)$/u)
  expect(sandbox.bank.settlementCount('KILLED-1')).toBe(1)
})

test('the service is silent although the network is up: the text differs, and the sale waits', async () => {
  const { page, sandbox } = counter
  await sandbox.cutNetwork()
  await recordSale(page, { amount: '333', reference: 'SILENT-1' })
  await expect(connection(page)).toHaveText('Service not answering')
  await expect(banner(page)).toContainText('Internet is working, but the payment service is not answering.')
  await expect(chip(lastSale(page, 'SILENT-1'))).toHaveText('Waiting')
  await sandbox.restoreNetwork()
  await untilAllSent(page)
  expect(sandbox.bank.settlementCount('SILENT-1')).toBe(1)
})
