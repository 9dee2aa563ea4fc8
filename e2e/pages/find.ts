import type { Locator, Page } from '@playwright/test'
import { show } from './shell.ts'

/** The box of Find, for what people know of a sale, and the two answers below it. */
export function lookUpField(page: Page): Locator {
  return page.getByRole('form', { name: 'By reference' }).getByLabel('Search for')
}

export function lookUpResult(page: Page, side: 'On this computer' | 'At the bank'): Locator {
  return page.getByRole('region', { name: side })
}

/** The press that asks the bank about the reference that was typed or found. */
export async function askBank(page: Page): Promise<void> {
  await lookUpResult(page, 'At the bank').getByRole('button').click()
}

/** Reads a terminal's records of yesterday, of which the practice bank has more than one page: one press. */
export async function searchYesterday(page: Page): Promise<void> {
  await show(page, 'Find')
  await page.getByRole('radio', { name: 'By date' }).click()
  await page.getByRole('button', { name: 'Yesterday' }).click()
}
