import { expect, test } from '@playwright/test'
import { untilAllSent } from '../pages/books.ts'
import { credentials, openCounter, type Counter } from '../pages/counter.ts'
import { chip, row, rows } from '../pages/lists.ts'
import { amountField, lastSale, recordSale } from '../pages/sale.ts'
import { banner, chooseSignOut, connection, question, queue, show, tryNow } from '../pages/shell.ts'
import { signInByKeyboard, signInForm } from '../pages/signIn.ts'

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter({ isSignedIn: false })
})
test.afterAll(() => counter.close())
test.describe.configure({ mode: 'serial' })

const settled = (reference: string): number => counter.sandbox.bank.settlementCount(reference)

test('an empty form, a wrong secret, and an unreachable service are three different texts', async () => {
  const { page, sandbox } = counter
  const problem = signInForm(page).getByRole('alert')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByLabel('Client ID')).toHaveAccessibleDescription('Type the client ID.')
  await expect(page.getByLabel('Secret key')).toHaveAccessibleDescription('Type the secret key.')

  await signInByKeyboard(page, { ...credentials, secretKey: 'wrong' })
  await expect(problem).toContainText('Client ID or secret key is wrong.')
  await expect(page.getByLabel('Client ID')).toHaveValue(credentials.clientId)

  await sandbox.cutNetwork()
  await page.getByLabel('Secret key').fill(credentials.secretKey)
  // React writes a field's value into its markup, where anything that reads the page would find it.
  expect(await page.content()).not.toContain(credentials.secretKey)
  await page.getByLabel('Secret key').press('Enter')
  await expect(problem).toHaveText('We could not reach the service.')
  await sandbox.restoreNetwork()
})

test('a bank’s own sign-in offers no way into Practice', async () => {
  await expect(signInForm(counter.page)).toBeVisible()
  await expect(counter.page.getByRole('button', { name: 'Sign in to Practice' })).toHaveCount(0)
})

test('the right secret signs in, and is not on the screen afterwards', async () => {
  const { page } = counter
  await signInByKeyboard(page, credentials)
  await expect(amountField(page)).toBeVisible()
  await expect(connection(page)).toHaveText('Online')
  expect(await page.content()).not.toContain(credentials.secretKey)
})

test('a restart needs no second sign-in if the system can encrypt the secret', async () => {
  const page = await counter.restart()
  await expect(amountField(page)).toBeVisible()
  await expect(page.getByRole('button', { name: `Client ${credentials.clientId}` })).toBeVisible()
  await expect(connection(page)).toHaveText('Online')
})

test('a token that ended with sales in the queue is renewed automatically', async () => {
  const { page, sandbox } = counter
  await counter.goOffline()
  await expect(connection(page)).toHaveText('No internet')
  await recordSale(page, { amount: '410', reference: 'TOKEN-1' })
  await recordSale(page, { amount: '411', reference: 'TOKEN-2' })
  sandbox.bank.expireTokens()
  const loginsBefore = sandbox.bank.requestCount('login')
  await counter.goOnline()
  await untilAllSent(counter.page)
  expect([settled('TOKEN-1'), settled('TOKEN-2')]).toEqual([1, 1])
  expect(sandbox.bank.requestCount('login')).toBe(loginsBefore + 1)
})

test('ux 17: a secret that the bank changed: the banner names what waits, recording goes on, signing in drains the queue', async () => {
  const { page, sandbox } = counter
  await counter.goOffline()
  await expect(connection(page)).toHaveText('No internet')
  await recordSale(page, { amount: '420', reference: 'SECRET-1' })
  sandbox.bank.changeOptions({ secretKey: 'the-new-secret-5512' })
  sandbox.bank.expireTokens()
  await counter.goOnline()
  await expect(async () => {
    await tryNow(page)
    await expect(banner(page)).toContainText(
      'Sign in to send 1 waiting sale (₦420.00). It is safe on this computer. Nothing is lost while you are signed out.',
      { timeout: 500 },
    )
  }).toPass()
  await recordSale(page, { amount: '421', reference: 'SECRET-2' })
  await expect(chip(lastSale(page, 'SECRET-2'))).toHaveText('Waiting')
  await expect(queue(page)).toHaveText(/^2 waiting/u)
  await banner(page).getByRole('button', { name: 'Sign in' }).click()
  await expect(signInForm(page)).toContainText('2 sales safe on this computer (₦841.00).')
  await signInByKeyboard(page, { ...credentials, secretKey: 'the-new-secret-5512' })
  await expect(amountField(page)).toBeVisible()
  await untilAllSent(counter.page)
  expect([settled('SECRET-1'), settled('SECRET-2')]).toEqual([1, 1])
})

