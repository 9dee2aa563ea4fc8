import type { Locator, Page } from '@playwright/test'

/** What an agent fills in on the Terminal screen: a registration in three steps, an edit, and what came of either. */
export function field(page: Page, name: string): Locator {
  return page.getByRole('textbox', { name })
}

export function merchantField(page: Page, name: string): Locator {
  return page.getByRole('combobox', { name })
}

/** And on to the next field: as long as merchants are offered below it, the others are out of reach. */
export async function typeMerchant(page: Page, name: string, merchantId: string): Promise<void> {
  await merchantField(page, name).fill(merchantId)
  await page.keyboard.press('Tab')
}

export function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true })
}

export function registerButton(page: Page): Locator {
  return button(page, 'Register terminal')
}

export function saveButton(page: Page): Locator {
  return button(page, 'Save the change')
}

/** The heading of a step, once it is there. */
export function step(page: Page, name: 'Identity' | 'Payout account' | 'Review'): Locator {
  return page.getByRole('heading', { name: new RegExp(`^Step .*${name}$`, 'u') })
}

/** The sheet for the printer; it is not on the screen. */
export function slip(page: Page): Locator {
  return page.locator('[data-slip]')
}
