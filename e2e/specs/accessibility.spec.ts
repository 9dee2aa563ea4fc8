import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { credentials, openCounter, type Counter } from '../pages/counter.ts'
import { row, rows, saleDetail } from '../pages/lists.ts'
import { amountField, lastSale, recordSale, typeEntry } from '../pages/sale.ts'
import { banner, chooseSignOut, connection, question, screens, show } from '../pages/shell.ts'
import { signInByKeyboard, signInForm } from '../pages/signIn.ts'

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter({ isSignedIn: false })
})
test.afterAll(() => counter.close())
test.describe.configure({ mode: 'serial' })

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What stands on the screen now, in both colour schemes. */
async function expectAccessible(what: string): Promise<void> {
  const { page } = counter
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Colours that are still on their way from one scheme to the other have no contrast to speak of.
    await page.evaluate(async () => {
      await Promise.all(document.getAnimations().map((animation) => animation.finished))
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    })
    // The other mode opens a page of its own, which the app's window rules close at once.
    const { violations } = await new AxeBuilder({ page }).withTags(STANDARDS).setLegacyMode(true).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
    expect(found, `${what}, ${colorScheme}`).toEqual([])
  }
}

test('what these tests look with finds a problem where there is one', async () => {
  const { page } = counter
  await page.evaluate(() => document.body.append(document.createElement('button')))
  await expect(expectAccessible('a button without a name')).rejects.toThrow('button-name')
  await page.reload()
})

test('sign-in: empty, with problems at the fields, and refused', async () => {
  const { page } = counter
  await expectAccessible('sign-in')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expectAccessible('sign-in with problems')
  await page.getByText('More').click()
  await signInByKeyboard(page, { ...credentials, secretKey: 'wrong' })
  await expect(signInForm(page).getByRole('alert')).toBeVisible()
  await expectAccessible('sign-in refused')
})

test('every screen without a sale', async () => {
  const { page } = counter
  await signInByKeyboard(page, credentials)
  await expect(amountField(page)).toBeVisible()
  for (const screen of screens) {
    await show(page, screen)
    await expectAccessible(`${screen}, empty`)
  }
})

test('every screen with sales accepted, paid and being checked, and the detail of each', async () => {
  const { page, sandbox } = counter
  await show(page, 'Sale')
  await recordSale(page, { amount: '1500', reference: 'AXE-PAID', note: 'a note' })
  await expect(lastSale(page, 'AXE-PAID')).toContainText('Paid')
  sandbox.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: false } })
  await recordSale(page, { amount: '1501', reference: 'AXE-CHECKING' })
  await expect(lastSale(page, 'AXE-CHECKING')).toContainText('Checking')
  for (const screen of screens) {
    await show(page, screen)
    await expectAccessible(`${screen}, with data`)
  }
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(rows(page, 'Bank records').first()).toBeVisible()
  await rows(page, 'Bank records').first().click()
  await expectAccessible('Find, a record open')
  await show(page, 'Transactions')
  for (const reference of ['AXE-PAID', 'AXE-CHECKING']) {
    await row(page, 'Transactions', reference).click()
    await expect(saleDetail(page)).toContainText(reference)
    await expectAccessible(`detail of ${reference}`)
  }
})

test('an entry with problems, the question of a second sale, and the terminal’s question', async () => {
  const { page } = counter
  await show(page, 'Sale')
  await amountField(page).fill('0')
  await amountField(page).press('Enter')
  await expectAccessible('entry with a problem')
  await typeEntry(page, { amount: '' })
  await amountField(page).fill('1500')
  await amountField(page).press('Enter')
  await expect(question(page)).toBeVisible()
  await expectAccessible('second sale?')
  await page.keyboard.press('Escape')
  await amountField(page).fill('')
  await show(page, 'Terminal')
  await page.getByRole('button', { name: 'Use at this counter: 2TLS0002' }).click()
  await expect(question(page)).toBeVisible()
  await expectAccessible('use another terminal?')
  await page.keyboard.press('Escape')
})

test('every screen offline with sales waiting, and the question at sign-out', async () => {
  const { page } = counter
  await counter.goOffline()
  await expect(connection(page)).toHaveText('No internet')
  await show(page, 'Sale')
  await recordSale(page, { amount: '700', reference: 'AXE-WAITING' })
  await expect(banner(page)).toContainText('No internet')
  for (const screen of screens) {
    await show(page, screen)
    await expectAccessible(`${screen}, offline`)
  }
  await show(page, 'Waiting')
  await row(page, 'Waiting to send', 'AXE-WAITING').click()
  await expectAccessible('detail of a waiting sale')
  await chooseSignOut(page)
  await expect(question(page)).toBeVisible()
  await expectAccessible('sign out?')
})
