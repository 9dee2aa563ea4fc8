import type { Locator, Page } from '@playwright/test'
import type { TerminalDraft } from '../../shared/terminalChange.ts'
import { callMain } from './bridge.ts'
import { BUSINESS_TOKEN } from './counter.ts'
import { expect } from './expect.ts'
import { row, rows } from './lists.ts'
import { giveManagerPin } from './manager.ts'
import { show } from './shell.ts'

/** The Terminal screen with its list. */
export const TERMINAL_LIST = 'All terminals'

export function terminalSearch(page: Page): Locator {
  return page.getByRole('main').getByRole('textbox', { name: 'Search' })
}

export function terminalDetails(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Terminal details' })
}

export function ownTerminal(page: Page): Locator {
  return page.getByRole('region', { name: 'Terminal', exact: true })
}

/** The agent's work in place of the list. */
export function registration(page: Page): Locator {
  return page.getByRole('form', { name: 'Register a terminal' })
}

export function editOf(page: Page, terminalId: string): Locator {
  return page.getByRole('form', { name: `Edit or move terminal ${terminalId}` })
}

/** A field of either form, by its label. */
export function field(page: Page, label: string): Locator {
  return page.locator('form').getByLabel(label, { exact: true }).and(page.locator('input'))
}

export function button(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('button', { name, exact: true })
}

/** Why the last button is off. */
export function saveOff(page: Page): Locator {
  return page.locator('#save-off')
}

/** What was said of the account's name: that it is being asked for, or what the bank said. */
export function nameSaid(page: Page): Locator {
  return page.locator('form').getByRole('status').filter({ hasText: /./u }).first()
}

/** Why there is no name. */
export function nameProblem(page: Page): Locator {
  return page.locator('form').getByRole('alert').filter({ hasText: /./u })
}

/** What came of a change: the headline with what follows from it. */
export function outcome(page: Page): Locator {
  return page.locator('section > * [role]').filter({ has: page.locator('[data-outcome]') })
}

/** Moves on by Tab until something has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target, 'never reached by Tab').toBeFocused()
}

/** The list of terminals, also where work was left open in its place. What was entered is kept. */
export async function showTerminals(page: Page): Promise<void> {
  await show(page, 'Terminal')
  const list = page.getByRole('heading', { level: 1, name: 'Terminal', exact: true })
  const back = page.getByRole('main').getByRole('button', { name: /^Back to the (?:terminals|changes)$/u })
  await expect(async () => {
    if (await back.isVisible()) await back.click()
    await expect(list).toBeVisible({ timeout: 500 })
  }).toPass()
}

export async function openRegistration(page: Page): Promise<void> {
  await showTerminals(page)
  await button(page, 'Register a terminal').click()
  const opened = page.getByRole('heading', { level: 1, name: /^(?:Register a|Registration of) terminal/u })
  await giveManagerPin(page, opened)
  await expect(opened).toBeVisible()
}

/** An empty registration, whatever was entered before. */
export async function beginRegistration(page: Page): Promise<void> {
  await openRegistration(page)
  const anew = button(page, 'Start anew')
  await expect(anew.or(field(page, 'Terminal ID'))).toBeVisible()
  if (await anew.isVisible()) await anew.click()
  await expect(field(page, 'Terminal ID')).toHaveValue('')
}

export async function openEdit(page: Page, terminalId: string): Promise<void> {
  await showTerminals(page)
  await terminalSearch(page).fill(terminalId)
  await expect(rows(page, TERMINAL_LIST)).toHaveCount(1)
  await row(page, TERMINAL_LIST, terminalId).click()
  await button(page, 'Edit or move').click()
  const opened = page.getByRole('heading', { level: 1, name: new RegExp(` terminal ${terminalId}$`, 'u') })
  await giveManagerPin(page, opened)
  await expect(opened).toBeVisible()
}

export async function openChanges(page: Page): Promise<void> {
  await showTerminals(page)
  await button(page, 'Changes').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Change history' })).toBeVisible()
}

/** Asks for the account's name, and says that it is the merchant's. */
export async function confirmName(page: Page, name: string): Promise<void> {
  await button(page, 'Check account name').click()
  await expect(page.getByRole('group', { name: /^Bank says this account belongs to/u })).toContainText(name)
  await button(page, 'Yes, use it').click()
  await expect(nameSaid(page)).toContainText(name)
}

export interface Registration {
  readonly terminalId: string
  readonly merchantId: string
  readonly serialNumber: string
  readonly account: { readonly number: string; readonly name: string }
}

/** Fills an empty registration in up to its last button, which it leaves alone. */
export async function fillRegistration(page: Page, entry: Registration): Promise<void> {
  await beginRegistration(page)
  await field(page, 'Terminal ID').fill(entry.terminalId)
  await field(page, 'Merchant ID').fill(entry.merchantId)
  await field(page, 'Serial number').fill(entry.serialNumber)
  await field(page, 'Serial number').press('Enter')
  await field(page, 'Account number').fill(entry.account.number)
  await confirmName(page, entry.account.name)
  await button(page, 'Next: review').click()
  await field(page, 'Your name').fill('Ngozi Okà')
  await expect(button(page, 'Register terminal')).toBeEnabled()
}

/** Enters the Business API's token where the account's step asks for it. */
export async function enterToken(page: Page, token = BUSINESS_TOKEN): Promise<void> {
  await button(page, 'Enter the token…').click()
  const dialog = page.getByRole('dialog', { name: 'Token of the name check' })
  await dialog.getByLabel('Token', { exact: true }).fill(token)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
}

/** What main keeps of an entry that was begun. */
export async function keptDrafts(page: Page): Promise<readonly TerminalDraft[]> {
  const answer = (await callMain(page, 'terminals.drafts', {})) as {
    readonly value?: { readonly drafts: readonly TerminalDraft[] }
  }
  return answer.value?.drafts ?? []
}
