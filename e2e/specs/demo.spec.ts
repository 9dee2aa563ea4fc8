import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import * as z from 'zod/mini'
import { launchApp, type LaunchedApp } from '../host/launch.ts'
import { hideRecords } from '../pages/books.ts'
import { closeChecked, credentials, openCounter, TERMINAL_ID, type Counter } from '../pages/counter.ts'
import { dateField } from '../pages/fields.ts'
import { chip, fact, row, rows, saleDetail } from '../pages/lists.ts'
import { amountField, lastSale, recordButton, recordSale } from '../pages/sale.ts'
import { chooseSignOut, connection, queue, question, show, showByKey, ticksIn } from '../pages/shell.ts'
import { signInByKeyboard, signInForm } from '../pages/signIn.ts'

/* `npm run demo`: the main job against the practice bank on real HTTP; every step leaves a picture in out/demo/. */

const SALE = { amount: '12500.50', reference: 'DEMO-SALE-1', note: 'rice, two bags' } as const
const PRACTICE_SALE = { amount: '250', reference: 'FIRST-MINUTE-1' } as const
const OFFLINE = [
  { amount: '1500', reference: 'DEMO-OFFLINE-1' },
  { amount: '2250.75', reference: 'DEMO-OFFLINE-2' },
  { amount: '900', reference: 'DEMO-OFFLINE-3' },
] as const
const LOST = { amount: '7300', reference: 'DEMO-LOST-ANSWER' } as const
const EXPIRED = { amount: '4100', reference: 'DEMO-EXPIRED-TOKEN' } as const
const LEFT = [
  { amount: '3200', reference: 'DEMO-SIGN-OUT-1' },
  { amount: '1050.50', reference: 'DEMO-SIGN-OUT-2' },
] as const
/** How many records the practice bank has for yesterday. */
const YESTERDAY_RECORDS = 128
/** Of these the screen shows this many at a time. */
const SHOWN_AT_ONCE = 50

/** The part of the practice bank's file that the demo reads. */
const Books = z.object({
  books: z.object({ records: z.array(z.object({ transactionId: z.string(), isSeeded: z.boolean() })) }),
})

const pictures = path.resolve(import.meta.dirname, '../../out/demo')
let practice: LaunchedApp | undefined
let counter: Counter
let number = 0
let release = (): void => undefined

test.describe.configure({ mode: 'serial' })
test.beforeAll(() => rm(pictures, { recursive: true, force: true }))
test.beforeEach(() => {
  number += 1
})
test.afterEach(() => snap(test.info().title))
test.afterAll(() => counter.close())

async function snap(name: string): Promise<void> {
  const file = `${String(number).padStart(2, '0')}-${name.replaceAll(/[^a-z0-9]+/giu, '-')}.png`
  const { page } = counter ?? practice ?? {}
  await page?.screenshot({ path: path.join(pictures, file), animations: 'disabled' })
}

const settled = (reference: string): number => counter.sandbox.bank.settlementCount(reference)

/** The screen's money format, without the screen's own code. */
function naira(kobo: number): string {
  const [whole = '', fraction] = (kobo / 100).toFixed(2).split('.')
  return `₦${whole.replaceAll(/\B(?=(?:[0-9]{3})+$)/gu, ',')}.${fraction}`
}

async function expectWaiting(references: readonly string[]): Promise<void> {
  const { page } = counter
  await show(page, 'To do')
  await expect(rows(page, 'To do')).toHaveCount(references.length)
  for (const reference of references) {
    await expect(chip(row(page, 'To do', reference))).toHaveText('Waiting')
    expect(settled(reference), reference).toBe(0)
  }
  await expect(queue(page)).toHaveText(new RegExp(`^${references.length} waiting, oldest `, 'u'))
}

/** Without any key: the app continues with all waiting sales automatically. */
async function expectAllAccepted(references: readonly string[]): Promise<void> {
  const { page } = counter
  await expect(queue(page)).toHaveText('All sent', { timeout: 120_000 })
  await show(page, 'Sales')
  for (const reference of references) {
    await expect(chip(row(page, 'Sales', reference))).toHaveText(/^(?:On its way|Paid)$/u)
    expect(settled(reference), reference).toBe(1)
  }
}

