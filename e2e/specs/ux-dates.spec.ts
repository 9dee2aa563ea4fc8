import { expect, test, type Page } from '@playwright/test'
import { never } from '../gallery/scene.ts'
import { scenes } from '../gallery/scenes/all.ts'
import { openStudio, type Studio } from '../gallery/studio.ts'
import { choice, choose, dateField, typeDate } from '../pages/fields.ts'

/** On a computer whose language has the month first: in this app the day is first everywhere. */
let studio: Studio
/** What the last search asked main for. */
let asked: unknown
test.beforeAll(async () => {
  studio = await openStudio('en-US')
})
test.afterAll(() => studio.close())

async function openFind(): Promise<Page> {
  const scene = scenes.find(({ name }) => name === 'find-start')
  if (scene === undefined) throw new Error('there is no such scene')
  asked = undefined
  const answers = {
    'records.search': ({ dateFrom, dateTo }: { dateFrom: string; dateTo: string }) => {
      asked = { dateFrom, dateTo }
      return never()
    },
  }
  const { page } = await studio.open({ ...scene, answers })
  return page
}

test('under an American system a date field has the day first, then month and year', async () => {
  const page = await openFind()
  const system = await page.evaluate(() => new Intl.DateTimeFormat().format(new Date(2026, 10, 21)))
  expect(system).toBe('11/21/2026')
  await typeDate(page, 'From', '21/11/2026')
  await expect(dateField(page, 'From')).toHaveText('21/11/2026')
  await expect(dateField(page, 'From').getByRole('spinbutton', { name: 'day' })).toHaveText('21')
  await expect(dateField(page, 'From').getByRole('spinbutton', { name: 'month' })).toHaveText('11')
  // react-aria keeps hidden ones for filling in by the browser.
  const native = page.locator(':is(input[type="date"], select):not([aria-hidden="true"] *)')
  await expect(native).toHaveCount(0)
})

test('by keyboard alone: digits pass from part to part, arrows change one, Enter searches with what stands there', async () => {
  const page = await openFind()
  const parts = dateField(page, 'From').getByRole('spinbutton')
  await parts.first().focus()
  await page.keyboard.type('4')
  await expect(parts.nth(1)).toBeFocused()
  await page.keyboard.type('11')
  await expect(parts.nth(2)).toBeFocused()
  await page.keyboard.type('2026')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowUp')
  await expect(dateField(page, 'From')).toHaveText('05/11/2026')
  await typeDate(page, 'To', '09112026')
  await page.keyboard.press('Enter')
  await expect.poll(() => asked).toEqual({ dateFrom: '2026-11-05', dateTo: '2026-11-09' })
})

for (const [what, typed, shown] of [
  ['a date without its month', '05/11/2026', '05/mm/2026'],
  ['a day that the month does not have', '31/11/2026', '31/11/2026'],
  ['a year of two digits', '05/11/26', '05/11/26'],
] as const) {
  test(`${what} stays as it is typed, and is not searched for`, async () => {
    const page = await openFind()
    await typeDate(page, 'To', '30/11/2026')
    await typeDate(page, 'From', typed)
    if (shown.includes('mm')) {
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Delete')
      await page.keyboard.press('Delete')
    }
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(dateField(page, 'From')).toHaveText(shown)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByText('From: type a full date, such as 21/11/2026.')).toBeVisible()
    await expect(dateField(page, 'From')).toHaveText(shown)
    expect(asked).toBeUndefined()
    await typeDate(page, 'From', '05/11/2026')
    await page.keyboard.press('Enter')
    await expect.poll(() => asked).toEqual({ dateFrom: '2026-11-05', dateTo: '2026-11-30' })
  })
}

test('a date is pasted day first or year first, and copied day first; other text changes nothing', async () => {
  const page = await openFind()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const paste = async (text: string): Promise<void> => {
    await page.evaluate((words) => navigator.clipboard.writeText(words), text)
    await dateField(page, 'From').getByRole('spinbutton').nth(1).focus()
    await page.keyboard.press('ControlOrMeta+v')
  }
  await paste('21/11/2026')
  await expect(dateField(page, 'From')).toHaveText('21/11/2026')
  await paste('2026-11-05')
  await expect(dateField(page, 'From')).toHaveText('05/11/2026')
  await paste('31/11/2026')
  await paste('11/21/2026')
  await expect(dateField(page, 'From')).toHaveText('05/11/2026')
  await page.keyboard.press('ControlOrMeta+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('05/11/2026')
})

test('the calendar opens by its button and by Alt and an arrow, weeks begin on Monday, Esc leaves the date', async () => {
  const page = await openFind()
  await typeDate(page, 'From', '05/11/2026')
  await page.keyboard.press('Alt+ArrowDown')
  const calendar = page.getByRole('dialog', { name: 'From: calendar' })
  await expect(calendar.getByRole('grid', { name: 'November 2026' })).toBeVisible()
  await expect(calendar.locator('th').first()).toHaveText('Mon')
  await page.keyboard.press('Escape')
  await expect(calendar).toHaveCount(0)
  await expect(dateField(page, 'From')).toHaveText('05/11/2026')
  // The focus returns a frame later; a second opening before that would have both closings give it back.
  await expect(dateField(page, 'From').getByRole('spinbutton').last()).toBeFocused()
  await page.getByRole('button', { name: 'From: calendar' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(calendar).toHaveCount(0)
  await expect(dateField(page, 'From')).toHaveText('12/11/2026')
  await expect(page.getByRole('button', { name: 'From: calendar' })).toBeFocused()
})

test('a date that a button sets replaces what stands in the field, also a part of a date', async () => {
  const page = await openFind()
  const before = (await dateField(page, 'From').textContent()) ?? ''
  await dateField(page, 'From').getByRole('spinbutton').first().focus()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Delete')
  await expect(dateField(page, 'From')).toHaveText(/^dd\//u)
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await expect(dateField(page, 'From')).toHaveText(before)
})

test('a choice: named by its label, opened and left by keyboard, and taken by its first letters', async () => {
  const page = await openFind()
  await choose(page, 'By', 'Paid date')
  await expect(choice(page, 'By')).toHaveText('Paid date')
  await expect(choice(page, 'By')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Paid date' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(choice(page, 'By')).toHaveText('Paid date')
  await expect(choice(page, 'By')).toBeFocused()
  await page.keyboard.type('sa')
  await expect(choice(page, 'By')).toHaveText('Sale date')
})
