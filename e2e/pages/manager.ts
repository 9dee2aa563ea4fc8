import { expect, type Locator, type Page } from '@playwright/test'

/** Neither repeated nor consecutive digits. */
const MANAGER_PIN = '2580'

export function pinDialog(page: Page, title: string): Locator {
  return page.getByRole('dialog', { name: title })
}

/** Waits until the dialog is open and has the keyboard. */
export async function expectPinAsked(
  page: Page,
  title: 'Choose a manager PIN' | 'Manager PIN',
): Promise<void> {
  await expect(pinDialog(page, title).locator('input').first()).toBeFocused()
}

/** Sets the PIN that the first guarded action asks for. */
export async function setFirstPin(page: Page, pin: string = MANAGER_PIN): Promise<void> {
  const dialog = pinDialog(page, 'Choose a manager PIN')
  await dialog.getByLabel('New PIN', { exact: true }).fill(pin)
  await dialog.getByLabel('Repeat new PIN').fill(pin)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
}

/** The top bar's sign of manager mode, which also locks it. */
export function managerMode(page: Page): Locator {
  return page.getByRole('button', { name: /^Manager ?Lock$/u })
}

/**
 * Enters the manager's PIN if the counter asks for one; the first request sets it.
 * @param answered what is visible if no PIN is asked for, or after it was accepted
 */
export async function giveManagerPin(page: Page, answered: Locator): Promise<void> {
  const asked = page.getByRole('dialog', { name: /PIN/u })
  await expect(asked.or(answered).first()).toBeVisible()
  if (!(await asked.isVisible())) return
  for (const field of await asked.locator('input[type="password"]').all()) await field.fill(MANAGER_PIN)
  await asked.locator('button[type="submit"]').click()
  await expect(asked).toHaveCount(0)
}
