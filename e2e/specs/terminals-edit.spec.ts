import { expect, test, type Page } from '@playwright/test'
import {
  accountsAt,
  editElsewhere,
  holdersAt,
  prefixed,
  terminalAt,
  watchDoor,
  type Holder,
} from '../pages/bankSide.ts'
import { openCounter, TERMINAL_ID, type Counter } from '../pages/counter.ts'
import { chip, fact, row } from '../pages/lists.ts'
import { lastSale, recordSale } from '../pages/sale.ts'
import { show } from '../pages/shell.ts'
import {
  button,
  confirmName,
  editOf,
  expectDone,
  expectOutcome,
  field,
  flag,
  NO_ANSWER,
  openChanges,
  openEdit,
  openTopics,
  paidTo,
  saveOff,
  SHOWS_IT,
  signEdit,
} from '../pages/terminals.ts'

/** Fee 0.50; its own merchant has two other terminals. */
const MOVED = '2TLS0002'
/** Fee 0.5, and no serial number. */
const BARE = '2TLS0003'
const PHARMACY = { merchantId: '2044LAPH0000032', merchantRecordId: 72 }

let counter: Counter
let received: ReturnType<typeof watchDoor>
let ade: Holder
let bola: Holder
test.beforeAll(async () => {
  // Practice, so that the printed slip says so.
  counter = await openCounter({
    enquiry: 'settlementToken',
    profile: { environment: 'practice', limits: { pageSize: 5 } },
  })
  received = watchDoor(counter.sandbox)
  ;[ade, bola] = holdersAt(counter.sandbox)
})
test.afterAll(() => counter.close())
test.afterEach(() => counter.sandbox.bank.faults.clear())
test.describe.configure({ mode: 'serial' })

/** Edits that reached the bank, from any sender. */
const asked = (): number => counter.sandbox.bank.requestCount('editTerminal')

test('ux 23: what changes is chosen, from what is shown; what only the bank changes is text', async () => {
  const { page, sandbox } = counter
  await openEdit(page, MOVED)
  const form = editOf(page, MOVED)
  const { feePercentage, serialNumber, merchantId, accountNumber } = terminalAt(sandbox, MOVED)
  for (const text of [
    merchantId,
    `••••••${accountNumber.slice(-4)}`,
    serialNumber,
    `Fee (set by the bank) ${feePercentage} %`,
  ])
    await expect(form.getByText(text).first()).toBeVisible()
  await expect(form.locator('input')).toHaveCount(0)
  await expect(saveOff(page)).toHaveText('Choose what changes.')
  await openTopics(page, 'Merchant', 'Account', 'Device', 'Switch off')
  // No editable control has the fee, the terminal ID or the date in its value or its name.
  const typable = form.locator('input, textarea, select, [contenteditable="true"], [role="spinbutton"]')
  const names = await typable.evaluateAll((fields) =>
    fields.map((each) => each.ariaLabel ?? (each as HTMLInputElement).labels?.[0]?.textContent),
  )
  expect(names).toEqual([
    'New merchant',
    'New account number',
    'New serial number',
    'Active. The terminal may be used.',
    'Receiving payment. Its sales are paid into the account.',
    'Why',
    'Your name',
  ])
  await expect(
    page.getByText('A terminal may stop working if it is used away from its registered address.'),
  ).toBeVisible()
  // The usual move fills in no more than four fields.
  await openEdit(page, BARE)
  await openTopics(page, 'Merchant')
  await paidTo(page, 'Another account').click()
  await expect(
    page.getByRole('textbox').or(page.getByRole('combobox')).and(page.locator('form *')),
  ).toHaveCount(4)
})

test('ux 24: another merchant with the old account gives a warning; another account needs its name, and an edit of it removes the name', async () => {
  const { page } = counter
  await openEdit(page, MOVED)
  await openTopics(page, 'Merchant')
  await field(page, 'New merchant').fill(PHARMACY.merchantId)
  // Its suggestions cover what stands below.
  await page.keyboard.press('Tab')
  await expect(saveOff(page)).toHaveText('Say first who is paid from now on.')
  await paidTo(page, 'Same account').click()
  await expect(
    page.getByText(/^The merchant changes and the payout account stays: money still goes to /u),
  ).toBeVisible()
  await expect(page.getByText(/^The names differ: the account is of /u)).toBeVisible()
  await paidTo(page, 'Another account').click()
  await field(page, 'New account number').fill(ade.number)
  await expect(saveOff(page)).toHaveText('Say first whether the account is the merchant’s.')
  await confirmName(page, ade.name)
  await expect(button(page, 'Save the change')).toBeEnabled()
  await field(page, 'New account number').press('End')
  await page.keyboard.press('Backspace')
  await expect(page.getByText(ade.name)).toHaveCount(0)
  await expect(button(page, 'Save the change')).toBeDisabled()
  await expect(saveOff(page)).toHaveText(
    'The number was changed after the check. Check the account name again.',
  )
  expect(asked()).toBe(0)
})

