import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from '@playwright/test'
import { openBooks, untilAllSent, untilAskedAgain, type Books } from '../pages/books.ts'
import { openCounter, type Counter } from '../pages/counter.ts'
import { chip } from '../pages/lists.ts'
import { amountField, lastSale, lastSales, recordSale, referenceField, typeEntry } from '../pages/sale.ts'
import { banner, question, queue, show, tryNow, look } from '../pages/shell.ts'
import { canFillDisk, fillDisk, freeDisk } from './fullDisk.ts'
import { copyPlace, copySales, openBeside, putBack, removeSales, salesDir } from './secondComputer.ts'

const YEAR_MS = 365 * 86_400_000
/** Two days of records, two a page, and a few more for the check before sending. */
const PAGES_OF_A_SEARCH = 80

let counter: Counter
let books: Books
test.beforeEach(async () => {
  counter = await openCounter()
  books = openBooks(counter.sandbox)
})
test.afterEach(() => counter.close())

const sales = (): string => salesDir(counter.app.dataDir)
const settled = (reference: string): number => counter.sandbox.bank.settlementCount(reference)

/** Records three sales that wait, since the bank is unreachable. */
async function threeWait(references: readonly [string, string, string]): Promise<void> {
  await counter.goOffline()
  for (const [index, reference] of references.entries())
    await books.record(counter.page, { amount: String(401 + index), reference })
  await expect(queue(counter.page)).toHaveText(/^3 waiting/u)
}

/** The bank takes and answers the first sale, takes the second, and does not answer. */
async function stopInMidDrain(second: string): Promise<void> {
  const { page, sandbox } = counter
  sandbox.bank.faults.add({ on: 'logTransaction', skip: 1, fault: { kind: 'silence', committed: true } })
  await counter.goOnline()
  await expect(async () => {
    await tryNow(page)
    expect(settled(second)).toBe(1)
  }).toPass()
}

// A helpful relative who restores yesterday's backup after a crash.
test('an older copy of the sales file restored while sales are being sent: what was sent is found, nothing is sent again', async () => {
  await using copy = await copyPlace()
  await threeWait(['OLD-1', 'OLD-2', 'OLD-3'])
  await copySales(sales(), copy.dir)
  await stopInMidDrain('OLD-2')
  await counter.app.kill()
  await putBack(copy.dir, sales())
  const page = await counter.restart()
  await expect(banner(page)).toContainText('is older than the one last used here')
  await expect(async () => {
    await tryNow(page)
    await expect(queue(page)).toHaveText('1 being checked', { timeout: 500 })
  }).toPass()
  await untilAskedAgain(page, counter.sandbox)
  await books.expect(
    page,
    { 'OLD-1': [1, 'accepted'], 'OLD-2': [1, 'accepted'], 'OLD-3': [0, 'checking'] },
    2,
  )
})

// A person who deletes files to free space, and the recycle bin.
test('the sales file deleted while sales are being sent, and restored: no new file is created, each is sent once', async () => {
  await using copy = await copyPlace()
  await threeWait(['GONE-1', 'GONE-2', 'GONE-3'])
  await stopInMidDrain('GONE-2')
  await counter.app.kill()
  await copySales(sales(), copy.dir)
  await removeSales(sales())
  const sendsBefore = counter.sandbox.bank.requests().length
  const without = await counter.restart()
  await expect(without.getByRole('heading')).toHaveText('The sales on this computer cannot be opened.')
  expect(counter.sandbox.bank.requests()).toHaveLength(sendsBefore)
  await counter.app.kill()
  await putBack(copy.dir, sales())
  const page = await counter.restart()
  await untilAllSent(page)
  await books.expect(
    page,
    { 'GONE-1': [1, 'accepted'], 'GONE-2': [1, 'accepted'], 'GONE-3': [1, 'accepted'] },
    3,
  )
})

