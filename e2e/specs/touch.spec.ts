import { expect, test, type Page } from '@playwright/test'
import { never, type Scene } from '../gallery/scene.ts'
import { scenes } from '../gallery/scenes/all.ts'
import { openStudio, type OpenScene, type Studio } from '../gallery/studio.ts'
import { showSettings } from '../pages/shell.ts'

let studio: Studio
test.beforeAll(async () => {
  studio = await openStudio()
})
test.afterAll(() => studio.close())

async function openUnderFinger(name: string, more: Partial<Scene> = {}): Promise<OpenScene> {
  const scene = scenes.find((one) => one.name === name)
  if (scene === undefined) throw new Error(`there is no scene ${name}`)
  const open = await studio.open({ ...scene, ...more })
  await open.setTouch(true)
  return open
}

async function press(page: Page, keys: readonly string[]): Promise<void> {
  const pad = page.getByRole('group', { name: 'Number keys' })
  for (const key of keys) await pad.getByRole('button', { name: key, exact: true }).tap()
}

test('a PIN is entered with the number keys, and they are gone where there is a mouse', async () => {
  const { page, setTouch } = await openUnderFinger('settings-tray')
  await showSettings(page, 'Counter')
  await page.getByRole('button', { name: 'Open with PIN' }).click()
  const pin = page.getByLabel('PIN', { exact: true })
  await press(page, ['4', '8', '2', 'Delete', '0', '7'])
  await expect(pin).toHaveValue('4807')
  await expect(pin).toBeFocused()
  await setTouch(false)
  await expect(page.getByRole('group', { name: 'Number keys' })).toBeHidden()
})

test('a whole sale is entered with the number keys, and its thousands are set as with a keyboard', async () => {
  const { page } = await openUnderFinger('sale-empty')
  const amount = page.getByRole('textbox', { name: 'Amount' })
  await press(page, ['1', '2', '5', '00', '.', '5', '0', '0', 'Delete'])
  await expect(amount).toHaveValue('12,500.50')
  await page.getByRole('button', { name: 'Record ₦12,500.50' }).tap()
  await expect(page.getByRole('region', { name: 'Last sale', exact: true })).toContainText('₦12,500.50')
  await expect(amount).toHaveValue('')
})

test('after a tap on Record the number keys begin the next amount, also before main has answered', async () => {
  const { page } = await openUnderFinger('sale-empty', { answers: { 'sales.record': never() } })
  const amount = page.getByRole('textbox', { name: 'Amount' })
  await press(page, ['1', '5', '00'])
  await page.getByRole('button', { name: 'Record ₦1,500.00' }).tap()
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeFocused()
  await press(page, ['7'])
  await expect(amount).toHaveValue('7')
})

test('a cashier comes in by touch alone', async () => {
  const { page } = await openUnderFinger('cashiers-locked')
  await page
    .getByRole('option', { name: 'Ada' })
    .or(page.getByRole('button', { name: 'Ada' }))
    .first()
    .tap()
  await press(page, ['2', '5', '8', '0'])
  await expect(page.getByRole('button', { name: /Cashier: Ada/u })).toBeVisible()
})
