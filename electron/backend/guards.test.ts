import { fc } from '../testing/fuzz.ts'
import { afterEach, expect, test } from 'vitest'
import { callNames, type CallName, calls, guardOf } from '../../shared/contract.ts'
import { registerCalls, type SenderEvent } from '../shell/ipc.ts'
import { openCounter, TEST_PIN, type Counter, type CounterSetup } from '../testing/counter.ts'
import { cutNetwork } from '../testing/troubles.ts'
import { PRACTICE_CLIENT_ID, PRACTICE_SECRET_KEY } from '../../sandbox/options.ts'
import { createBridgeDouble } from '../../renderer/testing/bridgeDouble.ts'
import { cashier } from '../../renderer/testing/fixtures.ts'

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(setup: CounterSetup = {}): Promise<Counter> {
  counter = await openCounter(setup)
  return counter
}

const entered = { accountNumber: '', serialNumber: 'S1', by: 'Ngozi', note: 'x' }
const flags = { isReceivingPayment: true, isActive: true }
const registerForm = { terminalId: '2TLS0013', merchantId: 'M-1', ...entered, ...flags }
const editForm = { recordId: '301', seen: '', merchantRecordId: '71', ...entered, ...flags }

const nameWord = {
  accountNumber: '0123456789',
  accountAgain: '0123456789',
  name: 'ADE STORES LTD',
  how: 'by telephone',
  who: 'Mrs. Bello',
  on: '2026-11-17',
}

const till = { name: 'Odoo', level: 'fill', terminalIds: ['2TLS0001'], maxKobo: 0, perHour: 0 }

const guarded: readonly { readonly name: CallName; readonly request: unknown }[] = [
  { name: 'sales.cancel', request: { transactionId: 'ONE-1', reason: 'x' } },
  {
    name: 'sales.resolve',
    request: { transactionId: 'ONE-1', decision: 'writeOff', reason: 'x', seen: '' },
  },
  { name: 'people.add', request: { name: 'Ngozi', pin: '2580' } },
  { name: 'people.rename', request: { cashierId: 'x', name: 'Ada' } },
  { name: 'people.resetPin', request: { cashierId: 'x', pin: '2580' } },
  { name: 'people.remove', request: { cashierId: 'x' } },
  { name: 'settings.change', request: { theme: 'dark' } },
  { name: 'tills.connect', request: till },
  { name: 'tills.change', request: { tillId: 'x', choice: till } },
  { name: 'tills.renewKey', request: { tillId: 'x' } },
  { name: 'tills.disconnect', request: { tillId: 'x' } },
  { name: 'updates.download', request: {} },
  { name: 'updates.install', request: {} },
  // A terminal that the bank does not have: the counter keeps its own, so every try asks for another one.
  { name: 'terminals.choose', request: { terminalId: '2TLS9999' } },
  { name: 'terminals.checkName', request: { accountNumber: '0123456789' } },
  { name: 'terminals.vouchName', request: nameWord },
  { name: 'terminals.setBusinessToken', request: { token: 'x' } },
  { name: 'terminals.register', request: { form: registerForm, checkId: '' } },
  { name: 'terminals.edit', request: { form: editForm, checkId: '' } },
  { name: 'terminals.giveUpChange', request: { changeId: '', how: 'notDone', by: 'Ngozi', note: 'x' } },
  { name: 'terminals.acknowledgePayout', request: { terminalId: '', seen: '', by: 'Ngozi', note: 'x' } },
]

async function ask(shop: Counter, name: CallName, request: unknown): Promise<unknown> {
  return (shop.backend().handlers[name] as (value: unknown) => unknown)(request)
}

test.each(guarded)('$name needs a manager: main itself refuses a cashier', async ({ name, request }) => {
  const shop = await open()
  cutNetwork(shop)
  await shop.record('100', { transactionId: 'ONE-1' })
  expect(await ask(shop, name, request)).toMatchObject({ error: { code: 'needsManager', needs: 'setPin' } })
  await shop.becomeManager()
  await ask(shop, 'access.lock', {})
  expect(await ask(shop, name, request)).toMatchObject({
    error: { code: 'needsManager', needs: 'enterPin' },
  })
  await shop.becomeManager()
  const answering = ask(shop, name, request)
  await shop.time.pass(60_000)
  expect(await answering).not.toMatchObject({ error: { code: 'needsManager' } })
  shop.desk.goAway()
  expect(await ask(shop, name, request)).toMatchObject({ error: { code: 'needsManager' } })
})