test('first start in Practice, signed in', async () => {
  practice = await launchApp()
  const { page, windowTitle, dataDir } = practice
  await expect(page.getByText('Practice. Nothing here is real.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Client practice' })).toBeVisible()
  await expect(recordButton(page)).toBeVisible()
  expect(windowTitle).toBe('PRACTICE – Tillside')
  await recordSale(page, PRACTICE_SALE)
  await expect(chip(lastSale(page, PRACTICE_SALE.reference))).toHaveText(/^(?:On its way|Paid)$/u)
  await expect(connection(page)).toHaveText('Online')
  const file = path.join(dataDir, 'practice/practice-bank.json')
  const ours = async () => {
    const { books } = z.parse(Books, JSON.parse(await readFile(file, 'utf8')))
    return books.records.filter(({ isSeeded }) => !isSeeded).map(({ transactionId }) => transactionId)
  }
  await expect.poll(ours).toEqual([PRACTICE_SALE.reference])
})

test('sign in to a bank on real HTTP', async () => {
  if (practice !== undefined) await closeChecked(practice)
  // Answers take time, so that the pictures also show the states before them. A dozen terminals take three pages.
  counter = await openCounter({
    isSignedIn: false,
    bank: { answerDelayMs: 40, settleAfterMs: 1_500, visibleAfterMs: 200 },
    profile: { limits: { pageSize: 5 } },
  })
  const { page, sandbox } = counter
  await expect(signInForm(page)).toContainText(`Service ${new URL(sandbox.url).host}`)
  await expect(signInForm(page)).toContainText('Live')
  expect(sandbox.bank.requestCount('login')).toBe(0)
  await snap('sign-in')
  await signInByKeyboard(page, credentials)
  await expect(amountField(page)).toBeVisible()
  await expect(page.getByRole('button', { name: `Client ${credentials.clientId}` })).toBeVisible()
  await expect(connection(page)).toHaveText('Online')
  expect(sandbox.bank.requestCount('login')).toBe(1)
})

test('terminals listed to the last page', async () => {
  const { page, sandbox } = counter
  await showByKey(page, 'Terminal')
  const ledger = sandbox.bank.terminals().map(({ terminalId }) => terminalId)
  await expect(rows(page, 'All terminals')).toHaveCount(ledger.length)
  await expect(page.getByText(`${ledger.length} terminals, 3 pages read`)).toBeVisible()
  await expect(page.getByText('Complete: the bank counted the same number.')).toBeVisible()
  const shown = await rows(page, 'All terminals').getByRole('rowheader').allTextContents()
  expect(shown.toSorted()).toEqual(ledger.toSorted())
})

test('this terminal’s details', async () => {
  const { page, sandbox } = counter
  const terminal = sandbox.bank.terminals().find((each) => each.terminalId === TERMINAL_ID)
  if (terminal === undefined) throw new Error('the bank has no such terminal')
  const own = page.getByRole('region', { name: 'Terminal', exact: true })
  await expect(fact(own, 'This counter')).toHaveText(terminal.terminalId)
  await expect(fact(own, 'Merchant')).toHaveText(terminal.merchantId)
  await expect(fact(own, 'Account name')).toHaveText(terminal.accountName)
  await expect(fact(own, 'Serial number')).toHaveText(terminal.serialNumber)
  await expect(fact(own, 'Fee (set by the bank)')).toHaveText(`${terminal.feePercentage} %`)
  await expect(fact(own, 'Payout account')).toContainText(terminal.accountNumber.slice(-4))
  await expect(page.locator('body')).not.toContainText(terminal.accountNumber)
})

