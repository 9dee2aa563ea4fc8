import { createHash } from 'node:crypto'
import { fc } from '../testing/fuzz.ts'
import { expect, test } from 'vitest'
import type { Answer } from './answer.ts'
import { practiceProfile } from './profile.ts'
import { createSettlementApi, settlementApiFor } from './settlementApi.ts'
import type { Transport, WireOutcome, WireRequest } from './wire.ts'

const clock = { wallNowMs: () => Date.UTC(2026, 10, 20, 12), monotonicNowMs: () => 0 }
const TOKEN = 'eyJhbGciOi.the-token'

function apiOn(outcome: Partial<Extract<WireOutcome, { kind: 'response' }>> | WireOutcome) {
  const requests: WireRequest[] = []
  const transport: Transport = (request) => {
    requests.push(request)
    const base = { kind: 'response', status: 200, headers: JSON_TYPE, body: '', elapsedMs: 12 } as const
    return Promise.resolve({ ...base, ...outcome } as WireOutcome)
  }
  const api = createSettlementApi({
    transport,
    clock,
    baseUrl: 'https://bank.invalid/p',
    fieldPrefix: 'provider',
    getParameters: 'query',
    timeoutMs: 1_000,
  })
  return { api, requests }
}

const JSON_TYPE = { 'content-type': 'application/json' }
const sale = { amountWire: '1500.00', transactionId: 'T-1', terminalId: '20330001' }
const newTerminal = {
  terminalId: '20330009',
  merchantId: 'M1',
  accountNumber: '0123456789',
  serialNumber: '',
  isReceivingPayment: true,
  isActive: true,
}
const editedTerminal = {
  ...newTerminal,
  recordId: '1',
  merchantRecordId: '2',
  accountName: 'ADA STORES',
  feePercentageSource: '0.500',
  dateCreated: '2026-01-02T03:04:05.1234567',
}
const body = (data: string, more = ''): string =>
  `{"status":true,"message":"Successful","data":${data}${more}}`
const terminal = (fee: string): string =>
  `{"id":1,"providerMerchantId":2,"terminalId":"20330001","merchantId":"M1","providerAccountNumber":"0123456789",
    "providerAccountName":"ADA STORES","serialNumber":"","isActive":true,"isReceivingPayment":false,
    "feePercentage":${fee},"dateCreated":"2026-01-02T03:04:05.1234567"}`
const record = (amount: string): string =>
  `{"id":3,"providerTerminalId":1,"terminalId":"20330001","providerAccountNumber":"0123456789","amount":${amount},
    "amountSettled":4975.00,"feePercentage":0.50,"isPaid":false,"datePaid":"0001-01-01T00:00:00",
    "transactionId":"T-1","providerRefId":"R","reason":null,"timeReceived":"2026-11-20T10:00:00.1",
    "responseCode":null,"responseMessage":null}`
const pageOf = (rows: string, count: number): string =>
  body(rows, `,"totalCount":${count},"hasNextPage":false,"currentPage":1`)

test('a terminal has our names, its fee byte for byte and its full account number', async () => {
  const { api } = apiOn({ body: pageOf(`[${terminal('0.500')}]`, 1) })
  const { result } = await api.retrieveTerminals(TOKEN, { pageSize: 1, pageNumber: 1 })
  expect(result).toEqual({
    ok: true,
    value: {
      rows: [
        {
          recordId: '1',
          merchantRecordId: '2',
          terminalId: '20330001',
          merchantId: 'M1',
          accountNumber: '0123456789',
          accountName: 'ADA STORES',
          serialNumber: '',
          isActive: true,
          isReceivingPayment: false,
          feePercentageSource: '0.500',
          dateCreated: '2026-01-02T03:04:05.1234567',
        },
      ],
      unreadable: [],
      totalCount: 1,
      hasNextPage: false,
      currentPage: 1,
    },
  })
})

test.each([
  ['5000', '5000'],
  ['5000.00', '5000'],
  ['5e3', '5000'],
  ['0.1', '0.1'],
  ['9007199254740993.01', '9007199254740993.01'],
  ['-12.50', '-12.5'],
])('an amount of %s is the exact text %s', async (source, text) => {
  const { result } = await apiOn({ body: body(record(source)) }).api.settlementStatus(TOKEN, 'T-1')
  expect(result).toMatchObject({
    ok: true,
    value: { amount: text, amountSettled: '4975', feePercentage: '0.5' },
  })
})

test('any decimal amount is read exactly', async () => {
  const decimals = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: 1, max: 99 }))
    .map(([whole, hundredths]) => `${whole}.${String(hundredths).padStart(2, '0')}`)
  await fc.assert(
    fc.asyncProperty(decimals, async (text) => {
      const { result } = await apiOn({ body: body(record(text)) }).api.settlementStatus(TOKEN, 'T-1')
      expect(result).toMatchObject({ ok: true, value: { amount: text.replace(/0$/u, '') } })
    }),
  )
})

