import { expect, test } from '@playwright/test'
import { callMain } from '../pages/bridge.ts'
import { openCounter, type Counter } from '../pages/counter.ts'
import { choice, choose, dateField } from '../pages/fields.ts'
import { bar, chip, dayHeads, days, row, rows, saleDetail } from '../pages/lists.ts'
import { lastSale, recordSale } from '../pages/sale.ts'
import { banner, show } from '../pages/shell.ts'

const MINUTE_MS = 60_000
const NAMES = 'Ẹniọlá Ọṣunbọ̀, Ɓala Ɗan Ƙano'

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter({
    bank: { settleAfterMs: 60 * MINUTE_MS },
    profile: { settlement: { lateAfterMinutes: 3 } },
  })
  await recordSale(counter.page, { amount: '1500', reference: 'OLD-1', note: NAMES })
  await expect(chip(lastSale(counter.page, 'OLD-1'))).toHaveText('On its way')
})
test.afterAll(() => counter.close())
test.describe.configure({ mode: 'serial' })

const order = () => rows(counter.page, 'Sales').getByRole('rowheader').allTextContents()
const timeHeader = () => counter.page.getByRole('columnheader', { name: /^Time/u })

test('ux 44: a sale that the bank has not paid in time is counted in the banner, which opens exactly those', async () => {
  const { app, page } = counter
  await expect(banner(page)).toBeEmpty()
  await app.setClock(4 * MINUTE_MS)
  await recordSale(page, { amount: '700', reference: 'NEW-2' })
  await expect(chip(lastSale(page, 'NEW-2'))).toHaveText('On its way')
  await expect(banner(page)).toContainText(
    'The bank accepted 1 sale (₦1,500.00) more than 3 minutes ago, and has not said that the money is paid.',
  )
  await banner(page).getByRole('button', { name: 'Show it' }).click()
  await expect(chip(row(page, 'To do', 'OLD-1'))).toHaveText('Payment late')
  await show(page, 'Sales')
  await choose(page, 'Show', 'Payment late')
  await expect(rows(page, 'Sales')).toHaveCount(1)
  await expect(chip(row(page, 'Sales', 'OLD-1'))).toHaveText('Payment late')
  // The line below the list; after midnight at the bank, the sale’s day has a head that begins so too.
  await expect(page.getByText(/^1 sale, ₦1,500\.00 Only what/u)).toBeVisible()
})

test('ux 31: the order is reversed at the list’s head, by mouse and by keyboard, and is announced', async () => {
  const { page } = counter
  await choose(page, 'Show', 'All sales')
  await expect(timeHeader()).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(order).toEqual(['NEW-2', 'OLD-1'])
  await timeHeader().click()
  await expect(timeHeader()).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(order).toEqual(['OLD-1', 'NEW-2'])
  await timeHeader().focus()
  await page.keyboard.press('Enter')
  await expect.poll(order).toEqual(['NEW-2', 'OLD-1'])
  await page.keyboard.press('Enter')
  await expect(timeHeader()).toHaveAttribute('aria-sort', 'ascending')
})

test('amount and state sort the list too; the marks are at the heads', async () => {
  const { page } = counter
  const amount = page.getByRole('columnheader', { name: 'Amount' })
  await expect(amount).toHaveAttribute('aria-sort', 'none')
  await amount.click()
  await expect(amount).toHaveAttribute('aria-sort', 'descending')
  await expect(timeHeader()).toHaveAttribute('aria-sort', 'none')
  await expect.poll(order).toEqual(['OLD-1', 'NEW-2'])
  await amount.click()
  await expect.poll(order).toEqual(['NEW-2', 'OLD-1'])
  await timeHeader().click()
  await expect(timeHeader()).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(order).toEqual(['NEW-2', 'OLD-1'])
  await timeHeader().click()
})