test('a sale recorded by keyboard', async () => {
  const { page, sandbox } = counter
  // The bank answers in step 6: the row is there before any answer. Until step 7 it reports no payment, so that
  // an accepted sale shows as no more than accepted.
  release = sandbox.holdAnswer('logTransaction')
  hideRecords(sandbox)
  await showByKey(page, 'Sell')
  await recordSale(page, SALE)
  await expect(lastSale(page, SALE.reference)).toContainText('₦12,500.50')
  await expect(chip(lastSale(page, SALE.reference))).toHaveText(/^(?:Waiting|Sending)$/u)
  await expect(queue(page)).toHaveText(/^1 waiting/u)
  await expect(amountField(page)).toBeFocused()
})

test('accepted ✓', async () => {
  const { page, sandbox } = counter
  release()
  await expect(chip(lastSale(page, SALE.reference))).toHaveText('On its way')
  await expect(lastSale(page, SALE.reference).locator('svg.lucide-check')).toBeVisible()
  await expect(queue(page)).toHaveText('All sent')
  expect(sandbox.bank.settlementCount(SALE.reference)).toBe(1)
  expect(sandbox.bank.commits().at(-1)).toMatchObject({
    transactionId: SALE.reference,
    terminalId: TERMINAL_ID,
    amountKobo: 1_250_050,
  })
})

test('paid ✓✓ with amounts and fee', async () => {
  const { page, sandbox } = counter
  sandbox.bank.faults.clear()
  await expect(chip(lastSale(page, SALE.reference))).toHaveText('Paid', { timeout: 60_000 })
  await show(page, 'Sales')
  const own = row(page, 'Sales', SALE.reference)
  await expect(own.locator('svg.lucide-check-check')).toBeVisible()
  await own.click()
  const pane = saleDetail(page)
  // 0.50 % of ₦12,500.50 is ₦62.5025; the ledger says how the bank rounds it.
  const record = sandbox.bank.records().find((each) => each.transactionId === SALE.reference)
  if (record === undefined) throw new Error('the bank has no such record')
  await expect(fact(pane, 'Amount')).toHaveText(naira(record.amountKobo))
  await expect(fact(pane, 'Fee')).toHaveText(naira(record.amountKobo - record.settledKobo))
  await expect(fact(pane, 'Settled')).toHaveText(naira(record.settledKobo))
  await expect(pane.getByText(`${naira(record.settledKobo)} was paid into account`)).toBeVisible()
  await expect(pane.getByRole('list', { name: 'What is known' })).toContainText('bank’s clock')
})

test('network cut, three sales waiting to send', async () => {
  const { page } = counter
  await counter.goOffline()
  await expect(connection(page)).toHaveText('No internet')
  await show(page, 'Sell')
  for (const sale of OFFLINE) await recordSale(page, sale)
  await expectWaiting(OFFLINE.map(({ reference }) => reference))
})

test('kill -9, restart, still three', async () => {
  // From here on a page has a hundred rows, the default.
  await counter.changeProfile({ limits: { pageSize: 100 } })
  await counter.restart()
  await expectWaiting(OFFLINE.map(({ reference }) => reference))
})

test('network back, all accepted, each settled once', async () => {
  await counter.goOnline()
  await expectAllAccepted(OFFLINE.map(({ reference }) => reference))
  await expect(connection(counter.page)).toHaveText('Online')
})

test('an answer lost after commit: checking, then accepted, settled once', async () => {
  const { page, sandbox } = counter
  const { faults } = sandbox.bank
  faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  hideRecords(sandbox)
  await show(page, 'Sell')
  await recordSale(page, LOST)
  await expect(chip(lastSale(page, LOST.reference))).toHaveText('Checking')
  await expect(ticksIn(lastSale(page, LOST.reference))).toHaveCount(0)
  await expect(queue(page)).toHaveText('1 being checked')
  await lastSale(page, LOST.reference).getByRole('button').click()
  await expect(page.getByText('do not charge the customer again')).toBeVisible()
  expect(settled(LOST.reference)).toBe(1)
  await snap('checking')
  faults.clear()
  await expectAllAccepted([LOST.reference])
})

