import { readFile } from 'node:fs/promises'
import { expect, test, type Locator } from '@playwright/test'
import { credentials, openCounter, type Counter } from '../pages/counter.ts'
import { choose } from '../pages/fields.ts'
import { chip, row, rows, saleDetail } from '../pages/lists.ts'
import { expectPinAsked, managerMode, pinDialog, setFirstPin } from '../pages/manager.ts'
import { amountField, lastSale, recordSale } from '../pages/sale.ts'
import { connection, question, show, showSettings } from '../pages/shell.ts'

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter()
  await counter.goOffline()
  await expect(connection(counter.page)).toHaveText('No internet')
  await recordSale(counter.page, { amount: '3100', reference: 'REMOVE-1' })
  await recordSale(counter.page, { amount: '3200', reference: 'REMOVE-2' })
})
test.afterAll(() => counter.close())
test.describe.configure({ mode: 'serial' })

async function askToRemove(reference: string): Promise<void> {
  const { page } = counter
  await show(page, 'To do')
  await row(page, 'To do', reference).click()
  await saleDetail(page).getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByLabel('Reason').fill('typed twice')
  await page.getByRole('button', { name: 'Remove sale' }).click()
}

test('the first guarded action asks to choose a PIN, and weak ones are refused in words', async () => {
  const { page } = counter
  await askToRemove('REMOVE-1')
  const dialog = pinDialog(page, 'Choose a manager PIN')
  for (const [pin, said] of [
    ['12', 'A PIN has at least 4 digits.'],
    ['1111', 'Choose another: not all the same digit, not digits in a row.'],
    ['12ab', 'A PIN has digits only.'],
  ] as const) {
    await dialog.getByLabel('New PIN', { exact: true }).fill(pin)
    await dialog.getByLabel('Repeat new PIN').fill(pin)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText(said)
  }
  await dialog.getByLabel('Repeat new PIN').fill('9999')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Repeat new PIN')).toHaveAccessibleDescription(
    'The two PINs are not the same.',
  )
  await setFirstPin(page)
  await expect(row(page, 'To do', 'REMOVE-1')).toHaveCount(0)
  await expect(managerMode(page)).toBeVisible()
})

