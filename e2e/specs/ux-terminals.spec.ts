import { expect, test, type Page } from '@playwright/test'
import { snapshotOfMany } from '../../sandbox/testing/manyTerminals.ts'
import { credentials, openCounter, TERMINAL_ID, type Counter } from '../pages/counter.ts'
import { holdersAt, issueTerminals } from '../pages/bankSide.ts'
import { chip, fact, row, rows } from '../pages/lists.ts'
import { expectPinAsked, giveManagerPin, managerMode, pinDialog } from '../pages/manager.ts'
import { amountField, lastSale, recordSale } from '../pages/sale.ts'
import { connection, show, showByKey } from '../pages/shell.ts'
import { signInByKeyboard } from '../pages/signIn.ts'
import {
  button,
  expectDone,
  fillRegistration,
  outcome,
  ownTerminal,
  registration,
  showTerminals,
  tabTo,
  TERMINAL_LIST,
  terminalDetails,
  terminalSearch,
} from '../pages/terminals.ts'

/** Too many to page through; a page of the bank has 500 of them. */
const COUNT = 2_000

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter({
    isSignedIn: false,
    enquiry: 'settlementToken',
    profile: { limits: { pageSize: 500 } },
  })
  expect(counter.sandbox.bank.restore(snapshotOfMany(COUNT, Date.now()))).toBe(true)
  issueTerminals(counter.sandbox, '2TLS0017', '2TLS0018')
  await signInByKeyboard(counter.page, credentials)
  await expect(amountField(counter.page)).toBeVisible()
})
test.afterAll(() => counter.close())
test.beforeEach(() => counter.sandbox.bank.faults.clear())
test.describe.configure({ mode: 'serial' })

const picker = (page: Page) => page.getByRole('combobox', { name: 'Terminal' })

function searches(): number {
  return counter.sandbox.bank.requests().filter(({ endpoint }) => endpoint === 'searchTransactions').length
}

test('first sign-in: a sale on the profile’s terminal is recorded before the list was read', async () => {
  const fresh = await openCounter({ isSignedIn: false, profile: { limits: { pageSize: 500 } } })
  try {
    const { page, sandbox } = fresh
    const { bank } = sandbox
    expect(bank.restore(snapshotOfMany(COUNT, Date.now()))).toBe(true)
    const silence = { kind: 'silence', committed: false } as const
    bank.faults.add({ on: 'retrieveTerminals', times: 'always', skip: 1, fault: silence })
    await signInByKeyboard(page, credentials)
    await expect(amountField(page)).toBeVisible()
    await recordSale(page, { amount: '700', reference: 'FIRST-MINUTE' })
    await expect(chip(lastSale(page, 'FIRST-MINUTE'))).toHaveText(/^(?:On its way|Paid)$/u)
    expect(bank.commits()).toMatchObject([{ transactionId: 'FIRST-MINUTE', terminalId: TERMINAL_ID }])
    await expect(page.getByRole('banner')).toContainText(`Terminal ${TERMINAL_ID}`)
    await show(page, 'Terminal')
    await expect(page.getByText('Loaded 500 of 2,000 so far')).toBeVisible()
    await expect(rows(page, TERMINAL_LIST)).toHaveCount(50)
    await expect(ownTerminal(page)).not.toContainText('No terminal set')
    await fresh.goOffline()
    await show(page, 'Sell')
    await recordSale(page, { amount: '800', reference: 'FIRST-OFFLINE' })
  } finally {
    await fresh.close()
  }
})

test('thousands of terminals: read to the last page, a page of them on the screen, the counter’s own on top', async () => {
  const { page } = counter
  await show(page, 'Terminal')
  await expect(page.getByText('2,000 terminals, 4 pages read')).toBeVisible()
  await expect(page.getByText('Complete: the bank counted the same number.')).toBeVisible()
  await expect(rows(page, TERMINAL_LIST)).toHaveCount(50)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('51 to 100 of 2,000')).toBeVisible()
  await expect(row(page, TERMINAL_LIST, TERMINAL_ID)).toHaveCount(0)
  await expect(fact(ownTerminal(page), 'This counter')).toHaveText(TERMINAL_ID)
})

