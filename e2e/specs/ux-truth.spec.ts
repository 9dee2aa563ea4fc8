import { expect, test } from '@playwright/test'
import { openCounter, type Counter } from '../pages/counter.ts'
import { chip, row, saleDetail } from '../pages/lists.ts'
import { amountField, counterView, lastSale, lastSaleCard, recordSale, typeEntry } from '../pages/sale.ts'
import { question, show, ticksIn, tryNow } from '../pages/shell.ts'

let counter: Counter
test.beforeAll(async () => {
  // Unanswered requests have to time out here.
  counter = await openCounter({ profile: { outbox: { requestsPerSecond: 50, timeoutSeconds: 10 } } })
})
test.afterAll(() => counter.close())
test.describe.configure({ mode: 'serial' })

test('ux 3: the row of a new sale is there before the bank’s first answer, and still after kill -9', async () => {
  const { page, sandbox } = counter
  sandbox.bank.faults.add({ on: 'any', times: 'always', fault: { kind: 'silence', committed: false } })
  await typeEntry(page, { amount: '1700', reference: 'HELD-BACK' })
  await page.keyboard.press('Enter')
  await expect(lastSale(page, 'HELD-BACK')).toBeVisible()
  await expect(ticksIn(lastSale(page, 'HELD-BACK'))).toHaveCount(0)
  await expect(amountField(page)).toHaveValue('')
  expect(sandbox.bank.settlementCount('HELD-BACK')).toBe(0)
  await counter.app.kill()
  const again = await counter.restart()
  await expect(lastSale(again, 'HELD-BACK')).toBeVisible()
  sandbox.bank.faults.clear()
  await tryNow(again)
  // Earlier unanswered requests have to time out first.
  await expect.poll(() => sandbox.bank.settlementCount('HELD-BACK'), { timeout: 90_000 }).toBe(1)
})

test('ux 4: no answer: Checking, the one instruction, no ✓ anywhere, and the small marks say no more than is known', async () => {
  const { page, sandbox } = counter
  sandbox.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: false } })
  await recordSale(page, { amount: '1800', reference: 'NO-ANSWER' })
  await expect(chip(lastSale(page, 'NO-ANSWER'))).toHaveText('Checking')
  await expect(ticksIn(lastSale(page, 'NO-ANSWER'))).toHaveCount(0)
  await expect(lastSaleCard(page)).toContainText('NO-ANSWER')
  await expect(ticksIn(lastSaleCard(page))).toHaveCount(0)
  const facts = lastSaleCard(page).locator('[data-ticks]')
  await expect(facts).toHaveAttribute('data-ticks', '0')
  await expect(facts).toHaveAccessibleName(
    'saved on this computer, bank acceptance not known, payment not known',
  )
  await expect(facts.getByRole('listitem')).toHaveText([/^Saved/u, 'Bank acceptednot known', 'Paidnot known'])
  // The customer reads what to rely on.
  await page.keyboard.press('F8')
  await expect(counterView(page)).toContainText('Please do not pay again. The bank has not answered yet;')
  await page.keyboard.press('Escape')
  // In the row one sign of state, not three.
  await expect(lastSale(page, 'NO-ANSWER').locator('svg')).toHaveCount(1)
  await show(page, 'Sales')
  await row(page, 'Sales', 'NO-ANSWER').click()
  await expect(saleDetail(page)).toContainText('do not charge the customer again')
  await expect(ticksIn(saleDetail(page))).toHaveCount(0)
  await page.keyboard.press('Escape')
})

test('ux 5 and 11: a paid sale has three filled marks and ✓✓; every chip has words, and its icon is no text', async () => {
  const { page } = counter
  await show(page, 'Sell')
  await recordSale(page, { amount: '1900', reference: 'PAID-TRUTH' })
  const paid = lastSale(page, 'PAID-TRUTH')
  await expect(chip(paid)).toHaveText('Paid')
  await expect(ticksIn(paid)).toHaveCount(1)
  await expect(lastSaleCard(page)).toContainText('PAID-TRUTH')
  const facts = lastSaleCard(page).locator('[data-ticks]')
  await expect(facts).toHaveAttribute('data-ticks', '2')
  await expect(facts).toHaveAccessibleName('saved on this computer, bank accepted, paid to you')
  for (const mark of await facts.getByRole('listitem').all())
    await expect(mark).toHaveAttribute('data-mark', 'done')
  const chips = await page.locator('[data-chip]').evaluateAll((all) =>
    all.map((one) => ({
      text: (one.textContent ?? '').trim(),
      icons: [...one.querySelectorAll('svg')].map((icon) => icon.getAttribute('aria-hidden')),
    })),
  )
  expect(chips.length).toBeGreaterThan(1)
  for (const { text, icons } of chips) {
    expect(text).not.toBe('')
    expect(icons).toEqual(['true'])
  }
})

test('ux 32: a saved sale is announced once, politely; a problem of an entry at once', async () => {
  const { page } = counter
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    const note = (): void => {
      for (const place of document.querySelectorAll('[role="status"]')) {
        const text = place.textContent?.trim() ?? ''
        if (text.startsWith('Saved on this computer') && said.at(-1) !== text) said.push(text)
      }
    }
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await recordSale(page, { amount: '1901', reference: 'SAID-1' })
  await expect(chip(lastSale(page, 'SAID-1'))).toHaveText('Paid')
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said)
  // The previous sale's announcement is still there when this one begins.
  expect(said.filter((text) => text.includes('₦1,901.00'))).toEqual(['Saved on this computer: ₦1,901.00.'])
  await amountField(page).fill('0')
  await amountField(page).press('Enter')
  await expect(page.getByRole('form', { name: 'New sale' }).getByRole('alert')).toHaveText(
    'The sale is not recorded yet. Correct what is marked.',
  )
  await amountField(page).fill('')
})

test('ux 22: a pasted amount with its sign and spaces is read as intended', async () => {
  const { page } = counter
  await show(page, 'Sell')
  await page.evaluate(() => navigator.clipboard.writeText('₦1,500.75 '))
  await amountField(page).focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(amountField(page)).toHaveValue('1,500.75')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved on this computer: ₦1,500.75.').first()).toBeAttached()
  await expect(question(page)).toHaveCount(0)
})

test('ux 26: while a list is read again its rows stay', async () => {
  const { page } = counter
  await show(page, 'Sales')
  await expect(row(page, 'Sales', 'SAID-1')).toBeVisible()
  // Checks every frame after the key press.
  const emptied = page.evaluate(async () => {
    let isEmptied = false
    for (let frame = 0; frame < 30; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      isEmptied ||= document.querySelectorAll('[role="grid"] [data-key]').length === 0
    }
    return isEmptied
  })
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('F5')
  expect(await emptied).toBe(false)
})
