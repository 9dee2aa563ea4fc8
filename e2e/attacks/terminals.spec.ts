import { expect, test } from '@playwright/test'
import type { TerminalView } from '../../shared/terminal.ts'
import type { Fault } from '../../sandbox/faults.ts'
import { callMain } from '../pages/bridge.ts'
import { commitLate, holdersAt, terminalAt, type Holder } from '../pages/bankSide.ts'
import { openCounter, type Counter } from '../pages/counter.ts'
import { row } from '../pages/lists.ts'
import { expectPinAsked, managerMode, pinDialog } from '../pages/manager.ts'
import {
  button,
  confirmName,
  expectDone,
  expectOutcome,
  field,
  fillRegistration,
  NO_ANSWER,
  openEdit,
  openTopics,
  outcome,
  SHOWS_IT,
  showTerminals,
  signEdit,
} from '../pages/terminals.ts'

const TIMEOUT_SECONDS = 10
const MERCHANT_ID = '2044LAPH0000032'
const EDITED = '2TLS0002'

/*
 * How a person at the counter, another computer or the network could get a terminal registered or its money moved
 * twice, unseen, or without permission. electron/access/guessing.test.ts shows, with a virtual clock, that PINs cannot
 * be guessed.
 */
let counter: Counter
let ade: Holder
let bola: Holder
test.beforeAll(async () => {
  counter = await openCounter({
    enquiry: 'settlementToken',
    profile: { outbox: { requestsPerSecond: 50, timeoutSeconds: TIMEOUT_SECONDS } },
  })
  ;[ade, bola] = holdersAt(counter.sandbox)
})
test.afterAll(() => counter.close())
test.afterEach(() => counter.sandbox.bank.faults.clear())
test.describe.configure({ mode: 'serial' })

/** How many requests for registrations, edits and names reached the bank; all of them need a manager. */
function asked(): readonly number[] {
  const { bank } = counter.sandbox
  return (['createTerminal', 'editTerminal', 'business'] as const).map((each) => bank.requestCount(each))
}

const flags = { isReceivingPayment: true, isActive: true }
const who = { by: 'Ngozi', note: 'x' }

function registerForm(accountNumber: string) {
  return {
    terminalId: '2TLS0013',
    merchantId: MERCHANT_ID,
    accountNumber,
    serialNumber: 'S-1',
    ...flags,
    ...who,
  }
}

interface Listed {
  readonly value: {
    readonly rows: readonly Pick<TerminalView, 'recordId' | 'version' | 'merchantRecordId'>[]
  }
}

/** An edit as the screen would send it, with the row that main shows. */
async function editForm(accountNumber: string) {
  const request = { search: EDITED, offset: 0, limit: 1 }
  const { value } = (await callMain(counter.page, 'terminals.page', request)) as Listed
  const [row] = value.rows
  if (row === undefined) throw new Error('main shows no such terminal')
  const { recordId, version: seen, merchantRecordId } = row
  const { serialNumber } = terminalAt(counter.sandbox, EDITED)
  return { recordId, seen, merchantRecordId, accountNumber, serialNumber, ...flags, ...who }
}

async function agentsCalls(): Promise<readonly (readonly [string, unknown])[]> {
  const form = registerForm(ade.number)
  return [
    ['terminals.checkName', { accountNumber: ade.number }],
    [
      'terminals.vouchName',
      {
        accountNumber: ade.number,
        accountAgain: ade.number,
        name: 'MY OWN NAME',
        how: 'x',
        who: 'x',
        on: '2026-11-17',
      },
    ],
    ['terminals.setBusinessToken', { token: 'mine-from-now-on' }],
    ['terminals.register', { form, checkId: '' }],
    ['terminals.edit', { form: await editForm(ade.number), checkId: '' }],
    ['terminals.giveUpChange', { changeId: 'any', how: 'notDone', ...who }],
    ['terminals.acknowledgePayout', { terminalId: 'any', seen: 'any', ...who }],
  ]
}

