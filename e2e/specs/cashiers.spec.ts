import { expect, test, type Page } from '@playwright/test'
import { openCounter, type Counter } from '../pages/counter.ts'
import { row, saleDetail } from '../pages/lists.ts'
import { giveManagerPin, managerMode } from '../pages/manager.ts'
import { amountField, recordSale } from '../pages/sale.ts'
import { scan } from '../pages/scanner.ts'
import { connection, show, look, showSettings } from '../pages/shell.ts'
import { signInForm } from '../pages/signIn.ts'

const PINS = { Ngozi: '3816', Ada: '9174' } as const
type Name = keyof typeof PINS

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter()
})
test.afterAll(() => counter.close())
test.describe.configure({ mode: 'serial' })

const lockScreen = (page: Page) => page.getByRole('heading', { name: 'Who is at the counter?' })
const cashierMenu = (page: Page, name: Name) =>
  page.getByRole('button', { name: `Cashier: ${name}`, exact: true })

async function addCashier(page: Page, name: Name): Promise<void> {
  await page.getByRole('button', { name: 'Add a cashier' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a cashier' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('PIN', { exact: true }).fill(PINS[name])
  await dialog.getByLabel('Repeat PIN').fill(PINS[name])
  await page.keyboard.press('Enter')
}

async function enter(page: Page, digit: string, name: Name): Promise<void> {
  await expect(page.getByRole('option', { name })).toBeVisible()
  for (const key of [digit, ...PINS[name].split('')]) await page.keyboard.press(key)
}

/** The counter is open for them, and the next press is made after a look. */
async function isIn(page: Page, name: Name): Promise<void> {
  await expect(cashierMenu(page, name)).toBeVisible()
  await look(page)
}

test('a manager adds cashiers in Settings; from then on the counter asks who is there', async () => {
  const { page } = counter
  await showSettings(page, 'Cashiers')
  // What is wrong with the new PIN is told before a manager is asked for.
  await page.getByRole('button', { name: 'Add a cashier' }).click()
  const form = page.getByRole('dialog', { name: 'Add a cashier' })
  await form.getByLabel('Name').fill('Ngozi')
  await form.getByLabel('PIN', { exact: true }).fill('1111')
  await form.getByLabel('Repeat PIN').fill('1111')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('PIN', { exact: true })).toHaveAccessibleDescription(/^Choose another: /u)
  await expect(page.getByRole('dialog', { name: 'Choose a manager PIN' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await addCashier(page, 'Ngozi')
  await giveManagerPin(page, page.getByRole('button', { name: 'Rename: Ngozi' }))
  await addCashier(page, 'Ada')
  await expect(page.getByRole('button', { name: 'Rename: Ada' })).toBeVisible()
  await addCashier(page, 'Ada')
  const dialog = page.getByRole('dialog', { name: 'Add a cashier' })
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/^Another cashier has this name\./u)
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+l')
  await expect(lockScreen(page)).toBeVisible()
  await enter(page, '1', 'Ngozi')
  await isIn(page, 'Ngozi')
})

test('a switch takes six keys and no credentials: lock, a name, four digits; the draft waits for Use it', async () => {
  const { page } = counter
  await show(page, 'Sell')
  await amountField(page).fill('4500')
  const keys = ['ControlOrMeta+l', '2', ...PINS.Ada.split('')]
  expect(keys).toHaveLength(6)
  for (const key of keys) await page.keyboard.press(key)
  await isIn(page, 'Ada')
  await expect(amountField(page)).toHaveValue('')
  await expect(amountField(page)).toBeFocused()
  await page.getByRole('button', { name: 'Use it' }).click()
  await expect(amountField(page)).toHaveValue('4,500')
  await recordSale(page, { amount: '4500', reference: 'BY-ADA-1' })
  await show(page, 'Sales')
  await row(page, 'Sales', 'BY-ADA-1').click()
  await expect(saleDetail(page).getByText('Ada', { exact: true })).toBeVisible()
  // The next test counts what waits.
  await expect(row(page, 'Sales', 'BY-ADA-1')).toContainText(/On its way|Paid/u)
})

test('a scan at the lock screen is held: it chooses no name, and costs no try of a PIN', async () => {
  const { page } = counter
  await page.keyboard.press('ControlOrMeta+l')
  await expect(page.getByRole('option', { name: 'Ada' })).toBeVisible()
  const held = page.getByText('A code was scanned. Unlock first, then scan it again.')
  // The first digit names Ada, the next four would be a wrong PIN of hers.
  await scan(page, '2000012345')
  await expect(held.first()).toBeVisible()
  await expect(page.getByRole('option', { name: 'Ada' })).toBeVisible()
  await page.keyboard.press('2')
  await expect(page.getByLabel('PIN of Ada')).toBeFocused()
  await expect(page.getByText('wrong try')).toHaveCount(0)
  await scan(page, '0000-12345')
  await expect(page.getByRole('option', { name: 'Ada' })).toBeVisible()
  await enter(page, '2', 'Ada')
  await isIn(page, 'Ada')
})

test('while locked, sending goes on, and nothing of the money is in the page', async () => {
  const { page, sandbox } = counter
  await counter.goOffline()
  await expect(connection(page)).toHaveText('No internet')
  await show(page, 'Sell')
  await recordSale(page, { amount: '7321', reference: 'LOCKED-1' })
  await page.keyboard.press('ControlOrMeta+l')
  await expect(page.getByText('Not accepted by the bank yet: 1 sale.')).toBeVisible()
  const shown = await page.locator('body').innerHTML()
  expect(shown).not.toMatch(/7,?321|LOCKED-1|₦/u)
  await counter.goOnline()
  await expect(page.getByText('No sales are waiting for the bank.')).toBeVisible({ timeout: 60_000 })
  expect(sandbox.bank.records().filter(({ transactionId }) => transactionId === 'LOCKED-1')).toHaveLength(1)
  await expect(lockScreen(page)).toBeVisible()
})

test('a wrong PIN opens nothing; Esc goes back to the names, and arrows choose one', async () => {
  const { page } = counter
  for (const key of ['1', '1', '3', '1', '3']) await page.keyboard.press(key)
  await expect(page.getByRole('alert')).toHaveText('That is not the PIN.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option', { name: 'Ngozi' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('PIN of Ada')).toBeFocused()
  for (const key of PINS.Ada) await page.keyboard.press(key)
  await isIn(page, 'Ada')
})

test('the menu switches too, and Back leaves the one who is in; a restart starts locked', async () => {
  const { page } = counter
  await cashierMenu(page, 'Ada').click()
  await page.getByRole('menuitem', { name: 'Switch cashier' }).click()
  await expect(lockScreen(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await isIn(page, 'Ada')
  const next = await counter.restart()
  await expect(lockScreen(next)).toBeVisible()
  await expect(next.getByText('₦')).toHaveCount(0)
  await enter(next, '2', 'Ada')
  await isIn(next, 'Ada')
})

test('signing out of the bank asks for the manager’s PIN, and ends manager mode', async () => {
  const { page } = counter
  await cashierMenu(page, 'Ada').click()
  await page.getByRole('menuitem', { name: 'Cashiers in Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Cashiers', exact: true })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Add a cashier' })).toBeFocused()
  await cashierMenu(page, 'Ada').click()
  await page.getByRole('menuitem', { name: 'Sign out of the bank (manager)' }).click()
  const signOut = page.getByRole('button', { name: 'Sign out of the bank…' })
  await expect(signOut).toBeInViewport()
  await expect(signOut).toBeFocused()
  await page.keyboard.press('Enter')
  await giveManagerPin(page, signInForm(page))
  await expect(signInForm(page)).toBeVisible()
  await expect(managerMode(page)).toHaveCount(0)
})
