import { expect, test, type Page } from '@playwright/test'
import {
  commitLate,
  holdersAt,
  issueTerminals,
  prefixed,
  registerElsewhere,
  terminalAt,
  watchDoor,
  type Holder,
} from '../pages/bankSide.ts'
import { BUSINESS_TOKEN, credentials, openCounter, type Counter } from '../pages/counter.ts'
import { pinDialog } from '../pages/manager.ts'
import { amountField } from '../pages/sale.ts'
import { showByKey, look } from '../pages/shell.ts'
import { signInByKeyboard } from '../pages/signIn.ts'
import {
  button,
  expectDone,
  expectOutcome,
  field,
  fillRegistration,
  nameProblem,
  nameSaid,
  NO_ANSWER,
  openRegistration,
  outcome,
  registration,
  saveOff,
  SHOWS_IT,
  tabTo,
  typeTerminal,
} from '../pages/terminals.ts'

/** The bank's rows per page, so that its list of terminals has several pages. */
const PAGE_SIZE = 5
const MERCHANT_ID = '2044LAPH0000032'
const ABSENT = 'The bank’s list does not show this terminal.'
/** Unknown to the bank. */
const NO_ACCOUNT = '1000000007'

let counter: Counter
let received: ReturnType<typeof watchDoor>
let ade: Holder
let bola: Holder
test.beforeAll(async () => {
  counter = await openCounter({
    isSignedIn: false,
    enquiry: 'ownToken',
    profile: { limits: { pageSize: PAGE_SIZE } },
  })
  issueTerminals(counter.sandbox, '2TLS0017', '2TLS0018')
  received = watchDoor(counter.sandbox)
  ;[ade, bola] = holdersAt(counter.sandbox)
  await signInByKeyboard(counter.page, credentials)
  await expect(amountField(counter.page)).toBeVisible()
})
test.afterAll(() => counter.close())
test.afterEach(() => counter.sandbox.bank.faults.clear())
test.describe.configure({ mode: 'serial' })

/** Registrations that reached the bank, from any sender. */
const asked = (): number => counter.sandbox.bank.requestCount('createTerminal')

test('a whole registration with the keyboard alone: the PIN, the token, the name, and the bank’s list shows it', async () => {
  const { page, sandbox } = counter
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { mouseSeen: seen })
    for (const kind of ['mousedown', 'mousemove', 'pointerdown', 'click'])
      addEventListener(kind, (event) => (event as MouseEvent).detail > 0 && seen.push(kind), true)
  })
  await showByKey(page, 'Terminal')
  await tabTo(page, button(page, 'Register a terminal'))
  await page.keyboard.press('Enter')
  const pin = pinDialog(page, 'Choose a manager PIN')
  await expect(pin.getByLabel('New PIN', { exact: true })).toBeFocused()
  await page.keyboard.type('2580')
  await tabTo(page, pin.getByLabel('Repeat new PIN'))
  await page.keyboard.type('2580')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Terminal ID')).toBeFocused()
  await page.keyboard.type('2TLS0013')
  await page.keyboard.press('Tab')
  await page.keyboard.type(MERCHANT_ID)
  await expect(field(page, 'Merchant')).toHaveAccessibleDescription(
    /Known from the list: 2 terminals, pays to .*\./u,
  )
  await tabTo(page, field(page, 'Serial number'))
  await page.keyboard.type('N86-90011')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Account number')).toBeFocused()
  await page.keyboard.type(ade.number)
  await expect(saveOff(page)).toHaveText(
    'The name check needs a token of its own, and none was entered here.',
  )
  await tabTo(page, button(page, 'Enter the token…'))
  await page.keyboard.press('Enter')
  const token = page
    .getByRole('dialog', { name: 'Token of the name check' })
    .getByLabel('Token', { exact: true })
  await expect(token).toBeFocused()
  await page.keyboard.type(BUSINESS_TOKEN)
  await page.keyboard.press('Enter')
  await expect(token).toHaveCount(0)
  await field(page, 'Account number').focus()
  await look(page)
  await page.keyboard.press('Enter')
  // A second Enter does nothing: only Yes does.
  await expect(
    page.getByText(
      `Bank says this account belongs to ${ade.name}. Is this the merchant ${MERCHANT_ID} (pays to `,
    ),
  ).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(button(page, 'Yes, use it')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'This will happen' })).toBeFocused()
  await expect(nameSaid(page)).toContainText(ade.name)
  expect(asked()).toBe(0)
  await field(page, 'Your name').focus()
  await page.keyboard.type('Ngozi Okà')
  await expect(page.getByText('The bank registers nothing until you press Register terminal.')).toBeVisible()
  await tabTo(page, button(page, 'Register terminal'))
  await page.keyboard.press('Enter')
  await expectDone(page, '2TLS0013')
  expect(await page.evaluate(() => (window as unknown as { mouseSeen: string[] }).mouseSeen)).toEqual([])

  expect(asked()).toBe(1)
  expect(received('createTerminal')[0]).toMatchObject({
    path: '/api/terminal/api/terminal/createterminal',
    body: {
      terminalId: '2TLS0013',
      merchantId: MERCHANT_ID,
      [prefixed(sandbox, 'AccountNumber')]: ade.number,
      serialNumber: 'N86-90011',
      isReceivingPayment: true,
      isActive: true,
    },
  })
  expect(terminalAt(sandbox, '2TLS0013')).toMatchObject({
    merchantId: MERCHANT_ID,
    accountNumber: ade.number,
    accountName: ade.name,
    serialNumber: 'N86-90011',
  })
  await page.keyboard.press('Escape')
  await expect(button(page, 'Register a terminal')).toBeFocused()
  // The page with the new terminal was read again after the whole list.
  await expect(page.getByText(/\b13 (?:terminals, 3 pages read|known)/u)).toBeVisible()
})

