import { expect, test, type Page } from '@playwright/test'
import type { BridgeDouble, DoubleFacts } from '../../renderer/testing/bridgeDouble.ts'
import { registrationOf } from '../../renderer/testing/changeFixtures.ts'
import { terminalListOf, terminalRowsOf } from '../../renderer/testing/fixtures.ts'
import { ok } from '../../shared/result.ts'
import type { TerminalView } from '../../shared/terminal.ts'
import { manager, practice } from '../gallery/scenes/known.ts'
import { never, type Answers } from '../gallery/scene.ts'
import { openStudio, type Size, type Studio } from '../gallery/studio.ts'
import { row } from '../pages/lists.ts'
import { scan } from '../pages/scanner.ts'
import { show } from '../pages/shell.ts'
import {
  button,
  field,
  merchantField,
  registerButton,
  saveButton,
  slip,
  typeMerchant,
} from '../pages/terminalForms.ts'

/** An agent's screens on an in-memory main process: keys, focus and paper. Other specs check the wire. */
test.describe.configure({ mode: 'parallel' })

const ACCOUNT = '0123456789'
const SOON = { timeout: 1_000 }

let studio: Studio
test.beforeAll(async () => {
  studio = await openStudio()
})
test.afterAll(() => studio.close())

interface Opened {
  readonly page: Page
  readonly asked: (name: string) => number
}

async function openRegister(
  facts: Partial<DoubleFacts> = {},
  answers: Answers = {},
  size?: Size,
): Promise<Opened> {
  let double: BridgeDouble | null = null
  const { page } = await studio.open(
    {
      name: 'register',
      place: 'Terminal',
      situation: 'data',
      facts: { ...manager, ...facts },
      answers,
      reach: async (stage) => {
        double = stage.double
        await show(stage.page, 'Terminal')
        await button(stage.page, 'Register a terminal').click()
      },
      shows: (at) => field(at, 'Terminal ID'),
    },
    size,
  )
  return { page, asked: (name) => double?.asked.filter((call) => call.name === name).length ?? -1 }
}

/** A save of 2ABC1236 while the bank already shows another value. */
async function openConflict(now: Partial<TerminalView>): Promise<Page> {
  const { page } = await studio.open({
    name: 'conflict',
    place: 'Terminal',
    situation: 'hard',
    facts: manager,
    reach: async ({ page: at, double }) => {
      await show(at, 'Terminal')
      await row(at, 'All terminals', '2ABC1236').click()
      await button(at, 'Edit').click()
      await button(at, 'Device').click()
      await field(at, 'New serial number').fill('SN-880042')
      await field(at, 'Your name').fill('Ngozi Eze')
      await field(at, 'Why').fill('The device was swapped')
      const rows = terminalRowsOf().map((terminal) =>
        terminal.terminalId === '2ABC1236' ? { ...terminal, version: 'v2', ...now } : terminal,
      )
      double.change({ terminalRows: rows })
      await saveButton(at).click()
    },
    shows: (at) => button(at, 'I have looked at it'),
  })
  return page
}

/** Types into the focused field. Keys at a test's full speed would be taken for a scanner's. */
async function typeHere(page: Page, text: string): Promise<void> {
  await page.locator(':focus').fill(text)
}

/** By keyboard alone, up to the question about the account's name. Enter goes to the next field. */
async function toQuestion(page: Page): Promise<void> {
  const { keyboard } = page
  await expect(field(page, 'Terminal ID')).toBeFocused()
  await typeHere(page, '2ABC9001')
  await keyboard.press('Enter')
  await expect(merchantField(page, 'Merchant')).toBeFocused()
  await typeHere(page, 'MER-0009')
  await keyboard.press('Enter')
  await expect(field(page, 'Serial number')).toBeFocused()
  await typeHere(page, 'SN-880042')
  await keyboard.press('Enter')
  await expect(field(page, 'Account number')).toBeFocused()
  await typeHere(page, ACCOUNT)
  await keyboard.press('Enter')
  await expect(page.locator('#name-question')).toBeFocused()
}

/** Up to the last button. */
async function toEnd(page: Page): Promise<void> {
  const { keyboard } = page
  await toQuestion(page)
  await keyboard.press('Tab')
  await expect(button(page, 'Yes, use it')).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'This will happen' })).toBeFocused()
}