test('null rows are an empty list only if the count is 0', async () => {
  const page = { pageSize: 1, pageNumber: 1 }
  expect((await apiOn({ body: pageOf('null', 0) }).api.retrieveTerminals(TOKEN, page)).result).toMatchObject({
    ok: true,
    value: { rows: [], totalCount: 0 },
  })
  expect((await apiOn({ body: pageOf('null', 1) }).api.retrieveTerminals(TOKEN, page)).result).toMatchObject({
    ok: false,
    error: { kind: 'malformed', path: 'data' },
  })
})

test.each([
  [{ kind: 'dropped', phase: 'connect', reason: 'refused', bytesWritten: 0, elapsedMs: 1 }, 'unsent'],
  [{ kind: 'dropped', phase: 'request', reason: 'reset', bytesWritten: 1, elapsedMs: 1 }, 'noAnswer'],
  [{ kind: 'dropped', phase: 'response', reason: 'other', bytesWritten: 0, elapsedMs: 1 }, 'noAnswer'],
  [{ kind: 'truncated', status: 200, reason: 'reset', elapsedMs: 1 }, 'noAnswer'],
  [{ kind: 'truncated', status: 401, reason: 'timeout', elapsedMs: 1 }, 'noAnswer'],
] as const)('%o of a sale is %s, after one attempt', async (outcome, kind) => {
  const { api, requests } = apiOn(outcome)
  const { result, evidence } = await api.logTransaction(TOKEN, sale)
  expect(result).toMatchObject({ ok: false, error: { kind, reason: outcome.reason } })
  expect(evidence).toEqual({
    httpStatus: outcome.kind === 'truncated' ? outcome.status : null,
    phase: outcome.kind === 'truncated' ? 'response' : outcome.phase,
    elapsedMs: 1,
    bodySha256: null,
    bodyExcerpt: null,
    serverDate: null,
  })
  expect(requests).toHaveLength(1)
})

test('a long list is read in steps that yield, with the same result', async () => {
  const rows = `[${Array.from({ length: 200 }, () => record('100.00')).join(',')}]`
  const answer = { body: pageOf(rows, 200), headers: JSON_TYPE }
  const page = {
    terminalId: 'T1',
    dateFrom: '2026-11-20',
    dateTo: '2026-11-20',
    pageSize: 200,
    pageNumber: 1,
  }
  const atOnce = await apiOn(answer).api.searchTransactions(TOKEN, page)
  let nowMs = 0
  let turns = 0
  const inSlices = createSettlementApi({
    transport: async () => ({ kind: 'response', status: 200, elapsedMs: 12, ...answer }),
    clock: { ...clock, monotonicNowMs: () => (nowMs += 1) },
    baseUrl: 'https://bank.invalid',
    fieldPrefix: 'provider',
    getParameters: 'query',
    timeoutMs: 1_000,
    breathe: async () => {
      turns += 1
    },
  })
  expect(await inSlices.searchTransactions(TOKEN, page)).toEqual(atOnce)
  expect(atOnce.result.ok).toBe(true)
  expect(turns).toBeGreaterThan(10)
})

test('an error status has the message of its envelope and the bounded Retry-After', async () => {
  const { api } = apiOn({
    status: 429,
    headers: { 'retry-after': '90000' },
    body: '{"status":false,"message":"Slow down"}',
  })
  expect((await api.logTransaction(TOKEN, sale)).result).toEqual({
    ok: false,
    error: { kind: 'http', status: 429, retryAfterMs: 3_600_000, message: 'Slow down' },
  })
  const html = apiOn({ status: 502, headers: { 'content-type': 'text/html' }, body: '<html>' })
  expect((await html.api.logTransaction(TOKEN, sale)).result).toMatchObject({
    error: { kind: 'http', status: 502, retryAfterMs: null, message: null },
  })
})

test('a message is verbatim up to 500 characters, and no character is cut in half', async () => {
  const say = async (message: string) => {
    const { api } = apiOn({ body: JSON.stringify({ status: false, message, data: null }) })
    const { result } = await api.logTransaction(TOKEN, sale)
    return !result.ok && result.error.kind === 'declined' ? result.error.message : undefined
  }
  expect(await say('<b>No</b>\n\u202e"é"')).toBe('<b>No</b>\n\u202e"é"')
  expect(await say('x'.repeat(501))).toBe('x'.repeat(500))
  expect(await say(`${'x'.repeat(499)}😀`)).toBe('x'.repeat(499))
})

