import type { Locator, Page } from '@playwright/test'

/** The app's grids, by name, and the pane beside them. */
export type Grid =
  | 'Sales'
  | 'To do'
  | 'Bank records'
  | 'Differences'
  | 'Made at other tills of the terminal'
  | 'All terminals'
  | 'Change history'
  | 'Cases with the bank'

/** The rows of a grid without its head. */
export function rows(page: Page, grid: Grid): Locator {
  return page.getByRole('grid', { name: grid }).locator('[role="row"][data-key]')
}

export function row(page: Page, grid: Grid, text: string): Locator {
  return rows(page, grid).filter({ hasText: text })
}

/** The quick ranges of the list of sales. */
export function days(page: Page): Locator {
  return page.getByRole('group', { name: 'Days', exact: true })
}

/** The bars above the list of sales, by what they say. */
export function bar(page: Page, name: RegExp): Locator {
  return page.getByRole('toolbar', { name: 'The last 14 days' }).getByRole('button', { name })
}

/** The heads of the days in the list of sales. */
export function dayHeads(page: Page): Locator {
  return page.getByRole('grid', { name: 'Sales' }).locator('[data-group]')
}

/** The word of a sale's state; the icon beside it has no text. */
export function chip(place: Locator): Locator {
  return place.locator('[data-chip]')
}

export function saleDetail(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Sale details', exact: true })
}

export function recordDetail(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Bank record' })
}

/** The value beside a label in a pane or on the terminal's screen. */
export function fact(place: Locator, name: string): Locator {
  const term = place.page().locator('dt').getByText(name, { exact: true })
  return place.locator('dl > div').filter({ has: term }).locator('dd').first()
}
