import { expect, type Locator, type Page } from '@playwright/test'
import type { Credentials } from '../host/launch.ts'

export function signInForm(page: Page): Locator {
  return page.getByRole('form', { name: 'Sign in' })
}

/** By keyboard: client ID, Tab, secret key, Enter. */
export async function signInByKeyboard(page: Page, credentials: Credentials): Promise<void> {
  await page.getByLabel('Client ID').fill('')
  await page.getByLabel('Client ID').focus()
  await expect(page.getByLabel('Client ID')).toBeFocused()
  await page.keyboard.type(credentials.clientId)
  await page.keyboard.press('Tab')
  await page.keyboard.type(credentials.secretKey)
  await page.keyboard.press('Enter')
}
