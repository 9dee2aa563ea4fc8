import { afterEach, expect, test } from 'vitest'
import {
  PRACTICE_BANK_CODE,
  PRACTICE_CLIENT_ID,
  PRACTICE_ENQUIRY_SERVICE_TYPE,
  PRACTICE_PARTNER_URL,
} from '../../sandbox/options.ts'
import { callNames, type CallName } from '../../shared/contract.ts'
import type { WireOutcome, WireRequest } from '../gateway/wire.ts'
import { agentAt } from '../terminals/changes/testing/agent.ts'
import { openCounter, type Counter } from '../testing/counter.ts'
import { harmlessRequests } from '../testing/harmlessRequests.ts'
import { everythingSeen } from '../testing/everythingSeen.ts'

const SECRET_KEY = 'sEcReT-kEy-7d1f'
const LOGIN_TOKEN = 'lOgIn-ToKeN-99aa'
/** Digits in an order that no amount, time or reference of these tests has. */
const PIN = '70195826'
const NEXT_PIN = '86291705'
/** Not searched for: four digits are found by chance. */
const CASHIER_PIN = '8305'
const BUSINESS_TOKEN = 'bUsInEsS-ToKeN-4c2e'
const ours = [SECRET_KEY, LOGIN_TOKEN, PIN, NEXT_PIN, BUSINESS_TOKEN]
/** Ends in digits that nothing else in the practice bank has. */
const ACCOUNT_NUMBER = /\b[0-9]{10}\b/u

const requests = harmlessRequests({
  saleId: 'SALE-1',
  terminalId: '2TLS0001',
  newTerminalId: '2TLS0013',
  accountNumber: '',
  clientId: PRACTICE_CLIENT_ID,
  secretKey: SECRET_KEY,
  loginToken: LOGIN_TOKEN,
  businessToken: BUSINESS_TOKEN,
  pin: PIN,
  nextPin: NEXT_PIN,
  cashierPin: CASHIER_PIN,
})

/** After these, other calls would only answer that a cashier, a sign-in or a manager is missing. */
const last: readonly CallName[] = ['people.add', 'session.signOut', 'people.lock', 'access.lock']
const order: readonly CallName[] = [...callNames.filter((name) => !last.includes(name)), ...last]

/** What asks the bank, or shows what it answered. */
const ECHOED: readonly CallName[] = [
  'terminals.refresh',
  'terminals.choose',
  'sales.record',
  'terminals.page',
  'records.search',
  'records.page',
  'records.byReference',
  'sales.get',
  'settings.diagnostics',
  'connection.check',
  'reports.diagnostics',
]

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function openSecretive(
  isVaultProtected: boolean,
  garble?: (request: WireRequest, outcome: WireOutcome) => WireOutcome,
): Promise<Counter> {
  counter = await openCounter({
    signInAtStart: false,
    isVaultProtected,
    ...(garble === undefined ? {} : { garble }),
    bankOptions: { secretKey: SECRET_KEY, loginToken: LOGIN_TOKEN },
  })
  return counter
}

async function callAll(shop: Counter, names: readonly CallName[]): Promise<readonly string[]> {
  const answers: string[] = []
  const handlers = shop.backend().handlers
  for (const name of names) {
    const call = handlers[name] as (request: unknown) => unknown
    const answering = Promise.resolve(call(requests[name]))
    await shop.time.pass(20_000)
    answers.push(`${name} ${JSON.stringify(await answering)}`)
  }
  return answers
}

const callEverything = (shop: Counter): Promise<readonly string[]> =>
  callAll(shop, ['session.signIn', ...order])

function tokensOnTheWire(shop: Counter): ReadonlySet<string> {
  const headers = shop.wire.map(
    ({ headers: { authorization } }) => authorization?.replace('Bearer ', '') ?? '',
  )
  return new Set(headers.filter((token) => token !== '' && token !== LOGIN_TOKEN))
}

