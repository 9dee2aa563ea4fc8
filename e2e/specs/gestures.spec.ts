import { expect, test, type Locator, type Page } from '@playwright/test'
import { cashiersOf, DOUBLE_CASHIER_PIN } from '../../renderer/testing/peopleDouble.ts'
import { openStudio, type Size, type Studio } from '../gallery/studio.ts'
import { centreOf, openShop, type Shop, SIZES } from '../pages/handsShop.ts'
import { amountField, entryNotice, recordButton, savedLine } from '../pages/sale.ts'

let studio: Studio
test.beforeAll(async () => {
  studio = await openStudio()
})
test.afterAll(() => studio.close())

async function inEachSize(run: (size: Size) => Promise<void>): Promise<void> {
  for (const size of SIZES) await test.step(`${size.width}×${size.height}`, () => run(size))
}

const aside = (page: Page): Locator =>
  page.getByText('₦505.00 was typed before the lock. It is not recorded.')

/** 505 is in the field, and then another cashier comes in. */
async function switchCashier({ page, hands }: Shop): Promise<void> {
  await hands.type('505')
  await hands.ctrl('l')
  await hands.pass(300)
  await expect(page.getByRole('option', { name: 'Ada' })).toBeVisible()
  await hands.key('2')
  await hands.pass(150)
  await hands.type(DOUBLE_CASHIER_PIN)
  await expect(amountField(page)).toBeVisible()
}

for (const delayMs of [90, 350, 600]) {
  test(`keys: an Enter ${delayMs} ms after the PIN records nothing of what was left in the field`, async () => {
    await inEachSize(async (size) => {
      const shop = await openShop(studio, size)
      const { page, hands, recorded } = shop
      await switchCashier(shop)
      await hands.pass(delayMs)
      await hands.key('Enter')
      await hands.pass(100)
      expect(recorded()).toEqual([])
      await expect(amountField(page)).toHaveValue('')
      await expect(aside(page)).toBeVisible()
      // Taken up on purpose, it is a sale like any other.
      const use = await centreOf(page.getByRole('button', { name: 'Use it' }))
      await hands.pass(900)
      await hands.click(use.x, use.y)
      await hands.pass(900)
      await expect(amountField(page)).toHaveValue('505')
      await expect(aside(page)).toHaveCount(0)
      await amountField(page).focus()
      await hands.key('Enter')
      await expect.poll(recorded).toMatchObject([{ amountText: '505' }])
    })
  })
}

test('keys: an amount typed on without a pause after the PIN goes nowhere, and the screen says so', async () => {
  await inEachSize(async (size) => {
    const shop = await openShop(studio, size)
    const { page, hands, recorded } = shop
    await switchCashier(shop)
    await hands.type('00')
    await hands.key('Enter')
    await hands.pass(100)
    expect(recorded()).toEqual([])
    await expect(amountField(page)).toHaveValue('')
    await expect(page.getByText('What was pressed while the counter opened was not used.')).toBeVisible()
    await hands.pass(700)
    await hands.type('750')
    await hands.key('Enter')
    await expect.poll(recorded).toMatchObject([{ amountText: '750' }])
  })
})

test('touch: the last digit of a PIN tapped twice types nothing into the amount', async () => {
  await inEachSize(async (size) => {
    const { page, hands, recorded } = await openShop(studio, size, true)
    await hands.type('600')
    await hands.ctrl('l')
    await page.getByRole('option', { name: 'Ada' }).tap()
    const pad = page.getByRole('group', { name: 'Number keys' })
    for (const digit of DOUBLE_CASHIER_PIN.slice(0, -1)) {
      const at = await centreOf(pad.getByRole('button', { name: digit, exact: true }))
      await hands.tap(at.x, at.y)
      await hands.pass(200)
    }
    const last = await centreOf(pad.getByRole('button', { name: DOUBLE_CASHIER_PIN.slice(-1), exact: true }))
    await hands.tap(last.x, last.y)
    await hands.pass(180)
    await expect(amountField(page)).toHaveValue('')
    // Wherever the second tap lands on the screen behind: on a digit, or on Record.
    await hands.tap(last.x, last.y)
    await hands.pass(150)
    const record = await centreOf(recordButton(page))
    await hands.tap(record.x, record.y)
    await hands.pass(100)
    await expect(amountField(page)).toHaveValue('')
    expect(recorded()).toEqual([])
  })
})

