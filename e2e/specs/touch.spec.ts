import { expect, test, type Page } from '@playwright/test'
import { scenes } from '../gallery/scenes/all.ts'
import { openStudio, type OpenScene, type Studio } from '../gallery/studio.ts'

let studio: Studio
test.beforeAll(async () => {
  studio = await openStudio()
})
test.afterAll(() => studio.close())

async function openUnderFinger(name: string): Promise<OpenScene> {
  const scene = scenes.find((one) => one.name === name)
  if (scene === undefined) throw new Error(`there is no scene ${name}`)
  const open = await studio.open(scene)
  await open.setTouch(true)
  return open
}

async function press(page: Page, keys: readonly string[]): Promise<void> {
  const pad = page.getByRole('group', { name: 'Number keys' })
  for (const key of keys) await pad.getByRole('button', { name: key, exact: true }).tap()
}

test('a PIN is entered with the number keys, and they are gone where there is a mouse', async () => {
  const { page, setTouch } = await openUnderFinger('pin-enter')
  const pin = page.getByLabel('PIN', { exact: true })
  await press(page, ['4', '8', '2', 'Delete', '0', '7'])
  await expect(pin).toHaveValue('4807')
  await expect(pin).toBeFocused()
  await setTouch(false)
  await expect(page.getByRole('group', { name: 'Number keys' })).toBeHidden()
})
