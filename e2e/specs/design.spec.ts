import { expect, test, type Locator, type Page } from '@playwright/test'
import { findHidden } from '../gallery/faults.ts'
import { scenes } from '../gallery/scenes/all.ts'
import { openStudio, type Size, type Studio } from '../gallery/studio.ts'
import { choice } from '../pages/fields.ts'
import { fact, recordDetail, rows, saleDetail } from '../pages/lists.ts'
import { lastSales } from '../pages/sale.ts'
import { question, screens, settingsSections } from '../pages/shell.ts'

/** What designers found wrong in earlier pictures and no check of the layout sees. The others are in the specs of their screens. */
const SMALL: Size = { width: 1024, height: 560 }
const LARGE: Size = { width: 1920, height: 1080 }

let studio: Studio
test.beforeAll(async () => {
  studio = await openStudio()
})
test.afterAll(() => studio.close())

async function scene(name: string, size?: Size): Promise<Page> {
  const found = scenes.find((one) => one.name === name)
  if (found === undefined) throw new Error(`there is no scene ${name}`)
  return (await studio.open(found, size)).page
}

/** The names of the filled buttons: what the screen asks for. */
async function primaryButtons(place: Page | Locator): Promise<readonly string[]> {
  return place.getByRole('button').evaluateAll((all) => {
    const probe = document.createElement('span')
    probe.style.color = 'var(--accent)'
    document.body.append(probe)
    const accent = getComputedStyle(probe).color
    probe.remove()
    return all
      .filter((one) => one.ariaPressed !== 'true' && getComputedStyle(one).backgroundColor === accent)
      .map((one) => one.textContent)
  })
}

async function box(locator: Locator): Promise<{ left: number; right: number; top: number; height: number }> {
  return locator.evaluate((element) => {
    const { left, right, top, height } = element.getBoundingClientRect()
    return { left, right, top, height }
  })
}

for (const size of [undefined, SMALL])
  test(`today's sales: newest first, amounts and signs in columns, one sign a row (${size?.width ?? 1280} px)`, async () => {
    const page = await scene('sale-data', size)
    const all = await lastSales(page).all()
    expect(all.length).toBeGreaterThan(8)
    const times: string[] = []
    const amounts = new Set<number>()
    const chips = new Set<number>()
    for (const one of all) {
      times.push(/\d\d:\d\d/u.exec(await one.innerText())?.[0] ?? '')
      amounts.add((await box(one.getByText('₦').first())).right)
      chips.add((await box(one.locator('[data-chip]'))).left)
      await expect(one.locator('svg')).toHaveCount(1)
    }
    expect(times).toEqual(times.toSorted().toReversed())
    expect(amounts.size).toBe(1)
    expect(chips.size).toBe(1)
  })

test('a sale that is not paid says nothing of an account that it was paid into', async () => {
  await expect(saleDetail(await scene('detail-late'))).not.toContainText('Paid into')
})

test('a manager who is there is not asked for the PIN of one', async () => {
  await expect(question(await scene('decide-review'))).not.toContainText('PIN')
})

test('a record says first whether it is paid, and the list beside it too', async () => {
  const page = await scene('find-record')
  await expect(recordDetail(page)).toContainText('₦5,000.00, not paid yet')
  await expect(recordDetail(page)).toContainText('Settled–')
  await expect(page.getByRole('columnheader', { name: /^Paid/u })).toBeVisible()
})

test('a list of this computer claims nothing about newer sales at the bank', async () => {
  const page = await scene('transactions-offline')
  await expect(page.getByRole('main')).toContainText('This list is kept on this computer')
  await expect(page.getByRole('main')).not.toContainText('may be missing')
})

test('where one answer carries a risk, the safe one is the filled button', async () => {
  const givingUp = (await scene('agent-changes-give-up')).getByRole('dialog')
  expect(await primaryButtons(givingUp)).toEqual(['No, leave it open'])
  const naming = await scene('agent-register-name')
  expect(await primaryButtons(naming.getByRole('main'))).toEqual(['No, change'])
  await expect(naming.getByText('The names differ')).toBeVisible()
})