test('a bar shows its day with what was recorded and what is paid; a second press shows all days again', async () => {
  const { page } = counter
  // Both are of one day, or of two around midnight.
  await expect(dayHeads(page).first()).toContainText('paid ₦0.00')
  const today = bar(page, /: (?:1 sale|2 sales), ₦[0-9,.]+; Paid ₦0\.00, Not paid yet ₦/u).last()
  await today.click()
  await expect(today).toHaveAttribute('aria-pressed', 'true')
  await expect(rows(page, 'Sales').first()).toBeVisible()
  await expect(days(page).getByRole('button', { pressed: true })).not.toHaveText('All')
  await today.click()
  await expect(days(page).getByRole('button', { pressed: true })).toHaveText('All')
  await page.getByRole('toolbar').getByRole('button').last().focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(days(page).getByRole('button', { pressed: true })).toHaveText(/Yesterday/u)
  await days(page).getByRole('button', { name: 'All' }).click()
  await page.getByRole('button', { name: 'Sums as a table' }).click()
  await expect(page.getByRole('table', { name: 'The last 14 days' }).getByRole('row')).toHaveCount(15)
  await expect(
    page
      .getByRole('table', { name: /^By hour/u })
      .getByRole('row')
      .nth(1),
  ).toContainText('₦')
  await page.keyboard.press('Escape')
})

test('ux 52: Yoruba and Hausa names are drawn by the font that comes with the app', async () => {
  const { page } = counter
  await row(page, 'Sales', 'OLD-1').click()
  const note = saleDetail(page).getByText(NAMES)
  await note.evaluate((element) => element.setAttribute('data-probe', 'names'))
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument', { depth: -1 })
  const { nodeId } = await session.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: '[data-probe="names"]',
  })
  // The letters of these languages are in separate files, loaded when the first of them is drawn.
  const drawnBy = async () =>
    (await session.send('CSS.getPlatformFontsForNode', { nodeId })).fonts.map(({ familyName }) => familyName)
  await expect.poll(drawnBy).toContainEqual(expect.stringMatching(/^Inter\b/u))
  await expect.poll(async () => (await drawnBy()).filter((name) => !name.startsWith('Inter'))).toEqual([])
  await session.detach()
})

test('ux 48: filter, days, order and width survive a restart; the search does not, and Find opens on today', async () => {
  const { page } = counter
  await choose(page, 'Show', 'Accepted by the bank')
  await days(page).getByRole('button', { name: 'Last 7 days' }).click()
  const edge = page.getByRole('separator')
  await edge.focus()
  await page.keyboard.press('ArrowLeft')
  const width = '424'
  await expect(edge).toHaveAttribute('aria-valuenow', width)
  await page.getByRole('search').getByLabel('Search').fill('NEW')
  await expect(rows(page, 'Sales')).toHaveCount(1)
  await expect
    .poll(() => callMain(page, 'viewPreferences.get', {}))
    .toEqual({
      ok: true,
      value: {
        paneWidthPx: 424,
        saleFilter: 'accepted',
        saleOrder: 'oldest',
        saleRange: 'week',
        isWelcomed: false,
      },
    })
  const again = await counter.restart()
  await show(again, 'Sales')
  await expect(choice(again, 'Show')).toHaveText('Accepted by the bank')
  await expect(timeHeader()).toHaveAttribute('aria-sort', 'ascending')
  await expect(days(again).getByRole('button', { pressed: true })).toHaveText('Last 7 days')
  await expect.poll(order).toEqual(['OLD-1', 'NEW-2'])
  await row(again, 'Sales', 'OLD-1').click()
  await expect(again.getByRole('separator')).toHaveAttribute('aria-valuenow', width)
  const today = () =>
    again.evaluate(() => {
      const now = new Date()
      return [now.getDate(), now.getMonth() + 1, now.getFullYear()]
        .map((part) => String(part).padStart(2, '0'))
        .join('/')
    })
  const before = await today()
  await show(again, 'Find')
  // Midnight may come in between.
  await expect(dateField(again, 'From')).toHaveText(new RegExp(`^(?:${before}|${await today()})$`, 'u'))
})