test.each(guarded)('$name: the double of main refuses a cashier too', async ({ name, request }) => {
  const double = createBridgeDouble({ access: cashier })
  expect(await double.call(name, request)).toMatchObject({ error: { code: 'needsManager' } })
})

test('every call that always needs a manager is in the table above', () => {
  const always = callNames.filter((name) => guardOf(name) === 'manager')
  expect(new Set(guarded.map(({ name }) => name))).toEqual(new Set([...always, 'terminals.choose']))
})

test('another terminal needs a manager; the first one and the chosen one do not', async () => {
  // Live: in Practice the first terminal is chosen automatically.
  const shop = await open({ profile: (standard) => ({ ...standard, environment: 'live' }) })
  const chosen = async (): Promise<unknown> => {
    const list = await shop.backend().handlers['terminals.get']({})
    return list.ok ? list.value.chosenTerminalId : 'not read'
  }
  const [first = '', second = ''] = shop.bank.terminals().map(({ terminalId }) => terminalId)
  const reading = ask(shop, 'terminals.refresh', {})
  await shop.time.pass(5_000)
  await reading
  expect(await chosen()).toBeNull()
  expect(await ask(shop, 'terminals.choose', { terminalId: first })).toMatchObject({ ok: true })
  expect(await ask(shop, 'terminals.choose', { terminalId: second })).toMatchObject({
    error: { code: 'needsManager', needs: 'setPin' },
  })
  expect(await chosen()).toBe(first)
  expect(await ask(shop, 'terminals.choose', { terminalId: first })).toMatchObject({ ok: true })
  await shop.becomeManager()
  expect(await ask(shop, 'terminals.choose', { terminalId: second })).toMatchObject({ ok: true })
  expect(await chosen()).toBe(second)
})

test('a counter with sales whose terminal the list lacks still needs a manager for another one', async () => {
  const shop = await open({ profile: (standard) => ({ ...standard, environment: 'live' }) })
  const [first = '', second = ''] = shop.bank.terminals().map(({ terminalId }) => terminalId)
  const read = async (): Promise<void> => {
    const reading = ask(shop, 'terminals.refresh', {})
    await shop.time.pass(5_000)
    await reading
  }
  await read()
  expect(await ask(shop, 'terminals.choose', { terminalId: first })).toMatchObject({ ok: true })
  await shop.record('1500')
  await shop.time.pass(5_000)
  const kept = shop.bank.snapshot() as { books: { terminals: { terminalId: string }[] } }
  kept.books.terminals = kept.books.terminals.filter(({ terminalId }) => terminalId !== first)
  expect(shop.bank.restore(kept)).toBe(true)
  await read()
  expect(await ask(shop, 'terminals.get', {})).toMatchObject({ value: { chosenTerminalId: null } })
  expect(await ask(shop, 'terminals.choose', { terminalId: second })).toMatchObject({
    error: { code: 'needsManager' },
  })
})

test('with a PIN set, a sign-in where someone is signed in needs a manager; once signed out, or without a PIN, none', async () => {
  const shop = await open()
  const credentials = { clientId: PRACTICE_CLIENT_ID, secretKey: PRACTICE_SECRET_KEY, loginToken: '' }
  const signIn = async () => {
    const answer = ask(shop, 'session.signIn', credentials)
    await shop.time.pass(5_000)
    return await answer
  }
  expect(await signIn()).toMatchObject({ value: { status: 'signedIn' } })
  await shop.becomeManager()
  await ask(shop, 'access.lock', {})
  const before = shop.wire.length
  expect(await signIn()).toMatchObject({ error: { code: 'needsManager', needs: 'enterPin' } })
  // The bank was not even asked.
  expect(shop.wire.slice(before).filter(({ url }) => url.includes('login'))).toEqual([])
  await shop.becomeManager()
  expect(await signIn()).toMatchObject({ value: { status: 'signedIn' } })
  await shop.signOut()
  await ask(shop, 'access.lock', {})
  expect(await signIn()).toMatchObject({ value: { status: 'signedIn' } })
})