// A cashier who can open a page's console, or a hijacked page.
test('an agent’s calls made without the screen: main refuses each without the PIN, before one is set and after locking', async () => {
  const { page, sandbox } = counter
  const books = JSON.stringify(sandbox.bank.terminals())
  await showTerminals(page)
  await expect(row(page, 'All terminals', EDITED)).toBeVisible()
  for (const [name, request] of await agentsCalls()) {
    const refusal = { ok: false, error: { code: 'needsManager', needs: 'setPin' } }
    expect(await callMain(page, name, request), name).toMatchObject(refusal)
  }
  await openEdit(page, EDITED)
  await expect(managerMode(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+l')
  await expect(managerMode(page)).toHaveCount(0)
  for (const [name, request] of await agentsCalls()) {
    const refusal = { ok: false, error: { code: 'needsManager', needs: 'enterPin' } }
    expect(await callMain(page, name, request), name).toMatchObject(refusal)
  }
  expect(asked()).toEqual([0, 0, 0])
  expect(JSON.stringify(sandbox.bank.terminals())).toBe(books)
})

// The manager leaves with everything filled in, and another person presses the visible buttons.
test('locked with everything filled in: the account number is gone from the page, and only the PIN brings the entry back', async () => {
  const { page, sandbox } = counter
  await fillRegistration(page, {
    terminalId: '2TLS0013',
    merchantId: MERCHANT_ID,
    serialNumber: 'S-13',
    account: ade,
  })
  const before = asked()
  await expect(field(page, 'Account number')).toHaveValue(ade.number)
  await counter.app.lockScreen()
  await expect(managerMode(page)).toHaveCount(0)
  await expect(row(page, 'All terminals', EDITED)).toBeVisible()
  const inputs = await page.evaluate(() => [...document.querySelectorAll('input')].map(({ value }) => value))
  expect(inputs).not.toContain(ade.number)
  expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain(ade.number)
  const open = button(page, 'Register a terminal')
  await open.click()
  await expectPinAsked(page, 'Manager PIN')
  await page.keyboard.press('Escape')
  await expect(open).toBeVisible()
  expect(asked()).toEqual(before)
  await open.click()
  await pinDialog(page, 'Manager PIN').getByLabel('PIN', { exact: true }).fill('2580')
  await page.keyboard.press('Enter')
  await expect(page.getByText('so the account number was removed. Type it again.')).toBeVisible()
  await expect(field(page, 'Account number')).toHaveValue('')
  await field(page, 'Account number').fill(ade.number)
  await confirmName(page, ade.name)
  await field(page, 'Your name').fill('Ngozi Okà')
  await button(page, 'Register terminal').click()
  await expectDone(page, '2TLS0013')
  expect(sandbox.bank.requestCount('createTerminal')).toBe(1)
})

// The manager presses the last button and leaves while a long list is still being read.
test('locked while the list is read: nothing is sent to the bank, and without the PIN nothing ever is', async () => {
  const { page, sandbox } = counter
  await openEdit(page, EDITED)
  await openTopics(page, 'Device')
  await field(page, 'New serial number').fill('GONE-1')
  await signEdit(page, 'went away')
  const before = asked()
  const release = sandbox.holdAnswer('retrieveTerminals')
  await button(page, 'Save the change').click()
  await expect(page.getByText(/^Reading the bank’s list first\./u)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+l')
  await expect(managerMode(page)).toHaveCount(0)
  release()
  await expectPinAsked(page, 'Manager PIN')
  await page.keyboard.press('Escape')
  await expect(
    page.getByRole('alert').filter({ hasText: 'This is for a manager, so it was not done.' }),
  ).toBeVisible()
  expect(asked()).toEqual(before)
  await openEdit(page, EDITED)
  await expect(field(page, 'New serial number')).toHaveValue('GONE-1')
  await button(page, 'Start again').click()
})

// Money on its way to one account, and a small correction that would redirect it to the previous one.
test('an edit after one whose answer is lost: refused by the screen, and without the screen by main', async () => {
  const { page, sandbox } = counter
  const other = '2TLS0005'
  await openEdit(page, other)
  await openTopics(page, 'Account')
  await field(page, 'New account number').fill(bola.number)
  await confirmName(page, bola.name)
  await signEdit(page, 'new account')
  commitLate(sandbox, 'editTerminal')
  await button(page, 'Save the change').click()
  await expect(outcome(page)).toContainText('as it was before.')
  const before = asked()
  await openEdit(page, other)
  await openTopics(page, 'Device')
  await field(page, 'New serial number').fill('LATER-1')
  await expect(button(page, 'Save the change')).toBeDisabled()
  const request = { search: other, offset: 0, limit: 1 }
  const { value } = (await callMain(page, 'terminals.page', request)) as Listed
  const [row] = value.rows
  if (row === undefined) throw new Error('main shows no such terminal')
  const { recordId, version: seen, merchantRecordId } = row
  const form = {
    recordId,
    seen,
    merchantRecordId,
    accountNumber: '',
    serialNumber: 'LATER-1',
    ...flags,
    ...who,
  }
  expect(await callMain(page, 'terminals.edit', { form, checkId: '' })).toMatchObject({
    error: { code: 'notAllowed', reason: 'earlierOpen' },
  })
  expect(asked()).toEqual(before)
  await button(page, 'Look at it').click()
  sandbox.bank.faults.clear()
  await button(page, 'Look again').click()
  await expect(outcome(page)).toContainText(SHOWS_IT)
  await openEdit(page, other)
  await signEdit(page, 'label was wrong')
  // Changes at the bank meanwhile are shown first, and stay.
  await button(page, 'Save the change').click()
  const looked = button(page, 'I have looked at it')
  await expect(looked.or(outcome(page))).toBeVisible()
  if (await looked.isVisible()) {
    await looked.click()
    await button(page, 'Save the change').click()
  }
  await expectDone(page, other)
  expect(terminalAt(sandbox, other)).toMatchObject({ accountNumber: bola.number, serialNumber: 'LATER-1' })
})

// A manager in a hurry, without the screen: money to an account whose name was not read.
test('an account without its name, with another’s, or with a forged check: refused by main', async () => {
  const { page } = counter
  await expect(managerMode(page)).toBeVisible()
  const checked = (await callMain(page, 'terminals.checkName', { accountNumber: ade.number })) as {
    readonly value: { readonly checkId: string }
  }
  const before = asked()
  for (const checkId of ['', 'made-up', checked.value.checkId]) {
    for (const [name, form] of [
      ['terminals.register', { ...registerForm(bola.number), terminalId: '2TLS0014' }],
      ['terminals.edit', await editForm(bola.number)],
    ] as const) {
      expect(await callMain(page, name, { form, checkId }), `${name} ${checkId}`).toMatchObject({
        error: { code: 'nameNotChecked' },
      })
    }
  }
  expect(asked()).toEqual(before)
})

// A mouse that clicks twice at every click, and a book on the Enter key.
test('the last button clicked twice, and Enter held down for a hundred repeats: one edit each', async () => {
  const { page, sandbox } = counter
  const edits = (): number => sandbox.bank.requestCount('editTerminal')
  const before = edits()
  await openEdit(page, EDITED)
  await openTopics(page, 'Device')
  await field(page, 'New serial number').fill('TWICE-1')
  await signEdit(page, 'label was wrong')
  await button(page, 'Save the change').dblclick()
  await expectDone(page, EDITED)
  expect(edits()).toBe(before + 1)
  await openEdit(page, EDITED)
  await openTopics(page, 'Device')
  await field(page, 'New serial number').fill('TWICE-2')
  await signEdit(page, 'label was wrong again')
  await field(page, 'Why').focus()
  for (let repeat = 0; repeat < 100; repeat += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expectDone(page, EDITED)
  expect(edits()).toBe(before + 2)
  expect(terminalAt(sandbox, EDITED).serialNumber).toBe('TWICE-2')
})

/** The bank takes the edit and its answer fails. */
const spoilt = (url: string): readonly (readonly [serialNumber: string, what: string, fault: Fault])[] => [
  [
    'LOST-500',
    'a server that fails after its commit',
    { kind: 'httpStatus', status: 500, committed: true, retryAfter: null, body: 'envelope' },
  ],
  [
    'LOST-503',
    'a server that asks to be asked again at once',
    { kind: 'httpStatus', status: 503, committed: true, retryAfter: '0', body: 'html' },
  ],
  [
    'LOST-401',
    'a server that calls the token dead after its commit',
    { kind: 'httpStatus', status: 401, committed: true, retryAfter: null, body: 'envelope' },
  ],
  [
    'LOST-307',
    'a server that sends the edit to its own door once more',
    { kind: 'redirect', status: 307, location: `${url}/api/terminal/EditTerminal`, committed: true },
  ],
  ['LOST-PORTAL', 'a proxy that answers with a page', { kind: 'htmlPage', committed: true }],
  ['LOST-HALF', 'an answer that breaks off', { kind: 'truncated', committed: true }],
  [
    'LOST-LATE',
    'a yes that comes after our time-out',
    { kind: 'slow', delayMs: TIMEOUT_SECONDS * 1_000 + 500, commit: 'onArrival' },
  ],
]

// A network that breaks the answer in a different way each time.
test('an answer broken in seven ways after the bank has taken the edit: each asked once, unknown, and seen in the list', async () => {
  const { page, sandbox } = counter
  for (const [serialNumber, what, fault] of spoilt(sandbox.url)) {
    await test.step(what, async () => {
      const before = sandbox.bank.requestCount('editTerminal')
      await openEdit(page, EDITED)
      await openTopics(page, 'Device')
      await field(page, 'New serial number').fill(serialNumber)
      await signEdit(page, what)
      sandbox.bank.faults.add({ on: 'editTerminal', fault })
      await button(page, 'Save the change').click()
      await expectOutcome(page, NO_ANSWER, SHOWS_IT)
      expect(sandbox.bank.requestCount('editTerminal')).toBe(before + 1)
    })
  }
})

// A bank whose answer and list disagree.
test('a no after the commit: the bank’s no and what its list shows are both reported, and it cannot be sent again from there', async () => {
  const { page, sandbox } = counter
  const before = sandbox.bank.requestCount('editTerminal')
  await openEdit(page, EDITED)
  await openTopics(page, 'Device')
  await field(page, 'New serial number').fill('LOST-NO')
  await signEdit(page, 'a no that was none')
  sandbox.bank.faults.add({
    on: 'editTerminal',
    fault: { kind: 'declined', message: 'Try again', committed: true },
  })
  await button(page, 'Save the change').click()
  await expectOutcome(page, 'The bank said no.', SHOWS_IT)
  await expect(outcome(page)).toContainText('‘Try again’')
  await expect(button(page, 'Back to the entry')).toHaveCount(0)
  expect(sandbox.bank.requestCount('editTerminal')).toBe(before + 1)
})