test('the name is asked of the Business API as spelled there, with its own token, which is sent nowhere else', async () => {
  const [enquiry, ...others] = received('business')
  expect(others).toEqual([])
  expect(enquiry).toMatchObject({
    path: '/v2.1',
    headers: { 'content-type': 'application/JSON', authorization: `Bearer ${BUSINESS_TOKEN}` },
    body: {
      serviceType: 'NAME_ENQUIRY',
      data: { BeneficiaryAccountNumber: ade.number, BeneficiaryBankCode: '000999' },
    },
  })
  for (const endpoint of ['login', 'createTerminal', 'retrieveTerminals'] as const) {
    for (const { headers } of received(endpoint))
      expect(JSON.stringify(headers)).not.toContain(BUSINESS_TOKEN)
  }
})

const enter = (page: Page, terminalId: string, account = ade): Promise<void> =>
  fillRegistration(page, { terminalId, merchantId: MERCHANT_ID, serialNumber: 'N86-90012', account })

test('ux 24: an edit of the number removes the name and disables Register, and the same number again is asked for anew', async () => {
  const { page } = counter
  const before = asked()
  await enter(page, '2TLS0014')
  const number = field(page, 'Account number')
  const enquiries = received('business').length
  await number.press('End')
  await number.press('Backspace')
  await expect(page.getByText(/as the bank said at/u)).toHaveCount(0)
  const cleared = 'The number was changed after the check. Check the account name again.'
  await expect(saveOff(page)).toHaveText(cleared)
  await page.keyboard.type(ade.number.slice(-1))
  await expect(number).toHaveValue(ade.number)
  await expect(page.getByText(/as the bank said at/u)).toHaveCount(0)
  await expect.poll(() => received('business').length).toBe(enquiries + 1)
  await expect(button(page, 'Register terminal')).toBeDisabled()
  await expect(saveOff(page)).toHaveText('Say first whether the account is the merchant’s.')
  await field(page, 'Your name').press('Enter')
  await expect(registration(page)).toBeVisible()
  expect(asked()).toBe(before)
})

