import { expect, test } from '@playwright/test'
import type { Fault } from '../../sandbox/faults.ts'
import { snapshotOfMany } from '../../sandbox/testing/manyTerminals.ts'
import { credentials, openCounter, type Counter } from '../pages/counter.ts'
import { chip, fact, row, rows } from '../pages/lists.ts'
import { giveManagerPin } from '../pages/manager.ts'
import { amountField, lastSale, recordSale } from '../pages/sale.ts'
import { show, showByKey } from '../pages/shell.ts'
import { signInByKeyboard } from '../pages/signIn.ts'
import {
  button,
  ownTerminal,
  showTerminals,
  tabTo,
  TERMINAL_LIST,
  terminalDetails,
  terminalSearch,
} from '../pages/terminals.ts'

/** The bank's limit of rows at once: its twelve terminals come in three pages. */
const PAGE_SIZE_MAX = 4
/** A hundred pages of five hundred rows take seconds; on a busy build machine, far longer. */
const LONG_LIST_LIMIT_MS = 360_000
const INACTIVE = '2TLS0005'
const NOT_RECEIVING = '2TLS0009'

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter({
    isSignedIn: false,
    bank: { largerPages: 'capped', pageSizeMax: PAGE_SIZE_MAX },
    profile: {
      terminalId: null,
      limits: { pageSize: 500 },
      outbox: { requestsPerSecond: 100, timeoutSeconds: 60 },
    },
  })
})
test.afterAll(() => counter.close())
test.afterEach(() => counter.sandbox.bank.faults.clear())
test.describe.configure({ mode: 'serial' })

const reads = (): number => counter.sandbox.bank.requestCount('retrieveTerminals')

test('no terminal at this counter yet: one is chosen with the keyboard, warnings about another are beside it, and sales go to the chosen one', async () => {
  const { page, sandbox } = counter
  // While the list is being read, the rows so far can be chosen.
  sandbox.bank.faults.add({ on: 'retrieveTerminals', skip: 2, fault: { kind: 'silence', committed: false } })
  await signInByKeyboard(page, credentials)
  await expect(page.getByRole('heading', { name: 'Choose this counter’s terminal' })).toBeVisible()
  await expect(page.getByText('Loaded 8 of 12 so far')).toBeVisible()
  await expect(rows(page, TERMINAL_LIST)).toHaveCount(8)
  await expect(button(page, `Use at this counter: ${INACTIVE}`)).toBeEnabled()
  sandbox.bank.faults.clear()
  await button(page, 'Cancel').click()
  await button(page, 'Read again').click()
  await expect(rows(page, TERMINAL_LIST)).toHaveCount(12)
  await expect(row(page, TERMINAL_LIST, INACTIVE)).toContainText('Not active')
  await expect(row(page, TERMINAL_LIST, NOT_RECEIVING)).toContainText('Not receiving payment')
  await tabTo(page, terminalSearch(page))
  await page.keyboard.type('Pharmacy')
  await expect(rows(page, TERMINAL_LIST)).toHaveCount(2)
  await tabTo(page, row(page, TERMINAL_LIST, '2TLS0004'))
  await page.keyboard.press('Enter')
  await expect(amountField(page)).toBeVisible()
  await recordSale(page, { amount: '700', reference: 'CHOSEN-1' })
  await expect(chip(lastSale(page, 'CHOSEN-1'))).toHaveText(/^(?:On its way|Paid)$/u)
  expect(sandbox.bank.commits()).toMatchObject([{ transactionId: 'CHOSEN-1', terminalId: '2TLS0004' }])
})

test('a service that returns fewer rows than asked: still read to its last page', async () => {
  const { page } = counter
  await showByKey(page, 'Terminal')
  await expect(page.getByText('12 terminals, 3 pages read')).toBeVisible()
  await expect(page.getByText('Complete: the bank counted the same number.')).toBeVisible()
  await expect(fact(ownTerminal(page), 'This counter')).toHaveText('2TLS0004')
})

