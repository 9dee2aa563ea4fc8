import type { Locator, Page } from '@playwright/test'

/** The button of a choice, with what is chosen as its text. */
export function choice(page: Page, label: string): Locator {
  return page.getByRole('button', { name: new RegExp(` ${label}$`, 'u') })
}

/** Opens the choice and takes one of its options. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await choice(page, label).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** A date field: its parts, as one text. */
export function dateField(page: Page, label: string): Locator {
  return page.getByRole('group', { name: label, exact: true })
}

/** @param day day first, as it stands in the field: `05/11/2026` */
export async function typeDate(page: Page, label: string, day: string): Promise<void> {
  await dateField(page, label).getByRole('spinbutton').first().click()
  await page.keyboard.type(day.replaceAll('/', ''))
}