// A merchant who copies the folder to a second computer, and lets both run.
test('two folders with the same sales, both running: each sale is sent by one of them', async () => {
  await using copy = await copyPlace()
  const ends = { 'BOTH-1': [1, 'accepted'], 'BOTH-2': [1, 'accepted'], 'BOTH-3': [1, 'accepted'] } as const
  await threeWait(['BOTH-1', 'BOTH-2', 'BOTH-3'])
  await copySales(sales(), copy.dir)
  await stopInMidDrain('BOTH-2')
  await using second = await openBeside(counter, { sales: copy.dir })
  await untilAllSent(second.page)
  expect([settled('BOTH-1'), settled('BOTH-2'), settled('BOTH-3')]).toEqual([1, 1, 1])
  await books.expectOnScreen(second.page, ends)
  await counter.sandbox.cutNetwork()
  await counter.sandbox.restoreNetwork()
  await untilAllSent(counter.page)
  await books.expect(counter.page, ends, 3)
})

/** Sends three sales with made references, and saves an earlier copy in which they wait. */
async function sentSinceTheCopy(copy: string): Promise<void> {
  const { page } = counter
  await counter.goOffline()
  for (const amount of ['411', '412', '413']) {
    await recordSale(page, { amount })
    await expect(lastSales(page).filter({ hasText: `₦${amount}.00` })).toHaveCount(1)
  }
  await copySales(sales(), copy)
  await counter.goOnline()
  await untilAllSent(page)
  await counter.app.kill()
}
const allSent = {
  '₦411.00': [1, 'accepted'],
  '₦412.00': [1, 'accepted'],
  '₦413.00': [1, 'accepted'],
} as const

// A spare computer with an empty battery: its clock is a year behind, and its search uses that clock.
test('a copy on a computer whose clock is a year back: every sale is found, none is sent', async () => {
  await using copy = await copyPlace()
  await sentSinceTheCopy(copy.dir)
  await using spare = await openBeside(counter, { sales: copy.dir, clockOffByMs: -YEAR_MS })
  await untilAllSent(spare.page)
  await books.expect(spare.page, allSent, 3)
})

// A bank whose lists omit a row while they are rebuilt.
test('a copy, and lists that hide a sale: nothing is sent until a list is complete', async () => {
  await using copy = await copyPlace()
  await sentSinceTheCopy(copy.dir)
  const { bank } = counter.sandbox
  bank.faults.add({ on: 'searchTransactions', times: 'always', fault: { kind: 'rowsSkip' } })
  // Two rows a page, so that the third newest sale is the one left out.
  await using spare = await openBeside(counter, {
    sales: copy.dir,
    profile: { limits: { pageSize: 2 }, outbox: { requestsPerSecond: 100 } },
  })
  await expect(queue(spare.page)).toHaveText(/^1 waiting/u, { timeout: 60_000 })
  const searchesBefore = bank.requestCount('searchTransactions')
  await expect(async () => {
    await tryNow(spare.page)
    expect(bank.requestCount('searchTransactions')).toBeGreaterThan(searchesBefore + PAGES_OF_A_SEARCH)
  }).toPass()
  await books.expect(spare.page, { ...allSent, '₦411.00': [1, 'waiting'] }, 3)
  bank.faults.clear()
  await untilAllSent(spare.page)
  await books.expect(spare.page, allSent, 3)
})

// A backup program that locks the file during the start.
test('the sales file locked by another program at the start: nothing is sent until it is free, then every sale is', async () => {
  await threeWait(['HELD-1', 'HELD-2', 'HELD-3'])
  await counter.app.kill()
  const holder = new DatabaseSync(path.join(sales(), 'sales.db'))
  holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  await counter.goOnline()
  const without = await counter.restart()
  await expect(without.getByRole('heading')).toHaveText('The sales on this computer cannot be opened.')
  expect(counter.sandbox.bank.requestCount('logTransaction')).toBe(0)
  await counter.app.kill()
  holder.close()
  const page = await counter.restart()
  await untilAllSent(page)
  await books.expect(
    page,
    { 'HELD-1': [1, 'accepted'], 'HELD-2': [1, 'accepted'], 'HELD-3': [1, 'accepted'] },
    3,
  )
})

