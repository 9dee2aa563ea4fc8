import { expect, test, type Locator, type Page } from '@playwright/test'
import { formatKobo } from '../../renderer/ui/format/money.ts'
import { openCounter, type Counter } from '../pages/counter.ts'
import { chip, days, rows, saleDetail } from '../pages/lists.ts'
import { giveManagerPin } from '../pages/manager.ts'
import {
  amountField,
  counterView,
  lastSale,
  lastSaleCard,
  money,
  noteField,
  recordButton,
  recordSale,
  referenceField,
  todaysList,
} from '../pages/sale.ts'
import { banner, connection, show } from '../pages/shell.ts'

let counter: Counter
const openedAtMs = Date.now()
test.beforeAll(async () => {
  counter = await openCounter({ profile: { slipLabel: 'RRN', reference: { maxLength: 30 } } })
})
test.afterAll(() => counter.close())
test.describe.configure({ mode: 'serial' })

test('the button says what it records as soon as the amount is valid', async () => {
  const { page } = counter
  await expect(amountField(page)).toBeFocused()
  await expect(recordButton(page)).toHaveText('Record sale')
  await page.keyboard.type('12500')
  await expect(recordButton(page)).toHaveText('Record ₦12,500.00')
  await page.keyboard.type('.5')
  await expect(recordButton(page)).toHaveText('Record ₦12,500.50')
  await page.keyboard.type('55')
  await expect(recordButton(page)).toHaveText('Record sale')
  await amountField(page).fill('')
})

test('the slip number is behind a link and a key, under the name that the profile gives it', async () => {
  const { page } = counter
  const field = page.getByRole('textbox', { name: 'RRN', exact: true })
  await expect(field).toHaveCount(0)
  await expect(referenceField(page)).toHaveCount(0)
  await page.getByRole('button', { name: '+ RRN' }).click()
  await expect(field).toBeFocused()
  await expect(page.getByRole('button', { name: '+ RRN' })).toHaveCount(0)
  await page.keyboard.press('F7')
  await expect(noteField(page)).toBeFocused()
  await page.keyboard.press('F2')
  await page.keyboard.type('1500')
  await page.keyboard.press('Enter')
  // The next sale begins as small as the first.
  await expect(field).toHaveCount(0)
  await expect(amountField(page)).toBeFocused()
})

test('a double click on the link of the slip number opens the field and records nothing', async () => {
  const { page } = counter
  await page.keyboard.type('441')
  const box = await page.getByRole('button', { name: '+ RRN' }).boundingBox()
  if (box === null) throw new Error('the link is not shown')
  await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2)
  await expect(page.getByRole('textbox', { name: 'RRN', exact: true })).toBeFocused()
  await expect(amountField(page)).toHaveValue('441')
  await expect(money(page)).toContainText('1 sale')
  await amountField(page).fill('')
})

test('F4 on another screen leads to the slip number, and the next visit to Sale begins at the amount', async () => {
  const { page } = counter
  const field = page.getByRole('textbox', { name: 'RRN', exact: true })
  await show(page, 'Sales')
  await page.keyboard.press('F4')
  await expect(field).toBeFocused()
  await page.keyboard.type('4471')
  await expect(field).toHaveValue('4471')
  await expect(amountField(page)).toHaveValue('')
  await field.fill('')
  await show(page, 'Sales')
  await show(page, 'Sell')
  await expect(amountField(page)).toBeFocused()
})

test('the last sale goes from saved to paid under the entry, with the times that are known', async () => {
  const { page } = counter
  await recordSale(page, { amount: '7250' })
  await expect(lastSaleCard(page)).toContainText('₦7,250.00')
  await expect(lastSaleCard(page).locator('[data-state="paid"]')).toBeVisible()
  const steps = lastSaleCard(page).getByRole('listitem')
  await expect(steps).toHaveText([
    /^Saved[0-9]{2}:[0-9]{2}$/u,
    /^Bank accepted[0-9]{2}:[0-9]{2}$/u,
    /^Paid \(bank’s clock\)[0-9]{1,2} \w{3} [0-9]{4}, [0-9]{2}:[0-9]{2}$/u,
  ])
  // The step moved when it was reached; with reduced motion none does.
  const dot = steps.nth(2).locator('[aria-hidden="true"]')
  const motion = () => dot.evaluate((element) => getComputedStyle(element).animationName)
  expect(await motion()).not.toBe('none')
  const joy = () => lastSaleCard(page).evaluate((element) => getComputedStyle(element).animationName)
  expect(await joy()).toBe('joy')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(motion).toBe('none')
  expect(await joy()).toBe('none')
  await page.emulateMedia({ reducedMotion: null })
  await expect(money(page)).toContainText('₦8,750.00 recorded today, 2 sales')
  await expect(money(page)).toContainText('Of it ₦8,750.00 paid to you')
  const settled = counter.sandbox.bank.records().filter(({ receivedAtMs }) => receivedAtMs >= openedAtMs)
  const net = settled.reduce((sum, { settledKobo }) => sum + settledKobo, 0)
  await expect(money(page)).toContainText(`Settled, after the bank’s fees: ${formatKobo(net)}`)
})

