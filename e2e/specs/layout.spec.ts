import { expect, test, type Locator, type Page } from '@playwright/test'
import { launchApp, type LaunchedApp } from '../host/launch.ts'
import { closeChecked, type Counter, credentials, openCounter } from '../pages/counter.ts'
import { recordDetail, row, rows } from '../pages/lists.ts'
import { amountField, recordButton, recordSale } from '../pages/sale.ts'
import { chooseSignOut, connection, question, screens, show, type Screen } from '../pages/shell.ts'
import { signInByKeyboard } from '../pages/signIn.ts'

/** The second is an old counter PC of 1366×768 at 125 % without its task bar. */
const sizes = [
  { width: 1280, height: 800 },
  { width: 1024, height: 560 },
] as const

/** How many records are shown from their top to their bottom. */
async function wholeRows(page: Page): Promise<number> {
  const list = await page.getByRole('grid', { name: 'Bank records' }).locator('xpath=..').boundingBox()
  const boxes = await Promise.all((await rows(page, 'Bank records').all()).map((each) => each.boundingBox()))
  const bottom = (list?.y ?? 0) + (list?.height ?? 0)
  return boxes.filter((box) => box !== null && box.y + box.height <= bottom).length
}

const primary: Readonly<Record<Screen, (page: Page) => Locator>> = {
  Sell: recordButton,
  Sales: (page) => page.getByRole('textbox', { name: 'Search' }),
  Day: (page) => page.getByRole('button', { name: 'Read the bank again' }),
  'To do': (page) => page.getByRole('heading', { level: 1, name: 'To do' }),
  Terminal: (page) => page.getByRole('button', { name: 'Read again' }),
  Find: (page) => page.getByRole('button', { name: 'Search', exact: true }),
  Disputes: (page) => page.getByRole('button', { name: 'New dispute…' }),
  Settings: (page) => page.getByRole('tab', { name: 'Diagnostics' }),
}

async function expectFits(page: Page, what: string): Promise<void> {
  // A resized window and newly opened parts need a moment.
  const room = () =>
    page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement
      return { right: scrollWidth - innerWidth, below: scrollHeight - innerHeight }
    })
  await expect
    .poll(room, `${what}: how much the page is larger than the window`)
    .toEqual({ right: 0, below: 0 })
  await expect.poll(() => cutTexts(page), `${what}: texts that are cut`).toEqual([])
}

function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const names: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>(
      'button, h1, h2, dt, dd, label, [data-chip]',
    )) {
      const style = getComputedStyle(element)
      // A heading for screen readers alone is cut on purpose.
      if (style.overflowX === 'visible' || element.clientWidth === 0 || style.clipPath !== 'none') continue
      if (element.scrollWidth > element.clientWidth + 1) names.push(element.textContent ?? '')
    }
    return names
  })
}

async function expectInViewport(locator: Locator, what: string): Promise<void> {
  await expect(locator, what).toBeInViewport({ ratio: 1 })
}

async function expectScreensFit(page: Page, what: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const screen of screens) {
      await show(page, screen)
      const where = `${screen} ${what} at ${size.width}×${size.height}`
      await expectInViewport(primary[screen](page), where)
      await expectFits(page, where)
    }
  }
}

