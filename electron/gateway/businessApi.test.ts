import { expect, test } from 'vitest'
import { createPracticeBank } from '../../sandbox/bank.ts'
import {
  defaultBankOptions,
  PRACTICE_CLIENT_ID,
  PRACTICE_PARTNER_URL,
  PRACTICE_SECRET_KEY,
} from '../../sandbox/options.ts'
import { createSeededRandom, createVirtualTime } from '../testing/virtualTime.ts'
import {
  businessAddress,
  businessApiFor,
  createBusinessApi,
  enquiryOf,
  newRequestRef,
  type Enquiry,
} from './businessApi.ts'
import { parseProfile, practiceProfile, type Profile } from './profile.ts'
import { settlementApiFor } from './settlementApi.ts'
import type { Transport, WireOutcome, WireRequest } from './wire.ts'

const TOKEN = 'bUsInEsS-t0k3n'
const ACCOUNT = '0123456789'
const ASK = { token: TOKEN, requestRef: 'REF-1', accountNumber: ACCOUNT }
const ENQUIRY = { serviceType: 'NAME_ENQUIRY', bankCode: '000999' }
/** Keys of `enquiry`, and how flags are written. */
type EnquiryPart = Partial<Profile['enquiry']> & { readonly answers?: Profile['answers'] }
const STANDARD_KEYS = {
  successKeys: ['status', 'isSuccessful', 'responseCode'],
  successCodes: ['00', 'success', 'successful'],
}

function profileOf(value: object): Profile {
  const parsed = parseProfile(JSON.stringify(value), 'shop.json')
  if (!parsed.ok) throw new Error('no profile')
  return parsed.value
}
const live = (more: object): Profile =>
  profileOf({ environment: 'live', partnerUrl: 'https://bank.invalid/p', ...more })

function portsWith(transport: Transport) {
  return { ...createVirtualTime(), random: createSeededRandom(1), transport }
}

function apiOn(
  answer: Partial<Extract<WireOutcome, { kind: 'response' }>> | WireOutcome,
  more: EnquiryPart = {},
) {
  const requests: WireRequest[] = []
  const base = {
    kind: 'response',
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '',
    elapsedMs: 7,
  } as const
  const { answers = {}, ...enquiry } = more
  const api = businessApiFor(
    live({ businessUrl: 'https://biz.invalid/x', answers, enquiry: { ...ENQUIRY, ...enquiry } }),
    portsWith((request) => {
      requests.push(request)
      return Promise.resolve({ ...base, ...answer } as WireOutcome)
    }),
  )
  if (api === null) throw new Error('no enquiry')
  return { api, requests }
}

test.each([
  ['https://biz.invalid', 'https://biz.invalid/v2.1'],
  ['https://biz.invalid/', 'https://biz.invalid/v2.1'],
  ['https://biz.invalid/v2.1', 'https://biz.invalid/v2.1'],
  ['https://biz.invalid/v2.1/', 'https://biz.invalid/v2.1'],
  ['https://biz.invalid/a/b', 'https://biz.invalid/a/b/v2.1'],
  ['https://biz.invalid/a/v2.1', 'https://biz.invalid/a/v2.1'],
  ['https://biz.invalid/a/v2.1//', 'https://biz.invalid/a/v2.1'],
  ['https://biz.invalid/v2.1/a', 'https://biz.invalid/v2.1/a/v2.1'],
  ['https://biz.invalid/apiv2.1', 'https://biz.invalid/apiv2.1/v2.1'],
  ['https://biz.invalid/v2.10', 'https://biz.invalid/v2.10/v2.1'],
  ['https://biz.invalid/v2x1', 'https://biz.invalid/v2x1/v2.1'],
  ['https://biz.invalid/V2.1', 'https://biz.invalid/v2.1'],
  ['https://biz.invalid/a/V2.1/', 'https://biz.invalid/a/v2.1'],
  ['https://biz.invalid/V2.1/v2.1', 'https://biz.invalid/V2.1/v2.1'],
])('%s is asked at %s', async (businessUrl, address) => {
  expect(businessAddress(businessUrl)).toBe(address)
  const urls: string[] = []
  const ports = portsWith((request) => {
    urls.push(request.url)
    return Promise.resolve({ kind: 'truncated', status: 200, reason: 'reset', elapsedMs: 1 })
  })
  await businessApiFor(live({ businessUrl, enquiry: ENQUIRY }), ports)?.enquireName(ASK)
  expect(urls).toEqual([address])
})