test('with the keyboard alone: a terminal is found, opened, read to the end and closed, and the focus is back in its row', async () => {
  const { page } = counter
  await showByKey(page, 'Terminal')
  await terminalSearch(page).focus()
  await page.keyboard.type('3tls001500')
  await expect(rows(page, TERMINAL_LIST)).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: '1 terminal matches.' })).toBeVisible()
  await expect(rows(page, TERMINAL_LIST)).toContainText('No serial number')
  await expect(rows(page, TERMINAL_LIST)).toContainText('Not active')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(terminalDetails(page).getByRole('heading', { name: 'Terminal details' })).toBeFocused()
  await expect(fact(terminalDetails(page), 'Terminal')).toHaveText('3TLS001500')
  await expect(fact(terminalDetails(page), 'Serial number')).toContainText('The bank has none')
  await expect(fact(terminalDetails(page), 'Fee (set by the bank)')).toContainText('%')
  // Text, without any control to type into.
  await expect(terminalDetails(page).locator('input, textarea, [contenteditable="true"]')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(terminalDetails(page)).toHaveCount(0)
  await expect(rows(page, TERMINAL_LIST)).toBeFocused()
  await terminalSearch(page).focus()
  await page.keyboard.press('Escape')
  await expect(rows(page, TERMINAL_LIST)).toHaveCount(50)
})

test('a search without a match says so, and one press shows all terminals again', async () => {
  const { page } = counter
  await show(page, 'Terminal')
  await terminalSearch(page).fill('no such terminal')
  await expect(page.getByText('No terminal matches ‘no such terminal’.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(rows(page, TERMINAL_LIST)).toHaveCount(50)
  await expect(terminalSearch(page)).toHaveValue('')
})

test('the progress of a reading is shown; Cancel ends it as incomplete, with the reason, and loses no row', async () => {
  const { page, sandbox } = counter
  await show(page, 'Terminal')
  sandbox.bank.faults.add({ on: 'retrieveTerminals', skip: 2, fault: { kind: 'silence', committed: false } })
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect(page.getByText('Loaded 1,000 of 2,000 so far')).toBeVisible()
  await expect(rows(page, TERMINAL_LIST)).toHaveCount(50)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Reading was stopped.')).toBeVisible()
  await expect(page.getByText('Complete: the bank counted the same number.')).toHaveCount(0)
  await expect(page.getByText('1 to 50 of 2,000')).toBeVisible()
  sandbox.bank.faults.clear()
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect(page.getByText('Complete: the bank counted the same number.')).toBeVisible()
})

test('with the keyboard alone: Read again and Cancel keep the focus, and so does the end of a reading', async () => {
  const { page, sandbox } = counter
  await show(page, 'Terminal')
  const readAgain = page.getByRole('button', { name: 'Read again' })
  const cancel = page.getByRole('button', { name: 'Cancel' })
  const silence = { kind: 'silence', committed: false } as const
  sandbox.bank.faults.add({ on: 'retrieveTerminals', skip: 1, fault: silence })
  const asked = (): number => sandbox.bank.requestCount('retrieveTerminals')
  const before = asked()
  await readAgain.focus()
  await page.keyboard.press('Enter')
  await expect(cancel).toBeVisible()
  await expect(readAgain).toBeFocused()
  await expect.poll(asked).toBe(before + 2)
  // A second press during a reading starts nothing.
  await page.keyboard.press('Enter')
  await tabTo(page, cancel)
  expect(asked()).toBe(before + 2)
  await page.keyboard.press('Enter')
  await expect(cancel).toHaveCount(0)
  await expect(readAgain).toBeFocused()
  // It ends while the focus is on the button that disappears with it.
  sandbox.bank.faults.clear()
  const release = sandbox.holdAnswer('retrieveTerminals')
  await page.keyboard.press('Enter')
  await cancel.focus()
  release()
  await expect(cancel).toHaveCount(0)
  await expect(readAgain).toBeFocused()
  await expect(page.getByText('Complete: the bank counted the same number.')).toBeVisible()
})

test('ux 26: a reading without an answer keeps the rows, and says what is shown', async () => {
  const { page, sandbox } = counter
  await show(page, 'Terminal')
  await sandbox.cutNetwork()
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /^Could not refresh\. Showing .*We could not reach the service\.$/u }),
  ).toBeVisible()
  await expect(rows(page, TERMINAL_LIST)).toHaveCount(50)
  await sandbox.restoreNetwork()
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect(page.getByText(/^Could not refresh/u)).toHaveCount(0)
})

test('a registration and an edit ask for the manager’s PIN; without it the list stays', async () => {
  const { page } = counter
  await show(page, 'Terminal')
  for (const open of ['Register a terminal', 'Edit']) {
    if (open === 'Edit') await rows(page, TERMINAL_LIST).first().click()
    await page.getByRole('button', { name: open, exact: true }).click()
    await expectPinAsked(page, 'Choose a manager PIN')
    await page.keyboard.press('Escape')
    await expect(pinDialog(page, 'Choose a manager PIN')).toHaveCount(0)
    await expect(rows(page, TERMINAL_LIST)).toHaveCount(50)
  }
  await page.keyboard.press('Escape')
})

