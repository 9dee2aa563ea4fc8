import { expect, test } from '@playwright/test'
import { hideRecords, untilAllSent } from '../pages/books.ts'
import { credentials, openCounter, type Counter } from '../pages/counter.ts'
import { chip, row, rows } from '../pages/lists.ts'
import { amountField, lastSale, recordSale } from '../pages/sale.ts'
import { banner, connection, queue, show, ticksIn, tryNow } from '../pages/shell.ts'
import { signInByKeyboard, signInForm } from '../pages/signIn.ts'

const UNREADABLE = 'The service gave an answer we cannot read. Tell support.'

/** What the banner names as unreadable. */
const UNREAD = { nonsense: 'body', wrongTypes: 'status', halfJson: 'body', htmlPage: 'content-type' } as const

let counter: Counter
test.afterEach(() => counter.close())

/** The ways in which every answer of the service can be invalid. */
for (const kind of ['nonsense', 'wrongTypes', 'halfJson', 'htmlPage'] as const) {
  const nonsense = { kind, committed: false } as const

  test(`everything answered with ${kind}: sales are recorded, none is sent, and all are sent once when valid answers return`, async () => {
    counter = await openCounter({ isSignedIn: false })
    const { page, sandbox } = counter
    sandbox.bank.faults.add({ on: 'any', times: 'always', fault: nonsense })
    await signInByKeyboard(page, credentials)
    await expect(signInForm(page).getByRole('alert')).toHaveText(
      // In a complete answer the unreadable field is known.
      kind === 'wrongTypes' ? `${UNREADABLE} The field is isSuccessful.` : UNREADABLE,
    )
    sandbox.bank.faults.clear()
    await signInByKeyboard(page, credentials)
    await expect(amountField(page)).toBeVisible()
    await show(page, 'Terminal')
    await expect(rows(page, 'All terminals')).toHaveCount(12)

    sandbox.bank.faults.add({ on: 'any', times: 'always', fault: nonsense })
    await page.getByRole('button', { name: 'Read again' }).click()
    await expect(page.getByText(UNREADABLE)).toBeVisible()
    await expect(rows(page, 'All terminals')).toHaveCount(12)
    await show(page, 'Find')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByText(UNREADABLE)).toBeVisible()
    await show(page, 'Sell')
    for (const reference of ['ODD-1', 'ODD-2']) {
      await recordSale(page, { amount: reference === 'ODD-1' ? '610' : '611', reference })
      await expect(chip(lastSale(page, reference))).toHaveText('Waiting')
    }
    const asked = sandbox.bank.requests().length
    for (let press = 0; press < 5; press += 1) await tryNow(page)
    // The app did try: the bank was asked before a send.
    await expect.poll(() => sandbox.bank.requests().length).toBeGreaterThan(asked)
    await expect(queue(page)).toHaveText(/^2 waiting/u)
    expect(sandbox.bank.requestCount('logTransaction')).toBe(0)

    sandbox.bank.faults.clear()
    await untilAllSent(page)
    for (const reference of ['ODD-1', 'ODD-2']) expect(sandbox.bank.settlementCount(reference)).toBe(1)
    expect(sandbox.bank.requestCount('logTransaction')).toBe(2)
    await expect(connection(page)).toHaveText('Online')
  })

  test(`${kind} is reported in the status bar and the banner, with the words that the sales are safe`, async () => {
    counter = await openCounter()
    const { page, sandbox } = counter
    sandbox.bank.faults.add({ on: 'any', times: 'always', fault: nonsense })
    await recordSale(page, { amount: '615', reference: 'ODD-4' })
    await expect(connection(page)).toHaveText('Service answers cannot be read')
    await expect(banner(page)).toContainText(
      `We cannot read the answers of the payment service (${UNREAD[kind]}).`,
    )
    await expect(banner(page)).toContainText('Your sales are being kept safe.')
  })
}

test('invalid answers from the first sale on: Checking, never a second send, found when valid answers return', async () => {
  counter = await openCounter()
  const { page, sandbox } = counter
  sandbox.bank.faults.add({ on: 'logTransaction', fault: { kind: 'nonsense', committed: true } })
  hideRecords(sandbox)
  await recordSale(page, { amount: '620', reference: 'ODD-3' })
  await expect(chip(lastSale(page, 'ODD-3'))).toHaveText('Checking')
  sandbox.bank.faults.clear()
  sandbox.bank.faults.add(
    { on: 'settlementStatus', times: 'always', fault: { kind: 'nonsense', committed: false } },
    { on: 'logTransaction', times: 'always', fault: { kind: 'nonsense', committed: true } },
  )
  await expect(ticksIn(lastSale(page, 'ODD-3'))).toHaveCount(0)
  const lookedUp = sandbox.bank.requestCount('settlementStatus')
  for (let press = 0; press < 5; press += 1) await tryNow(page)
  await expect.poll(() => sandbox.bank.requestCount('settlementStatus')).toBeGreaterThan(lookedUp)
  expect(sandbox.bank.requestCount('logTransaction')).toBe(1)
  sandbox.bank.faults.clear()
  await untilAllSent(page)
  expect(sandbox.bank.requestCount('logTransaction')).toBe(1)
  await show(page, 'Sales')
  await expect(chip(row(page, 'Sales', 'ODD-3'))).toHaveText(/^(?:On its way|Paid)$/u)
})
