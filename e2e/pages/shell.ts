import type { Locator, Page } from '@playwright/test'

/** The frame of every screen: the rail, the banner, the two indicators of the status bar, the client's menu. */
export const screens = ['Sell', 'Sales', 'Day', 'To do', 'Find', 'Disputes', 'Terminal', 'Settings'] as const
export type Screen = (typeof screens)[number]

/** By mouse, on the rail. */
export async function show(page: Page, screen: Screen): Promise<void> {
  const rail = page.getByRole('navigation', { name: 'Screens' })
  await rail.getByRole('button', { name: new RegExp(`^${screen}(?![a-z])`, 'u') }).click()
}

export const settingsSections = [
  'Counter',
  'Cashiers',
  'Tills',
  'Bank',
  'This computer',
  'Diagnostics',
] as const
export type SettingsSection = (typeof settingsSections)[number]

export async function showSettings(page: Page, section: SettingsSection): Promise<void> {
  await show(page, 'Settings')
  await page.getByRole('tab', { name: section, exact: true }).click()
}

export async function showByKey(page: Page, screen: Screen): Promise<void> {
  await page.keyboard.press(`ControlOrMeta+${screens.indexOf(screen) + 1}`)
}

/** A person looks before the next press: a key that means nothing ends the gesture before it, without a wait. */
export async function look(page: Page): Promise<void> {
  await page.keyboard.press('Shift')
}

export function connection(page: Page): Locator {
  return page.getByRole('group', { name: 'Connection', exact: true })
}

export function queue(page: Page): Locator {
  return page.getByRole('group', { name: 'Queue', exact: true })
}

export function banner(page: Page): Locator {
  return page.getByRole('status', { name: 'Notice' })
}

export function question(page: Page): Locator {
  return page.getByRole('alertdialog')
}

/** Presses Try now, which the banner and the screen To do have. */
export async function tryNow(page: Page): Promise<void> {
  await page.keyboard.press('F6')
}

/**
 * Takes "Sign out" in the client's menu, or in Settings once a manager's PIN is set; with sales in the queue a question
 * follows.
 */
export async function chooseSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Client /u }).click()
  const here = page.getByRole('menuitem', { name: 'Sign out', exact: true })
  const inSettings = page.getByRole('menuitem', { name: 'Sign out of the bank (manager)' })
  await here.or(inSettings).waitFor()
  if (await here.isVisible()) return here.click()
  await inSettings.click()
  await page.getByRole('button', { name: 'Sign out of the bank…' }).click()
}

/** Icons that say that the bank has a sale, or has paid it. */
export function ticksIn(place: Locator | Page): Locator {
  return place.locator('svg.lucide-check, svg.lucide-check-check')
}
