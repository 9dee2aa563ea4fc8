import { expect, test, type Locator, type Page } from '@playwright/test'
import { scenes } from '../gallery/scenes/all.ts'
import { button, field, registerButton, saveButton, typeMerchant } from '../pages/terminalForms.ts'
import { look, showByKey } from '../pages/shell.ts'
import { paidTo, tabTo } from '../pages/terminals.ts'
import { row } from '../pages/lists.ts'
import { openStudio, type Studio } from '../gallery/studio.ts'

/** What the daily jobs cost: clicks and keys, without the values that are typed. `ux-find` counts the bank's reference. */
let studio: Studio
test.beforeAll(async () => {
  studio = await openStudio()
})
test.afterAll(() => studio.close())

class Hands {
  readonly page: Page
  clicks = 0
  keys = 0

  constructor(page: Page) {
    this.page = page
  }

  async click(target: Locator): Promise<void> {
    this.clicks += 1
    await target.click()
  }

  async press(key: string): Promise<void> {
    this.keys += 1
    await this.page.keyboard.press(key)
  }

  /** A value: an amount, a name. */
  async type(value: string): Promise<void> {
    await this.page.keyboard.type(value)
  }

  get cost(): number {
    return this.clicks + this.keys
  }
}

async function handsOn(name: string): Promise<Hands> {
  const scene = scenes.find((one) => one.name === name)
  if (scene === undefined) throw new Error(`there is no scene ${name}`)
  const { page } = await studio.open(scene)
  return new Hands(page)
}

test('to record a sale takes one key', async () => {
  const hands = await handsOn('sale-empty')
  await hands.type('12500')
  await hands.press('Enter')
  await expect(hands.page.getByRole('region', { name: 'Last sale', exact: true })).toContainText('₦12,500.00')
  expect(hands.cost).toBe(1)
})

test('what is paid today, and what is not, is seen without a key', async () => {
  const { page, cost } = await handsOn('sale-data')
  const money = page.getByRole('region', { name: 'Your money today' })
  for (const part of ['Paid', 'On its way', 'Waiting', 'Checking'])
    await expect(money.getByText(part).first()).toBeVisible()
  expect(cost).toBe(0)
})

test('yesterday’s sales take at most two', async () => {
  const hands = await handsOn('transactions-data')
  const { page } = hands
  await page.getByRole('navigation').getByRole('button', { name: 'Sell', exact: true }).click()
  await hands.click(page.getByRole('navigation').getByRole('button', { name: /^Sales/u }))
  await hands.click(page.getByRole('button', { name: 'Yesterday', exact: true }))
  await expect(page.getByRole('grid', { name: 'Sales' })).toContainText('Yesterday')
  expect(hands.cost).toBeLessThanOrEqual(2)
})

test('the export of a day takes at most three clicks', async () => {
  const hands = await handsOn('sale-data')
  const { page } = hands
  await hands.click(page.getByRole('navigation').getByRole('button', { name: /^Sales/u }))
  await hands.click(page.getByRole('button', { name: 'Yesterday', exact: true }))
  await hands.click(page.getByRole('button', { name: /^Export.* to Excel$/u }))
  await expect(page.getByText(/written to/u)).toBeVisible()
  expect(hands.cost).toBeLessThanOrEqual(3)
})

test('the receipt of the last sale takes one key', async () => {
  const hands = await handsOn('sale-data')
  await hands.press('F9')
  await expect(hands.page.getByText('Sent to the printer.')).toBeVisible()
  expect(hands.cost).toBeLessThanOrEqual(1)
})

test('the close of the day takes at most three clicks', async () => {
  const hands = await handsOn('sale-data')
  const { page } = hands
  await hands.click(page.getByRole('navigation').getByRole('button', { name: 'Day', exact: true }))
  await hands.click(page.getByRole('button', { name: 'Close the day' }))
  await hands.click(page.getByRole('button', { name: 'Close and print' }))
  await expect(page.getByText('Sent to the printer.')).toBeVisible()
  expect(hands.cost).toBeLessThanOrEqual(3)
})

test('everything about a sale of the list takes at most two clicks', async () => {
  const hands = await handsOn('transactions-data')
  const { page } = hands
  await hands.click(
    page.getByRole('grid', { name: 'Sales' }).getByRole('row').filter({ hasText: 'TXN-0008' }),
  )
  await hands.click(page.getByRole('button', { name: 'Everything about this sale as PDF' }))
  await expect(page.getByText(/^Written to /u)).toBeVisible()
  expect(hands.cost).toBeLessThanOrEqual(2)
})

for (const [what, value, found] of [
  ['amount', '13500', 'TXN-0009'],
  ['slip', 'TXN-0009', 'TXN-0009'],
] as const) {
  test(`a customer’s payment is found by its ${what} with at most two keys`, async () => {
    const hands = await handsOn('sale-data')
    await hands.press('F3')
    await hands.type(value)
    await hands.press('Enter')
    await expect(hands.page.getByRole('region', { name: 'On this computer' })).toContainText(found)
    expect(hands.cost).toBeLessThanOrEqual(2)
  })
}

