import { expect, test } from '@playwright/test'
import { startSandbox } from '../../sandbox/serve.ts'
import { openBooks, untilAllSent, type Books } from '../pages/books.ts'
import { credentials, openCounter, type Counter } from '../pages/counter.ts'
import { fact, rows } from '../pages/lists.ts'
import { amountField, recordSale } from '../pages/sale.ts'
import { queue, show, tryNow, showSettings } from '../pages/shell.ts'
import { signInByKeyboard } from '../pages/signIn.ts'

/* An installer changes the profile while sales wait. They keep their destination, so "All sent" would be false. */
let counter: Counter
let books: Books
test.beforeEach(async () => {
  counter = await openCounter()
  books = openBooks(counter.sandbox)
})
test.afterEach(() => counter.close())

const settled = (reference: string): number => counter.sandbox.bank.settlementCount(reference)

/** One sale that the bank took and never answered, and one that was never sent. */
async function leaveTwoOpen(): Promise<void> {
  const { page, sandbox } = counter
  sandbox.bank.faults.add({ on: 'logTransaction', fault: { kind: 'silence', committed: true } })
  await books.record(page, { amount: '601', reference: 'OPEN-1' })
  await expect.poll(() => settled('OPEN-1')).toBe(1)
  await counter.goOffline()
  await books.record(page, { amount: '602', reference: 'OPEN-2' })
}

test('a live profile becomes Practice with the same bank: Practice gets no sale, and says that they wait; after changing back, each is sent once', async () => {
  // Three starts of the app.
  test.slow()
  await leaveTwoOpen()
  // Before the network is back; otherwise the app would continue sending.
  await counter.app.kill()
  await counter.goOnline()
  await counter.changeProfile({ environment: 'practice' })
  const practice = await counter.restart()
  await signInByKeyboard(practice, credentials)
  await expect(amountField(practice)).toBeVisible()
  await expect(practice.getByText('Nothing here is real.')).toBeVisible()
  await books.record(practice, { amount: '603', reference: 'PRACTICE-1' })
  await expect(async () => {
    await tryNow(practice)
    expect(settled('PRACTICE-1')).toBe(1)
  }).toPass()
  await untilAllSent(practice, 'All practice sales sent')
  await show(practice, 'Sales')
  await expect(rows(practice, 'Sales')).toHaveCount(1)
  expect([settled('OPEN-1'), settled('OPEN-2')]).toEqual([1, 0])
  await showSettings(practice, 'Diagnostics')
  await expect(fact(practice.locator('main'), 'Also on this computer')).toHaveText(
    'live sales; those that wait go on when a live profile is back',
  )

  await counter.changeProfile({})
  const back = await counter.restart()
  await untilAllSent(back)
  const ends = { 'OPEN-1': [1, 'accepted'], 'OPEN-2': [1, 'accepted'] } as const
  await books.expectOnScreen(back, ends)
  books.expectSettled({ ...ends, 'PRACTICE-1': [1, 'accepted'] }, 3)
})

test('another address of the service: sign-in screen, status bar, Waiting and Settings mention what waits for the first address', async () => {
  await using other = Object.assign(await startSandbox({ options: { ...credentials, visibleAfterMs: 0 } }), {
    async [Symbol.asyncDispose]() {
      await other.close()
    },
  })
  await leaveTwoOpen()
  await counter.app.kill()
  await counter.app.setOnline(true)
  await counter.changeProfile({ partnerUrl: other.url })
  const page = await counter.restart()
  await expect(page.getByText('Nothing is waiting for this service.')).toContainText(
    '2 sales on this computer were recorded for another address of the service.',
  )
  await signInByKeyboard(page, credentials)
  await expect(queue(page)).toHaveText('2 for another service')
  await show(page, 'To do')
  await expect(page.getByText('They are kept, and not sent from here.')).toBeVisible()
  await expect(page.getByText('No sale recorded here still has to go to the bank.')).toHaveCount(0)
  await showSettings(page, 'Diagnostics')
  await expect(fact(page.locator('main'), 'For another service')).toContainText(
    new RegExp(`^2, oldest .* for ${new URL(counter.sandbox.url).host} \\(live\\)$`, 'u'),
  )
  // If a sale of this service was sent, the two would have been sent, too.
  await show(page, 'Sell')
  await recordSale(page, { amount: '604', reference: 'HERE-1' })
  await expect.poll(() => other.bank.settlementCount('HERE-1')).toBe(1)
  const toOther = other.bank.commits().map(({ transactionId }) => transactionId)
  expect(toOther.filter((reference) => reference.startsWith('OPEN-'))).toEqual([])
  expect([settled('OPEN-1'), settled('OPEN-2')]).toEqual([1, 0])
})