test('a wait for the bank shows that it goes on', async () => {
  await expect((await scene('agent-register-asking')).getByRole('progressbar')).toBeVisible()
})

test('with an open sale one button is filled', async () => {
  expect(await primaryButtons(await scene('detail-unknown'))).toEqual(['Check now'])
})

test('Compact has more rows than Comfortable, however long the references are', async () => {
  const heightIn = async (name: string): Promise<number> =>
    (await box(rows(await scene(name), 'Sales').nth(3))).height
  expect(await heightIn('transactions-compact')).toBeLessThanOrEqual(34)
  expect(await heightIn('transactions-data')).toBeGreaterThanOrEqual(40)
})

test('in a small window the open row is whole in view, and each name of a screen is inside its button', async () => {
  const page = await scene('detail-late', SMALL)
  expect(await findHidden(page.locator('[data-open]').first())).toEqual([])
  const rail = page.getByRole('navigation', { name: 'Screens' })
  for (const screen of screens) {
    const { width } = await rail.getByText(screen, { exact: true }).evaluate((element) => {
      const words = document.createRange()
      words.selectNodeContents(element)
      return words.getBoundingClientRect()
    })
    const button = await box(rail.getByRole('button', { name: screen }).first())
    expect(width, screen).toBeLessThanOrEqual(button.right - button.left)
  }
})

test('an empty list is a line, not a box as high as the window', async () => {
  const grids = [
    ['transactions-empty', 'Sales'],
    ['find-nothing', 'Bank records'],
  ] as const
  for (const [name, label] of grids) {
    const page = await scene(name)
    const list = page.getByRole('grid', { name: label }).locator('xpath=..')
    expect((await box(list)).height, name).toBeLessThan(200)
  }
})

test('the list of terminals and the pane beside it write merchant and serial number alike', async () => {
  const page = await scene('terminal-details-long', LARGE)
  const inList = page
    .locator('[data-open]')
    .first()
    .getByRole('gridcell')
    .filter({ hasText: /^MERCHANT-/u })
  const inPane = fact(page.getByRole('complementary'), 'Merchant')
  // Groups of letters are made by elements alone: the text is the same.
  const written = (place: Locator): Promise<unknown> =>
    place.evaluate((element) => [element.textContent, element.querySelectorAll('span').length])
  expect(await written(inPane)).toEqual(await written(inList))
})

test('Settings shows no key of a file until the technical details are opened', async () => {
  const page = await scene('settings-data')
  const words = await page.getByRole('main').innerText()
  expect(words).toContain('Diagnostics')
  expect(words.match(/\b[a-z]+\.[a-z]+[A-Z]\w*|\b[a-z]+Url\b/gu)).toBeNull()
})

test('every part of Settings is one press away, and its first card is in view without scrolling', async () => {
  const page = await scene('settings-data', SMALL)
  for (const section of settingsSections) {
    await page.getByRole('tab', { name: section, exact: true }).click()
    const panel = page.getByRole('tabpanel', { name: section })
    await expect(panel.getByRole('heading', { level: 2 }).first()).toBeInViewport({ ratio: 1 })
  }
})

// A list that lay over its own field took the end of the press as a choice: one press on Show chose Refused.
test('a list of choices has no room below: it scrolls above its field, and the press chooses nothing', async () => {
  const page = await scene('transactions-offline', { width: 1280, height: 800 })
  await page
    .getByRole('main')
    .locator('search')
    .evaluate((search) => (search.style.marginTop = '90px'))
  const field = choice(page, 'Show')
  await expect(field).toHaveText('All sales')
  await field.click()
  const list = await box(page.getByRole('listbox'))
  const own = await box(field)
  expect(list.top + list.height).toBeLessThanOrEqual(own.top)
  expect(list.top).toBeGreaterThanOrEqual(0)
  await expect(field).toHaveText('All sales')
  await page.getByRole('option', { name: 'Refused' }).click()
  await expect(field).toHaveText('Refused')
})
