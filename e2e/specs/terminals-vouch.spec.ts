import { expect, test, type Page } from '@playwright/test'
import { holdersAt, prefixed, terminalAt, watchDoor, type Holder } from '../pages/bankSide.ts'
import { BUSINESS_TOKEN, credentials, openCounter, type Counter } from '../pages/counter.ts'
import { dateField } from '../pages/fields.ts'
import { pinDialog } from '../pages/manager.ts'
import { amountField } from '../pages/sale.ts'
import { look, showByKey } from '../pages/shell.ts'
import { signInByKeyboard } from '../pages/signIn.ts'
import {
  button,
  expectDone,
  field,
  nameProblem,
  nameSaid,
  openChanges,
  openEdit,
  openTopics,
  saveOff,
  signEdit,
  tabTo,
  typeTerminal,
} from '../pages/terminals.ts'

const MERCHANT_ID = '2044LAPH0000032'
const OFFER = 'The bank confirmed the name by other means…'

let counter: Counter
let received: ReturnType<typeof watchDoor>
let ade: Holder
let bola: Holder
test.describe.configure({ mode: 'serial' })

async function open(more: Parameters<typeof openCounter>[0] = {}): Promise<void> {
  counter = await openCounter({ isSignedIn: false, ...more })
  received = watchDoor(counter.sandbox)
  ;[ade, bola] = holdersAt(counter.sandbox)
  await signInByKeyboard(counter.page, credentials)
  await expect(amountField(counter.page)).toBeVisible()
}

const vouchDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'The bank confirmed the name by other means' })

