import { expect, test, type Page } from '@playwright/test'
import { startSandbox } from '../../sandbox/serve.ts'
import { hideRecords, openBooks, untilAllSent, untilAskedAgain, type Books } from '../pages/books.ts'
import { credentials, openCounter, TERMINAL_ID, type Counter } from '../pages/counter.ts'
import { chip, row, rows, saleDetail } from '../pages/lists.ts'
import { giveManagerPin } from '../pages/manager.ts'
import { amountField, lastSale } from '../pages/sale.ts'
import { chooseSignOut, queue, question, show, tryNow } from '../pages/shell.ts'
import { signInByKeyboard } from '../pages/signIn.ts'
import { logElsewhere } from '../pages/otherDevice.ts'
import { openBeside } from './secondComputer.ts'

const neighbour = { clientId: 'neighbour-2', secretKey: 'neighbours-own-secret' }

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

const settled = (reference: string): number => counter.sandbox.bank.settlementCount(reference)

/** The bank takes the next send and never answers it. */
function loseNextAnswer(): void {
  counter.sandbox.bank.faults.add({ on: 'logTransaction', fault: { kind: 'silence', committed: true } })
}

async function signInAs(page: Page, who: typeof credentials): Promise<void> {
  counter.sandbox.bank.changeOptions(who)
  await signInByKeyboard(page, who)
  await expect(amountField(page)).toBeVisible()
}

async function signOutAnyway(page: Page): Promise<void> {
  await chooseSignOut(page)
  await page.getByRole('button', { name: 'Sign out anyway' }).click()
}

// Two merchants who share one computer, and a shift that ends during a send.
test('signed out during a send and signed in as another merchant: their token neither sends nor sees it; then each is sent once', async () => {
  const { page, sandbox } = counter
  loseNextAnswer()
  await books.record(page, { amount: '501', reference: 'SHIFT-1' })
  await expect.poll(() => settled('SHIFT-1')).toBe(1)
  await books.record(page, { amount: '502', reference: 'SHIFT-2' })
  await signOutAnyway(page)
  await signInAs(page, neighbour)
  await expect(queue(page)).toHaveText('All sent')
  await books.record(page, { amount: '503', reference: 'NEIGHBOUR-1' })
  await sandbox.cutNetwork()
  await sandbox.restoreNetwork()
  await expect(async () => {
    await tryNow(page)
    expect(settled('NEIGHBOUR-1')).toBe(1)
  }).toPass()
  await books.expectOnScreen(page, { 'NEIGHBOUR-1': [1, 'accepted'] })
  await expect(rows(page, 'Sales')).toHaveCount(1)
  expect([settled('SHIFT-1'), settled('SHIFT-2')]).toEqual([1, 0])
  await chooseSignOut(page)
  await signInAs(page, credentials)
  await untilAllSent(page)
  const ends = { 'SHIFT-1': [1, 'accepted'], 'SHIFT-2': [1, 'accepted'] } as const
  await books.expectOnScreen(page, ends)
  await expect(row(page, 'Sales', 'NEIGHBOUR-1')).toHaveCount(0)
  books.expectSettled({ ...ends, 'NEIGHBOUR-1': [1, 'accepted'] }, 3)
})

// Another merchant's token in the bank's own cache: it takes the sale, and rejects our token.
test('a send settled but answered with 401, and every token expired: a new token, no second send', async () => {
  const { page, sandbox } = counter
  sandbox.bank.faults.add({
    on: 'logTransaction',
    fault: { kind: 'httpStatus', status: 401, committed: true, retryAfter: null, body: 'envelope' },
  })
  hideRecords(sandbox)
  await books.record(page, { amount: '504', reference: 'TOKEN-DEAD' })
  await expect(chip(lastSale(page, 'TOKEN-DEAD'))).toHaveText('Checking')
  sandbox.bank.expireTokens()
  await untilAskedAgain(page, sandbox)
  await show(page, 'Sell')
  await books.record(page, { amount: '505', reference: 'TOKEN-NEW' })
  await expect.poll(() => settled('TOKEN-NEW'), { timeout: 60_000 }).toBe(1)
  sandbox.bank.faults.clear()
  await untilAllSent(page)
  await books.expect(page, { 'TOKEN-DEAD': [1, 'accepted'], 'TOKEN-NEW': [1, 'accepted'] }, 2)
})

// A cashier who moves to another terminal while the sales of the first one still wait.
test('another terminal chosen while sales are being sent: every sale goes to the terminal that it was recorded for', async () => {
  const { page, sandbox } = counter
  await sandbox.cutNetwork()
  await books.record(page, { amount: '506', reference: 'TID-1' })
  await books.record(page, { amount: '507', reference: 'TID-2' })
  await show(page, 'Terminal')
  await row(page, 'All terminals', '2TLS0003').click()
  await page.getByRole('button', { name: /^Use at this counter: 2TLS0003/u }).click()
  await page.getByRole('button', { name: 'Yes, use it' }).click()
  await giveManagerPin(page, row(page, 'All terminals', '2TLS0003').getByText('This counter'))
  await expect(row(page, 'All terminals', '2TLS0003')).toContainText('This counter')
  await show(page, 'Sell')
  await books.record(page, { amount: '508', reference: 'TID-3' })
  await sandbox.restoreNetwork()
  await untilAllSent(page)
  await books.expect(
    page,
    { 'TID-1': [1, 'accepted'], 'TID-2': [1, 'accepted'], 'TID-3': [1, 'accepted'] },
    3,
  )
  const paidTo = sandbox.bank.commits().filter(({ transactionId }) => transactionId.startsWith('TID-'))
  expect(paidTo.map(({ terminalId }) => terminalId)).toEqual([TERMINAL_ID, TERMINAL_ID, '2TLS0003'])
  await show(page, 'Terminal')
  await row(page, 'All terminals', TERMINAL_ID).click()
  await page.getByRole('button', { name: `Use at this counter: ${TERMINAL_ID}` }).click()
  await page.getByRole('button', { name: 'Yes, use it' }).click()
  await giveManagerPin(page, row(page, 'All terminals', TERMINAL_ID).getByText('This counter'))
  await expect(row(page, 'All terminals', TERMINAL_ID)).toContainText('This counter')
})