test('evidence keeps hash, date and an excerpt in which account numbers and the token are hidden', async () => {
  const text = `{"status":true,"message":"${TOKEN}","data":null,"account":"0123456789","more":"${'y'.repeat(3_000)}"}`
  const { api } = apiOn({ body: text, headers: { ...JSON_TYPE, date: 'Fri, 20 Nov 2026 12:00:00 GMT' } })
  const { result, evidence } = await api.logTransaction(TOKEN, sale)
  expect(result).toEqual({ ok: true, value: { message: '[hidden]' } })
  expect(evidence).toMatchObject({
    httpStatus: 200,
    phase: 'response',
    elapsedMs: 12,
    bodySha256: createHash('sha256').update(text).digest('hex'),
    serverDate: 'Fri, 20 Nov 2026 12:00:00 GMT',
  })
  expect(evidence.bodyExcerpt).toContain('"account":"******6789"')
  expect(evidence.bodyExcerpt).toHaveLength(2_048)
  expect(JSON.stringify({ result, evidence })).not.toContain(TOKEN)
})

test('an account number across the end of the excerpt is hidden too', async () => {
  for (let before = 2_030; before < 2_050; before += 1) {
    const text = `${' '.repeat(before)}0123456789`
    const { evidence } = await apiOn({ body: text }).api.logTransaction(TOKEN, sale)
    expect(evidence.bodyExcerpt).not.toMatch(/[0-9]{5}/u)
  }
})

test('a fee is sent back byte for byte, and record ids as whole digits', async () => {
  for (const fee of ['0.500', '5E-1', '0', '12.3400']) {
    const list = await apiOn({ body: pageOf(`[${terminal(fee)}]`, 1) }).api.retrieveTerminals(TOKEN, {
      pageSize: 1,
      pageNumber: 1,
    })
    const [listed] = list.result.ok ? list.result.value.rows : []
    if (listed === undefined) throw new Error('no row')
    const { api, requests } = apiOn({ body: body('{"id":1}') })
    await api.editTerminal(TOKEN, { ...listed, recordId: String(Number.MAX_SAFE_INTEGER) })
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({
      id: '9007199254740991',
      feePercentage: fee,
      dateCreated: listed.dateCreated,
    })
  }
})

test('an edit sends no field that it does not define', async () => {
  const { api, requests } = apiOn({ body: body('{"id":1}') })
  // A row of the list has `merchantId`, which an edit does not send (docs/service.md 4.4).
  await api.editTerminal(TOKEN, Object.assign({ merchantId: 'M1', other: 1 }, editedTerminal))
  expect(Object.keys(JSON.parse(requests[0]?.body ?? '') as object)).toHaveLength(10)
  expect(requests[0]?.body).not.toContain('merchantId"')
})

test.each(['createTerminal', 'editTerminal'] as const)(
  '%s: a repeated token and account number are in neither result nor evidence, but the last digits stay',
  async (call) => {
    // A deployment's account numbers may have another length than ten digits.
    for (const accountNumber of ['0123456789', '01234567890123', 'ACC/12-3456']) {
      const said = `${TOKEN} for ${accountNumber}`
      const shown = `[hidden] for ${accountNumber.slice(-4).padStart(accountNumber.length, '*')}`
      const answers = [
        { body: JSON.stringify({ status: false, message: said, data: said }) },
        { body: JSON.stringify({ status: true, message: said, data: { id: 7 } }) },
        { status: 409, body: JSON.stringify({ status: false, message: said, data: null }) },
        { body: `{"status":true,"message":"m","${said}":1,"${said}":2,"data":null}` },
      ]
      const seen = await Promise.all(
        answers.map(({ body: text, ...more }) => {
          const { api } = apiOn({ ...more, body: text })
          return call === 'createTerminal'
            ? api.createTerminal(TOKEN, { ...newTerminal, accountNumber })
            : api.editTerminal(TOKEN, { ...editedTerminal, accountNumber })
        }),
      )
      expect(seen.map(({ result }) => result)).toMatchObject([
        { error: { kind: 'declined', message: shown } },
        { ok: true, value: { recordId: '7', message: shown } },
        { error: { kind: 'http', status: 409, message: shown } },
        { error: { kind: 'malformed', path: shown } },
      ])
      expect(JSON.stringify(seen)).not.toContain(TOKEN)
      expect(JSON.stringify(seen)).not.toContain(accountNumber)
      expect(seen[0]?.evidence.bodyExcerpt).toContain(shown.slice(-4))
    }
  },
)

test('login keeps only the token of its answer, and nothing of its request', async () => {
  const credentials = { clientId: 'client', secretKey: 'a-secret-key', loginToken: '' }
  const yes = apiOn({ body: '{"isSuccessful":true,"message":"Welcome","data":{"auth_token":"abc.def"}}' })
  expect(await yes.api.login(credentials)).toMatchObject({
    result: { ok: true, value: { authToken: 'abc.def' } },
    evidence: { bodySha256: null, bodyExcerpt: null },
  })
  expect(yes.requests[0]?.headers).not.toHaveProperty('authorization')
  const no = apiOn({ body: '{"isSuccessful":false,"message":"a-secret-key is wrong","data":null}' })
  const refused = await no.api.login(credentials)
  expect(refused.result).toMatchObject({ error: { kind: 'declined', message: '[hidden] is wrong' } })
  expect(JSON.stringify(refused)).not.toContain('a-secret-key')
})