test('Find: a terminal is picked by its name or its ID with the keyboard, and any other ID is taken as typed', async () => {
  const { page } = counter
  await showByKey(page, 'Find')
  await expect(picker(page)).toHaveValue(TERMINAL_ID)
  await picker(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('3tls00170')
  await expect(page.getByRole('option')).toHaveCount(10)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  // Picks the terminal, without searching yet.
  await page.keyboard.press('Enter')
  await expect(picker(page)).toHaveValue('3TLS001701')
  await expect(page.getByText('Choose a terminal and dates, then search.')).toBeVisible()
  // The field's text does not filter the list when the full list is requested.
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option')).toHaveCount(20)
  await expect(page.getByText('20 of 2,000. Type more of the ID or the name.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(picker(page)).toHaveValue('3TLS001701')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The bank shows no record for this terminal and these dates.')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('9XYZ0001')
  await expect(page.getByText('No known terminal matches.')).toBeVisible()
  const before = searches()
  // No suggestion is marked, so one Enter searches.
  await page.keyboard.press('Enter')
  await expect.poll(searches).toBeGreaterThan(before)
  await expect(picker(page)).toHaveValue('9XYZ0001')
  await expect(picker(page)).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  // The list opens only with main's answer, and would then cover the screen's buttons.
  await expect(page.getByRole('option')).toHaveCount(20)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Choose a terminal.', { exact: true })).toBeVisible()
  await expect(picker(page)).toHaveAttribute('aria-expanded', 'false')
})

test('in manager mode neither the merchant’s ID nor the terminal’s is cut off on a wide screen', async () => {
  const { page } = counter
  await showTerminals(page)
  await button(page, 'Register a terminal').click()
  await giveManagerPin(page, registration(page))
  await expect(managerMode(page)).toBeVisible()
  await showTerminals(page)
  for (const width of [1280, 1180]) {
    await page.setViewportSize({ width, height: 800 })
    await expectUncut(page)
  }
})

async function expectUncut(page: Page): Promise<void> {
  for (const said of [/^Merchant /u, /^Terminal /u]) {
    const text = page.getByRole('banner').getByText(said).last()
    await expect(text).toBeVisible()
    // Whether the text or any box around it is cut.
    const isCut = () =>
      text.evaluate((element) =>
        [element, element.parentElement].some(
          (each) => each !== null && each.scrollWidth > each.clientWidth + 1,
        ),
      )
    await expect.poll(isCut, String(said)).toBe(false)
  }
}

test('a registration without a clear answer is reported above the list, which says what was read when; one press opens it', async () => {
  const { page, sandbox } = counter
  const [holder] = holdersAt(sandbox)
  const registering = { merchantId: '2044LAPH0000032', serialNumber: 'S-17', account: holder }
  await fillRegistration(page, { ...registering, terminalId: '2TLS0017' })
  await button(page, 'Register terminal').click()
  await expectDone(page, '2TLS0017')
  await showTerminals(page)
  await expect(page.getByText(/2,000 terminals, 4 pages read at /u)).toBeVisible()
  await expect(page.getByText(/2,001 known, as many as the bank counted then\./u)).toBeVisible()
  await expect(button(page, 'See the changes')).toHaveCount(0)
  sandbox.bank.faults.add({ on: 'createTerminal', fault: { kind: 'drop', committed: false } })
  await fillRegistration(page, { ...registering, serialNumber: 'S-18', terminalId: '2TLS0018' })
  await button(page, 'Register terminal').click()
  await expect(outcome(page)).toContainText('No clear answer came')
  await showTerminals(page)
  await expect(
    page.getByRole('status').filter({ hasText: 'One change that was asked for had no clear answer.' }),
  ).toBeVisible()
  await button(page, 'See the changes').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Change history' })).toBeVisible()
  await showTerminals(page)
})

test('offline after a restart the list is there as a saved copy, and can still be searched', async () => {
  await counter.goOffline()
  const page = await counter.restart()
  await expect(connection(page)).toHaveText('No internet')
  await show(page, 'Terminal')
  await expect(
    page.getByText(/^Saved copy from .*What the bank has changed since is not shown\.$/u),
  ).toBeVisible()
  await terminalSearch(page).fill('3tls001999')
  await expect(rows(page, TERMINAL_LIST)).toHaveCount(1)
  await terminalSearch(page).fill('')
  await expect(rows(page, TERMINAL_LIST)).toHaveCount(50)
  await counter.goOnline()
})
