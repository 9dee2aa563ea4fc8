import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { callNames, type CallName } from '../../shared/callNames.ts'
import { credentials, openCounter, TERMINAL_ID, type Counter } from '../pages/counter.ts'
import { chip, row } from '../pages/lists.ts'
import { amountField, lastSale, recordSale } from '../pages/sale.ts'
import { queue, screens, show, tryNow } from '../pages/shell.ts'
import { signInByKeyboard, signInForm } from '../pages/signIn.ts'

/** The shape of the practice bank's tokens; the first test proves that it finds one. */
const TOKEN = /practice-[0-9a-f]{30,}/u
const WRONG_SECRET = 'mistyped-but-still-mine-88'

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter({ isSignedIn: false })
})
test.afterAll(() => counter.close())
test.describe.configure({ mode: 'serial' })

/** @returns the names of the secrets that a text holds */
function secretsIn(text: string): readonly string[] {
  const accounts = counter.sandbox.bank.terminals().map(({ accountNumber }) => accountNumber)
  const encoded = (secret: string): readonly string[] => [secret, Buffer.from(secret).toString('base64')]
  return [
    ...(TOKEN.test(text) ? ['token'] : []),
    ...(encoded(credentials.secretKey).some((form) => text.includes(form)) ? ['secret key'] : []),
    ...(encoded(WRONG_SECRET).some((form) => text.includes(form)) ? ['mistyped secret key'] : []),
    ...(accounts.some((number) => text.includes(number)) ? ['account number'] : []),
  ]
}

/** Harmless requests, one for every call of the contract. */
const requests: Readonly<Record<CallName, object>> = {
  'app.info': {},
  'app.close': { how: 'keepOpen' },
  'access.get': {},
  'access.setPin': { currentPin: '', pin: '70195826' },
  'access.enter': { pin: '70195826' },
  'access.reset': { secretKey: credentials.secretKey, pin: '70195826' },
  'access.lock': {},
  'access.touch': {},
  'connection.get': {},
  'session.get': {},
  'session.signIn': { ...credentials, loginToken: '' },
  'session.signInToPractice': {},
  'storage.get': {},
  'storage.newsRead': {},
  'session.signOut': {},
  'sales.record': {
    amountText: '88',
    transactionId: 'CALL-1',
    note: '',
    confirmedAmount: true,
    confirmedSecondSale: true,
  },
  'sales.page': { filter: 'all', search: '', offset: 0, limit: 50 },
  'sales.get': { transactionId: 'SECRET-SALE-1' },
  'sales.cancel': { transactionId: 'SECRET-SALE-1', reason: 'try' },
  'sales.resolve': { transactionId: 'SECRET-SALE-1', decision: 'writeOff', reason: 'try', seen: '' },
  'sales.tryNow': {},
  'sales.checkNow': { transactionId: 'SECRET-SALE-1' },
  'queue.get': {},
  'terminals.get': {},
  'terminals.refresh': {},
  'terminals.choose': { terminalId: TERMINAL_ID },
  'records.search': {
    searchId: 'one',
    terminalId: TERMINAL_ID,
    dateFrom: '2026-01-01',
    dateTo: '2026-01-02',
    basis: 'saleDate',
  },
  'records.page': { searchId: 'one', filter: { paid: 'all', amountText: '' }, offset: 0, limit: 200 },
  'records.cancel': { searchId: 'one' },
  'records.byReference': { transactionId: 'SECRET-SALE-1' },
  'reports.sales': { filter: 'all', search: '', forSpreadsheet: true },
  'reports.records': { searchId: 'one', filter: { paid: 'all', amountText: '' }, forSpreadsheet: false },
  'settings.get': {},
  'settings.change': { density: 'compact' },
  'settings.profile': {},
  'practice.leave': {},
}

test('the search finds a token and a secret where there is one', async () => {
  const answer = await fetch(`${counter.sandbox.url}/api/Auth/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientID: credentials.clientId, secretKey: credentials.secretKey }),
  })
  expect(secretsIn(await answer.text())).toEqual(['token'])
  expect(secretsIn(`x${credentials.secretKey}x`)).toEqual(['secret key'])
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
  await expect(async () => {
    await tryNow(page)
    await expect(queue(page)).toHaveText('All sent', { timeout: 500 })
  }).toPass({ timeout: 20_000 })
})

test('no screen holds token, secret or account number, in text, attribute or field', async () => {
  const { page } = counter
  for (const screen of screens) {
    await show(page, screen)
    if (screen === 'Transactions') await row(page, screen, 'SECRET-SALE-1').click()
    const html = await page.content()
    const values = await page.evaluate(() =>
      [...document.querySelectorAll('input, textarea')]
        .map((field) => (field as HTMLInputElement).value)
        .join('\n'),
    )
    expect(secretsIn(html + values), screen).toEqual([])
  }
})

test('nothing is kept by the page: no storage, no cookie', async () => {
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
  const answers = await page.evaluate(async (list) => {
    interface Bridge {
      call(name: string, request: unknown): Promise<unknown>
      listen(name: string, listener: (payload: unknown) => void): () => void
    }
    const { tillside } = globalThis as unknown as { tillside: Bridge }
    const said: unknown[] = []
    for (const name of ['connection', 'session', 'sales', 'queue', 'terminals', 'access', 'settings'])
      tillside.listen(`${name}.changed`, (payload) => said.push([name, payload]))
    // Signing out comes last but one, so that the others answer as in a session; then everything is asked once more.
    const order = list.toSorted(
      ([left], [right]) => Number(left === 'session.signOut') - Number(right === 'session.signOut'),
    )
    for (const [name, request] of [...order, ...order]) said.push([name, await tillside.call(name, request)])
    return JSON.stringify(said)
  }, Object.entries(requests))
  expect(answers).toContain('SECRET-SALE-1')
  expect(answers).toContain(credentials.clientId)
  expect(secretsIn(answers)).toEqual([])
})

test('no file, no log and no output of the app holds one in clear', async () => {
  const { app } = counter
  const entries = await readdir(app.dataDir, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  expect(files.map((file) => path.basename(file))).toEqual(
    expect.arrayContaining(['sales.db', 'tillside.log']),
  )
  for (const file of files) expect(secretsIn(await readFile(file, 'latin1')), file).toEqual([])
  expect(secretsIn(app.mainLog)).toEqual([])
})