// A disk full of films.
test('ux 39: a full disk at Enter: not saved, and reported; saved at the second try, sent once', async () => {
  test.skip(!canFillDisk(), 'this system cannot limit a running process')
  const { page } = counter
  await books.record(page, { amount: '421', reference: 'ROOM-1' })
  await untilAllSent(page)
  await show(page, 'Sell')
  fillDisk(counter.app)
  await typeEntry(page, { amount: '422', reference: 'FULL-1' })
  for (let press = 0; press < 2; press += 1) {
    await (press === 0
      ? page.keyboard.press('Enter')
      : page.getByRole('button', { name: 'Try again' }).click())
    await expect(question(page)).toContainText('It has NOT been recorded.')
    await look(page)
  }
  expect(settled('FULL-1')).toBe(0)
  freeDisk(counter.app)
  await page.getByRole('button', { name: 'Try again' }).dblclick()
  await expect(lastSale(page, 'FULL-1')).toBeVisible()
  await expect(amountField(page)).toHaveValue('')
  await untilAllSent(page)
  await books.expect(page, { 'ROOM-1': [1, 'accepted'], 'FULL-1': [1, 'accepted'] }, 2)
})

// A disk that fills up between the send and its answer.
test('a full disk during a send: the yes cannot be written, the sale is looked up, one send', async () => {
  test.skip(!canFillDisk(), 'this system cannot limit a running process')
  const { page, sandbox } = counter
  const release = sandbox.holdAnswer('logTransaction')
  await books.record(page, { amount: '423', reference: 'FULL-2' })
  await expect.poll(() => settled('FULL-2')).toBe(1)
  fillDisk(counter.app)
  release()
  await expect(banner(page)).toContainText('This computer cannot write your sales file')
  freeDisk(counter.app)
  await untilAllSent(page)
  await books.expect(page, { 'FULL-2': [1, 'accepted'] }, 1)
})

// The same, and a person who switches the computer off.
test('a full disk during a send, then kill -9: looked up at the next start, one send', async () => {
  test.skip(!canFillDisk(), 'this system cannot limit a running process')
  const { page, sandbox } = counter
  const release = sandbox.holdAnswer('logTransaction')
  await books.record(page, { amount: '424', reference: 'FULL-3' })
  await expect.poll(() => settled('FULL-3')).toBe(1)
  fillDisk(counter.app)
  release()
  await expect(banner(page)).toContainText('This computer cannot write your sales file')
  const again = await counter.restart()
  await expect(chip(lastSale(again, 'FULL-3'))).toHaveText(/^(?:Checking|On its way|Paid)$/u)
  await typeEntry(again, { amount: '424', reference: 'FULL-3' })
  await again.keyboard.press('Enter')
  await expect(referenceField(again)).toHaveAccessibleDescription(/^This slip number was used before/u)
  await untilAllSent(again)
  await books.expect(again, { 'FULL-3': [1, 'accepted'] }, 1)
})

// A tool that "helps" with the database.
test('a trigger that another program left in the sales file: its rows are used without it, and the screen says so', async () => {
  await books.record(counter.page, { amount: '401', reference: 'PAID-1' })
  await untilAllSent(counter.page)
  await counter.app.kill()
  const database = new DatabaseSync(path.join(sales(), 'sales.db'))
  database.exec(`CREATE TRIGGER resend AFTER INSERT ON sale BEGIN
    UPDATE sale SET state = 'queued', version = version + 1, due_awake_ms = 0 WHERE state = 'accepted'; END`)
  database.close()
  const page = await counter.restart()
  await expect(banner(page)).toContainText('held what Tillside never wrote (‘trigger resend’)')
  await books.record(page, { amount: '402', reference: 'PAID-2' })
  await untilAllSent(page)
  expect([settled('PAID-1'), settled('PAID-2')]).toEqual([1, 1])
})