test('a relocation: another merchant, account and device are sent as the specification types them, and the bank’s books end as asked', async () => {
  const { page, sandbox } = counter
  const before = terminalAt(sandbox, MOVED)
  await field(page, 'New account number').fill(ade.number)
  await confirmName(page, ade.name)
  await openTopics(page, 'Device', 'Switch off')
  await field(page, 'New serial number').fill('N86-77001')
  await flag(page, 'Receiving payment').uncheck()
  await signEdit(page, 'shop moved to Balogun')
  const lines = page.getByRole('region', { name: 'This will happen' }).getByRole('term')
  await expect(lines).toHaveText(['Merchant', 'Payout account', 'Serial number', 'Receiving payment'])
  await field(page, 'Why').press('Enter')
  await expectDone(page, MOVED)
  expect(received('editTerminal').map(({ path, body }) => ({ path, body }))).toEqual([
    {
      path: '/api/terminal/EditTerminal',
      body: {
        id: String(before.recordId),
        [prefixed(sandbox, 'MerchantId')]: String(PHARMACY.merchantRecordId),
        terminalID: MOVED,
        [prefixed(sandbox, 'AccountNumber')]: ade.number,
        [prefixed(sandbox, 'AccountName')]: ade.name,
        serialNumber: 'N86-77001',
        isReceivingPayment: false,
        isActive: true,
        feePercentage: '0.50',
        dateCreated: before.dateCreated,
      },
    },
  ])
  expect(terminalAt(sandbox, MOVED)).toEqual({
    ...before,
    ...PHARMACY,
    accountNumber: ade.number,
    accountName: ade.name,
    serialNumber: 'N86-77001',
    isReceivingPayment: false,
  })
})

test('the slip on paper: the terminal, from and to masked, who and why; and no account number', async () => {
  const { page, sandbox } = counter
  const slip = printedPairs(page)
  await button(page, 'Print slip').click()
  const { accountNumber } = terminalAt(sandbox, TERMINAL_ID)
  expect(await slip).toEqual(
    expect.arrayContaining([
      ['Terminal ID', MOVED],
      ['By', 'Ngozi Okà'],
      ['Note', 'shop moved to Balogun'],
      ['Merchant: From', '2044LAPR0000017'],
      ['Merchant: To', `${PHARMACY.merchantId} (changed)`],
      ['Payout account: From', `••••••${accountNumber.slice(-4)}`],
      ['Payout account: To', `••••••${ade.number.slice(-4)} (changed)`],
    ]),
  )
  const printed = JSON.stringify(await slip)
  expect(accountsAt(sandbox).filter((number) => printed.includes(number))).toEqual([])
  await expect(page.getByText('Sent to the printer.')).toBeVisible()
  await expect(page.locator('[data-paper]')).toHaveCount(0)
})

/** The pairs of the next paper, each with its heading. It is laid out only while it is printed. */
function printedPairs(page: Page): Promise<readonly (readonly [string, string])[]> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        new MutationObserver((_changes, observer) => {
          const paper = document.querySelector('[data-paper]')
          if (paper === null) return
          observer.disconnect()
          resolve(
            [...paper.querySelectorAll('dt')].map((name) => {
              const heading = name.closest('section')?.querySelector('h2')?.textContent
              const title = heading === undefined ? '' : `${heading}: `
              return [`${title}${name.textContent}`, name.nextElementSibling?.textContent ?? '']
            }),
          )
        }).observe(document.body, { childList: true })
      }),
  )
}

test('the change history shows it: from, to, who and why', async () => {
  const { page } = counter
  await openChanges(page)
  const line = row(page, 'Change history', MOVED)
  await expect(line).toContainText('Bank said yes, in its list')
  await expect(line).toContainText('Ngozi Okà')
  await line.click()
  const main = page.getByRole('main')
  await expect(fact(main, 'By')).toHaveText('Ngozi Okà')
  await expect(fact(main, 'Note')).toHaveText('shop moved to Balogun')
  const merchant = main.getByRole('row', { name: /^Merchant /u }).getByRole('cell')
  await expect(merchant.first()).toHaveText('2044LAPR0000017')
  await expect(merchant.nth(1)).toHaveText(`${PHARMACY.merchantId}changed`)
})

