import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { callMain } from '../pages/bridge.ts'
import { openCounter, type Counter } from '../pages/counter.ts'
import { chip } from '../pages/lists.ts'
import { lastSale, recordSale } from '../pages/sale.ts'
import { queue, showSettings } from '../pages/shell.ts'

let counter: Counter
test.afterEach(() => counter.close())

const call = (name: string, request: object): Promise<unknown> => callMain(counter.page, name, request)

async function openWithWaiting(): Promise<void> {
  counter = await openCounter()
  await counter.goOffline()
  await recordSale(counter.page, { amount: '610', reference: 'WAITS-1' })
  await recordSale(counter.page, { amount: '611', reference: 'WAITS-2' })
  await expect(queue(counter.page)).toHaveText(/^2 waiting/u)
}

async function expectBothThereAndSentOnce(): Promise<void> {
  const page = await counter.restart()
  await expect(queue(page)).toHaveText(/^2 waiting/u)
  await counter.goOnline()
  for (const reference of ['WAITS-1', 'WAITS-2']) {
    await expect(chip(lastSale(page, reference))).toHaveText(/^(?:On its way|Paid)$/u, { timeout: 90_000 })
    expect(counter.sandbox.bank.settlementCount(reference)).toBe(1)
  }
}

test('the window is closed over waiting sales and the screen answers close: the app ends, and no sale is lost or doubled', async () => {
  await openWithWaiting()
  await counter.app.closeWindow()
  await expect.poll(() => call('queue.get', {})).toMatchObject({ value: { waitingCount: 2 } })
  // The answer may never arrive: the page closes with its window.
  await call('app.close', { how: 'close', remember: false }).catch(() => undefined)
  await counter.app.exited()
  await expectBothThereAndSentOnce()
})

test('the check of the connection says what the bank does otherwise, names the keys, and sends no sale', async () => {
  counter = await openCounter({ bank: { deviation: 'pagesFromZero', notFound: 'declined' } })
  const { page } = counter
  await showSettings(page, 'Bank')
  await page.getByRole('button', { name: 'Check the connection' }).click()
  await expect(page.getByText('The terminals can be read.')).toBeVisible()
  await expect(page.getByText('The bank counts its pages from 0')).toBeVisible()
  await expect(page.getByText('"limits.firstPage": 0')).toBeVisible()
  await expect(page.getByText('“Not found” can be told from trouble.')).toBeVisible()
  expect(counter.sandbox.bank.commits()).toEqual([])
})

test('a screen that does not answer cannot hold the window: the second press of the close button ends the app', async () => {
  await openWithWaiting()
  await counter.app.closeWindow()
  await counter.app.closeWindow()
  await counter.app.exited()
  await expectBothThereAndSentOnce()
})

test('the page is lost while a sale is sent: the sale is delivered once, and the screen comes back by itself', async () => {
  counter = await openCounter()
  const { page, app, sandbox } = counter
  const release = sandbox.holdAnswer('logTransaction')
  await recordSale(page, { amount: '620', reference: 'LOST-1' })
  await expect.poll(() => sandbox.bank.settlementCount('LOST-1')).toBe(1)
  await app.losePage()
  release()
  await expect(chip(lastSale(page, 'LOST-1'))).toHaveText(/^(?:On its way|Paid)$/u)
  await recordSale(page, { amount: '621', reference: 'LOST-2' })
  await expect(chip(lastSale(page, 'LOST-2'))).toHaveText(/^(?:On its way|Paid)$/u)
  expect(['LOST-1', 'LOST-2'].map((each) => sandbox.bank.settlementCount(each))).toEqual([1, 1])

  await app.losePage()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The screen of Tillside has stopped.')
  await expect(page.getByText('sales that wait are still sent')).toBeVisible()
})

test('with nothing waiting the close button closes at once', async () => {
  counter = await openCounter()
  await counter.app.closeWindow()
  await counter.app.exited()
  await counter.restart()
})

test('an exported file of sales is where the dialog said, complete, with its byte order mark and its lines', async () => {
  await openWithWaiting()
  const answer = await call('reports.sales', { filter: 'all', search: '', format: 'csv' })
  expect(answer).toMatchObject({ ok: true, value: { rowCount: 2 } })
  const { value } = answer as { value: { file: string } }
  const bytes = await readFile(value.file)
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(bytes.toString('utf8')).toContain('"WAITS-1","2TLS0001","610.00","Waiting"')
  expect(bytes.toString('utf8').replaceAll('\r\n', '')).not.toContain('\n')
  expect(await readdir(path.dirname(value.file))).toEqual([path.basename(value.file)])
})

test('a locked screen ends manager mode in main', async () => {
  counter = await openCounter()
  expect(await call('access.setPin', { currentPin: '', pin: '918273' })).toMatchObject({
    value: { role: 'manager' },
  })
  await counter.app.lockScreen()
  await expect.poll(() => call('access.get', {})).toMatchObject({ value: { role: 'cashier', pin: 'set' } })
  expect(await call('settings.change', { theme: 'dark' })).toMatchObject({ error: { code: 'needsManager' } })
})