test.describe('a counter of a bank', () => {
  let counter: Counter
  test.beforeAll(async () => {
    counter = await openCounter({ isSignedIn: false })
  })
  test.afterAll(() => counter.close())
  test.describe.configure({ mode: 'serial' })

  test('the sign-in screen fits, and its button is in view', async () => {
    const { page } = counter
    for (const size of sizes) {
      await page.setViewportSize(size)
      await expectFits(page, `sign-in at ${size.width}×${size.height}`)
      await expectInViewport(page.getByRole('button', { name: 'Sign in', exact: true }), 'sign-in')
    }
    await signInByKeyboard(page, credentials)
    await expect(amountField(page)).toBeVisible()
  })

  test('every screen fits with no sale', async () => {
    await expectScreensFit(counter.page, 'without a sale')
  })

  test('every screen fits offline, with long references, large amounts and problems at the fields', async () => {
    const { page } = counter
    await counter.goOffline()
    await expect(connection(page)).toHaveText('No internet')
    await show(page, 'Sell')
    for (let index = 0; index < 6; index += 1) {
      const reference = `${'LONG-REFERENCE/'.repeat(4)}${index}`
      await recordSale(page, { amount: String(999_990 + index), reference })
    }
    await expectScreensFit(page, 'offline with six sales')
    for (const size of sizes) {
      await page.setViewportSize(size)
      await show(page, 'Sell')
      await amountField(page).fill('0')
      await amountField(page).press('Enter')
      await expect(amountField(page)).toHaveAttribute('aria-invalid', 'true')
      await expectFits(page, 'entry with a problem')
      await expectInViewport(recordButton(page), `record with a problem at ${size.width}×${size.height}`)
    }
    await amountField(page).fill('')
  })

  test('an open detail and the question at sign-out fit', async () => {
    const { page } = counter
    for (const size of sizes) {
      await page.setViewportSize(size)
      await show(page, 'Sales')
      await rows(page, 'Sales').first().click()
      await expectInViewport(page.getByRole('button', { name: 'Close', exact: true }), 'close')
      await expectFits(page, `detail at ${size.width}×${size.height}`)
      // The list keeps the focus, so that the arrows go on from here.
      await expect(rows(page, 'Sales').first()).toBeFocused()
      await page.keyboard.press('Escape')
      await chooseSignOut(page)
      await expectInViewport(question(page), `sign out at ${size.width}×${size.height}`)
      await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(question(page)).toHaveCount(0)
    }
  })

  test('the records of a date fit, and only their list scrolls', async () => {
    const { page } = counter
    await counter.goOnline()
    await show(page, 'Find')
    await page.getByRole('button', { name: 'Yesterday' }).click()
    await expect(page.getByText('Complete. 128 records')).toBeVisible()
    for (const size of sizes) {
      await page.setViewportSize(size)
      await expectFits(page, `records at ${size.width}×${size.height}`)
      await expectInViewport(page.getByText('Complete. 128 records'), 'total')
      expect(await wholeRows(page), `rows at ${size.width}×${size.height}`).toBeGreaterThanOrEqual(3)
    }
    await row(page, 'Bank records', '-0128').click()
    await expect(recordDetail(page)).toBeVisible()
    await expectFits(page, 'a record')
    // Beside an open record the totals, and whether each was paid, stay in view.
    await expectInViewport(
      page.getByRole('button', { name: /^Export.* to JSON Lines$/u }),
      'Export beside a record',
    )
    for (const column of ['Received', 'Paid'])
      await expect(page.getByRole('columnheader', { name: new RegExp(`^${column}`, 'u') })).toBeVisible()
  })

  test('ux 9 and 10: money is right-aligned in digits of one width, in the font that comes with the app', async () => {
    const { page } = counter
    await show(page, 'Sales')
    const figure = row(page, 'Sales', 'LONG-REFERENCE').first().getByText('₦').first()
    const style = await figure.evaluate((element) => {
      const cell = element.closest('[role="gridcell"], td') ?? element
      return {
        align: getComputedStyle(cell).textAlign,
        digits: getComputedStyle(element).fontVariantNumeric,
        family: getComputedStyle(element).fontFamily,
      }
    })
    expect(style.align).toMatch(/^(?:right|end)$/u)
    expect(style.digits).toContain('tabular-nums')
    expect(style.family).toMatch(/^"?Inter/u)
    const session = await page.context().newCDPSession(page)
    await session.send('DOM.enable')
    await session.send('CSS.enable')
    const { root } = await session.send('DOM.getDocument', { depth: -1 })
    await figure.evaluate((element) => element.setAttribute('data-probe', 'naira'))
    const { nodeId } = await session.send('DOM.querySelector', {
      nodeId: root.nodeId,
      selector: '[data-probe="naira"]',
    })
    // Until the app's own font is loaded, another may replace it.
    const drawnBy = async () =>
      (await session.send('CSS.getPlatformFontsForNode', { nodeId })).fonts.map(
        ({ familyName }) => familyName,
      )
    await expect.poll(drawnBy).toContainEqual(expect.stringMatching(/^Inter/u))
    await expect.poll(async () => (await drawnBy()).filter((name) => !name.startsWith('Inter'))).toEqual([])
    await session.detach()
  })
})

test.describe('Practice', () => {
  let app: LaunchedApp
  test.beforeAll(async () => {
    app = await launchApp()
  })
  test.afterAll(() => closeChecked(app))

  test('every screen fits under its stripe too', async () => {
    await expect(amountField(app.page)).toBeVisible()
    await expectScreensFit(app.page, 'in Practice')
  })
})
