import { expect, test } from '@playwright/test'
import { credentials, openCounter, type Counter } from '../pages/counter.ts'
import { row, rows } from '../pages/lists.ts'
import { show } from '../pages/shell.ts'
import { signInByKeyboard } from '../pages/signIn.ts'
import { button, TERMINAL_LIST } from '../pages/terminals.ts'

/* A bank whose answers about terminals, and to a sign-in, differ from the documentation. */

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter({ isSignedIn: false })
})
test.afterAll(() => counter.close())
test.afterEach(() => counter.sandbox.bank.faults.clear())
test.describe.configure({ mode: 'serial' })

test('a sign-in whose token is 900 KB long is refused, and the screen says that the token cannot be used', async () => {
  const { page, sandbox } = counter
  sandbox.bank.faults.add({ on: 'login', fault: { kind: 'hugeToken', bytes: 900_000 } })
  await signInByKeyboard(page, credentials)
  await expect(
    page.getByText('The service let you in, but its access token cannot be used. Tell support.'),
  ).toBeVisible()
})

test('an unreadable list is never called empty, and its field is named', async () => {
  const { page, sandbox } = counter
  sandbox.bank.faults.add({
    on: 'retrieveTerminals',
    times: 'always',
    fault: { kind: 'wrongTypes', committed: false },
  })
  await signInByKeyboard(page, credentials)
  await show(page, 'Terminal')
  await expect(page.getByText('The field is status.')).toBeVisible()
  await expect(
    page.getByText('The bank’s list could not be read, so we do not know its terminals.'),
  ).toBeVisible()
  await expect(page.getByText(/shows? no terminals/u)).toHaveCount(0)
})

test('one terminal whose serial number is null hides no other', async () => {
  const { page, sandbox } = counter
  sandbox.bank.faults.add({
    on: 'retrieveTerminals',
    times: 'always',
    fault: { kind: 'oddRead', as: 'nullSerialNumber' },
  })
  await button(page, 'Read again').click()
  await expect(rows(page, TERMINAL_LIST)).toHaveCount(12)
  await expect(row(page, TERMINAL_LIST, '2TLS0001')).toContainText('No serial number')
  await expect(page.getByText('Complete: the bank counted the same number.')).toBeVisible()
})

test('a merchant ID under two records is shown with both, and disappears when the bank has fixed it', async () => {
  const { page, sandbox } = counter
  sandbox.bank.faults.add({
    on: 'retrieveTerminals',
    fault: { kind: 'oddRead', as: 'secondMerchantRecord' },
  })
  const shared = page.getByText('under more than one record: 71, 971. Ask the bank which one is right.')
  await button(page, 'Read again').click()
  await expect(shared).toBeVisible()
  await button(page, 'Read again').click()
  await expect(shared).toHaveCount(0)
})
