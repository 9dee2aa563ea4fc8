import { expect, test } from '@playwright/test'
import { holdersAt, terminalAt, type Holder } from '../pages/bankSide.ts'
import { openCounter, type Counter } from '../pages/counter.ts'
import { row } from '../pages/lists.ts'
import { connection } from '../pages/shell.ts'
import {
  button,
  confirmName,
  expectDone,
  expectOutcome,
  field,
  fillRegistration,
  NO_ANSWER,
  openChanges,
  openRegistration,
  outcome,
  saveOff,
  typeTerminal,
} from '../pages/terminals.ts'

const MERCHANT_ID = '2044LAPH0000032'

let counter: Counter
let ade: Holder
test.beforeAll(async () => {
  counter = await openCounter({ enquiry: 'settlementToken' })
  ;[ade] = holdersAt(counter.sandbox)
})
test.afterAll(() => counter.close())
test.afterEach(() => counter.sandbox.bank.faults.clear())

/** Registrations that reached the bank. */
const asked = (): number => counter.sandbox.bank.requestCount('createTerminal')

test('ux 49: an entry stays when its form is left, and is registered once the internet is back', async () => {
  const { page, sandbox } = counter
  const before = asked()
  await typeTerminal(page, { terminalId: '2TLS0016', merchantId: MERCHANT_ID, serialNumber: 'N86-90017' })
  await field(page, 'Account number').fill(ade.number)
  await counter.goOffline()
  await expect(connection(page)).toHaveText('No internet')
  await expect(button(page, 'Check account name')).toBeDisabled()
  await expect(saveOff(page)).toHaveText(
    'No internet. You can go on filling this in; it stays here until Tillside closes.',
  )
  await button(page, 'Back to the terminals').click()
  await openRegistration(page)
  await expect(field(page, 'Account number')).toHaveValue(ade.number)
  await counter.goOnline()
  await button(page, 'Check account name').click()
  await confirmName(page, ade.name)
  await field(page, 'Your name').fill('Ngozi Okà')
  await field(page, 'Your name').press('Enter')
  await expectDone(page, '2TLS0016')
  expect(asked()).toBe(before + 1)
  expect(terminalAt(sandbox, '2TLS0016').serialNumber).toBe('N86-90017')
  await button(page, 'Back to the terminals').click()
})

test('killed between the question and its answer: after the start it is unknown, never sent again, and the list shows the outcome', async () => {
  const { page, sandbox } = counter
  await fillRegistration(page, {
    terminalId: '2TLS0014',
    merchantId: MERCHANT_ID,
    serialNumber: 'N86-90014',
    account: ade,
  })
  const before = asked()
  sandbox.bank.faults.add({ on: 'createTerminal', fault: { kind: 'silence', committed: true } })
  await button(page, 'Register terminal').click()
  await expect(page.getByText('Asking the bank to register terminal 2TLS0014…')).toBeVisible()
  await expect.poll(asked).toBe(before + 1)
  const restarted = await counter.restart()
  await openChanges(restarted)
  await row(restarted, 'Change history', '2TLS0014').click()
  await expectOutcome(restarted, NO_ANSWER, 'The bank’s list was not read since.')
  await expect(outcome(restarted)).toContainText(
    'Do not register it again before the bank has told you that it was not.',
  )
  await button(restarted, 'Look again').click()
  // Another run sent the request, so the whole account number is no longer known here.
  await expect(outcome(restarted)).toContainText(
    'The bank’s list agrees, as far as it was compared: of the account, the last four digits.',
  )
  await openChanges(restarted)
  await expect(row(restarted, 'Change history', '2TLS0014')).toContainText('No clear answer, in its list')
  await expect(restarted.getByText(/may still be done/u)).toHaveCount(0)
  expect(asked()).toBe(before + 1)
})
