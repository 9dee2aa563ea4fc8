import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { callNames, eventNames, type CallName } from '../../shared/contract.ts'
import { harmlessRequests } from '../../electron/testing/harmlessRequests.ts'
import { accountsAt, holdersAt } from '../pages/bankSide.ts'
import { untilAllSent } from '../pages/books.ts'
import { BUSINESS_TOKEN, credentials, openCounter, TERMINAL_ID, type Counter } from '../pages/counter.ts'
import { textsBelow } from '../pages/files.ts'
import { chip, row } from '../pages/lists.ts'
import { amountField, lastSale, recordSale } from '../pages/sale.ts'
import { screens, show } from '../pages/shell.ts'
import { signInByKeyboard, signInForm } from '../pages/signIn.ts'
import {
  beginRegistration,
  button,
  confirmName,
  enterToken,
  field,
  openChanges,
  openEdit,
  expectDone,
  openTopics,
} from '../pages/terminals.ts'

/** The shape of the practice bank's tokens; the first test proves that it finds one. */
const TOKEN = /practice-[0-9a-f]{30,}/u
const WRONG_SECRET = 'mistyped-but-still-mine-88'

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter({ isSignedIn: false, enquiry: 'ownToken' })
})
test.afterAll(() => counter.close())
test.describe.configure({ mode: 'serial' })

/** @returns the names of the secrets in a text */
function secretsIn(text: string, { sandbox } = counter): readonly string[] {
  const holds = (secret: string): boolean => {
    const bytes = Buffer.from(secret)
    return [secret, bytes.toString('base64'), bytes.toString('hex')].some((form) => text.includes(form))
  }
  return [
    ...(TOKEN.test(text) ? ['token'] : []),
    ...(holds(credentials.secretKey) ? ['secret key'] : []),
    ...(holds(WRONG_SECRET) ? ['mistyped secret key'] : []),
    ...(holds(BUSINESS_TOKEN) ? ['business token'] : []),
    ...(accountsAt(sandbox).some(holds) ? ['account number'] : []),
  ]
}

const filesOf = ({ app }: Counter): Promise<ReadonlyMap<string, string>> => textsBelow(app.dataDir)

const requests: Readonly<Record<CallName, object>> = {
  ...harmlessRequests({
    ...credentials,
    saleId: 'SECRET-SALE-1',
    terminalId: TERMINAL_ID,
    newTerminalId: '2TLS0016',
    // The bank does not know it: main returns a manager's own entry, but never another account's number.
    accountNumber: '0123456789',
    loginToken: '',
    businessToken: BUSINESS_TOKEN,
    pin: '70195826',
    nextPin: '70195826',
    cashierPin: '8305',
  }),
  'sales.record': {
    amountText: '88',
    transactionId: 'CALL-1',
    note: '',
    confirmedAmount: true,
    confirmedSecondSale: true,
  },
  'settings.change': { density: 'compact' },
}

