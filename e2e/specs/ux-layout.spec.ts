import { expect, test, type Page } from '@playwright/test'
import { launchApp } from '../host/launch.ts'
import { openCounter, type Counter } from '../pages/counter.ts'
import { row, rows, saleDetail } from '../pages/lists.ts'
import { amountField, lastSale, lastSaleCard, recordButton, recordSale } from '../pages/sale.ts'
import { connection, queue, screens, show, tryNow } from '../pages/shell.ts'

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter()
  await counter.goOffline()
  await expect(connection(counter.page)).toHaveText('No internet')
  await recordSale(counter.page, { amount: '1111.11', reference: 'WIDE-1' })
  await recordSale(counter.page, { amount: '4444.44', reference: 'WIDE-2' })
})
test.afterAll(() => counter.close())
test.describe.configure({ mode: 'serial' })

const SIZES = [
  [1280, 800],
  [1093, 614],
  [1024, 640],
  [1024, 560],
] as const

async function tooWide(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}

/** Words cut off by their box. */
async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>(
      'button, h1, h2, h3, p, dt, dd, label, td, th, [role="columnheader"], [role="rowheader"], [role="gridcell"], [data-chip]',
    )) {
      const { right, left, width } = element.getBoundingClientRect()
      const style = getComputedStyle(element)
      if (width === 0 || style.visibility === 'hidden' || style.clipPath !== 'none') continue
      const isCut = style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
      if (isCut || right > innerWidth + 1 || left < -1) cut.push((element.textContent ?? '').slice(0, 60))
    }
    return cut
  })
}

test('ux 28: at every size all screens fit, nothing is cut, and Record sale is completely visible', async () => {
  const { page } = counter
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    for (const screen of screens) {
      await show(page, screen)
      const where = `${screen} at ${width}×${height}`
      await expect.poll(() => tooWide(page), where).toBe(0)
      await expect.poll(() => cutTexts(page), where).toEqual([])
      if (screen === 'Sell') await expect(recordButton(page), where).toBeInViewport({ ratio: 1 })
    }
  }
})

test('ux 28: in Practice, offline, at 1024×560, Record sale is completely visible under stripe and banner', async () => {
  const app = await launchApp({ isOnline: false })
  try {
    await app.page.setViewportSize({ width: 1024, height: 560 })
    await expect(recordButton(app.page)).toBeInViewport({ ratio: 1 })
    await expect.poll(() => tooWide(app.page)).toBe(0)
  } finally {
    await app.close()
  }
})

/** At 200 % zoom the page has half as many CSS pixels each way; the window keeps its size. */
for (const [width, height] of [
  [640, 400],
  [512, 280],
] as const) {
  test(`ux 29: at 200 % zoom (${width}×${height}) Sale, Sales and To do lose nothing`, async () => {
    const { page } = counter
    await page.setViewportSize({ width, height })
    await show(page, 'Sell')
    await expect.poll(() => tooWide(page)).toBe(0)
    await amountField(page).fill('0')
    await recordButton(page).scrollIntoViewIfNeeded()
    await expect(recordButton(page)).toBeInViewport()
    await recordButton(page).click()
    await expect(page.getByText('The amount must be more than ₦0.00.')).toBeVisible()
    await amountField(page).fill('')
    await lastSale(page, 'WIDE-1').scrollIntoViewIfNeeded()
    await expect(lastSale(page, 'WIDE-1')).toBeInViewport()
    for (const [screen, grid] of [
      ['Sales', 'Sales'],
      ['To do', 'To do'],
    ] as const) {
      await show(page, screen)
      await expect.poll(() => tooWide(page), screen).toBe(0)
      await expect.poll(() => cutTexts(page), screen).toEqual([])
      // The head of the table and three rows: what stands around them makes room.
      const list = page.getByRole('grid', { name: grid })
      const height = await list.evaluate((table) => table.closest('[class*="grow"]')?.clientHeight ?? 0)
      if (screen === 'Sales') expect(height).toBeGreaterThanOrEqual(180)
      await row(page, grid, 'WIDE-1').scrollIntoViewIfNeeded()
      await row(page, grid, 'WIDE-1').click()
      await expect(saleDetail(page)).toContainText('₦1,111.11')
      const close = page.getByRole('button', { name: 'Close', exact: true })
      await expect(close).toBeInViewport({ ratio: 1 })
      await saleDetail(page).getByText('Details for the bank').scrollIntoViewIfNeeded()
      await close.click()
    }
    await expect(queue(page)).toBeInViewport({ ratio: 1 })
    await tryNow(page)
  })
}