test('a terminal is registered with the keyboard alone, and the focus always moves to the next step', async () => {
  const { page, asked } = await openRegister()
  await toEnd(page)
  // Enter on the heading starts no request.
  await page.keyboard.press('Enter')
  expect(asked('terminals.register')).toBe(0)
  await page.keyboard.press('Shift+Tab')
  await expect(field(page, 'Your name')).toBeFocused()
  await typeHere(page, 'Ngozi Eze')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Registration of terminal 2ABC9001' })).toBeFocused()
  expect(asked('terminals.register')).toBe(1)
})

test('with the mouse it takes two presses in the form, and its fields are at most 440 px wide', async () => {
  const { page } = await openRegister()
  await field(page, 'Terminal ID').fill('2ABC9001')
  await typeMerchant(page, 'Merchant', 'MER-0009')
  await field(page, 'Account number').fill(ACCOUNT)
  await field(page, 'Your name').fill('Ngozi Eze')
  const widths = await page.locator('form input').evaluateAll((all) => all.map((each) => each.clientWidth))
  expect(Math.max(...widths)).toBeLessThanOrEqual(440)
  for (const name of ['Yes, use it', 'Register terminal']) await button(page, name).click()
  await expect(button(page, 'Register another')).toBeVisible()
})

test('names that differ stay in red with both names: at the question, before the save, and in the result', async () => {
  const differ = 'The names differ: the account is of ‘ADÉBÁYỌ̀ STORES LTD’'
  const change = registrationOf({ recordId: '77', otherNames: ['MAMA ṢADE FOODS'] })
  const { page } = await openRegister({}, { 'terminals.register': ok(change) }, { width: 1024, height: 560 })
  await toQuestion(page)
  await expect(page.getByText(differ)).toContainText('‘MAMA ṢADE FOODS’')
  await button(page, 'Yes, use it').click()
  await expect(page.getByText(differ)).toContainText('‘MAMA ṢADE FOODS’')
  await field(page, 'Your name').fill('Ngozi Eze')
  await registerButton(page).click()
  const said = page.getByText(differ).first()
  await expect(said).toContainText('‘MAMA ṢADE FOODS’')
  await expect(said).toHaveCSS('font-weight', '600')
  // Confirmed: nothing is left to be looked for, and the next step comes first.
  await expect(button(page, 'Look again')).toHaveCount(0)
  await expect(page.getByRole('columnheader')).toHaveText(['What', 'Asked for, and in the list'])
  await expect(page.locator('section button:visible')).toHaveText([
    'Back to the terminals',
    'Use at this counter',
    'Register another',
    'Print slip',
  ])
  const body = page.getByRole('group', { name: 'Registration of terminal 2ABC9001' })
  await expect
    .poll(() => body.evaluate((each) => each.scrollHeight - each.clientHeight))
    .toBeLessThanOrEqual(0)
})

test('a second Enter at the question answers neither yes nor no', async () => {
  const { page } = await openRegister()
  await toQuestion(page)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Is this the merchant MER-0009')).toBeVisible()
  await expect(registerButton(page)).toBeDisabled()
})

