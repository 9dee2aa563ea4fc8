import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { launchApp, type LaunchedApp } from '../host/launch.ts'
import { closeChecked } from '../pages/counter.ts'
import { giveManagerPin } from '../pages/manager.ts'
import { amountField, recordSale } from '../pages/sale.ts'
import { question, show, showSettings } from '../pages/shell.ts'
import { signInForm } from '../pages/signIn.ts'

let app: LaunchedApp
let dir: string
test.beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'tillside-choice-'))
})
test.afterEach(async () => {
  await closeChecked(app)
  await rm(dir, { recursive: true, force: true, maxRetries: 5 })
})

const live = { name: 'Balogun branch', environment: 'live', partnerUrl: 'https://bank.invalid/partner' }

/** A file as from an installer's stick, picked in the next dialog. */
async function pick(name: string, text: string): Promise<void> {
  const file = path.join(dir, name)
  await writeFile(file, text)
  await app.pickFile(file)
}

const choose = (page: Page): Promise<void> => page.getByRole('button', { name: 'Choose profile…' }).click()

const filesOf = async (): Promise<readonly string[]> =>
  (await readdir(app.dataDir)).filter((name) => name.startsWith('profile'))

test('from Practice to live: a faulty file is named by its key, a good one is asked about, copied and used', async () => {
  app = await launchApp()
  const { page } = app
  await showSettings(page, 'Bank')
  await pick('wrong.json', JSON.stringify({ ...live, limits: { pageSize: 'many' } }))
  await choose(page)
  const wrong = page.getByRole('alert').filter({ hasText: 'Tillside cannot use this file as a profile.' })
  await expect(wrong).toHaveText(/^Tillside cannot use this file as a profile\. Nothing was changed\./u)
  await expect(wrong).toContainText('wrong.json')
  await expect(wrong).toContainText('limits.pageSize: must be a whole number')
  expect(await filesOf()).toEqual([])

  await expect(wrong).toBeInViewport()
  await expect(wrong.locator('..')).toBeFocused()
  await show(page, 'Sell')
  await showSettings(page, 'Bank')
  await expect(page.getByRole('button', { name: 'Choose profile…' })).toBeVisible()
  await expect(wrong).toHaveCount(0)

  await app.pickFile(null)
  await choose(page)
  await expect(page.getByRole('button', { name: 'Choose profile…' })).toBeEnabled()
  expect(await filesOf()).toEqual([])

  await pick('balogun.json', JSON.stringify(live))
  await choose(page)
  await expect(question(page)).toContainText('Balogun branch')
  await expect(question(page)).toContainText('Live: real money')
  await expect(question(page)).toContainText('bank.invalid')
  await expect(question(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question(page)).toHaveCount(0)
  expect(await filesOf()).toEqual([])

  await choose(page)
  await question(page).getByRole('button', { name: 'Use this profile' }).click()
  await expect(page.getByText('The profile is in place')).toBeVisible()
  expect(JSON.parse(await readFile(path.join(app.dataDir, 'profile.json'), 'utf8'))).toEqual(live)
  await page.getByRole('button', { name: 'Restart now' }).click()
  await app.exited()
  const after = await app.restart()
  expect(app.windowTitle).toBe('Tillside')
  await expect(signInForm(after)).toContainText('Balogun branch')
})

test('sales that wait are told of before, stay, and are there when their profile is back', async () => {
  await writeFile(path.join(dir, 'first.json'), JSON.stringify({ name: 'First shop' }))
  app = await launchApp({ profile: path.join(dir, 'first.json'), isOnline: false })
  const { page } = app
  await recordSale(page, { amount: '2500', reference: 'STAYS-1' })
  await showSettings(page, 'Bank')
  await pick('balogun.json', JSON.stringify(live))
  await choose(page)
  await expect(question(page)).toContainText('1 sale is not accepted yet.')
  await question(page).getByRole('button', { name: 'Use this profile' }).click()
  await expect(page.getByText('The profile from before is kept')).toBeVisible()
  // The file that decides was replaced, so that the next start finds the new one.
  expect(JSON.parse(await readFile(path.join(dir, 'first.json'), 'utf8'))).toEqual(live)
  const kept = (await readdir(dir)).find((name) => name.startsWith('first.before-')) ?? ''
  await page.getByRole('button', { name: 'Restart now' }).click()
  await app.exited()
  await expect(signInForm(await app.restart())).toContainText('Balogun branch')
  await writeFile(path.join(dir, 'first.json'), await readFile(path.join(dir, kept)))
  const back = await app.restart()
  await expect(amountField(back)).toBeVisible()
  await show(back, 'To do')
  await expect(back.getByText('STAYS-1').first()).toBeVisible()
})

test('a cashier cannot choose one once a manager’s PIN is set', async () => {
  app = await launchApp()
  const { page } = app
  await show(page, 'Settings')
  await page.getByRole('button', { name: 'Set PIN' }).click()
  await giveManagerPin(page, page.getByText('Manager mode is open.'))
  await page.getByRole('main').getByRole('button', { name: 'Lock', exact: true }).click()
  await showSettings(page, 'Bank')
  await pick('balogun.json', JSON.stringify(live))
  await choose(page)
  await expect(page.getByRole('dialog', { name: 'Manager PIN' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  expect(await filesOf()).toEqual([])
  // Neither can they where the start fails.
  await writeFile(path.join(app.dataDir, 'profile.json'), '{')
  const broken = await app.restart()
  await expect(broken.getByRole('link', { name: 'Open Tillside again' })).toBeVisible()
  await expect(broken.getByRole('link', { name: 'Choose profile…' })).toHaveCount(0)
})

test('the page of a start that failed leads on: another profile, then open again', async () => {
  const file = path.join(dir, 'shop.json')
  await writeFile(file, '{ "name": "Shop", ')
  app = await launchApp({ profile: file })
  const { page } = app
  await pick('also-wrong.json', JSON.stringify({ ...live, fieldPrefix: 7 }))
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Choose profile…' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('also-wrong.json')).toBeVisible()
  await expect(page.getByRole('listitem')).toContainText('fieldPrefix')
  await expect(page.getByText('Nothing was changed')).toBeVisible()
  expect(await readFile(file, 'utf8')).toBe('{ "name": "Shop", ')
  await pick('good.json', JSON.stringify(live))
  await page.getByRole('link', { name: 'Choose profile…' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The profile is in place.')
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(live)
  await page.getByRole('link', { name: 'Open Tillside again' }).click()
  await app.exited()
  await expect(signInForm(await app.restart())).toContainText('Balogun branch')
})