test('the search finds a token and a secret if there is one', async () => {
  const answer = await fetch(`${counter.sandbox.url}/api/Auth/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientID: credentials.clientId, secretKey: credentials.secretKey }),
  })
  expect(secretsIn(await answer.text())).toEqual(['token'])
  expect(secretsIn(`x${credentials.secretKey}x`)).toEqual(['secret key'])
  expect(secretsIn(`x${BUSINESS_TOKEN}x`)).toEqual(['business token'])
  expect(secretsIn(`x${holdersAt(counter.sandbox)[0].number}x`)).toEqual(['account number'])
})

test('a session with a mistyped secret, sales, a lost answer and a renewed token', async () => {
  const { page, sandbox } = counter
  await signInByKeyboard(page, { ...credentials, secretKey: WRONG_SECRET })
  await expect(signInForm(page).getByRole('alert')).toBeVisible()
  await signInByKeyboard(page, credentials)
  await expect(amountField(page)).toBeVisible()
  await recordSale(page, { amount: '1500', reference: 'SECRET-SALE-1' })
  await expect(chip(lastSale(page, 'SECRET-SALE-1'))).toHaveText('Paid')
  sandbox.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  await recordSale(page, { amount: '1600', reference: 'SECRET-SALE-2' })
  await expect(chip(lastSale(page, 'SECRET-SALE-2'))).toHaveText('Paid')
  await counter.goOffline()
  await recordSale(page, { amount: '1700', reference: 'SECRET-SALE-3' })
  sandbox.bank.expireTokens()
  await counter.goOnline()
  await untilAllSent(page)
})

/** Starts a registration up to its account number. */
async function beginAccount(page: Page, accountNumber: string, terminalId = '2TLS0013'): Promise<void> {
  await beginRegistration(page)
  await field(page, 'Terminal ID').fill(terminalId)
  await field(page, 'Merchant').fill('2044LAPH0000032')
  await field(page, 'Serial number').fill('S-13')
  await field(page, 'Serial number').press('Enter')
  await field(page, 'Account number').fill(accountNumber)
}

/** The page without the content of the fields that are typed into. */
async function pageBeside(...labels: readonly string[]): Promise<string> {
  return counter.page.evaluate((names) => {
    const copy = document.documentElement.cloneNode(true) as HTMLElement
    const fields = [...document.querySelectorAll('input')]
    for (const [place, each] of [...copy.querySelectorAll('input')].entries()) {
      const isTyped = names.includes(fields[place]?.labels?.[0]?.textContent ?? '')
      if (isTyped) each.removeAttribute('value')
      else each.setAttribute('data-live', fields[place]?.value ?? '')
    }
    return copy.outerHTML
  }, labels)
}

test('ux 12: a registration and an edit: a whole account number is only in the field that it is typed into', async () => {
  const { page, sandbox } = counter
  const [ade, bola] = holdersAt(sandbox)
  await beginAccount(page, ade.number)
  expect(secretsIn(await page.content())).toEqual(['account number'])
  expect(secretsIn(await pageBeside('Account number'))).toEqual([])
  await enterToken(page)
  await button(page, 'Check account name').click()
  await confirmName(page, ade.name)
  expect(secretsIn(await pageBeside('Account number'))).toEqual([])
  await field(page, 'Your name').fill('Ngozi Okà')
  await page.getByText('Not active, no payout, or a note').click()
  await field(page, 'Note').fill(`account ${ade.number}`)
  // A person may type it into the note; until the note is saved, it shows what they typed.
  expect(secretsIn(await pageBeside('Account number', 'Note'))).toEqual([])
  await button(page, 'Register terminal').click()
  await expectDone(page, '2TLS0013')
  expect(secretsIn(await page.content())).toEqual([])

  await openEdit(page, '2TLS0002')
  await openTopics(page, 'Account')
  await field(page, 'New account number').fill(bola.number)
  await confirmName(page, bola.name)
  expect(secretsIn(await pageBeside('New account number'))).toEqual([])
  await field(page, 'Why').fill('new account')
  await button(page, 'Save the change').click()
  await expectDone(page, '2TLS0002')
  expect(secretsIn(await page.content())).toEqual([])
  await openChanges(page)
  await row(page, 'Change history', '2TLS0013').click()
  await expect(page.getByRole('heading', { name: 'Registration of terminal 2TLS0013' })).toBeVisible()
  expect(secretsIn(await page.content())).toEqual([])
  // Another one is begun and left, with its number: no file has that, and the token only sealed.
  await beginAccount(page, ade.number, '2TLS0014')
  await button(page, 'Back to the terminals').click()
  expect(secretsIn(await page.content())).toEqual([])
  const files = await filesOf(counter)
  expect([...files.values()].some((text) => text.includes('businessToken:'))).toBe(true)
  for (const [name, text] of files) expect(secretsIn(text), name).toEqual([])
})

test('no screen holds token, secret or account number, in text, attribute or field', async () => {
  const { page } = counter
  for (const screen of screens) {
    await show(page, screen)
    if (screen === 'Sales') await row(page, screen, 'SECRET-SALE-1').click()
    const html = await page.content()
    const values = await page.evaluate(() =>
      [...document.querySelectorAll('input, textarea')]
        .map((field) => (field as HTMLInputElement).value)
        .join('\n'),
    )
    expect(secretsIn(html + values), screen).toEqual([])
  }
})

test('the page stores nothing: no storage, no cookie', async () => {
  const kept = await counter.page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    cookie: document.cookie,
    databases: (await indexedDB.databases()).length,
  }))
  expect(kept).toEqual({ local: 0, session: 0, cookie: '', databases: 0 })
})

test('no call of the contract and no event answers with a secret', async () => {
  const { page } = counter
  expect(Object.keys(requests).toSorted()).toEqual([...callNames].toSorted())
  // It ends the program; its answer is that of `backup.make`.
  const asked = Object.entries(requests).filter(([name]) => name !== 'backup.giveAway')
  const answers = await page.evaluate(
    async ([list, events]) => {
      interface Bridge {
        call(name: string, request: unknown): Promise<unknown>
        listen(name: string, listener: (payload: unknown) => void): () => void
      }
      const { tillside } = globalThis as unknown as { tillside: Bridge }
      const said: unknown[] = []
      for (const name of events) tillside.listen(name, (payload) => said.push([name, payload]))
      // Last, so that the other calls are made in a manager's session, without a PIN dialog; then all are repeated.
      const last = ['people.add', 'session.signOut', 'people.lock', 'access.lock']
      const order = list.toSorted(([left], [right]) => last.indexOf(left) - last.indexOf(right))
      for (const [name, request] of [...order, ...order])
        said.push([name, await tillside.call(name, request)])
      return JSON.stringify(said)
    },
    [asked, eventNames] as const,
  )
  expect(answers).toContain('SECRET-SALE-1')
  expect(answers).toContain(credentials.clientId)
  // Most calls of a cashier's would have been refused before they said anything.
  expect(answers).toContain('"role":"manager"')
  expect(secretsIn(answers)).toEqual([])
})

test('no file, no log and no output of the app has one in plain text', async () => {
  const files = await filesOf(counter)
  expect([...files.keys()].map((file) => path.basename(file))).toEqual(
    expect.arrayContaining(['sales.db', 'tillside.log']),
  )
  for (const [name, text] of files) expect(secretsIn(text), name).toEqual([])
  expect(secretsIn(counter.app.mainLog)).toEqual([])
})

test('a computer that cannot encrypt: the Business API’s token and an entered account number are in no file at all', async () => {
  const bare = await openCounter({ enquiry: 'ownToken', launch: { encryption: 'none' } })
  try {
    const { page, sandbox } = bare
    const [ade] = holdersAt(sandbox)
    await beginAccount(page, ade.number)
    await enterToken(page)
    await button(page, 'Check account name').click()
    await confirmName(page, ade.name)
    const files = await filesOf(bare)
    for (const [name, text] of files) expect(secretsIn(text, bare), name).toEqual([])
  } finally {
    await bare.close()
  }
})