test('another cashier comes in with at most six keys', async () => {
  const hands = await handsOn('cashiers-locked')
  const { page } = hands
  await hands.press('2')
  for (const digit of '2580') await hands.press(digit)
  await expect(page.getByRole('button', { name: /Cashier: Ada/u })).toBeVisible()
  await hands.press('ControlOrMeta+l')
  await expect(page.getByRole('heading', { name: 'Who is at the counter?' })).toBeVisible()
  expect(hands.cost).toBeLessThanOrEqual(6)
})

async function managerAtSell(): Promise<Hands> {
  const hands = await handsOn('agent-register-name')
  const { page } = hands
  await button(page, 'Start again').click()
  await button(page, 'Back to the terminals').click()
  await page.getByRole('navigation').getByRole('button', { name: 'Sell', exact: true }).click()
  return hands
}

const ACCOUNT = '0123456789'

test('to register a terminal takes at most four clicks', async () => {
  const hands = await managerAtSell()
  const { page } = hands
  await hands.click(page.getByRole('navigation').getByRole('button', { name: 'Terminal', exact: true }))
  await hands.click(button(page, 'Register a terminal'))
  await field(page, 'Terminal ID').fill('2ABC9001')
  await typeMerchant(page, 'Merchant', 'MER-0009')
  await field(page, 'Serial number').fill('SN-880042')
  await field(page, 'Account number').fill(ACCOUNT)
  await hands.click(button(page, 'Yes, use it'))
  await field(page, 'Your name').fill('Ngozi Eze')
  await hands.click(registerButton(page))
  await expect(page.getByRole('heading', { name: 'Registration of terminal 2ABC9001' })).toBeVisible()
  expect(hands.cost).toBeLessThanOrEqual(4)
})

test('to move a terminal to another merchant and account takes at most six clicks', async () => {
  const hands = await managerAtSell()
  const { page } = hands
  await hands.click(page.getByRole('navigation').getByRole('button', { name: 'Terminal', exact: true }))
  await hands.click(row(page, 'All terminals', '2ABC1236'))
  await hands.click(button(page, 'Move'))
  await typeMerchant(page, 'New merchant', 'MER-0007')
  await hands.click(paidTo(page, 'Another account'))
  await field(page, 'New account number').fill(ACCOUNT)
  await hands.click(button(page, 'Yes, use it'))
  await field(page, 'Why').fill('The shop moved')
  await field(page, 'Your name').fill('Ngozi Eze')
  await hands.click(saveButton(page))
  await expect(page.getByRole('heading', { name: /^Edit or move of terminal 2ABC1236/u })).toBeVisible()
  expect(hands.cost).toBeLessThanOrEqual(6)
})

test('the back office does its jobs by keyboard alone: a day, its files, its close, a paper, a sale, a search', async () => {
  const { page } = await handsOn('day-data')
  const press = async (target: Locator): Promise<void> => {
    await tabTo(page, target)
    await look(page)
    await page.keyboard.press('Enter')
  }
  const main = page.getByRole('main')
  const day = main.getByRole('heading', { level: 2 }).first()
  await showByKey(page, 'Day')
  await press(button(page, 'The day before'))
  await expect(day).toHaveText('19 Nov 2026')
  await press(button(page, 'The day after'))
  await expect(day).toHaveText('20 Nov 2026')
  await tabTo(page, row(page, 'Differences', 'TXN-0001'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: 'Sale details' })).toBeVisible()
  await page.keyboard.press('Escape')
  await press(page.getByText('Made at other tills of the terminal'))
  await expect(page.getByRole('grid', { name: 'Made at other tills of the terminal' })).toBeVisible()
  await press(page.getByRole('button', { name: /^Export.* to Excel$/u }))
  await expect(page.getByText(/written to/u)).toBeVisible()

  await press(button(page, 'Close the day'))
  await press(button(page, 'Close and print'))
  await expect(page.getByText('Sent to the printer.')).toBeVisible()
  await tabTo(page, page.getByLabel('Digits at its foot'))
  // Keys at a test's full speed would be taken for a scanner's.
  await page.locator(':focus').fill('0000-0000-0000-0000')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^These are the digits of close No\. /u)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await showByKey(page, 'Sales')
  await expect(page.locator('[role="row"]:focus')).toBeVisible()
  await page.keyboard.press('Enter')
  await press(page.getByRole('button', { name: 'Everything about this sale as PDF' }))
  await expect(page.getByText(/^Written to /u)).toBeVisible()

  await showByKey(page, 'Find')
  await tabTo(page, page.getByRole('radio', { name: 'By date' }))
  await page.keyboard.press('Enter')
  await press(button(page, 'Yesterday'))
  await expect(page.getByRole('grid', { name: 'Bank records' })).toBeVisible()
})