test('a sale that is not paid is not money: it is in its own part, and the parts make up the total', async () => {
  const { page } = counter
  await counter.goOffline()
  await recordSale(page, { amount: '100' })
  await expect(chip(lastSale(page, '₦100.00'))).toHaveText('Waiting')
  await expect(lastSaleCard(page)).toContainText('It is saved on this computer and not sent yet.')
  const buttons = await placesOf(lastSaleCard(page).getByRole('button'))
  await expect(money(page)).toContainText('Of it ₦8,750.00 paid to you')
  await expect(money(page).locator('[data-part="waiting"]')).toContainText('₦100.00')
  await expect(money(page)).toContainText('₦8,850.00 recorded today, 3 sales')
  await counter.goOnline()
  await expect(money(page)).toContainText('Of it ₦8,850.00')
  await expect(lastSaleCard(page).locator('[data-state="paid"]')).toBeVisible()
  expect(await placesOf(lastSaleCard(page).getByRole('button'))).toEqual(buttons)
})

/** Where each is, from the upper left of the card. */
async function placesOf(buttons: Locator): Promise<readonly (readonly number[])[]> {
  return buttons.evaluateAll((all) =>
    all.map((button) => {
      const card = button.closest('section')?.getBoundingClientRect()
      const own = button.getBoundingClientRect()
      return [own.x - (card?.x ?? 0), own.y - (card?.y ?? 0), own.width, own.height]
    }),
  )
}

test('a line of the money opens today’s sales of that state, by mouse and by keyboard', async () => {
  const { page } = counter
  await counter.goOffline()
  await recordSale(page, { amount: '110' })
  await money(page)
    .getByRole('button', { name: /^Waiting 1 / })
    .click()
  await expect(page.getByRole('grid', { name: 'Sales' })).toBeVisible()
  await expect(rows(page, 'Sales')).toHaveCount(1)
  await expect(rows(page, 'Sales')).toContainText('₦110.00')
  await expect(days(page).getByRole('button', { name: 'Today' })).toHaveAttribute('aria-pressed', 'true')
  await show(page, 'Sell')
  await money(page)
    .getByRole('button', { name: /^Paid / })
    .focus()
  await page.keyboard.press('Enter')
  await expect(rows(page, 'Sales')).toHaveCount(3)
  await expect(rows(page, 'Sales').filter({ hasText: '₦110.00' })).toHaveCount(0)
  // A sale that is opened from Sale is in the list beside it.
  await show(page, 'Sell')
  await lastSaleCard(page).getByRole('button', { name: 'Open' }).click()
  await expect(rows(page, 'Sales').filter({ hasText: '₦110.00' })).toHaveCount(1)
  await show(page, 'Sell')
  await counter.goOnline()
  await expect(money(page)).toContainText('Of it ₦8,960.00')
})

test('after five payments it says within which time the bank usually pays, and not before', async () => {
  const { page } = counter
  await expect(money(page)).not.toContainText('usually pays')
  for (const amount of ['201', '202', '203', '204']) {
    await recordSale(page, { amount })
    await expect(lastSaleCard(page).locator('[data-state="paid"]')).toBeVisible()
  }
  await expect(money(page)).toContainText(/The bank usually pays here within (?:[0-9]+ s|[0-9]+ minutes?)\./u)
})

test('at 1024×560 amount, button, card and the figures of the money are visible without scrolling', async () => {
  const { page } = counter
  for (const [width, height] of [
    [1024, 560],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height])
    for (const part of [
      amountField(page),
      recordButton(page),
      lastSaleCard(page),
      ...(await money(page).locator('p, svg, li').all()),
    ])
      await expect(part).toBeInViewport({ ratio: 1 })
  }
})