test('ux 24: a name that arrives after the number was edited is not shown for the other number', async () => {
  const { page, sandbox } = counter
  // For a merchant missing from the list the question names no account.
  const merchantId = '2044NEW0000001'
  await typeTerminal(page, { terminalId: '2TLS0014', merchantId, serialNumber: 'N86-90012' })
  const releaseFirst = sandbox.holdAnswer('business')
  const releaseSecond = sandbox.holdAnswer('business')
  const enquiries = () => received('business').length
  const before = enquiries()
  await field(page, 'Account number').fill(ade.number)
  await button(page, 'Check account name').click()
  await expect(page.getByText('Asking the bank for the name…')).toBeVisible()
  // The screen says so before the bank has the question.
  await expect.poll(enquiries).toBe(before + 1)
  await field(page, 'Account number').fill(bola.number)
  await page.evaluate((name) => {
    const shown: string[] = []
    Object.assign(window, { shown })
    const look = (): unknown => document.body.textContent?.includes(name) && shown.push(name)
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, ade.name)
  await button(page, 'Check account name').click()
  await expect.poll(enquiries).toBe(before + 2)
  // The second answer leaves the bank after the first one.
  releaseFirst()
  releaseSecond()
  await expect(page.getByText(`Bank says this account belongs to ${bola.name}.`)).toBeVisible()
  // Not even between the two answers.
  expect(await page.evaluate(() => (window as unknown as { shown: string[] }).shown)).toEqual([])
  await button(page, 'No, change').click()
  await expect(page.getByText(bola.name)).toHaveCount(0)
  await expect(field(page, 'Account number')).toBeFocused()
  await expect(saveOff(page)).toHaveText('Check the account name first.')
})

test('not confirmed, not reached, no name, not readable: a text for each, no name in any, and Register stays disabled', async () => {
  const { page, sandbox } = counter
  await openRegistration(page)
  const texts: string[] = []
  const check = async (number: string, said: RegExp): Promise<void> => {
    await field(page, 'Account number').fill(number)
    await expect(nameProblem(page)).toHaveText(said)
    await expect(saveOff(page)).toHaveText('Check the account name first.')
    for (const { name } of [ade, bola]) await expect(page.getByText(name)).toHaveCount(0)
    texts.push(await nameProblem(page).innerText())
  }
  await check(
    NO_ACCOUNT,
    /^The bank did not confirm this account\. .*‘The account number was not found’\.?$/u,
  )
  await sandbox.cutNetwork()
  await check(ade.number, /^We could not reach the bank to check\.$/u)
  await sandbox.restoreNetwork()
  sandbox.bank.faults.add({ on: 'business', fault: { kind: 'htmlPage', committed: true } })
  await check(bola.number, /^The bank’s answer could not be read, so there is no name\.$/u)
  sandbox.bank.changeOptions({ enquiryNameKey: 'holder' })
  await check(ade.number, /^The bank answered without a name\./u)
  sandbox.bank.changeOptions({ enquiryNameKey: 'accountName' })
  expect(new Set(texts).size).toBe(4)
  // Nor does a lost answer give a name.
  sandbox.bank.faults.add({ on: 'business', fault: { kind: 'drop', committed: true } })
  await check(bola.number, /^We got no answer from the bank\.$/u)
})

test('a terminal ID of the list is refused, also in small letters; one registered elsewhere meanwhile is refused before sending', async () => {
  const { page, sandbox } = counter
  const reads = sandbox.bank.requestCount('retrieveTerminals')
  await typeTerminal(page, { terminalId: '2tls0001', merchantId: MERCHANT_ID, serialNumber: 'N86-90012' })
  const already = /The bank’s list shows this terminal ID already\.$/u
  await expect(field(page, 'Terminal ID')).toHaveAccessibleDescription(already)
  await expect(button(page, 'Edit that terminal')).toBeVisible()
  expect(sandbox.bank.requestCount('retrieveTerminals')).toBe(reads)

  await enter(page, '2TLS0017')
  await registerElsewhere(sandbox, '2TLS0017')
  const before = asked()
  await button(page, 'Register terminal').click()
  await expect(field(page, 'Terminal ID')).toHaveAccessibleDescription(already)
  await expect(page.getByText('Correct what is marked. The bank was not asked.')).toBeVisible()
  expect(asked()).toBe(before)
  expect(terminalAt(sandbox, '2TLS0017').serialNumber).toBe('ELSEWHERE-1')
})

test('a bank that cannot be reached, or whose list does not end, gets no request', async () => {
  const { page, sandbox } = counter
  await enter(page, '2TLS0014')
  const before = asked()
  await sandbox.cutNetwork()
  await button(page, 'Register terminal').click()
  await expect(
    page.getByText('We could not reach the bank. The bank was not asked, and your entry is still here.'),
  ).toBeVisible()
  await sandbox.restoreNetwork()
  sandbox.bank.faults.add({ on: 'retrieveTerminals', times: 'always', fault: { kind: 'nextPageForEver' } })
  await button(page, 'Register terminal').click()
  await expect(
    page.getByText(/^The bank’s list could not be read to its end, so the bank was not asked\./u),
  ).toBeVisible()
  expect(asked()).toBe(before)
})

test('a refusal of the bank is shown in its words, and the entry can be corrected; it was sent once', async () => {
  const { page } = counter
  const before = asked()
  await enter(page, '2TLS0099')
  await button(page, 'Register terminal').click()
  await expectOutcome(page, 'The bank said no.', ABSENT)
  await expect(outcome(page)).toContainText('‘The terminal id was not issued by this bank’')
  await button(page, 'Back to the entry').click()
  await expect(field(page, 'Terminal ID')).toHaveValue('2TLS0099')
  await expect(button(page, 'Register terminal')).toBeEnabled()
  expect(asked()).toBe(before + 1)
})

for (const [terminalId, isCommitted, said] of [
  ['2TLS0014', true, SHOWS_IT],
  ['2TLS0015', false, ABSENT],
] as const) {
  const when = isCommitted ? 'after' : 'before'
  test(`the connection breaks ${when} the bank has registered it: unknown, the list is read and shown, and it was sent once`, async () => {
    const { page, sandbox } = counter
    const before = asked()
    await enter(page, terminalId, bola)
    const pages = sandbox.bank.requestCount('retrieveTerminals')
    sandbox.bank.faults.add({ on: 'createTerminal', fault: { kind: 'drop', committed: isCommitted } })
    await button(page, 'Register terminal').click()
    await expectOutcome(page, NO_ANSWER, said)
    await expect(button(page, 'Back to the entry')).toHaveCount(0)
    expect(asked()).toBe(before + 1)
    // Three pages before it was sent, and three after that.
    expect(sandbox.bank.requestCount('retrieveTerminals')).toBeGreaterThanOrEqual(pages + 6)
  })
}

test('sent again after an answer that never came: Register is disabled until a manager marks the first as not done', async () => {
  const { page } = counter
  const before = asked()
  await typeTerminal(page, { terminalId: '2TLS0015', merchantId: MERCHANT_ID, serialNumber: 'N86-90015' })
  await expect(
    page.getByText(/^The bank was asked on .* to register this terminal, and may still do so\./u),
  ).toBeVisible()
  await expect(saveOff(page)).toHaveText(
    'An earlier change of this terminal is still open. Look at it first.',
  )
  await button(page, 'Look at it').click()
  await expect(page.getByRole('heading', { name: 'Registration of terminal 2TLS0015' })).toBeVisible()
  await button(page, 'Mark as not done…').click()
  const dialog = page.getByRole('dialog', { name: 'Mark as not done?' })
  const why = dialog.getByLabel('What the bank said, and who said it')
  await dialog.getByLabel('Your name').fill('Ngozi Okà')
  await why.press('Enter')
  await expect(why).toHaveAccessibleDescription('Say why, in a few words.')
  await why.fill('Mrs. Bello, on 080 3123 45678: it never arrived')
  await why.press('Enter')
  await expect(outcome(page)).toContainText('A manager has marked it as not done')
  await expect(page.getByText('Mrs. Bello, on *** **** *5678: it never arrived')).toBeVisible()
  expect(asked()).toBe(before)
  await enter(page, '2TLS0015', bola)
  await button(page, 'Register terminal').click()
  await expectDone(page, '2TLS0015')
  expect(asked()).toBe(before + 1)
})

test('a long list: the progress is shown, and Cancel ends it with nothing sent to the bank', async () => {
  const { page, sandbox } = counter
  await enter(page, '2TLS0018')
  const before = asked()
  const release = sandbox.holdAnswer('retrieveTerminals', 1)
  await button(page, 'Register terminal').click()
  await expect(page.getByText(/^Loaded 5 of \d+ so far$/u)).toBeVisible()
  await button(page, 'Cancel').click()
  await expect(
    page.getByText(
      'Reading the bank’s list was stopped, so the bank was not asked. Your entry is still here.',
    ),
  ).toBeVisible()
  await expect(button(page, 'Register terminal')).toBeEnabled()
  release()
  expect(asked()).toBe(before)
})

test('the bank registers it long after the connection broke: not in the list, and then in it; sent once', async () => {
  const { page, sandbox } = counter
  const before = asked()
  await enter(page, '2TLS0018')
  commitLate(sandbox, 'createTerminal')
  await button(page, 'Register terminal').click()
  await expectOutcome(page, NO_ANSWER, ABSENT)
  sandbox.bank.faults.clear()
  await button(page, 'Look again').click()
  await expectOutcome(page, NO_ANSWER, SHOWS_IT)
  expect(asked()).toBe(before + 1)
})