test.for([true, false])(
  'every call of the contract, sealing %s: no answer, event, log line or file holds a token or a secret',
  async (isVaultProtected) => {
    const shop = await openSecretive(isVaultProtected)
    const answers = await callEverything(shop)
    expect(answers.find((answer) => answer.startsWith('session.signIn'))).toContain('"signedIn"')
    // Searching refused answers for secrets would find nothing.
    for (const name of ['sales.record', 'access.setPin', 'access.reset', 'records.page', 'reports.records']) {
      expect(answers.find((answer) => answer.startsWith(name))).toContain('"ok":true')
    }
    expect(shop.desk.saved).toHaveLength(8)
    const tokens = tokensOnTheWire(shop)
    expect(tokens.size).toBeGreaterThan(0)
    for (const text of everythingSeen(shop, answers)) {
      for (const secret of [...ours, ...tokens]) expect(text).not.toContain(secret)
    }
  },
)

test('a bank that quotes its request: its words reach the screen, the secrets in them do not', async () => {
  const shop = await openSecretive(true)
  await callAll(shop, ['session.signIn'])
  const [token = ''] = tokensOnTheWire(shop)
  expect(token).not.toBe('')
  const quoting = (secrets: string) =>
    ({ times: 'always', fault: { kind: 'declined', message: `No, ${secrets}!`, committed: true } }) as const
  shop.bank.faults.add(
    { on: 'login', ...quoting(`${SECRET_KEY} ${LOGIN_TOKEN}`) },
    { on: 'any', ...quoting(token) },
  )
  // First the calls that ask the bank: others end the sign-in.
  const reads: readonly CallName[] = ['terminals.refresh', 'records.search', 'records.byReference']
  const answers = [...(await callAll(shop, reads)), ...(await callAll(shop, order))]
  expect(answers.filter((answer) => answer.includes('No, ')).length).toBeGreaterThanOrEqual(3)
  for (const text of everythingSeen(shop, answers)) {
    for (const secret of [...ours, token]) expect(text).not.toContain(secret)
  }
})

/** Adds every secret to each text of this name, at any depth. */
function echoing(value: unknown, field: string, secrets: string): unknown {
  if (Array.isArray(value)) return value.map((item) => echoing(item, field, secrets))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) =>
      key.toLowerCase().endsWith(field.toLowerCase()) && (item === null || typeof item === 'string')
        ? [key, `${item ?? ''} ${secrets}`]
        : [key, echoing(item, field, secrets)],
    ),
  )
}

test.for([
  'message',
  'transactionId',
  'terminalId',
  'refId',
  'reason',
  'responseCode',
  'responseMessage',
  'datePaid',
  'timeReceived',
  'merchantId',
  'accountName',
  'accountNumber',
  'serialNumber',
  'dateCreated',
])('a bank that repeats its request in each %s: no secret leaves', async (field) => {
  let echoed = 0
  const shop = await openSecretive(true, (request, outcome) => {
    const token = request.headers['authorization']?.replace('Bearer ', '')
    if (outcome.kind !== 'response' || token === undefined || token === LOGIN_TOKEN) return outcome
    const body = JSON.stringify(
      echoing(JSON.parse(outcome.body), field, `${SECRET_KEY} ${LOGIN_TOKEN} ${token}`),
    )
    if (body.includes(SECRET_KEY)) echoed += 1
    return { ...outcome, body }
  })
  const answers = await callAll(shop, ['session.signIn', ...ECHOED])
  expect(echoed).toBeGreaterThan(0)
  for (const text of everythingSeen(shop, answers)) {
    for (const secret of [SECRET_KEY, LOGIN_TOKEN, ...tokensOnTheWire(shop)])
      expect(text).not.toContain(secret)
  }
})

test('no full account number leaves the main process or is written to a file', async () => {
  const shop = await openSecretive(true)
  const answers = await callEverything(shop)
  const numbers = shop.bank
    .terminals()
    .map((terminal) => JSON.stringify(terminal).match(ACCOUNT_NUMBER)?.[0] ?? '')
  expect(numbers.every((number) => number.length === 10)).toBe(true)
  for (const text of everythingSeen(shop, answers)) {
    for (const number of numbers) expect(text).not.toContain(number)
  }
})

