import { expect, type Locator, type Page } from '@playwright/test'
import { BUSINESS_TOKEN } from './counter.ts'
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

export function field(page: Page, label: string): Locator {
  return page.locator('form').getByLabel(label, { exact: true }).and(page.locator('input'))
}

/** Yes or no of an edit or a registration. */
export function flag(page: Page, name: 'Active' | 'Receiving payment'): Locator {
  return page.getByRole('checkbox', { name: new RegExp(`^${name}`, 'u') })
}

export function button(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('button', { name, exact: true })
}

/** Why the last button is disabled. */
export function saveOff(page: Page): Locator {
  return page.locator('#save-off')
}

/** The status of the account's name: being asked for, or the bank's answer. */
export function nameSaid(page: Page): Locator {
  return page.locator('form').getByRole('status').filter({ hasText: /./u }).first()
}

/** Why there is no name. */
export function nameProblem(page: Page): Locator {
  return page.locator('form').getByRole('alert').filter({ hasText: /./u })
}

/** The result of a change: its two facts, and what to do. */
export function outcome(page: Page): Locator {
  return page.locator('[data-outcome]')
}

/** Both facts of a result: the bank's answer, and its list. */
export async function expectOutcome(page: Page, answer: string, list: string): Promise<void> {
  await expect(outcome(page)).toContainText(answer)
  await expect(outcome(page)).toContainText(list)
}

/** The bank's list confirms its yes. */
export async function expectDone(page: Page, terminalId: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`${terminalId}$`, 'u') })).toBeVisible()
  await expectOutcome(page, 'The bank said yes.', SHOWS_IT)
}

export const SHOWS_IT = 'The bank’s list shows it as asked for.'
export const NO_ANSWER = 'No clear answer came.'

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target, 'never reached by Tab').toBeFocused()
}

/** The list of terminals; an open form is closed first, and its entry is kept. */
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

/** An empty registration, regardless of earlier entries. */
export async function beginRegistration(page: Page): Promise<void> {
  await openRegistration(page)
  const anew = button(page, 'Start again')
  await expect(anew.or(field(page, 'Terminal ID')).first()).toBeVisible()
  if (await anew.isVisible()) await anew.click()
  await expect(field(page, 'Terminal ID')).toHaveValue('')
}

export async function openEdit(page: Page, terminalId: string): Promise<void> {
  await showTerminals(page)
  await terminalSearch(page).fill(terminalId)
  await expect(rows(page, TERMINAL_LIST)).toHaveCount(1)
  await row(page, TERMINAL_LIST, terminalId).click()
  await button(page, 'Edit').click()
  const opened = page.getByRole('heading', { level: 1, name: new RegExp(` terminal ${terminalId}$`, 'u') })
  await giveManagerPin(page, opened)
  await expect(opened).toBeVisible()
}

export async function openChanges(page: Page): Promise<void> {
  await showTerminals(page)
  await button(page, 'Changes').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Change history' })).toBeVisible()
}

export async function confirmName(page: Page, name: string): Promise<void> {
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

/** Fills an empty registration in, without pressing its last button. */
export async function fillRegistration(page: Page, entry: Registration): Promise<void> {
  await typeTerminal(page, entry)
  await field(page, 'Account number').fill(entry.account.number)
  await confirmName(page, entry.account.name)
  await giveName(page)
  await expect(button(page, 'Register terminal')).toBeEnabled()
}

/** An empty registration with its terminal, and no account yet. */
export async function typeTerminal(page: Page, entry: Omit<Registration, 'account'>): Promise<void> {
  await beginRegistration(page)
  await field(page, 'Terminal ID').fill(entry.terminalId)
  await field(page, 'Merchant').fill(entry.merchantId)
  await field(page, 'Serial number').fill(entry.serialNumber)
}

/** A name that was given before stands there as text. */
async function giveName(page: Page): Promise<void> {
  const change = button(page, 'Change name')
  await expect(change.or(field(page, 'Your name'))).toBeVisible()
  if (await change.isVisible()) await change.click()
  await field(page, 'Your name').fill('Ngozi Okà')
}

/** Shows the fields of what changes; a topic that is open already stays. */
export async function openTopics(
  page: Page,
  ...topics: readonly ('Merchant' | 'Account' | 'Device' | 'Switch off')[]
): Promise<void> {
  for (const topic of topics) {
    const choice = button(page, topic)
    if ((await choice.getAttribute('aria-pressed')) !== 'true') await choice.click()
  }
}

/** Who is paid once the shop is another. */
export function paidTo(page: Page, which: 'Same account' | 'Another account'): Locator {
  return page.getByRole('radio', { name: new RegExp(`^${which}`, 'u') })
}

/** Says why, and by whom. */
export async function signEdit(page: Page, why: string): Promise<void> {
  await giveName(page)
  await field(page, 'Why').fill(why)
}

/** Enters the Business API's token. */
export async function enterToken(page: Page, token = BUSINESS_TOKEN): Promise<void> {
  await button(page, 'Enter the token…').click()
  const dialog = page.getByRole('dialog', { name: 'Token of the name check' })
  await dialog.getByLabel('Token', { exact: true }).fill(token)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
}
