import { expect, test } from '@playwright/test'
import { callMain } from '../pages/bridge.ts'
import { openCounter, type Counter } from '../pages/counter.ts'
import { amountField, recordSale, typeEntry } from '../pages/sale.ts'
import { banner, chooseSignOut, connection, question, queue } from '../pages/shell.ts'
import { signInForm } from '../pages/signIn.ts'

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter()
})
test.afterAll(() => counter.close())
test.describe.configure({ mode: 'serial' })

test('ux 14: closing with sales waiting asks; Keep open has the focus, Esc keeps open, Close ends and loses nothing', async () => {
  const { page } = counter
  await counter.goOffline()
  await expect(connection(page)).toHaveText('No internet')
  await recordSale(page, { amount: '3200', reference: 'CLOSE-1' })
  await recordSale(page, { amount: '1050.50', reference: 'CLOSE-2' })
  await expect(queue(page)).toHaveText(/^2 waiting/u)
  await counter.app.closeWindow()
  await expect(question(page)).toContainText('2 sales are still waiting to be sent (₦4,250.50).')
  await expect(question(page)).toContainText('Close now and they are sent next time you open the app.')
  await expect(page.getByRole('button', { name: 'Keep open' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await typeEntry(page, { amount: '9' })
  await counter.app.closeWindow()
  await expect(question(page)).toContainText('What is typed on the Sell screen (9) is not recorded.')
  await expect(page.getByRole('button', { name: 'Keep open' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  // Main takes calls in their order, so by now it knows that the window stays open.
  await callMain(page, 'app.info', {})
  await amountField(page).fill('')
  await counter.app.closeWindow()
  await expect(question(page)).not.toContainText('What is typed')
  await page.getByRole('button', { name: 'Close Tillside', exact: true }).click()
  await counter.app.exited()
  const again = await counter.restart()
  await expect(queue(again)).toHaveText(/^2 waiting/u)
  await counter.goOnline()
  await expect(queue(again)).toHaveText('All sent', { timeout: 90_000 })
  for (const reference of ['CLOSE-1', 'CLOSE-2']) {
    expect(counter.sandbox.bank.settlementCount(reference)).toBe(1)
  }
})

test('ux 14: with nothing waiting the window closes without a question', async () => {
  await counter.app.closeWindow()
  await counter.app.exited()
  await expect(queue(await counter.restart())).toHaveText('All sent')
})

test('signing out without internet asks even if nothing waits: signing in again would be impossible', async () => {
  const { page } = counter
  await counter.goOffline()
  await expect(connection(page)).toHaveText('No internet')
  await chooseSignOut(page)
  await expect(question(page)).toContainText('Without it you cannot sign in again')
  await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await counter.goOnline()
  await expect(connection(page)).not.toHaveText('No internet')
})

test('ux 13: send now, then sign out: it signs out automatically once the last sale is with the bank', async () => {
  const { page, sandbox } = counter
  const release = sandbox.holdAnswer('logTransaction')
  await recordSale(page, { amount: '410', reference: 'FIRST-SENT' })
  await chooseSignOut(page)
  await expect(question(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeFocused()
  await page.getByRole('button', { name: 'Send now, then sign out' }).click()
  await expect(banner(page)).toContainText('Signing out as soon as nothing is waiting.')
  release()
  await expect(signInForm(page)).toBeVisible()
  expect(sandbox.bank.settlementCount('FIRST-SENT')).toBe(1)
  await expect(signInForm(page)).toContainText('Nothing is waiting on this computer.')
})

test('a clock that is two hours wrong is reported in the banner, with where to fix it', async () => {
  const wrong = await openCounter({ launch: { clockOffByMs: 2 * 3_600_000 } })
  try {
    await expect(banner(wrong.page)).toContainText(
      'This computer’s clock is wrong by about 2 hours. Correct it in',
    )
    await recordSale(wrong.page, { amount: '12', reference: 'CLOCK-1' })
    await expect.poll(() => wrong.sandbox.bank.settlementCount('CLOCK-1')).toBe(1)
  } finally {
    await wrong.close()
  }
})
