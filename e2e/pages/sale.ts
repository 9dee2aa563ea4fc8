import { expect, type Locator, type Page } from '@playwright/test'

/** The cashier's home: the entry and the last sales of today. */
export interface Entry {
  readonly amount: string
  readonly reference?: string
  readonly note?: string
}

export function amountField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Amount', exact: true })
}

export function referenceField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Reference', exact: true })
}

export function noteField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Note', exact: true })
}

export function recordButton(page: Page): Locator {
  return page.getByRole('button', { name: /^(?:Record sale|Save sale – will send later)$/u })
}

/** Types a whole entry without a mouse, from wherever the focus is; the last Enter is left to the caller. */
export async function typeEntry(page: Page, entry: Entry): Promise<void> {
  await page.keyboard.press('F2')
  await expect(amountField(page)).toBeFocused()
  await page.keyboard.type(entry.amount)
  if (entry.reference === undefined && entry.note === undefined) return
  await page.keyboard.press('Tab')
  await page.keyboard.type(entry.reference ?? '')
  if (entry.note === undefined) return
  await page.keyboard.press('Tab')
  await page.keyboard.type(entry.note)
}

/** Records a sale by keyboard alone. The entry is emptied only after main has it on the disk. */
export async function recordSale(page: Page, entry: Entry): Promise<void> {
  await typeEntry(page, entry)
  await page.keyboard.press('Enter')
  await expect(amountField(page)).toHaveValue('')
  if (entry.reference !== undefined) await expect(lastSale(page, entry.reference)).toBeVisible()
}

/** A sale among the last ones of today. */
export function lastSale(page: Page, reference: string): Locator {
  return page
    .getByRole('region', { name: 'Last sales today' })
    .getByRole('listitem')
    .filter({ hasText: reference })
}

export function lastSales(page: Page): Locator {
  return page.getByRole('region', { name: 'Last sales today' }).getByRole('listitem')
}

/** What the last sale came to, below the button; empty once the next entry has begun. */
export function savedLine(page: Page): Locator {
  return page.getByRole('form', { name: 'New sale' }).getByText(/^Saved on this computer:/u)
}

export function entryNotice(page: Page): Locator {
  return page.getByRole('form', { name: 'New sale' }).getByRole('alert')
}