test.each([
  ['no address', { businessUrl: null, ...ENQUIRY }],
  ['no service type', { businessUrl: 'https://biz.invalid', ...ENQUIRY, serviceType: '' }],
  ['no bank code', { businessUrl: 'https://biz.invalid', ...ENQUIRY, bankCode: '' }],
])('a profile with %s offers no enquiry', (_name, { businessUrl, ...enquiry }) => {
  const plain = live({})
  const profile = { ...plain, businessUrl, enquiry: { ...plain.enquiry, ...enquiry } }
  expect(enquiryOf(profile)).toBeNull()
  expect(
    businessApiFor(
      profile,
      portsWith(() => Promise.reject(new Error('asked'))),
    ),
  ).toBeNull()
})

test('a profile’s enquiry is asked as configured, with its own token unless configured otherwise', () => {
  const more = { businessUrl: 'https://biz.invalid', enquiry: { ...ENQUIRY, nameKeys: ['name'] } }
  const expected: Enquiry = {
    ...ENQUIRY,
    address: 'https://biz.invalid/v2.1',
    nameKeys: ['name'],
    ...STANDARD_KEYS,
    useSettlementToken: false,
  }
  expect(enquiryOf(live(more))).toEqual(expected)
  const shared = { ...more, enquiry: { ...more.enquiry, useSettlementToken: true } }
  expect(enquiryOf(live(shared))).toEqual({ ...expected, useSettlementToken: true })
})

test('a first start asks the practice bank for a name without any configuration or input', async () => {
  const time = createVirtualTime()
  const bank = createPracticeBank({ seed: 1, clock: time.clock })
  const ports = { ...time, random: createSeededRandom(1), transport: bank.transport }
  const profile = practiceProfile()
  const { result: login } = await settlementApiFor(profile, ports).login({
    clientId: PRACTICE_CLIENT_ID,
    secretKey: PRACTICE_SECRET_KEY,
    loginToken: '',
  })
  expect(enquiryOf(profile)).toMatchObject({ useSettlementToken: true })
  const [terminal] = bank.terminals()
  const answer = await businessApiFor(profile, ports)?.enquireName({
    token: login.ok ? login.value.authToken : '',
    requestRef: newRequestRef(ports),
    accountNumber: terminal?.accountNumber ?? '',
  })
  expect(answer?.result).toMatchObject({ ok: true, value: { name: terminal?.accountName } })
})

test('the practice enquiry matches the practice bank’s own constants', () => {
  const { enquiryServiceType, bankCode, enquiryNameKey, businessAccess } = defaultBankOptions
  expect(enquiryOf(practiceProfile())).toEqual({
    address: `${PRACTICE_PARTNER_URL}/v2.1`,
    serviceType: enquiryServiceType,
    bankCode,
    nameKeys: [enquiryNameKey],
    successKeys: ['status'],
    successCodes: [],
    useSettlementToken: true,
  })
  expect(businessAccess).not.toBe('ownToken')
})

test('where sales go to the bank inside the app, no account number is sent to a real address', async () => {
  const urls: string[] = []
  const ports = portsWith((request) => {
    urls.push(request.url)
    return Promise.resolve({ kind: 'truncated', status: 200, reason: 'reset', elapsedMs: 1 })
  })
  const odd = { ...practiceProfile(), businessUrl: 'https://biz.invalid' }
  await businessApiFor({ ...odd, enquiry: { ...odd.enquiry, ...ENQUIRY } }, ports)?.enquireName(ASK)
  expect(urls).toEqual([`${PRACTICE_PARTNER_URL}/v2.1`])
})