test('a manager’s word for a name: the account number, typed in any field, stays in main and in no file', async () => {
  counter = await openCounter({
    profile: (standard) => ({ ...standard, environment: 'live', partnerUrl: PRACTICE_PARTNER_URL }),
  })
  await counter.becomeManager()
  const { shop, get, ask, freeAccount, row, ...agent } = agentAt(counter)
  await get('terminals.refresh', {})
  const accountNumber = freeAccount()
  const word = {
    accountNumber,
    accountAgain: accountNumber,
    name: `ADE STORES ${accountNumber}`,
    how: `letter about ${accountNumber}`,
    who: `Bello, ${accountNumber}`,
    on: '2020-02-29',
  }
  const answers: string[] = []
  const vouched = await get('terminals.vouchName', word)
  answers.push(JSON.stringify(vouched))
  answers.push(JSON.stringify(await ask('terminals.vouchName', { ...word, name: '' })))
  const { checkId } = vouched
  const edit = agent.editForm(await row('2TLS0001'), { accountNumber })
  answers.push(JSON.stringify(await ask('terminals.edit', { form: edit, checkId })))
  answers.push(JSON.stringify(await get('terminals.changes', { offset: 0, limit: 50 })))
  // Proves that it was sent: otherwise this test would find nothing.
  expect(shop.wire.some(({ body }) => body?.includes(word.name))).toBe(true)
  for (const text of everythingSeen(shop, answers)) expect(text).not.toContain(accountNumber)
})

test.for([true, false])(
  'an agent registers and moves terminals, sealing %s: the Business API’s token and the accounts stay in main',
  async (isVaultProtected) => {
    counter = await openCounter({
      isVaultProtected,
      bankOptions: { businessToken: BUSINESS_TOKEN, businessAccess: 'ownToken' },
      profile: (standard) => ({
        ...standard,
        environment: 'live',
        partnerUrl: PRACTICE_PARTNER_URL,
        businessUrl: PRACTICE_PARTNER_URL,
        enquiry: {
          ...standard.enquiry,
          serviceType: PRACTICE_ENQUIRY_SERVICE_TYPE,
          bankCode: PRACTICE_BANK_CODE,
        },
      }),
    })
    await counter.becomeManager()
    const { shop, get, ask, freeAccount, check, row, ...agent } = agentAt(counter)
    const answers: string[] = []
    const seen = <Value>(value: Value): Value => {
      answers.push(JSON.stringify(value))
      return value
    }
    const accountNumber = freeAccount()
    expect(await ask('terminals.checkName', { accountNumber })).toMatchObject({
      error: { code: 'notAllowed', reason: 'noToken' },
    })
    seen(await get('terminals.setBusinessToken', { token: BUSINESS_TOKEN }))
    const { checkId } = seen(await check(accountNumber))
    const form = agent.registerForm({ accountNumber, note: `pays into ${accountNumber}` })
    const declined = { kind: 'declined', committed: true } as const
    shop.bank.faults.add({
      on: 'createTerminal',
      fault: { ...declined, message: `No: ${accountNumber}` },
    })
    seen(await get('terminals.register', { form, checkId }))
    const edit = agent.editForm(await row('2TLS0001'), { accountNumber })
    const moved = seen(await get('terminals.edit', { form: edit, checkId }))
    expect(moved).toMatchObject({ state: 'done', readBack: { outcome: 'asAsked' } })
    seen(await get('terminals.lookUpChange', { changeId: moved.changeId }))
    seen(await get('terminals.changes', { offset: 0, limit: 50 }))
    expect(shop.wire.some(({ headers }) => headers['authorization'] === `Bearer ${BUSINESS_TOKEN}`)).toBe(
      true,
    )
    const accounts = [accountNumber, ...shop.bank.terminals().map((terminal) => terminal.accountNumber)]
    for (const text of everythingSeen(shop, answers)) {
      for (const secret of [...tokensOnTheWire(shop), ...accounts]) expect(text).not.toContain(secret)
    }
  },
)