test('warnings about a terminal are explained in its details, and again before it is used here', async () => {
  const { page, sandbox } = counter
  await showTerminals(page)
  await terminalSearch(page).fill('')
  for (const [terminalId, name, said, question] of [
    [
      INACTIVE,
      'Active',
      'The bank shows: not active. It might not accept sales from this terminal. Ask your agent.',
      'The bank shows this terminal as not active.',
    ],
    [
      NOT_RECEIVING,
      'Receiving payment',
      'The bank shows: no. It might not pay for sales from this terminal. Ask your agent.',
      'The bank shows this terminal as not receiving payment.',
    ],
  ] as const) {
    await row(page, TERMINAL_LIST, terminalId).click()
    await expect(fact(terminalDetails(page), name)).toHaveText(said)
    await terminalDetails(page)
      .getByRole('button', { name: `Use at this counter: ${terminalId}` })
      .click()
    const asked = page.getByRole('alertdialog', { name: `Use terminal ${terminalId} at this counter?` })
    await expect(asked).toContainText(question)
    await expect(asked.getByRole('button', { name: 'No, keep the current one' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(asked).toHaveCount(0)
    await expect(fact(ownTerminal(page), 'This counter')).toHaveText('2TLS0004')
  }
  await terminalDetails(page)
    .getByRole('button', { name: `Use at this counter: ${NOT_RECEIVING}` })
    .click()
  await page.getByRole('button', { name: 'Yes, use it' }).click()
  await giveManagerPin(page, fact(ownTerminal(page), 'This counter').getByText(NOT_RECEIVING))
  await expect(fact(ownTerminal(page), 'This counter')).toHaveText(NOT_RECEIVING)
  await expect(ownTerminal(page)).toContainText('You can record sales; ask your agent about it.')
  // It warns, and does not block.
  await show(page, 'Sell')
  await recordSale(page, { amount: '800', reference: 'CHOSEN-2' })
  await expect(chip(lastSale(page, 'CHOSEN-2'))).toHaveText('On its way')
  expect(sandbox.bank.commits().at(-1)?.terminalId).toBe(NOT_RECEIVING)
})

const lies: readonly (readonly [what: string, fault: Fault, said: string, honestPages?: number])[] = [
  [
    'sends rows twice',
    { kind: 'rowsRepeat' },
    'Incomplete: the bank may have others than these. The bank sent some terminals twice.',
  ],
  [
    'leaves rows out',
    { kind: 'rowsSkip' },
    'Incomplete: the bank may have others than these. The bank sent fewer terminals than it counted.',
  ],
  [
    'promises one more page for ever',
    { kind: 'nextPageForEver' },
    'Incomplete: the bank may have others than these. The bank sent fewer terminals than it counted.',
  ],
  [
    'counts more terminals than it has',
    { kind: 'totalCountLies', addRows: 3 },
    'Incomplete: 12 of the 15 terminals that the bank named. The bank sent fewer terminals than it counted.',
  ],
  [
    'answers with another page',
    { kind: 'pageNotEchoed', currentPage: 7 },
    'Incomplete: the bank may have others than these. The bank sent a different page from the one we asked for.',
    1,
  ],
]
for (const [what, fault, said, honestPages = 0] of lies) {
  test(`a service that ${what}: the fault is reported, the reading ends, and no known terminal is lost`, async () => {
    const { page, sandbox } = counter
    await showTerminals(page)
    const before = reads()
    const loginsBefore = sandbox.bank.requestCount('login')
    sandbox.bank.faults.add({ on: 'retrieveTerminals', times: 'always', fault, skip: honestPages })
    await button(page, 'Read again').click()
    await expect(page.getByRole('status').filter({ hasText: said })).toBeVisible()
    await expect(page.getByText('Complete: the bank counted the same number.')).toHaveCount(0)
    await expect(rows(page, TERMINAL_LIST)).toHaveCount(12)
    // A refused page may mean an old token: then it is renewed, and the page is asked for once more.
    const renewals = sandbox.bank.requestCount('login') - loginsBefore
    expect(reads() - before - renewals).toBeLessThanOrEqual(4)
    sandbox.bank.faults.clear()
    await button(page, 'Read again').click()
    await expect(page.getByText('Complete: the bank counted the same number.')).toBeVisible()
  })
}

test('ux 46: fifty thousand terminals: the screen answers while they are read, holds a page of them, and finds the last one', async () => {
  test.setTimeout(LONG_LIST_LIMIT_MS)
  const { page, sandbox } = counter
  await showTerminals(page)
  sandbox.bank.changeOptions({ pageSizeMax: 1_000 })
  expect(sandbox.bank.restore(snapshotOfMany(50_000, Date.now()))).toBe(true)
  await button(page, 'Read again').click()
  await expect(page.getByText(/^Loaded [0-9,]+ of 50,000 so far/u)).toBeVisible()
  await terminalSearch(page).fill('2TLS0001')
  await expect(rows(page, TERMINAL_LIST)).toHaveCount(1)
  await terminalSearch(page).fill('')
  await expect(page.getByText('50,000 terminals, 100 pages read')).toBeVisible({
    timeout: LONG_LIST_LIMIT_MS,
  })
  await expect(page.getByText('Complete: the bank counted the same number.')).toBeVisible()
  await expect(rows(page, TERMINAL_LIST)).toHaveCount(50)
  await terminalSearch(page).fill('3tls049999')
  await expect(rows(page, TERMINAL_LIST)).toHaveCount(1)
  await expect(rows(page, TERMINAL_LIST)).toContainText('3TLS049999')
})