test('a terminal without a serial number and with a short fee: all but the changed fields are sent back as they came', async () => {
  const { page, sandbox } = counter
  const before = terminalAt(sandbox, BARE)
  await openEdit(page, BARE)
  await openTopics(page, 'Switch off')
  await flag(page, 'Active').uncheck()
  await signEdit(page, 'device is at repair')
  await button(page, 'Save the change').click()
  await expectDone(page, BARE)
  expect(received('editTerminal').at(-1)?.body).toMatchObject({
    feePercentage: '0.5',
    serialNumber: '',
    dateCreated: before.dateCreated,
    [prefixed(sandbox, 'AccountNumber')]: before.accountNumber,
    [prefixed(sandbox, 'AccountName')]: before.accountName,
    isActive: false,
  })
  expect(terminalAt(sandbox, BARE)).toEqual({ ...before, isActive: false })
})

test('the terminal was changed elsewhere meanwhile: nothing is sent before the manager has looked, and then both changes apply', async () => {
  const { page, sandbox } = counter
  await openEdit(page, '2TLS0006')
  await openTopics(page, 'Device', 'Switch off')
  await flag(page, 'Active').uncheck()
  await signEdit(page, 'shop closed')
  await editElsewhere(sandbox, '2TLS0006', { serialNumber: 'ELSEWHERE-6' })
  const before = asked()
  await button(page, 'Save the change').click()
  const meanwhile = page.getByRole('alert', {
    name: 'This terminal changed at the bank while you were editing.',
  })
  await expect(meanwhile.getByRole('row', { name: /^Serial number /u })).toContainText('ELSEWHERE-6')
  await expect(meanwhile.getByRole('row')).toHaveCount(2)
  await expect(saveOff(page)).toHaveText('Look first at what changed at the bank.')
  await field(page, 'Why').press('Enter')
  expect(asked()).toBe(before)
  await button(page, 'I have looked at it').click()
  await expect(field(page, 'New serial number')).toHaveValue('ELSEWHERE-6')
  await button(page, 'Save the change').click()
  await expectDone(page, '2TLS0006')
  expect(asked()).toBe(before + 1)
  expect(terminalAt(sandbox, '2TLS0006')).toMatchObject({ serialNumber: 'ELSEWHERE-6', isActive: false })
})

for (const [terminalId, isCommitted, said] of [
  ['2TLS0007', true, SHOWS_IT],
  ['2TLS0008', false, 'The bank’s list shows it as it was before.'],
] as const) {
  const when = isCommitted ? 'after' : 'before'
  test(`the connection breaks ${when} the bank has changed it: unknown, the list is read and shown, and it was sent once`, async () => {
    const { page, sandbox } = counter
    const before = asked()
    await openEdit(page, terminalId)
    await openTopics(page, 'Account')
    await field(page, 'New account number').fill(bola.number)
    await confirmName(page, bola.name)
    await signEdit(page, 'new account')
    sandbox.bank.faults.add({ on: 'editTerminal', fault: { kind: 'drop', committed: isCommitted } })
    await button(page, 'Save the change').click()
    await expectOutcome(page, NO_ANSWER, said)
    await button(page, 'Look again').click()
    await expectOutcome(page, NO_ANSWER, said)
    expect(asked()).toBe(before + 1)
  })
}

test('the counter’s own terminal gets another account: its sales still go out under the same terminal ID, and to the new account', async () => {
  const { page, sandbox } = counter
  await openEdit(page, TERMINAL_ID)
  await openTopics(page, 'Account')
  await field(page, 'New account number').fill(bola.number)
  await confirmName(page, bola.name)
  await signEdit(page, 'bank asked for it')
  await button(page, 'Save the change').click()
  await expectDone(page, TERMINAL_ID)
  await show(page, 'Sell')
  await recordSale(page, { amount: '1500', reference: 'AFTER-EDIT-1' })
  await expect(chip(lastSale(page, 'AFTER-EDIT-1'))).toHaveText(/^(?:On its way|Paid)$/u)
  expect(sandbox.bank.commits()).toMatchObject([{ transactionId: 'AFTER-EDIT-1', terminalId: TERMINAL_ID }])
  const record = sandbox.bank.records().find(({ transactionId }) => transactionId === 'AFTER-EDIT-1')
  expect(record?.accountNumber).toBe(bola.number)
})