// Two cashiers with one slip: each believes that the other has not entered it.
test('one slip entered at two counters: the second finds it at the bank, one settlement', async () => {
  const { page } = counter
  await using second = await openBeside(counter)
  await books.record(page, { amount: '509', reference: 'SLIP-1' })
  await expect.poll(() => settled('SLIP-1')).toBe(1)
  await books.record(second.page, { amount: '509', reference: 'SLIP-1' })
  await untilAllSent(second.page)
  await books.expectOnScreen(second.page, { 'SLIP-1': [1, 'accepted'] })
  await untilAllSent(page)
  await books.expect(page, { 'SLIP-1': [1, 'accepted'] }, 1)
})

// The terminal on the counter logged the sale itself before it printed the slip.
test('the terminal itself has logged the slip already: found, not sent', async () => {
  const { page, sandbox } = counter
  await logElsewhere(sandbox.url, { transactionId: 'PRINTED-1', amount: '510.00' })
  await books.record(page, { amount: '510', reference: 'PRINTED-1' })
  await untilAllSent(page)
  await books.expect(page, { 'PRINTED-1': [1, 'accepted'] }, 1)
})

// An installer who changes the address of the bank while sales wait.
test('the profile names another bank while sales are being sent: that bank gets none of them; after changing it back, each is sent once', async () => {
  const { sandbox } = counter
  await using other = Object.assign(await startSandbox({ options: { ...credentials, visibleAfterMs: 0 } }), {
    async [Symbol.asyncDispose]() {
      await other.close()
    },
  })
  loseNextAnswer()
  await books.record(counter.page, { amount: '511', reference: 'ADDRESS-1' })
  await expect.poll(() => settled('ADDRESS-1')).toBe(1)
  await books.record(counter.page, { amount: '512', reference: 'ADDRESS-2' })
  await counter.changeProfile({ partnerUrl: other.url })
  const elsewhere = await counter.restart()
  await signInByKeyboard(elsewhere, credentials)
  await expect(queue(elsewhere)).toHaveText('2 for another service')
  const ofOther = openBooks(other)
  await ofOther.record(elsewhere, { amount: '513', reference: 'ADDRESS-3' })
  await expect(async () => {
    await tryNow(elsewhere)
    expect(other.bank.settlementCount('ADDRESS-3')).toBe(1)
    await expect(queue(elsewhere)).toHaveText('2 for another service', { timeout: 500 })
  }).toPass()
  await ofOther.expect(elsewhere, { 'ADDRESS-3': [1, 'accepted'] }, 1)
  await expect(rows(elsewhere, 'Sales')).toHaveCount(1)
  await counter.changeProfile({ partnerUrl: sandbox.url })
  const back = await counter.restart()
  await untilAllSent(back)
  await expect(row(back, 'Sales', 'ADDRESS-3')).toHaveCount(0)
  await books.expect(back, { 'ADDRESS-1': [1, 'accepted'], 'ADDRESS-2': [1, 'accepted'] }, 2)
})

// An installer who tries another rule for references while sales wait.
test('the profile’s rule for references changed while sales are being sent: held, not sent; changed back, sent once', async () => {
  await counter.goOffline()
  await books.record(counter.page, { amount: '514', reference: 'RULE-1' })
  await counter.changeProfile({ transactionIdPattern: '^[0-9]{6}$' })
  const strict = await counter.restart()
  await counter.goOnline()
  await expect(async () => {
    await tryNow(strict)
    await expect(queue(strict)).toHaveText('1 needs you', { timeout: 500 })
  }).toPass()
  await books.expect(strict, { 'RULE-1': [0, 'held'] }, 0)
  await counter.changeProfile({})
  const again = await counter.restart()
  await untilAllSent(again)
  await books.expect(again, { 'RULE-1': [1, 'accepted'] }, 1)
})

// Another device logged another amount under the same reference. Last, since its result needs a person.
test('another device has settled the reference with another amount: a person is asked, ours is not sent', async () => {
  const { page, sandbox } = counter
  await logElsewhere(sandbox.url, { transactionId: 'OTHER-SUM', amount: '51.50' })
  await books.record(page, { amount: '515', reference: 'OTHER-SUM' })
  await expect(async () => {
    await tryNow(page)
    await expect(queue(page)).toHaveText('1 needs you', { timeout: 500 })
  }).toPass()
  await lastSale(page, 'OTHER-SUM').getByRole('button').click()
  await expect(saleDetail(page)).toContainText('The bank has another sale under this reference.')
  for (let press = 0; press < 3; press += 1) {
    await saleDetail(page).getByRole('button', { name: 'Check now' }).click()
    await tryNow(page)
  }
  await expect(question(page)).toHaveCount(0)
  await books.expect(page, { 'OTHER-SUM': [1, 'getHelp'] }, 1)
})