test('ux 9: amounts are right-aligned in digits of one width', async () => {
  const { page } = counter
  await page.setViewportSize({ width: 1280, height: 800 })
  await show(page, 'Sales')
  const widths: number[] = []
  for (const text of ['₦1,111.11', '₦4,444.44']) {
    const figure = rows(page, 'Sales').getByText(text)
    const looks = await figure.evaluate((element) => ({
      align: getComputedStyle(element.closest('[role="gridcell"]') ?? element).textAlign,
      digits: getComputedStyle(element).fontVariantNumeric,
      width: element.getBoundingClientRect().width,
    }))
    expect(looks.align).toBe('right')
    expect(looks.digits).toContain('tabular-nums')
    widths.push(looks.width)
  }
  expect(Math.abs((widths[0] ?? 0) - (widths[1] ?? 9))).toBeLessThanOrEqual(0.5)
})

test('the detail beside a list is made wider by the keyboard; as a drawer it has no edge to move', async () => {
  const { page } = counter
  await page.setViewportSize({ width: 1280, height: 800 })
  await show(page, 'Sales')
  await row(page, 'Sales', 'WIDE-1').click()
  const width = async (): Promise<number> => (await saleDetail(page).boundingBox())?.width ?? 0
  const edge = page.getByRole('separator', { name: 'Width of the detail' })
  const asked = Number(await edge.getAttribute('aria-valuenow'))
  await expect.poll(width).toBe(asked)
  const before = asked
  await edge.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(width).toBe(before + 48)
  // The width is kept for the next sale, and stops where the list would become too narrow.
  await row(page, 'Sales', 'WIDE-2').click()
  await expect(saleDetail(page)).toContainText('WIDE-2')
  await expect.poll(width).toBe(before + 48)
  await edge.focus()
  for (let press = 0; press < 30; press += 1) await page.keyboard.press('ArrowLeft')
  await expect.poll(width).toBe(560)
  await expect.poll(() => tooWide(page)).toBe(0)
  await page.setViewportSize({ width: 1024, height: 640 })
  await expect(edge).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
})

test('ux 15: the count of what waits is on every screen, offline and online, and equals the rows of To do', async () => {
  const { page } = counter
  const rail = page.getByRole('navigation', { name: 'Screens' })
  await show(page, 'To do')
  await expect(rows(page, 'To do')).toHaveCount(2)
  for (const screen of screens) {
    await show(page, screen)
    // The badge is for what needs a person.
    await expect(rail.getByRole('button', { name: /^To do$/u })).toBeVisible()
    await expect(queue(page)).toHaveText(/^2 waiting/u)
  }
  // Online again while the bank refuses everything: the count stays.
  counter.sandbox.bank.faults.add({
    on: 'any',
    times: 'always',
    fault: { kind: 'httpStatus', status: 503, committed: false, retryAfter: null, body: 'empty' },
  })
  await counter.goOnline()
  await tryNow(page)
  await expect(connection(page)).not.toHaveText('No internet')
  for (const screen of screens) {
    await show(page, screen)
    await expect(queue(page)).toHaveText(/^2 waiting/u)
    await expect(queue(page)).not.toHaveText('All sent')
  }
  // The bank keeps refusing, so that the sales stay as they are for the checks below.
})

test('in forced colours every chip keeps an edge, the small marks stay distinct, and the current screen is marked', async () => {
  const { page } = counter
  await page.emulateMedia({ forcedColors: 'active' })
  await show(page, 'Sales')
  const edge = await page
    .locator('[data-chip]')
    .first()
    .evaluate((element) => Number.parseFloat(getComputedStyle(element).borderTopWidth))
  expect(edge).toBeGreaterThanOrEqual(1)
  await show(page, 'Sell')
  const shapes = lastSaleCard(page).locator('[data-mark] > [aria-hidden="true"]')
  // The check below does not wait.
  await expect(shapes).toHaveCount(3)
  const marks = await shapes.evaluateAll((all) => {
    const ground = getComputedStyle(document.body).backgroundColor
    return all.map((shape) => {
      // Forced colours replace every ground, so only the border can tell the marks apart.
      const { borderStyle, borderWidth, borderRadius, borderColor } = getComputedStyle(shape)
      return {
        shape: `${borderStyle} ${borderWidth} ${borderRadius}`,
        isDrawn: Number.parseFloat(borderWidth) > 0 && borderColor !== ground,
      }
    })
  })
  expect(marks.every(({ isDrawn }) => isDrawn)).toBe(true)
  expect(new Set(marks.map(({ shape }) => shape)).size).toBe(2)
  await page.emulateMedia({ forcedColors: 'none' })
})

test('with reduced motion nothing moves', async () => {
  const { page } = counter
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .map((element) => getComputedStyle(element).transitionDuration)
      .filter((duration) => duration.split(',').some((part) => Number.parseFloat(part) > 0)),
  )
  expect(moving).toEqual([])
})
