import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

/** Neither all the same nor in a row. */
const MANAGER_PIN = '2580'

/** The dialog of the manager's PIN, by its title. */
export function pinDialog(page: Page, title: string): Locator {
  return page.getByRole('dialog', { name: title })
}

/** The dialog is there, and a key that is pressed next is its own. */
export async function expectPinAsked(
  page: Page,
  title: 'Choose a manager PIN' | 'Manager PIN',
): Promise<void> {
  await expect(pinDialog(page, title).locator('input').first()).toBeFocused()
}

/** Answers the first guarded act's question for a PIN that is not set yet. */
export async function setFirstPin(page: Page, pin: string = MANAGER_PIN): Promise<void> {
  const dialog = pinDialog(page, 'Choose a manager PIN')
  await dialog.getByLabel('New PIN', { exact: true }).fill(pin)
  await dialog.getByLabel('Repeat new PIN').fill(pin)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
}

/** The sign in the top bar that manager mode is open, which is its lock as well. */
export function managerMode(page: Page): Locator {
  return page.getByRole('button', { name: /^Manager ?Lock$/u })
}

/**
 * Answers the question for a manager's PIN, where the counter asks for one: the first to be asked sets it.
 * @param answered what is seen where nobody is asked, or nobody is asked any more
 */
export async function giveManagerPin(page: Page, answered: Locator): Promise<void> {
  const asked = page.getByRole('dialog', { name: /PIN/u })
  await expect(asked.or(answered).first()).toBeVisible()
  if (!(await asked.isVisible())) return
  for (const field of await asked.locator('input[type="password"]').all()) await field.fill(MANAGER_PIN)
  await asked.locator('button[type="submit"]').click()
  await expect(asked).toHaveCount(0)
}