test('ux 18: Enter held down in the last field asks the bank once', async () => {
  const { page, asked } = await openRegister()
  await toEnd(page)
  await field(page, 'Your name').fill('Ngozi Eze')
  for (let press = 0; press < 30; press += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(page.getByRole('heading', { name: 'Registration of terminal 2ABC9001' })).toBeVisible()
  expect(asked('terminals.register')).toBe(1)
})

test('ux 18: Enter held down in a field moves on by one', async () => {
  const { page } = await openRegister()
  await typeHere(page, '2ABC9001')
  for (let press = 0; press < 30; press += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(merchantField(page, 'Merchant')).toBeFocused()
})

test('Enter moves on from the merchant as from any field, also below the suggestions; a marked one is taken', async () => {
  const { page } = await openRegister()
  await field(page, 'Terminal ID').fill('2ABC9001')
  await merchantField(page, 'Merchant').fill('MER-00')
  await expect(page.getByRole('option', { name: 'MER-0009' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(merchantField(page, 'Merchant')).toHaveValue('MER-0008')
  await expect(page.getByText('Known from the list: 1 terminal, pays to ‘KANO PHONE HUB’.')).toBeVisible()
  await merchantField(page, 'Merchant').fill('MER-001')
  await expect(page.getByRole('option', { name: 'MER-0010' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field(page, 'Serial number')).toBeFocused()
})

test('a scanner types into these fields: its text stays, and its Enter submits nothing', async () => {
  // On a busy machine the Enter may come so late that it counts as a person's: then the test scans again.
  await expect(async () => {
    const { page, asked } = await openRegister()
    await expect(field(page, 'Terminal ID')).toBeFocused()
    await scan(page, '2ABC9001')
    await expect(field(page, 'Terminal ID')).toHaveValue('2ABC9001', SOON)
    await page.keyboard.press('Tab')
    await scan(page, 'MER-0009')
    await expect(merchantField(page, 'Merchant')).toHaveValue('MER-0009', SOON)
    await expect(page.getByText('Type the account number.')).toHaveCount(0, SOON)
    expect(asked('records.byReference')).toBe(0)
  }).toPass({ timeout: 135_000 })
})

test('Esc closes suggestions first and then goes back to the list, and loses nothing', async () => {
  const { page } = await openRegister()
  await toEnd(page)
  await merchantField(page, 'Merchant').fill('MER-00')
  await expect(page.getByRole('option', { name: 'MER-0009' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(field(page, 'Terminal ID')).toBeVisible()
  await field(page, 'Terminal ID').focus()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Register a terminal')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field(page, 'Serial number')).toHaveValue('SN-880042')
  await expect(field(page, 'Account number')).toHaveValue(ACCOUNT)
})

test('ux 12: the account number is only in its field, on the screen and on paper', async () => {
  const { page } = await openRegister(practice, { 'paper.print': never })
  await toEnd(page)
  const inTheOpen = (): Promise<boolean> =>
    page.evaluate((account) => document.documentElement.outerHTML.includes(account), ACCOUNT)
  await field(page, 'Your name').fill('Ngozi Eze')
  await registerButton(page).click()
  await expect(page.getByRole('heading', { name: 'Registration of terminal 2ABC9001' })).toBeVisible()
  expect(await inTheOpen()).toBe(false)
  await button(page, 'Print slip').click()
  await expect(slip(page)).toContainText('••••••6789')
  expect(await inTheOpen()).toBe(false)
})

test('ux 53: only the slip is printed, marked as Practice', async () => {
  const { page } = await openRegister(practice, { 'paper.print': never })
  await toEnd(page)
  await field(page, 'Your name').fill('Ngozi Eze')
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { name: 'Registration of terminal 2ABC9001' })
  await expect(heading).toBeVisible()
  await expect(slip(page)).toHaveCount(0)
  await button(page, 'Print slip').click()
  await expect(page.getByText('Making the paper…')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(heading).toBeHidden()
  for (const text of ['PRACTICE', '2ABC9001', 'MER-0009', 'SN-880042', 'Ngozi Eze', 'The bank said yes'])
    await expect(slip(page).getByText(text).first()).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
})

test('once the token is entered, the focus is on the control that needed it', async () => {
  const { page } = await openRegister({ terminals: terminalListOf({ nameCheck: 'noToken' }) })
  await field(page, 'Terminal ID').fill('2ABC9001')
  await merchantField(page, 'Merchant').fill('MER-0009')
  await page.keyboard.press('Tab')
  await field(page, 'Account number').fill(ACCOUNT)
  await button(page, 'Enter the token…').click()
  await expect(page.getByRole('dialog').getByLabel('Token', { exact: true })).toBeFocused()
  await typeHere(page, 'very-own-token')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(button(page, 'Check account name')).toBeFocused()
})

test('a conflict: what the bank shows now is told, and after a press on Look the focus is on its first field', async () => {
  const page = await openConflict({ serialNumber: 'ELSE-77', isActive: false })
  const form = page.getByRole('form')
  await expect(form.getByRole('columnheader', { name: 'When you began' })).toHaveCount(1)
  await button(page, 'I have looked at it').click()
  await expect(field(page, 'New serial number')).toBeFocused()
  await expect(form.getByRole('columnheader')).toHaveCount(0)
})

test('a conflict in a value that cannot be changed here: after a press on Look the focus is on the last button', async () => {
  const page = await openConflict({ feePercentage: '0.75' })
  await button(page, 'I have looked at it').click()
  await expect(saveButton(page)).toBeFocused()
})