test.each([
  ['{"status":true,"message":"ok","data":{"accountName":" ADA "}}', 'ADA'],
  ['{"status":true,"message":"ok","data":{"ACCOUNTNAME":"ADA","x":1.5}}', 'ADA'],
  ['{"status":true,"message":"ok","data":{"accountName":5}}', null],
  ['{"status":true,"message":"ok","data":{}}', null],
  ['{"status":true,"message":"ok","data":null}', null],
  ['{"status":true,"message":"ok","data":[]}', null],
  ['{"status":true,"message":"ok"}', null],
])('%s is a yes with the name %j', async (body, name) => {
  const { result } = await apiOn({ body }).api.enquireName(ASK)
  expect(result).toEqual({ ok: true, value: { name, message: 'ok' } })
})

const named = '"data":{"accountName":"ADA"}'
const codes = { successCodes: ['00', '0', '200', 'OK'] }
/** The envelope of an enquiry is undocumented. These are forms in which a deployment may say yes. */
test.each([
  ['{"isSuccessful":true,"message":"ok",DATA}', {}],
  ['{"IsSuccessful":true,"Message":"ok",DATA}', {}],
  ['{"STATUS":true,"message":"ok",DATA}', {}],
  ['{"status":"true","message":"ok",DATA}', { answers: { textValues: true } }],
  ['{"status":"true","message":"ok",DATA}', { successCodes: ['true'] }],
  ['{"status":"Success","message":"ok",DATA}', {}],
  ['{"responseCode":"00","responseMessage":"ok",DATA}', {}],
  ['{"ResponseCode":"00","ResponseMessage":"ok",DATA}', {}],
  ['{"status":true,"isSuccessful":null,"responseCode":"00","message":"ok",DATA}', {}],
  ['{"status":true,"responseCode":"","message":"ok",DATA}', {}],
  ['{"status":true,"message":"ok","responseMessage":"other",DATA}', {}],
  ['{"status":200,"message":"ok",DATA}', codes],
  ['{"responseCode":0,"message":"ok",DATA}', codes],
  ['{"status":"ok","message":"ok",DATA}', codes],
  ['{"outcome":"00","message":"ok",DATA}', { successKeys: ['outcome'] }],
] as const)('%s is a yes', async (body, more) => {
  const { result } = await apiOn({ body: body.replace('DATA', named) }, more).api.enquireName(ASK)
  expect(result).toEqual({ ok: true, value: { name: 'ADA', message: 'ok' } })
})

test.each([
  ['{"isSuccessful":false,"message":"No",DATA}', {}],
  ['{"status":true,"responseCode":"25","message":"No",DATA}', {}],
  ['{"status":"False","message":"No",DATA}', { answers: { textValues: true } }],
  ['{"status":"FAILED","message":"No",DATA}', {}],
  ['{"ResponseCode":"25","ResponseMessage":"No",DATA}', {}],
  // A no next to an unreadable flag is still a no.
  ['{"status":200,"isSuccessful":false,"message":"No",DATA}', {}],
  ['{"status":"00","message":"No",DATA}', { successCodes: [] }],
] as const)('%s comes with a name and says no: a no, and no name', async (body, more) => {
  const { result } = await apiOn({ body: body.replace('DATA', named) }, more).api.enquireName(ASK)
  expect(result).toEqual({ ok: false, error: { kind: 'declined', message: 'No' } })
})

test.each([
  ['{"message":"ok",DATA}', 'status', {}],
  ['{"status":null,"message":"ok",DATA}', 'status', {}],
  ['{"responseCode":25,"message":"ok",DATA}', 'responseCode', {}],
  ['{"status":"true","message":"ok",DATA}', 'status', {}],
  ['{"status":"false","message":"ok",DATA}', 'status', {}],
  ['{"responseCode":"","message":"ok",DATA}', 'status', {}],
  ['{"status":200,"message":"ok",DATA}', 'status', {}],
  ['{"status":{"code":"00"},"message":"ok",DATA}', 'status', {}],
  ['{"status":true,"Status":false,"message":"ok",DATA}', 'Status', {}],
  ['{"responseCode":"00","ResponseCode":"25","message":"ok",DATA}', 'responseCode', {}],
  ['{"status":true,"message":"ok",DATA}', 'outcome', { successKeys: ['outcome'] }],
  ['[true]', '(body)', {}],
] as const)('%s is neither a yes nor a no, and names %s', async (body, path, more) => {
  const { result } = await apiOn({ body: body.replace('DATA', named) }, more).api.enquireName(ASK)
  expect(result).toMatchObject({ ok: false, error: { kind: 'malformed', path } })
})

