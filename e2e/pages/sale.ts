import { expect, type Locator, type Page } from '@playwright/test'

/** The cashier's main screen: the entry and the last sales of today. */
export interface Entry {
  readonly amount: string
  readonly reference?: string
  readonly note?: string
}

export function amountField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Amount', exact: true })
}

export function referenceField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Slip number', exact: true })
}

/** The fields behind links; a key opens them. */
export async function openFields(page: Page): Promise<void> {
  await expect(amountField(page)).toBeVisible()
  await page.keyboard.press('F4')
  await expect(referenceField(page)).toBeFocused()
  await page.keyboard.press('F7')
  await expect(noteField(page)).toBeFocused()
}

export function noteField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Note', exact: true })
}

export function recordButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Record (?:sale|₦[0-9,.]+)$/u })
}

/** Empties the entry; fields behind their links are empty already. */
export async function clearEntry(page: Page): Promise<void> {
  for (const field of [amountField(page), referenceField(page), noteField(page)])
    for (const shown of await field.all()) await shown.fill('')
}

/** Fills the entry from any focus, without a mouse; the caller presses the last Enter. */
export async function typeEntry(page: Page, entry: Entry): Promise<void> {
  await page.keyboard.press('F2')
  await expect(amountField(page)).toBeFocused()
  await page.keyboard.type(entry.amount)
  if (entry.reference !== undefined) {
    await page.keyboard.press('F4')
    await expect(referenceField(page)).toBeFocused()
    await page.keyboard.type(entry.reference)
  }
  if (entry.note !== undefined) {
    await page.keyboard.press('F7')
    await expect(noteField(page)).toBeFocused()
    await page.keyboard.type(entry.note)
  }
}

/** Records a sale by keyboard alone. The entry is cleared only after main has it on the disk. */
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

export function todaysList(page: Page): Locator {
  return page.getByRole('region', { name: 'Last sales today' })
}

export function lastSales(page: Page): Locator {
  return page.getByRole('region', { name: 'Last sales today' }).getByRole('listitem')
}

/** The result of the last sale, below the button; empty once the next entry has begun. */
export function savedLine(page: Page): Locator {
  return page.getByRole('form', { name: 'New sale' }).getByText(/^Saved on this computer:/u)
}

export function entryNotice(page: Page): Locator {
  return page.getByRole('form', { name: 'New sale' }).getByRole('alert')
}

/** The card of the sale recorded last. */
export function lastSaleCard(page: Page): Locator {
  return page.getByRole('region', { name: 'Last sale', exact: true })
}

/** Today's money. */
export function money(page: Page): Locator {
  return page.getByRole('region', { name: 'Your money today' })
}

/** One sale alone, for the customer. */
export function counterView(page: Page): Locator {
  return page.getByRole('dialog', { name: 'For the customer' })
}