test('Ctrl+L locks, and the next guarded action asks for the PIN; cancelling keeps the sale', async () => {
  const { page } = counter
  await page.keyboard.press('ControlOrMeta+l')
  await expect(managerMode(page)).toHaveCount(0)
  await expect(page.getByText('Locked. A manager’s PIN is needed again.')).toBeAttached()
  await askToRemove('REMOVE-2')
  await expect(pinDialog(page, 'Manager PIN').getByLabel('PIN', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  // The question below the dialog has the focus again, so the next Esc closes it.
  await expect(page.getByRole('button', { name: 'Remove sale' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(row(page, 'To do', 'REMOVE-2')).toBeVisible()
})

test('ux 50: the screen’s lock ends manager mode even with a question open', async () => {
  const { page } = counter
  await askToRemove('REMOVE-2')
  await pinDialog(page, 'Manager PIN').getByLabel('PIN', { exact: true }).fill('2580')
  await page.keyboard.press('Enter')
  await expect(row(page, 'To do', 'REMOVE-2')).toHaveCount(0)
  await expect(managerMode(page)).toBeVisible()
  await page.keyboard.press('F1')
  const sheet = page.getByRole('dialog', { name: 'Help' })
  await expect(sheet).toBeVisible()
  // Under the dialog it has no role and no accessible name.
  const sign = page.locator('header').getByText('Manager', { exact: true })
  await expect(sign).toHaveCount(1)
  await counter.app.lockScreen()
  await expect(sign).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
})

const waitIn = (dialog: Locator): Locator =>
  dialog.getByText(/^Wait (?:\d+ seconds?|\d+ minutes?) before the next try\./u)

test('a wrong PIN is reported, and after too many the delay is given in words and disables the button', async () => {
  const { page } = counter
  await show(page, 'Settings')
  await choose(page, 'Colours', 'Dark')
  const dialog = pinDialog(page, 'Manager PIN')
  await dialog.getByLabel('PIN', { exact: true }).fill('1357')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('That is not the PIN.')
  const mayTry = dialog.getByRole('button', { name: 'Open', disabled: false })
  const wait = waitIn(dialog)
  for (let tries = 1; tries < 12 && !(await wait.isVisible()); tries += 1) {
    await expect(mayTry.or(wait).first()).toBeVisible()
    if (!(await wait.isVisible())) await page.keyboard.press('Enter')
    await expect(
      dialog
        .getByText(`${tries + 1} wrong tries so far.`)
        .or(wait)
        .first(),
    ).toBeVisible()
  }
  await expect(wait).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Open' })).toBeDisabled()
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('system')
  await page.keyboard.press('Escape')
})

test('a forgotten PIN is reset with the secret key of the sign-in, and the delay cannot be bypassed', async () => {
  const { page } = counter
  await page.getByRole('button', { name: 'Open with PIN' }).click()
  const asked = pinDialog(page, 'Manager PIN')
  await expectPinAsked(page, 'Manager PIN')
  // On a busy machine the delay may be over by now; another wrong try starts a new one.
  await expect(async () => {
    if (!(await waitIn(asked).isVisible())) {
      await asked.getByLabel('PIN', { exact: true }).fill('1357')
      await page.keyboard.press('Enter')
    }
    await expect(waitIn(asked)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Forgotten the PIN?' }).click()
  const dialog = pinDialog(page, 'Set a new manager PIN')
  await expect(dialog).toContainText('Type the secret key')
  await expect(dialog.getByLabel('Secret key')).toHaveAttribute('type', 'password')
  await expect(dialog.getByText(/^Wait /u)).toBeVisible()
  await dialog.getByLabel('Secret key').fill(credentials.secretKey)
  await dialog.getByLabel('New PIN', { exact: true }).fill('70195826')
  for (const secret of [credentials.secretKey, '70195826']) expect(await page.content()).not.toContain(secret)
  await page.keyboard.press('Escape')
})

test('ux 54: each value of the profile has its source, a locked one has its padlock, and a copy has no secret', async () => {
  const { page } = counter
  await showSettings(page, 'Diagnostics')
  const values = page.getByRole('table', { name: 'Profile values' })
  await expect(values).toBeHidden()
  await page.getByText('Technical details').click()
  for (const key of ['environment', 'partnerUrl', 'outbox.timeoutSeconds', 'limits.confirmAboveNaira']) {
    const line = values.getByRole('row', { name: new RegExp(`^${key} `, 'u') })
    await expect(line).toContainText(/Set by installer|Default/u)
  }
  await page.evaluate(() => {
    // The clipboard can be written and not read, so the test intercepts the page's write.
    const written: string[] = []
    Object.assign(window, { written })
    const clipboard = navigator.clipboard
    const write = clipboard.writeText.bind(clipboard)
    clipboard.writeText = async (text: string) => {
      written.push(text)
      await write(text)
    }
  })
  await page.getByRole('button', { name: 'Copy details' }).click()
  await expect(page.getByText('Copied. It holds no password and no token.')).toBeVisible()
  const text = await page.evaluate(() => (window as unknown as { written: string[] }).written.join('\n'))
  expect(text).toContain('outbox.timeoutSeconds = 60 (Set by installer)')
  expect(text).not.toContain(credentials.secretKey)
  expect(text).not.toMatch(/Bearer|eyJ[\w-]{8}|\b[0-9]{10}\b/u)
  // The file for support begins with the same text, and also contains the log.
  await page.getByRole('button', { name: 'Save diagnostics' }).click()
  const said = page.getByText(/^Written to .*\.txt, with the newest lines of the log\./u)
  await expect(said).toBeVisible()
  const [, file = ''] = /^Written to (.*\.txt),/u.exec(await said.innerText()) ?? []
  const saved = await readFile(file, 'utf8')
  expect(saved).toContain('outbox.timeoutSeconds = 60 (Set by installer)')
  expect(saved).toMatch(/^Log, the newest [0-9]+ lines, the newest last\n\{"time":/mu)
  for (const secret of [credentials.secretKey, credentials.clientId, 'REMOVE-1', 'typed twice']) {
    expect(saved).not.toContain(secret)
  }
  expect(saved).not.toMatch(/Bearer|eyJ[\w-]{8}|\b[0-9]{10}\b/u)
  // The words leave after a minute, and another copy says them again.
  const copied = page.getByText('Copied. It holds no password and no token.')
  await page.clock.install()
  await page.clock.fastForward(61_000)
  await expect(copied).toHaveCount(0)
  await page.getByRole('button', { name: 'Copy details' }).click()
  await expect(copied).toBeVisible()
  await page.clock.resume()
})

test('recording needs no manager: a sale is recorded while everything is locked', async () => {
  const { page } = counter
  await expect(managerMode(page)).toHaveCount(0)
  await show(page, 'Sell')
  await expect(amountField(page)).toBeFocused()
  await recordSale(page, { amount: '90', reference: 'CASHIER-1' })
  await expect(chip(lastSale(page, 'CASHIER-1'))).toHaveText('Waiting')
  await show(page, 'To do')
  await expect(rows(page, 'To do')).toHaveCount(1)
})