test.each([
  ['{"responseCode":"25","responseMessage":"No such account"}', 'No such account'],
  ['{"IsSuccessful":false,"message":"No such account"}', 'No such account'],
  ['{"responseCode":"00","message":"fine"}', null],
  ['{"status":404,"message":"Not Found"}', null],
])('404 with %s has the words %j', async (body, message) => {
  const { result } = await apiOn({ status: 404, body }).api.enquireName(ASK)
  expect(result).toMatchObject({ ok: false, error: { kind: 'http', status: 404, message } })
})

test('an answer with the same key twice is malformed', async () => {
  const body = '{"status":true,"message":"ok","data":{"accountName":"ADA","accountName":"BOLA"}}'
  expect((await apiOn({ body }).api.enquireName(ASK)).result).toMatchObject({
    ok: false,
    error: { kind: 'malformed', path: 'data.accountName' },
  })
})

const failures: readonly (readonly [string, Partial<WireOutcome>, object])[] = [
  ['503 with Retry-After', { status: 503, headers: { 'retry-after': '0' } }, { kind: 'http', status: 503 }],
  ['429', { status: 429, headers: { 'retry-after': '0' } }, { kind: 'http', status: 429 }],
  ['401', { status: 401 }, { kind: 'http', status: 401 }],
  [
    'the service’s own no with 404',
    { status: 404, body: '{"status":false,"message":"No such account","data":null}' },
    { kind: 'http', status: 404, message: 'No such account' },
  ],
  // A gateway in between knows nothing about the account, and its message is not the bank's.
  [
    'a gateway that knows no such route',
    { status: 404, body: '{"message":"no Route matched with those values"}' },
    { kind: 'http', status: 404, message: null },
  ],
  [
    'a framework’s error with its status',
    { status: 400, body: '{"status":400,"message":"Bad Request"}' },
    { kind: 'http', status: 400, message: null },
  ],
  [
    'a yes under an error status',
    { status: 400, body: '{"status":true,"message":"Successful"}' },
    { kind: 'http', status: 400, message: null },
  ],
  ['a portal', { headers: { 'content-type': 'text/html' }, body: '<html>' }, { kind: 'malformed' }],
  ['a no', { body: '{"status":false,"message":"No","data":null}' }, { kind: 'declined', message: 'No' }],
  [
    'a reset',
    { kind: 'dropped', phase: 'request', reason: 'reset', bytesWritten: 9, elapsedMs: 1 },
    { kind: 'noAnswer', reason: 'reset' },
  ],
  [
    'silence',
    { kind: 'dropped', phase: 'request', reason: 'timeout', bytesWritten: 9, elapsedMs: 1 },
    { kind: 'noAnswer', reason: 'timeout' },
  ],
  [
    'a refused connection',
    { kind: 'dropped', phase: 'connect', reason: 'refused', bytesWritten: 0, elapsedMs: 1 },
    { kind: 'unsent', reason: 'refused' },
  ],
  ['half an answer', { kind: 'truncated', status: 200, reason: 'reset', elapsedMs: 1 }, { kind: 'noAnswer' }],
]
test.each(failures)('%s: one attempt, and a typed error', async (_name, outcome, error) => {
  const { api, requests } = apiOn(outcome as WireOutcome)
  expect((await api.enquireName(ASK)).result).toMatchObject({ ok: false, error })
  expect(requests).toHaveLength(1)
})