test('with a PIN set, another client’s first terminal needs a manager, even the only one on its list', async () => {
  const shop = await open({ profile: (standard) => ({ ...standard, environment: 'live' }) })
  const terminals = shop.bank.terminals().map(({ terminalId }) => terminalId)
  const [first = '', second = ''] = terminals
  const read = async (): Promise<void> => {
    const reading = ask(shop, 'terminals.refresh', {})
    await shop.time.pass(5_000)
    await reading
  }
  await read()
  expect(await ask(shop, 'terminals.choose', { terminalId: first })).toMatchObject({ ok: true })
  await shop.becomeManager()
  await shop.signOut()
  await ask(shop, 'access.lock', {})
  shop.bank.changeOptions({ clientId: 'other' })
  await shop.signIn('other')
  await read()
  const refused = { error: { code: 'needsManager', needs: 'enterPin' } }
  expect(await ask(shop, 'terminals.choose', { terminalId: second })).toMatchObject(refused)
  const kept = shop.bank.snapshot() as { books: { terminals: { terminalId: string }[] } }
  kept.books.terminals = kept.books.terminals.filter(({ terminalId }) => terminalId === second)
  expect(shop.bank.restore(kept)).toBe(true)
  await read()
  expect(await ask(shop, 'terminals.get', {})).toMatchObject({
    value: { chosenTerminalId: null, isComplete: true, knownCount: 1 },
  })
  expect(await ask(shop, 'terminals.choose', { terminalId: second })).toMatchObject(refused)
  await shop.becomeManager()
  expect(await ask(shop, 'terminals.choose', { terminalId: second })).toMatchObject({ ok: true })
})

test('if the profile names the terminal, another one needs a manager, even while none is in use', async () => {
  const shop = await open({
    profile: (standard) => ({ ...standard, environment: 'live', terminalId: '9ABSENT9' }),
  })
  const [first = ''] = shop.bank.terminals().map(({ terminalId }) => terminalId)
  const reading = ask(shop, 'terminals.refresh', {})
  await shop.time.pass(5_000)
  await reading
  expect(await ask(shop, 'terminals.choose', { terminalId: first })).toMatchObject({
    error: { code: 'needsManager' },
  })
})

test('a terminal that the profile locks is refused as locked, without asking for a PIN', async () => {
  const shop = await open({ profile: (standard) => ({ ...standard, locked: ['terminalId'] }) })
  expect(await ask(shop, 'terminals.choose', { terminalId: '2TLS0003' })).toMatchObject({
    error: { code: 'notAllowed', reason: 'locked' },
  })
})

test('a PIN never blocks a sale: damaged, locked out or read-only, the sale is recorded and sent', async () => {
  const shop = await open()
  await shop.becomeManager()
  shop.settings.set('access:pin', 'rubbish')
  shop.settings.set('access:tries', 'rubbish')
  await shop.restart()
  for (let tries = 0; tries < 20; tries += 1) await ask(shop, 'access.enter', { pin: '0' })
  const sale = await shop.record('100')
  await shop.time.pass(20_000)
  expect((await shop.sale(sale.transactionId)).sale.state).toBe('accepted')
})

test('the PIN, its delay and its count survive a power cut', async () => {
  const shop = await open()
  await shop.becomeManager()
  for (let tries = 0; tries < 3; tries += 1)
    await ask(shop, 'access.setPin', { currentPin: '11', pin: '5647' })
  await shop.restart()
  expect(await ask(shop, 'access.get', {})).toMatchObject({
    value: { role: 'cashier', pin: 'set', wrongTries: 3 },
  })
  expect(await ask(shop, 'access.enter', { pin: TEST_PIN })).toMatchObject({
    error: { code: 'tooManyTries' },
  })
  await shop.time.pass(31_000)
  expect(await ask(shop, 'access.enter', { pin: TEST_PIN })).toMatchObject({ value: { role: 'manager' } })
})

