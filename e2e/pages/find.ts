import type { Locator, Page } from '@playwright/test'
import { show } from './shell.ts'

/** Find by reference: the field, and the two answers below it. */
export function lookUpField(page: Page): Locator {
  return page.getByRole('form', { name: 'By reference' }).getByLabel('Reference')
}

export function lookUpResult(page: Page, side: 'On this computer' | 'At the bank'): Locator {
  return page.getByRole('region', { name: side })
}

/** Reads a terminal's records of yesterday, of which the practice bank has more than one page. */
export async function searchYesterday(page: Page): Promise<void> {
  await show(page, 'Find')
  await page.getByRole('radio', { name: 'By date' }).click()
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
}