test('the largest figure is what was recorded, and only what there is has a line', async () => {
  const { page } = counter
  const sizes = await money(page).evaluate((card) =>
    [...card.querySelectorAll('p, span')].map((each) => ({
      text: each.textContent,
      px: Number.parseFloat(getComputedStyle(each).fontSize),
    })),
  )
  const largest = sizes.toSorted((a, b) => b.px - a.px)[0]
  expect(largest).toMatchObject({ px: 28 })
  await expect(money(page)).toContainText(`${largest?.text} recorded today`)
  await expect(money(page).getByRole('listitem')).toHaveCount(1)
})

test('of a common window at least three fifths are used, most of the rest by the last sales', async () => {
  const { page } = counter
  await page.setViewportSize({ width: 1280, height: 800 })
  const main = await page.getByRole('main').boundingBox()
  const parts = [
    page.getByRole('form', { name: 'New sale' }),
    lastSaleCard(page),
    money(page),
    todaysList(page),
  ]
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()))
  const used = boxes.reduce((sum, box) => sum + (box?.width ?? 0) * (box?.height ?? 0), 0)
  expect(used / ((main?.width ?? 0) * (main?.height ?? 0))).toBeGreaterThanOrEqual(0.6)
})

test('one lost answer raises no banner and moves nothing, and says under the state what to do', async () => {
  const { page, sandbox } = counter
  const places = () =>
    Promise.all(
      [amountField(page), recordButton(page), money(page), todaysList(page)].map((part) =>
        part.boundingBox(),
      ),
    )
  await expect(connection(page)).toHaveText('Online')
  await expect(banner(page)).toBeEmpty()
  await banner(page).evaluate((element) => {
    const shown: (string | null)[] = []
    Object.assign(window, { shown })
    new MutationObserver(() => shown.push(element.textContent)).observe(element, { childList: true })
  })
  sandbox.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  await recordSale(page, { amount: '305' })
  const before = await places()
  await expect(lastSaleCard(page).locator('[data-state="checking"], [data-state="onItsWay"]')).toBeVisible()
  await expect(lastSaleCard(page).locator('[data-state="paid"]')).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { shown: string[] }).shown)).toEqual([])
  expect(topsOf(await places())).toEqual(topsOf(before))
})

const topsOf = (boxes: readonly ({ readonly y: number } | null)[]) => boxes.map((box) => box?.y)

test('offline in a low window, with the slip number open, what to do is visible', async () => {
  const { page } = counter
  await page.setViewportSize({ width: 1024, height: 560 })
  await counter.goOffline()
  await recordSale(page, { amount: '306' })
  const text = lastSaleCard(page).getByText('It is saved on this computer and not sent yet.')
  await expect(text).toBeVisible()
  await page.keyboard.press('F4')
  await expect(page.getByRole('textbox', { name: 'RRN', exact: true })).toBeFocused()
  const box = await text.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(530)
  await page.keyboard.press('F2')
  await counter.goOnline()
  await expect(lastSaleCard(page).locator('[data-state="paid"]')).toBeVisible()
})

/** A screen of 15.6 inches and 1366×768 dots, unscaled, read across a counter. */
const DOTS = { width: 1_366, height: 768 }
const SCREEN_MM = 15.6 * 25.4
const AWAY_MM = 1_500
const ARC_MINUTES_MIN = 16

function arcMinutes(heightPx: number): number {
  const heightMm = (heightPx * SCREEN_MM) / Math.hypot(DOTS.width, DOTS.height)
  return (Math.atan(heightMm / AWAY_MM) * 180 * 60) / Math.PI
}