test.each(['0123456789', '012345678901', 'ACC-77-12345'])(
  'a bank that repeats the token and the account %s everywhere: neither is in the answer, its evidence or an error',
  async (accountNumber) => {
    const said = `${TOKEN} for ${accountNumber}`
    const bodies = [
      JSON.stringify({ status: true, message: said, data: { accountName: 'ADA', [said]: said } }),
      JSON.stringify({ status: false, message: said, data: said }),
      `{"status":true,"message":"m","${said}":1,"${said}":2,"data":null}`,
      said,
    ]
    for (const status of [200, 400, 500]) {
      for (const body of bodies) {
        const answer = await apiOn({ status, body }).api.enquireName({ ...ASK, accountNumber })
        expect(JSON.stringify(answer)).not.toContain(TOKEN)
        expect(JSON.stringify(answer)).not.toContain(accountNumber)
      }
    }
    const { result } = await apiOn({ body: bodies[1] ?? '' }).api.enquireName({ ...ASK, accountNumber })
    // The last four digits stay, so that a person can tell which account it is.
    const shown = accountNumber.slice(-4).padStart(accountNumber.length, '*')
    expect(result).toMatchObject({ error: { kind: 'declined', message: `[hidden] for ${shown}` } })
  },
)

test('without a token no bearer is sent, nor any other credential', async () => {
  const { api, requests } = apiOn({ body: '' })
  await api.enquireName({ ...ASK, token: '' })
  expect(requests[0]?.headers).toEqual({ accept: 'application/json', 'content-type': 'application/JSON' })
})

test('enquiries use the profile’s time-out and rate limit', async () => {
  const requests: WireRequest[] = []
  const ports = portsWith((request) => {
    requests.push(request)
    return Promise.resolve({ kind: 'truncated', status: 200, reason: 'reset', elapsedMs: 1 })
  })
  const outbox = { timeoutSeconds: 9, requestsPerSecond: 1 }
  const api = businessApiFor(live({ businessUrl: 'https://biz.invalid', enquiry: ENQUIRY, outbox }), ports)
  const both = Promise.all([api?.enquireName(ASK), api?.enquireName(ASK)])
  await ports.pass(999)
  expect(requests).toMatchObject([{ timeoutMs: 9_000 }])
  await ports.pass(1)
  expect(requests).toHaveLength(2)
  await both
})

test('request references differ within a millisecond, after a restart, and when the clock was set back', () => {
  const clock = { wallNowMs: () => 1_795_000_000_000 }
  const random = createSeededRandom(7)
  const refs = new Set<string>()
  for (let count = 0; count < 2_000; count += 1) refs.add(newRequestRef({ clock, random }))
  // A restart has another random seed, no memory and the same clock.
  const afterRestart = createSeededRandom(8)
  for (let count = 0; count < 2_000; count += 1) refs.add(newRequestRef({ clock, random: afterRestart }))
  expect(refs.size).toBe(4_000)
  // The same random numbers at another time also give another reference.
  const same = (wallMs: number) =>
    newRequestRef({ clock: { wallNowMs: () => wallMs }, random: createSeededRandom(7) })
  expect(same(1)).not.toBe(same(2))
  expect([...refs].filter((ref) => !/^[0-9A-Z]{26}$/u.test(ref))).toEqual([])
})

test('the practice bank accepts each reference once, across restarts of the bank and the app', async () => {
  const time = createVirtualTime()
  const bank = createPracticeBank({ seed: 1, clock: time.clock })
  const enquiry = enquiryOf(practiceProfile())
  if (enquiry === null) throw new Error('no enquiry')
  const ask = (requestRef: string) =>
    createBusinessApi({
      transport: bank.transport,
      clock: time.clock,
      enquiry,
      timeoutMs: 1_000,
    }).enquireName({
      token: bank.options().businessToken,
      requestRef,
      accountNumber: bank.terminals()[0]?.accountNumber ?? '',
    })
  const first = newRequestRef({ clock: time.clock, random: createSeededRandom(1) })
  const second = newRequestRef({ clock: time.clock, random: createSeededRandom(2) })
  expect((await ask(first)).result.ok).toBe(true)
  bank.restore(bank.snapshot())
  expect((await ask(second)).result.ok).toBe(true)
  expect((await ask(first)).result).toMatchObject({ ok: false, error: { kind: 'http', status: 400 } })
})
