import { expect, test } from '@playwright/test'
import { openCounter, type Counter } from '../pages/counter.ts'
import { choice } from '../pages/fields.ts'
import { chip, row, rows, saleDetail } from '../pages/lists.ts'
import { lastSale, recordSale } from '../pages/sale.ts'
import { show } from '../pages/shell.ts'

/** The newest comes first. */
const REFERENCES = ['GRID-C', 'GRID-B', 'GRID-A']

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter()
  for (const [place, reference] of REFERENCES.toReversed().entries()) {
    await recordSale(counter.page, { amount: String(1_000 + place), reference })
    await expect(chip(lastSale(counter.page, reference))).toHaveText(/On its way|Paid/u)
  }
  await show(counter.page, 'Sales')
  await expect(rows(counter.page, 'Sales')).toHaveCount(REFERENCES.length)
})
test.afterAll(() => counter.close())
test.describe.configure({ mode: 'serial' })

/** The focused element: a row by its reference, a cell by row and column, a head by its title. */
const focused = () =>
  counter.page.evaluate(() => {
    const element = document.activeElement
    const inRow = element?.closest('[role="row"]')
    const place = inRow === element ? '' : ` ${[...(inRow?.children ?? [])].indexOf(element as Element)}`
    if (element?.getAttribute('role') === 'columnheader') return `head${place}`
    return `${inRow?.getAttribute('data-key') ?? element?.tagName}${place}`
  })

/** Enters the list by Tab from the field before it. */
async function enter(): Promise<void> {
  const { page } = counter
  await choice(page, 'Show').focus()
  await page.keyboard.press('Tab')
}

test('the list is one Tab stop, in both directions, and remembers the position', async () => {
  const { page } = counter
  await enter()
  await expect.poll(focused).toBe('GRID-C')
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toBe('GRID-B')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /^Export.* to Excel$/u })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect.poll(focused).toBe('GRID-B')
  await page.keyboard.press('Shift+Tab')
  await expect(choice(page, 'Show')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect.poll(focused).toBe('GRID-B')
})

test('the arrows move through rows, cells and the head', async () => {
  const { page } = counter
  const walk: readonly (readonly [string, string])[] = [
    ['ArrowUp', 'GRID-C'],
    ['ArrowUp', 'head 0'],
    ['ArrowLeft', 'head 6'],
    ['ArrowRight', 'head 0'],
    ['ArrowRight', 'head 1'],
    ['ArrowDown', 'GRID-C 1'],
    ['ArrowDown', 'GRID-B 1'],
    ['ArrowLeft', 'GRID-B 0'],
    ['ArrowLeft', 'GRID-B'],
    ['ArrowLeft', 'GRID-B 6'],
    ['ArrowRight', 'GRID-B'],
    ['ArrowRight', 'GRID-B 0'],
    ['End', 'GRID-B 6'],
    ['Home', 'GRID-B 0'],
    ['Control+End', 'GRID-A 6'],
    ['Control+Home', 'GRID-C 0'],
    ['ArrowUp', 'head 0'],
    ['ArrowDown', 'GRID-C 0'],
    ['ArrowLeft', 'GRID-C'],
    ['End', 'GRID-A'],
    ['ArrowDown', 'GRID-A'],
    ['Home', 'GRID-C'],
    ['PageDown', 'GRID-A'],
    ['PageUp', 'GRID-C'],
  ]
  for (const [key, to] of walk) {
    await page.keyboard.press(key)
    await expect.poll(focused, key).toBe(to)
  }
})

test('typing the start of a reference moves to its row', async () => {
  const { page } = counter
  // A pause of a second between two keys resets it: on a busy machine, the test types it again.
  await expect(async () => {
    await page.keyboard.type('grid-b')
    expect(await focused()).toBe('GRID-B')
  }).toPass({ intervals: [1_500] })
})

test('Enter opens a row, also from a cell, and Escape returns the focus to the row', async () => {
  const { page } = counter
  for (const key of ['Enter', 'ArrowRight']) {
    await page.keyboard.press(key)
    if (key !== 'Enter') await page.keyboard.press('Enter')
    await expect(saleDetail(page).getByRole('heading', { level: 2 })).toBeFocused()
    await expect(row(page, 'Sales', 'GRID-B')).toHaveAttribute('data-open', 'true')
    await page.keyboard.press('Escape')
    await expect(saleDetail(page)).toBeHidden()
    await expect.poll(focused).toBe('GRID-B')
  }
})

test('with the pane open the arrows walk the list: the focus stays in it, and the pane follows', async () => {
  const { page } = counter
  const shown = () => saleDetail(page).locator('dd').first()
  await row(page, 'Sales', 'GRID-C').click()
  await expect(shown()).toHaveText('GRID-C')
  for (const [key, to] of [
    ['ArrowDown', 'GRID-B'],
    ['ArrowDown', 'GRID-A'],
    ['ArrowUp', 'GRID-B'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(shown()).toHaveText(to)
    await expect.poll(focused).toMatch(new RegExp(`^${to}`, 'u'))
    await expect(row(page, 'Sales', to)).toHaveAttribute('data-open', 'true')
  }
  // Enter on the open row leads into the pane; Escape leads back, and a second one closes nothing else.
  await page.keyboard.press('Enter')
  await expect(saleDetail(page).getByRole('heading', { level: 2 })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(saleDetail(page)).toBeHidden()
  await expect.poll(focused).toBe('GRID-B')
})

test('the time stays beside the amount with the pane open, at every size', async () => {
  const { page } = counter
  const time = page.getByRole('columnheader', { name: /^Time/u })
  await row(page, 'Sales', 'GRID-B').click()
  for (const size of [
    { width: 1280, height: 800 },
    { width: 1024, height: 560 },
    { width: 640, height: 400 },
  ]) {
    await page.setViewportSize(size)
    await expect(time).toBeVisible()
    await expect(row(page, 'Sales', 'GRID-B').getByRole('gridcell').first()).toHaveText(
      /^[0-9]{2}:[0-9]{2}$/u,
    )
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Escape')
  await expect(saleDetail(page)).toBeHidden()
})

test('a row is named by its reference, and each cell has its role in the grid', async () => {
  const { page } = counter
  await expect(page.getByRole('row', { name: 'GRID-B', exact: true })).toHaveCount(1)
  await expect(page.getByRole('rowheader', { name: 'GRID-B', exact: true })).toHaveCount(1)
  await expect(row(page, 'Sales', 'GRID-B').getByRole('gridcell')).toHaveCount(6)
})