/** From the dialog's first field to its main button, by Tab and typing. */
async function sayHow(page: Page, { number, name }: Holder): Promise<void> {
  const dialog = vouchDialog(page)
  await expect(dialog.getByLabel('Repeat account number')).toBeFocused()
  for (const text of [number, name, 'by telephone', 'Mrs. Bello']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await dialog.getByLabel('Who at the bank').focus()
  await page.keyboard.press('Enter')
}

test.describe('a bank without a documented name enquiry', () => {
  test.beforeAll(() => open())
  test.afterAll(() => counter.close())

  test('a whole registration with the keyboard alone: the name comes from the manager, and every text says so', async () => {
    const { page, sandbox } = counter
    await page.evaluate(() => {
      const seen: string[] = []
      Object.assign(window, { mouseSeen: seen })
      for (const kind of ['mousedown', 'mousemove', 'pointerdown', 'click'])
        addEventListener(kind, (event) => (event as MouseEvent).detail > 0 && seen.push(kind), true)
    })
    await showByKey(page, 'Terminal')
    await tabTo(page, button(page, 'Register a terminal'))
    await page.keyboard.press('Enter')
    const pin = pinDialog(page, 'Choose a manager PIN')
    await expect(pin.getByLabel('New PIN', { exact: true })).toBeFocused()
    await page.keyboard.type('2580')
    await tabTo(page, pin.getByLabel('Repeat new PIN'))
    await page.keyboard.type('2580')
    await page.keyboard.press('Enter')
    await expect(field(page, 'Terminal ID')).toBeFocused()
    await page.keyboard.type('2TLS0013')
    await page.keyboard.press('Tab')
    await page.keyboard.type(MERCHANT_ID)
    await tabTo(page, field(page, 'Serial number'))
    await page.keyboard.type('N86-90011')
    await page.keyboard.press('Enter')
    await expect(field(page, 'Account number')).toBeFocused()
    await page.keyboard.type(ade.number)
    await expect(saveOff(page)).toHaveText(
      'The name check is not set up here. Say how the bank confirmed the account name.',
    )
    await tabTo(page, button(page, OFFER))
    await page.keyboard.press('Enter')
    // Two different numbers are refused.
    await expect(vouchDialog(page).getByLabel('Repeat account number')).toBeFocused()
    await page.keyboard.type(bola.number)
    await page.keyboard.press('Enter')
    await expect(vouchDialog(page)).toContainText('Type the name as the bank said it.')
    await expect(vouchDialog(page)).toContainText('This is not the account number that you typed before.')
    await expect(vouchDialog(page).getByLabel('Repeat account number')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(vouchDialog(page)).toHaveCount(0)
    await expect(button(page, OFFER)).toBeFocused()
    await page.keyboard.press('Enter')
    await sayHow(page, ade)
    await expect(vouchDialog(page)).toHaveCount(0)
    await expect(nameSaid(page)).toContainText(
      `Name as the manager says the bank confirmed it: ${ade.name} (by telephone, Mrs. Bello, `,
    )
    await expect(page.getByRole('heading', { name: 'This will happen' })).toBeFocused()
    await look(page)
    await expect(page.getByText('as the bank said')).toHaveCount(0)
    await field(page, 'Your name').focus()
    await page.keyboard.type('Ngozi Okà')
    await tabTo(page, button(page, 'Register terminal'))
    await page.keyboard.press('Enter')
    await expectDone(page, '2TLS0013')
    expect(await page.evaluate(() => (window as unknown as { mouseSeen: string[] }).mouseSeen)).toEqual([])
    expect(received('business')).toEqual([])
    expect(received('createTerminal')).toHaveLength(1)
    expect(received('createTerminal')[0]).toMatchObject({
      body: { terminalId: '2TLS0013', [prefixed(sandbox, 'AccountNumber')]: ade.number },
    })
  })

  test('a relocation to another account: the name is sent as it was typed, and the change records who said it', async () => {
    const { page, sandbox } = counter
    await openEdit(page, '2TLS0002')
    await openTopics(page, 'Account')
    await field(page, 'New account number').fill(bola.number)
    await button(page, OFFER).click()
    const day = dateField(page, 'On which day')
    const today = (await day.textContent()) ?? ''
    await day.getByRole('spinbutton').last().focus()
    for (const key of Array.from({ length: 4 }, () => 'Backspace')) await page.keyboard.press(key)
    await vouchDialog(page).getByLabel('Repeat account number').focus()
    await sayHow(page, bola)
    await expect(day).toContainText('yyyy')
    await expect(vouchDialog(page)).toContainText('Choose the day.')
    await expect(day.getByRole('spinbutton').first()).toBeFocused()
    await page.keyboard.type(today.replaceAll('/', ''))
    await page.keyboard.press('Enter')
    await expect(vouchDialog(page)).toHaveCount(0)
    await signEdit(page, 'the shop was sold')
    await button(page, 'Save the change').click()
    await expectDone(page, '2TLS0002')
    expect(received('editTerminal')[0]).toMatchObject({
      body: {
        [prefixed(sandbox, 'AccountNumber')]: bola.number,
        [prefixed(sandbox, 'AccountName')]: bola.name,
      },
    })
    expect(terminalAt(sandbox, '2TLS0002').accountNumber).toBe(bola.number)
    await openChanges(page)
    await page.getByRole('row').filter({ hasText: '2TLS0002' }).click()
    await expect(page.getByRole('main')).toContainText('by telephone, Mrs. Bello, ')
    await expect(page.getByRole('main')).toContainText('Account name said by a manager')
  })
})

test.describe('a bank whose name enquiry has its own token', () => {
  test.beforeAll(() => open({ enquiry: 'ownToken' }))
  test.afterAll(() => counter.close())

  test('the token is refused: another one is asked for, and the check continues automatically', async () => {
    const { page } = counter
    await typeTerminal(page, { terminalId: '2TLS0013', merchantId: MERCHANT_ID, serialNumber: 'N86-90011' })
    await field(page, 'Account number').fill(ade.number)
    await button(page, 'Enter the token…').click()
    const dialog = page.getByRole('dialog', { name: 'Token of the name check' })
    const token = dialog.getByLabel('Token', { exact: true })
    await token.fill('one-that-has-ended')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await button(page, 'Check account name').click()
    await expect(dialog).toContainText('The bank did not take the token that is kept here.')
    await expect(token).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(nameProblem(page)).toContainText('The bank did not take the token of the name check.')
    // The bank said nothing about the account, so a manager could say the name; a new token is the better way.
    await expect(button(page, OFFER)).toBeVisible()
    await button(page, 'Check account name').click()
    await token.fill(BUSINESS_TOKEN)
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Bank says this account belongs to ${ade.name}.`)).toBeFocused()
    expect(received('business')).toHaveLength(2)
    await expect(button(page, OFFER)).toHaveCount(0)
  })
})