test('settings of another computer do not remove the PIN: the sales file remembers it', async () => {
  const shop = await open()
  await shop.becomeManager()
  await shop.restart(() => {
    shop.settings.delete('access:pin')
    shop.settings.delete('access:tries')
  })
  expect(await ask(shop, 'access.get', {})).toMatchObject({ value: { pin: 'damaged' } })
  expect(await ask(shop, 'settings.change', { theme: 'dark' })).toMatchObject({
    error: { code: 'needsManager', needs: 'enterPin' },
  })
})

/** Through the real IPC, so that hostile payloads meet the same checks as in the app. */
function door(shop: Counter): (name: CallName, payload: unknown) => Promise<unknown> {
  const listeners = new Map<string, (event: SenderEvent, ...args: unknown[]) => Promise<unknown>>()
  registerCalls(
    { handle: (name, listener) => listeners.set(name, listener), removeAllListeners: () => undefined },
    shop.backend().handlers,
    () => undefined,
  )
  const event = { senderFrame: { url: 'app://bundle/', parent: null } }
  return async (name, payload) => listeners.get('call')?.(event, name, payload)
}

test('hostile payloads to every call: a Result each time, no exception, no manager mode, no file', async () => {
  const shop = await open()
  await shop.becomeManager()
  await ask(shop, 'access.lock', {})
  const call = door(shop)
  const hostileText = fc.oneof(
    fc.string({ maxLength: 50 }),
    fc.constantFrom(
      '__proto__',
      '\0',
      '=1+1',
      '../../etc/passwd',
      'x'.repeat(30_000),
      '￿',
      '1e9',
      TEST_PIN + ' ',
    ),
  )
  const hostile = fc.oneof(
    fc.anything(),
    hostileText,
    ...callNames.map((name) => {
      const keys = Object.keys(calls[name].request.def.shape)
      return fc.record(
        Object.fromEntries(keys.map((key) => [key, fc.oneof(hostileText, fc.anything(), fc.integer())])),
        { requiredKeys: [] },
      )
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...callNames), hostile, async (name, payload) => {
      let isDone = false
      const answering = call(name, payload).finally(() => {
        isDone = true
      })
      // A request to the bank waits for those before it.
      while (!isDone) await shop.time.pass(1_000)
      const answer = (await answering) as { ok: boolean; error?: { code: string } }
      expect(typeof answer.ok).toBe('boolean')
      expect(answer.error?.code).not.toBe('internal')
    }),
    { numRuns: 600 },
  )
  expect(await ask(shop, 'access.get', {})).toMatchObject({ value: { role: 'cashier', pin: 'set' } })
  expect(shop.desk.timesLeft()).toBe(0)
})

test.each([
  ['settings.change', { idleLockMinutes: 0 }],
  ['settings.change', { idleLockMinutes: 31 }],
  ['settings.change', { theme: 'pink' }],
  ['settings.change', { scanner: { minKeys: -1 } }],
  ['settings.change', { scanner: { prefix: 'x\n' } }],
  ['settings.change', { unknown: 1 }],
  ['records.page', { searchId: '../x', filter: { show: 'all', amountText: '' }, offset: 0, limit: 1 }],
  ['records.page', { searchId: 'x', filter: { show: 'all', amountText: '' }, offset: 0, limit: 201 }],
  ['records.page', { searchId: 'x', filter: { show: 'all', amountText: '' }, offset: -1, limit: 1 }],
  ['sales.resolve', { transactionId: 'x', decision: 'pay', reason: 'x', seen: '' }],
  ['app.close', { how: 'now', remember: false }],
  ['terminals.checkName', { accountNumber: '0'.repeat(2_001) }],
  ['terminals.vouchName', { ...nameWord, name: 'x'.repeat(2_001) }],
  ['terminals.vouchName', { ...nameWord, checkId: 'mine' }],
  ['terminals.register', { form: { ...registerForm, isActive: 'yes' }, checkId: '' }],
  ['terminals.edit', { form: { ...editForm, feePercentage: '0' }, checkId: '' }],
  ['terminals.changes', { offset: 0, limit: 51 }],
  ['access.enter', { pin: 1234 }],
] as const)('%s refuses %j at the IPC, even from a manager', async (name, payload) => {
  const shop = await open()
  await shop.becomeManager()
  expect(await door(shop)(name, payload)).toMatchObject({ ok: false, error: { code: 'invalid' } })
})