/** How high the letters themselves are drawn, in px: the line around them says nothing. */
async function heightOf(text: Locator, letters: string): Promise<number> {
  return text.evaluate((element, drawn) => {
    const pen = document.createElement('canvas').getContext('2d')
    if (pen === null) throw new Error('no canvas')
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(element)
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`
    return pen.measureText(drawn).actualBoundingBoxAscent
  }, letters)
}

test('the counter view is legible at 1.5 m, shows nothing else of the shop, and Esc closes it', async () => {
  const { page } = counter
  await page.setViewportSize(DOTS)
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(DOTS.width)
  await lastSaleCard(page).getByRole('button', { name: 'Show to customer' }).click()
  const view = counterView(page)
  await expect(view).toHaveText(/^₦306\.00Paid(?:Paid .*, bank’s clock)Close(?:Esc closes this)$/u)
  await expect(view.locator('svg.lucide-check-check')).toBeVisible()
  const amount = view.locator('[data-counter="amount"]')
  const word = view.locator('[data-counter="state"]')
  expect(await sizeOf(amount)).toBeGreaterThanOrEqual(40)
  expect(await sizeOf(word)).toBeGreaterThanOrEqual(40)
  expect(arcMinutes(await heightOf(amount, '0'))).toBeGreaterThanOrEqual(ARC_MINUTES_MIN)
  // The low letters count: a word is no higher than they are.
  expect(arcMinutes(await heightOf(word, 'x'))).toBeGreaterThanOrEqual(ARC_MINUTES_MIN)
  await expectCovered(page)
  await page.keyboard.press('Escape')
  await expect(view).toHaveCount(0)
  await page.keyboard.press('F8')
  await expect(view).toBeVisible()
  // The next customer: one key, and the amount can be typed.
  await page.keyboard.press('F2')
  await expect(view).toHaveCount(0)
  await expect(amountField(page)).toBeFocused()
})

async function sizeOf(text: Locator): Promise<number> {
  return text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
}

/** What is at these points of the page belongs to the view. */
async function expectCovered(page: Page): Promise<void> {
  const strange = await page.evaluate(() => {
    const points = [0.02, 0.3, 0.6, 0.98].flatMap((x) => [0.02, 0.4, 0.98].map((y) => [x, y] as const))
    return points
      .map(([x, y]) => document.elementFromPoint(x * innerWidth, y * innerHeight))
      .filter((element) => element?.closest('[role="dialog"]') === null)
      .map((element) => element?.outerHTML.slice(0, 80))
  })
  expect(strange).toEqual([])
}

test('with the setting on a paid sale sounds, and before it did not', async () => {
  const { page } = counter
  const opened = () => page.evaluate(() => (window as unknown as { opened: number }).opened)
  await page.evaluate(() => {
    const Audio = window.AudioContext
    Object.assign(window, { opened: 0 })
    window.AudioContext = class extends Audio {
      constructor() {
        super()
        Object.assign(window, { opened: 1 })
      }
    }
  })
  await recordSale(page, { amount: '301' })
  await expect(lastSaleCard(page).locator('[data-state="paid"]')).toBeVisible()
  expect(await opened()).toBe(0)
  await show(page, 'Settings')
  const box = page.getByRole('checkbox', { name: /^Play a sound/u })
  await expect(box).not.toBeChecked()
  await box.click({ force: true })
  await giveManagerPin(page, box.and(page.locator(':checked')))
  await expect(box).toBeChecked()
  await show(page, 'Sell')
  await recordSale(page, { amount: '302' })
  await expect(lastSaleCard(page).locator('[data-state="paid"]')).toBeVisible()
  await expect.poll(opened).toBe(1)
})

test('the card opens the whole sale', async () => {
  const { page } = counter
  await lastSaleCard(page).getByRole('button', { name: 'Open' }).click()
  await expect(saleDetail(page)).toContainText('₦302.00')
  await saleDetail(page).getByRole('button', { name: 'Show to customer' }).click()
  await expect(counterView(page)).toContainText('₦302.00')
  await expect(counterView(page).locator('[data-counter="slip"]')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await show(page, 'Sell')
  await page.keyboard.press('F4')
  await expect(page.getByRole('textbox', { name: 'RRN', exact: true })).toBeFocused()
  await page.keyboard.type('4488')
  await amountField(page).fill('303')
  await amountField(page).press('Enter')
  await expect(lastSaleCard(page)).toContainText('₦303.00')
  await page.keyboard.press('F8')
  await expect(counterView(page).locator('[data-counter="slip"]')).toHaveText('RRN 4488')
  await page.keyboard.press('Escape')
})

test('a slip number that the bank would cut goes into the note, and Tillside makes the reference', async () => {
  const { page } = counter
  await page.keyboard.press('F2')
  await page.keyboard.type('2500')
  await page.keyboard.press('F4')
  const slip = page.getByRole('textbox', { name: 'RRN', exact: true })
  await slip.fill('9'.repeat(40))
  await page.keyboard.press('Enter')
  await expect(slip).toHaveAccessibleDescription(/^This bank keeps 30 characters/u)
  await page.getByRole('button', { name: 'Move it to the note' }).click()
  await expect(slip).toHaveValue('')
  await expect(noteField(page)).toHaveValue('9'.repeat(40))
  await noteField(page).press('Enter')
  await expect(amountField(page)).toHaveValue('')
  await expect(todaysList(page)).toContainText('₦2,500.00')
})