test.each([
  ['providerAccountName', 'ADA STORES', () => pageOf(`[${terminal('0.5')}]`, 1)],
  ['transactionId', 'T-1', () => pageOf(`[${record('1.00')}]`, 1)],
  ['responseMessage', null, () => pageOf(`[${record('1.00')}]`, 1)],
] as const)(
  'an extremely long %s is not kept: thousands of them would fill the memory',
  async (field, value, page) => {
    const ask = async (length: number) => {
      const long = `"${field}":"${'x'.repeat(length)}"`
      const { api } = apiOn({ body: page().replace(`"${field}":${JSON.stringify(value)}`, long) })
      const size = { pageSize: 1, pageNumber: 1 }
      const search = { terminalId: 'T', dateFrom: '2026-11-20', dateTo: '2026-11-20', ...size }
      return field === 'providerAccountName'
        ? (await api.retrieveTerminals(TOKEN, size)).result
        : (await api.searchTransactions(TOKEN, search)).result
    }
    expect(await ask(20_000)).toMatchObject({ ok: true })
    const long = await ask(20_001)
    expect(long).toMatchObject({ ok: true })
    expect(JSON.stringify(long).length).toBeLessThan(5_000)
    expect(JSON.stringify(long)).toContain(field)
  },
)

test.each(['', 'a b', 'a\r\nX: y', 'é'])('a token %j that no header can hold is malformed', async (token) => {
  const text = JSON.stringify({ isSuccessful: true, message: 'm', data: { auth_token: token } })
  const { result } = await apiOn({ body: text }).api.login({ clientId: 'c', secretKey: 's', loginToken: '' })
  expect(result).toMatchObject({ ok: false, error: { kind: 'malformed', path: 'data.auth_token' } })
})

test('for any answer no call throws, and only the exact body makes a sale a yes', async () => {
  const status = fc.constantFrom(200, 200, 200, 201, 204, 206, 302, 401, 500)
  const nearYes = fc.record(
    {
      status: fc.oneof(fc.constant(true), fc.jsonValue()),
      message: fc.oneof(fc.string(), fc.jsonValue()),
      data: fc.oneof(fc.constant(null), fc.jsonValue()),
    },
    { requiredKeys: [] },
  )
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    nearYes.map((value) => JSON.stringify(value)),
  )
  const calls = (outcome: { status: number; body: string }): readonly Promise<Answer<unknown>>[] => {
    const { api } = apiOn(outcome)
    const page = { pageSize: 1, pageNumber: 1 }
    return [
      api.login({ clientId: 'c', secretKey: 'the-secret', loginToken: '' }),
      api.retrieveTerminals(TOKEN, page),
      api.settlementStatus(TOKEN, '\ud800'),
      api.searchTransactions(TOKEN, { terminalId: 't', dateFrom: 'a', dateTo: 'b', ...page }),
      api.createTerminal(TOKEN, { ...newTerminal, serialNumber: '\ud800' }),
      api.editTerminal(TOKEN, editedTerminal),
      api.logTransaction(TOKEN, sale),
    ]
  }
  await fc.assert(
    fc.asyncProperty(status, text, async (code, answer) => {
      const answers = await Promise.all(calls({ status: code, body: answer }))
      const isYes = answers.at(-1)?.result.ok
      const isRight = (code === 200 || code === 201) && isAcceptance(answer)
      expect(isYes).toBe(isRight)
    }),
    { numRuns: 1_000 },
  )
})

function isAcceptance(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return false
    const { status, message, data } = value as Record<string, unknown>
    return status === true && typeof message === 'string' && data === null
  } catch {
    return false
  }
}

test('the practice profile asks the bank inside the app, with the profile’s time-out', async () => {
  const requests: WireRequest[] = []
  const api = settlementApiFor(practiceProfile(), {
    clock,
    timers: { after: () => () => undefined },
    random: { next: () => 0, bytes: (count) => new Uint8Array(count) },
    transport: (request) => {
      requests.push(request)
      return Promise.resolve({
        kind: 'response',
        status: 200,
        headers: JSON_TYPE,
        body: body('null'),
        elapsedMs: 0,
      })
    },
  })
  await api.logTransaction(TOKEN, sale)
  expect(requests).toMatchObject([
    { url: 'https://practice.tillside.invalid/api/terminal/logtransaction', timeoutMs: 60_000 },
  ])
})