for (const [what, isTouch] of [
  ['mouse', false],
  ['touch', true],
] as const) {
  test(`${what}: two or three presses on a link open its field and record nothing`, async () => {
    await inEachSize(async (size) => {
      for (const [link, field] of [
        ['+ Slip number', 'Slip number'],
        ['+ Note', 'Note'],
      ] as const) {
        for (const offsets of [
          [0, 9],
          [0, 20],
          [0, 0, 0],
        ]) {
          const { page, hands, recorded } = await openShop(studio, size, isTouch)
          await hands.type('4500')
          const { x, y } = await centreOf(page.getByRole('button', { name: link }))
          for (const offset of offsets) {
            await (isTouch ? hands.tap(x, y + offset) : hands.click(x, y + offset))
            await hands.pass(160)
          }
          await expect(page.getByRole('textbox', { name: field, exact: true })).toBeVisible()
          expect(recorded(), `${link}, ${offsets.join(' ')}`).toEqual([])
          await expect(amountField(page)).toHaveValue('4,500')
        }
      }
    })
  })
}

test('keys: Enter that goes down before the counter is locked, and up after it, records nothing', async () => {
  await inEachSize(async (size) => {
    const { page, hands, stage, recorded } = await openShop(studio, size)
    await hands.type('505')
    await hands.keyDown('Enter')
    await hands.pass(40)
    stage.double.change({ people: { ...cashiersOf('Ngozi', 'Ada'), currentId: null } })
    await expect(page.getByRole('option', { name: 'Ada' })).toBeVisible()
    await hands.keyUp('Enter')
    await hands.pass(100)
    expect(recorded()).toEqual([])
  })
})

test('keys: a next amount begun before Enter is released belongs to the next sale', async () => {
  await inEachSize(async (size) => {
    const { page, hands, recorded } = await openShop(studio, size)
    await hands.type('505')
    await hands.keyDown('Enter')
    await hands.keyDown('7')
    await hands.keyUp('Enter')
    await hands.keyUp('7')
    await hands.pass(100)
    expect(recorded()).toMatchObject([{ amountText: '505' }])
    await expect(amountField(page)).toHaveValue('7')
  })
})

test('keys, mouse, touch: a second press 120 ms after the sale was saved says nothing against it', async () => {
  await inEachSize(async (size) => {
    for (const by of ['key', 'click', 'tap'] as const) {
      const { page, hands, recorded } = await openShop(studio, size, by === 'tap')
      await hands.type('505')
      const { x, y } = await centreOf(recordButton(page))
      const press = () => (by === 'key' ? hands.key('Enter') : hands[by](x, y))
      await press()
      await hands.pass(120)
      await expect(savedLine(page)).toBeVisible()
      await press()
      await hands.pass(100)
      await expect(savedLine(page), by).toBeVisible()
      await expect(entryNotice(page), by).toHaveCount(0)
      expect(recorded(), by).toHaveLength(1)
      // Later, an empty entry is only asked for its amount.
      await hands.pass(5_000)
      await press()
      await expect(page.getByText('Type the amount.'), by).toBeVisible()
      await expect(page.getByText('not recorded yet'), by).toHaveCount(0)
    }
  })
})

test('a question: the Enter that brought it, pressed twice, does not answer it', async () => {
  await inEachSize(async (size) => {
    const { page, hands, recorded } = await openShop(studio, size)
    await hands.type('6000')
    await hands.key('Enter')
    await hands.pass(2_000)
    await hands.type('6000')
    await hands.key('Enter')
    await hands.pass(200)
    const question = page.getByRole('alertdialog', { name: 'Is this a second sale?' })
    await expect(question).toBeVisible()
    await hands.key('Enter')
    await hands.pass(300)
    await expect(question).toBeVisible()
    expect(recorded()).toHaveLength(2)
    await hands.pass(1_000)
    await hands.key('Enter')
    await expect(question).toHaveCount(0)
  })
})

test('mouse, touch: two screens in a row from the rail, each 120 ms after the other, are both shown', async () => {
  for (const isTouch of [false, true])
    await inEachSize(async (size) => {
      const { page, hands } = await openShop(studio, size)
      for (const name of ['Sales', 'Sell'] as const) {
        const { x, y } = await centreOf(page.getByRole('button', { name, exact: true }))
        await (isTouch ? hands.tap(x, y) : hands.click(x, y))
        await hands.pass(120)
      }
      await expect(amountField(page)).toBeVisible()
    })
})