test('signing out with an empty queue asks no question', async () => {
  const { page } = counter
  await chooseSignOut(page)
  await expect(signInForm(page)).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  await signInByKeyboard(page, { ...credentials, secretKey: 'the-new-secret-5512' })
  await expect(amountField(page)).toBeVisible()
})

test('ux 13: signing out with sales waiting names their count and total; Esc and Enter stay', async () => {
  const { page } = counter
  await counter.goOffline()
  await expect(connection(page)).toHaveText('No internet')
  await recordSale(page, { amount: '3200', reference: 'LEFT-1' })
  await recordSale(page, { amount: '1050.50', reference: 'LEFT-2' })
  for (const key of ['Escape', 'Enter']) {
    await chooseSignOut(page)
    await expect(question(page)).toContainText('2 sales have not reached the bank yet (₦4,250.50).')
    await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeFocused()
    await page.keyboard.press(key)
    await expect(question(page)).toHaveCount(0)
    await expect(queue(page)).toHaveText(/^2 waiting/u)
    await expect(amountField(page)).toBeVisible()
  }
})

test('signed out, the sign-in screen says what is safe on this computer, and nothing claims that all is sent', async () => {
  const { page } = counter
  await chooseSignOut(page)
  await page.getByRole('button', { name: 'Sign out anyway' }).click()
  await expect(signInForm(page)).toContainText('2 sales safe on this computer (₦4,250.50).')
  await expect(queue(page)).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Sign-in', exact: true })).toHaveText(
    'Signed out: nothing is sent',
  )
  await expect(banner(page)).toBeEmpty()
})

test('after sign-out they stay, also after a restart, and the same client sends them, each once', async () => {
  await expect(signInForm(counter.page)).toBeVisible()
  const again = await counter.restart()
  await expect(signInForm(again)).toBeVisible()
  expect([settled('LEFT-1'), settled('LEFT-2')]).toEqual([0, 0])
  await counter.goOnline()
  await signInByKeyboard(again, { ...credentials, secretKey: 'the-new-secret-5512' })
  await untilAllSent(counter.page)
  await show(again, 'Sales')
  for (const reference of ['LEFT-1', 'LEFT-2']) {
    await expect(chip(row(again, 'Sales', reference))).toHaveText(/^(?:On its way|Paid)$/u)
    expect(settled(reference)).toBe(1)
  }
})

test('another client neither sees nor sends them', async () => {
  const { page, sandbox } = counter
  await counter.goOffline()
  await expect(connection(page)).toHaveText('No internet')
  await show(page, 'Sell')
  await recordSale(page, { amount: '77', reference: 'MINE-1' })
  await chooseSignOut(page)
  await page.getByRole('button', { name: 'Sign out anyway' }).click()
  sandbox.bank.changeOptions({ clientId: 'neighbour-2', secretKey: 'neighbours-own-secret' })
  await counter.goOnline()
  await signInByKeyboard(page, { clientId: 'neighbour-2', secretKey: 'neighbours-own-secret' })
  await expect(queue(page)).toHaveText('All sent')
  await expect(page.getByText('Nothing is waiting any more.')).toHaveCount(0)
  await expect(page.getByText('MINE-1')).toHaveCount(0)
  await tryNow(page)
  await show(page, 'Sales')
  await expect(rows(page, 'Sales')).toHaveCount(0)
  // If their own sale was sent, the earlier one would have been sent, too.
  await show(page, 'Sell')
  await recordSale(page, { amount: '78', reference: 'THEIRS-1' })
  await expect.poll(() => settled('THEIRS-1')).toBe(1)
  await expect(queue(page)).toHaveText('All sent')
  expect(settled('MINE-1')).toBe(0)
})