test('token expired in between: renewed, nothing lost', async () => {
  const { page, sandbox } = counter
  const loginsBefore = sandbox.bank.requestCount('login')
  await counter.goOffline()
  await expect(connection(page)).toHaveText('No internet')
  await show(page, 'Sell')
  await recordSale(page, EXPIRED)
  sandbox.bank.expireTokens()
  await counter.goOnline()
  await expectAllAccepted([EXPIRED.reference])
  expect(sandbox.bank.requests().some(({ status }) => status === 401)).toBe(true)
  expect(sandbox.bank.requestCount('login')).toBe(loginsBefore + 1)
  await expect(page.getByRole('button', { name: `Client ${credentials.clientId}` })).toBeVisible()
  await expect(signInForm(page)).toHaveCount(0)
})

test('a day’s records searched over two pages', async () => {
  const { page, sandbox } = counter
  await show(page, 'Find')
  await page.getByRole('button', { name: 'Yesterday' }).click()
  const shownDay = (await dateField(page, 'From').textContent()) ?? ''
  await expect(dateField(page, 'To')).toHaveText(shownDay)
  const day = shownDay.split('/').toReversed()
  await expect(page.getByText(`Complete. ${YESTERDAY_RECORDS} records`)).toBeVisible()
  await expect(page.getByText(/[2-9] pages read/u)).toBeVisible()
  const prefix = `0001-${day.join('')}-`
  const ledger = sandbox.bank.records().filter((record) => record.transactionId.startsWith(prefix))
  const shown = new Set<string>()
  const next = page.getByRole('button', { name: 'Next page' })
  for (let from = 0; from < YESTERDAY_RECORDS; from += SHOWN_AT_ONCE) {
    const onPage = rows(page, 'Bank records')
    await expect(onPage).toHaveCount(Math.min(SHOWN_AT_ONCE, YESTERDAY_RECORDS - from))
    // The previous page's rows may still be shown for a moment.
    await expect(async () => {
      const references = await onPage.getByRole('rowheader').allTextContents()
      expect(references.some((reference) => shown.has(reference))).toBe(false)
      for (const reference of references) shown.add(reference)
    }).toPass()
    if (from + SHOWN_AT_ONCE < YESTERDAY_RECORDS) await next.click()
  }
  expect([...shown].toSorted()).toEqual(ledger.map(({ transactionId }) => transactionId).toSorted())
})

test('sign-out with sales waiting: count and total named, and they stay', async () => {
  const { page } = counter
  await counter.goOffline()
  await expect(connection(page)).toHaveText('No internet')
  await show(page, 'Sell')
  for (const sale of LEFT) await recordSale(page, sale)
  await chooseSignOut(page)
  await expect(question(page)).toContainText('2 sales have not reached the bank yet (₦4,250.50).')
  await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(queue(page)).toHaveText(/^2 waiting/u)
  await chooseSignOut(page)
  await expect(question(page)).toBeVisible()
  for (const { reference } of LEFT) expect(settled(reference), reference).toBe(0)
})

test('signed out and in again: they were kept, and go out once', async () => {
  const { page } = counter
  await page.getByRole('button', { name: 'Sign out anyway' }).click()
  await expect(signInForm(page)).toContainText('2 sales safe on this computer (₦4,250.50).')
  // The form says what waits; no other thing on this screen speaks of the queue.
  await expect(queue(page)).toHaveCount(0)
  await expect(page.getByText('All sent')).toHaveCount(0)
  await snap('signed-out')
  await counter.goOnline()
  await signInByKeyboard(page, credentials)
  await expectAllAccepted(LEFT.map(({ reference }) => reference))
})

test('every sale settled exactly once, the policy unbroken, no request by the page', async () => {
  counter.check()
  const recorded = [SALE.reference, ...[...OFFLINE, LOST, EXPIRED, ...LEFT].map((sale) => sale.reference)]
  const commits = counter.sandbox.bank.commits().map(({ transactionId }) => transactionId)
  expect(commits.toSorted()).toEqual(recorded.toSorted())
  await show(counter.page, 'Sales')
  await expect(rows(counter.page, 'Sales')).toHaveCount(recorded.length)
})
