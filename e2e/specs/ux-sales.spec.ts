import { expect, test, type Page } from '@playwright/test'
import { openStudio, type Studio } from '../gallery/studio.ts'
import { sales, weeksOfSales } from '../gallery/scenes/known.ts'
import type { SaleView } from '../../shared/sale.ts'
import { dateField, typeDate } from '../pages/fields.ts'
import { bar, dayHeads, days, rows } from '../pages/lists.ts'
import { show } from '../pages/shell.ts'

/** The list of sales on an in-memory main process: its sums, its days and its bars. */
test.describe.configure({ mode: 'parallel' })

let studio: Studio
test.beforeAll(async () => {
  studio = await openStudio()
})
test.afterAll(() => studio.close())

async function openSales(list: readonly SaleView[]): Promise<Page> {
  const { page } = await studio.open({
    name: 'sales',
    place: 'Sales',
    situation: 'data',
    facts: { sales: list },
    reach: ({ page: at }) => show(at, 'Sales'),
    shows: (at) => rows(at, 'Sales').first(),
  })
  return page
}

test('the head of a day and the foot of the list count the same sales; what both leave out has its own line', async () => {
  const page = await openSales(sales)
  await days(page).getByRole('button', { name: 'Today' }).click()
  await expect(dayHeads(page)).toHaveCount(1)
  const counted = /^[0-9]+ sales, ₦[0-9,.]+/u
  const head = ((await dayHeads(page).innerText()).split('\n').at(-1) ?? '').match(counted)?.[0] ?? 'no head'
  await expect(
    page.getByText(`${head} Besides these, 3 refused, removed or written off: ₦15,000.00.`),
  ).toBeVisible()
})

test('any days are chosen beside the quick ones: the fields follow what is pressed, and the list what is typed', async () => {
  const page = await openSales(weeksOfSales)
  const from = dateField(page, 'From')
  const to = dateField(page, 'To')
  await bar(page, /^Tue 17 Nov 2026/u).click()
  await expect(from).toHaveText('17/11/2026')
  await expect(to).toHaveText('17/11/2026')
  await from.getByRole('spinbutton').first().focus()
  await page.keyboard.type('15')
  await expect(from).toHaveText('15/11/2026')
  await expect(dayHeads(page)).toHaveCount(3)
  await expect(days(page).getByRole('button', { pressed: true })).toHaveCount(0)
  // A year that is half typed is no day yet.
  await typeDate(page, 'From', '16/11/2026')
  await expect(dayHeads(page)).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await days(page).getByRole('button', { name: 'Last 7 days' }).click()
  await expect(from).toHaveText('14/11/2026')
  await expect(to).toHaveText('20/11/2026')
})

test('a bar says its sums at once, under the mouse and with the keyboard; the highest is written, and no label crosses a bar', async () => {
  const page = await openSales(weeksOfSales)
  const chosen = bar(page, /^Tue 17 Nov 2026/u)
  const said = page.getByText(/^Tue 17 Nov 2026: [0-9]+ sales, ₦/u)
  await expect(said).toBeHidden()
  await chosen.hover()
  await expect(said).toBeVisible({ timeout: 100 })
  await page.mouse.move(0, 0)
  await expect(said).toBeHidden()
  await bar(page, /^Today/u).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText(/^Yesterday, Thu 19 Nov 2026: /u)).toBeVisible({ timeout: 100 })
  await expect(page.getByText(/^Highest ₦[0-9,]+\.[0-9]{2}$/u).first()).toBeVisible()
})

test('the bar and the legend of a state have the ground and the edge of its chip', async () => {
  const page = await openSales(weeksOfSales)
  for (const [part, chip] of [
    ['paid', 'paid'],
    ['unpaid', 'onItsWay'],
  ] as const) {
    const look = await page.locator(`[data-chip="${chip}"]`).first().evaluate(chipLook)
    for (const drawn of [`rect[data-part="${part}"]`, `[data-legend="${part}"] rect`])
      expect(await page.locator(drawn).first().evaluate(shapeLook), drawn).toEqual(look)
  }
})

function chipLook(chip: Element): readonly string[] {
  const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(chip)
  return [backgroundColor, borderTopColor, borderTopWidth]
}

function shapeLook(shape: Element): readonly string[] {
  const { fill, stroke, strokeWidth } = getComputedStyle(shape)
  return [fill, stroke, strokeWidth]
}
