import type { Locator, Page } from '@playwright/test'

/** An agent's entries on the Terminal screen: a registration, an edit, and the result of either. */
export function field(page: Page, name: string): Locator {
  return page.getByRole('textbox', { name })
}

export function merchantField(page: Page, name: string): Locator {
  return page.getByRole('combobox', { name })
}

/** Then moves to the next field: while suggestions are open below it, the other fields cannot be reached. */
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

/** The paper, as long as it is being printed; it is not on the screen. */
export function slip(page: Page): Locator {
  return page.locator('[data-paper]')
}
