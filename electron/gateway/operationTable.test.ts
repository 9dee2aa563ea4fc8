import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer, SettlementApi } from './answer.ts'
import { createSettlementApi } from './settlementApi.ts'
import { httpServer, noProxy, systemClock, type TestServer } from './testServers.ts'
import { createTransport } from './transport.ts'

/*
 * The specification as a table: what goes out and what must come back, operation by operation, over real HTTP. It is
 * written from the document and not from the code, so that it can disagree with the code.
 */
type FieldType = 'integer' | 'decimal' | 'string' | 'stringOrNull' | 'boolean' | 'null' | 'object' | 'array'
type Fields = Readonly<Record<string, FieldType>>

interface Operation {
  readonly section: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Name and value as they must arrive; the document types each as a string. */
  readonly parameters: Readonly<Record<string, string>>
  readonly bearer: boolean
  readonly flag: 'status' | 'isSuccessful'
  readonly envelope: Fields
  /** The fields of `data`, or of each row of it. */
  readonly data: Fields
  readonly call: (api: SettlementApi) => Promise<Answer<unknown>>
}

const terminalFields: Fields = {
  id: 'integer',
  '{p}MerchantId': 'integer',
  terminalId: 'string',
  merchantId: 'string',
  '{p}AccountNumber': 'string',
  '{p}AccountName': 'string',
  serialNumber: 'string',
  isActive: 'boolean',
  isReceivingPayment: 'boolean',
  feePercentage: 'decimal',
  dateCreated: 'string',
}
const recordFields: Fields = {
  id: 'integer',
  '{p}TerminalId': 'integer',
  terminalId: 'string',
  '{p}AccountNumber': 'string',
  amount: 'decimal',
  amountSettled: 'decimal',
  feePercentage: 'decimal',
  isPaid: 'boolean',
  datePaid: 'string',
  transactionId: 'string',
  '{p}RefId': 'string',
  reason: 'stringOrNull',
  timeReceived: 'string',
  responseCode: 'stringOrNull',
  responseMessage: 'stringOrNull',
}
const paging: Fields = { totalCount: 'integer', hasNextPage: 'boolean', currentPage: 'integer' }

const operations: Readonly<Record<string, Operation>> = {
  login: {
    section: '4.2',
    method: 'POST',
    path: '/api/Auth/authenticate',
    parameters: { secretKey: 'the-secret', clientID: 'client-1' },
    bearer: true,
    flag: 'isSuccessful',
    envelope: { isSuccessful: 'boolean', message: 'string', data: 'object' },
    data: { auth_token: 'string' },
    call: (api) => api.login({ clientId: 'client-1', secretKey: 'the-secret', loginToken: 'TOKEN' }),
  },
  retrieveTerminals: {
    section: '4.5',
    method: 'GET',
    path: '/RetrieveMerchantTerminals',
    parameters: { pageSize: '100', pageNumber: '3' },
    bearer: true,
    flag: 'status',
    envelope: { status: 'boolean', message: 'string', data: 'array', ...paging },
    data: terminalFields,
    call: (api) => api.retrieveTerminals('TOKEN', { pageSize: 100, pageNumber: 3 }),
  },
  settlementStatus: {
    section: '4.6',
    method: 'GET',
    path: '/api/terminal/settlementstatus',
    parameters: { transactionId: 'A/B&c=1 +é' },
    bearer: true,
    flag: 'status',
    envelope: { status: 'boolean', message: 'string', data: 'object' },
    data: recordFields,
    call: (api) => api.settlementStatus('TOKEN', 'A/B&c=1 +é'),
  },
  logTransaction: {
    section: '4.7',
    method: 'POST',
    path: '/api/terminal/logtransaction',
    parameters: { amount: '1500.00', transactionId: 'T-1', terminalId: '20330001' },
    bearer: true,
    flag: 'status',
    envelope: { status: 'boolean', message: 'string', data: 'null' },
    data: {},
    call: (api) =>
      api.logTransaction('TOKEN', { amountWire: '1500.00', transactionId: 'T-1', terminalId: '20330001' }),
  },
  searchTransactions: {
    section: '4.8',
    method: 'GET',
    path: '/api/terminal/searchtransaction',
    parameters: {
      terminalId: '20330001',
      dateFrom: '2026-11-19',
      dateTo: '2026-11-20',
      pageSize: '50',
      pageNumber: '1',
    },
    bearer: true,
    flag: 'status',
    envelope: { status: 'boolean', message: 'string', data: 'array', ...paging },
    data: recordFields,
    call: (api) =>
      api.searchTransactions('TOKEN', {
        terminalId: '20330001',
        dateFrom: '2026-11-19',
        dateTo: '2026-11-20',
        pageSize: 50,
        pageNumber: 1,
      }),
  },
}

const SAMPLES: Readonly<Record<FieldType, string>> = {
  integer: '7',
  decimal: '4975.50',
  string: '"text"',
  stringOrNull: 'null',
  boolean: 'true',
  null: 'null',
  object: '{}',
  array: '[]',
}
/** JSON texts that a field of each type must refuse. */
const WRONG: Readonly<Record<FieldType, readonly string[]>> = {
  integer: ['"7"', 'null', 'true', '7.5', '1e2', '9007199254740993', '{"source":"7"}', '[]'],
  decimal: ['"4975.50"', 'null', 'false', '[]', '{}', `1${'0'.repeat(60)}`, '1e999'],
  string: ['7', 'null', 'true', '[]', '{}'],
  stringOrNull: ['7', 'true', '[]', '{}'],
  boolean: ['"true"', '1', '0', 'null', '[]', '{}'],
  null: ['{}', '[]', '""', '0', 'false', '{"responseCode":"51"}'],
  object: ['null', '[]', '"x"', '5'],
  array: ['null', '{}', '"x"', '5', '[null]', '[5]', '[[]]'],
}

let server: TestServer
let answer: { status: number; headers: Record<string, string>; body: string }
let seen: { method: string; url: string; headers: Record<string, unknown>; body: string }[] = []

beforeAll(async () => {
  server = await httpServer((request, body, response) => {
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => {
  seen = []
  answer = { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: '' }
})

function apiFor(getParameters: 'query' | 'body', fieldPrefix: string): SettlementApi {
  return createSettlementApi({
    transport: createTransport({ clock: systemClock, proxyFor: noProxy }),
    clock: systemClock,
    baseUrl: `${server.url}/partner/v9`,
    fieldPrefix,
    getParameters,
    timeoutMs: 5_000,
  })
}

/** The JSON text of an answer, with one field of the envelope or of `data` replaced, or left out where null. */
function bodyOf(
  operation: Operation,
  prefix: string,
  change?: { path: string; json: string | null },
): string {
  const write = (fields: Fields, base: string, samples: Readonly<Record<string, string>> = {}): string =>
    `{${Object.entries(fields)
      .map(([pattern, type]): [string, string | null] => {
        const name = pattern.replace('{p}', prefix)
        const path = base + name
        return [name, change?.path === path ? change.json : (samples[name] ?? SAMPLES[type])]
      })
      .filter(([, json]) => json !== null)
      .map(([name, json]) => `"${name}":${json}`)
      .concat('"notInTheDocument":{"a":[1]}')
      .join(',')}}`
  const isList = operation.envelope['data'] === 'array'
  const row = write(operation.data, isList ? 'data.0.' : 'data.')
  const data = isList ? `[${row}]` : operation.envelope['data'] === 'null' ? 'null' : row
  return write(operation.envelope, '', { data })
}

const cases = Object.entries(operations).flatMap(([name, operation]) =>
  ['provider', 'zenlake'].map((prefix) => ({ name, operation, prefix })),
)

describe.each(cases)('$name with prefix $prefix', ({ operation, prefix }) => {
  test.each(['query', 'body'] as const)('goes out to the letter, GET parameters in the %s', async (mode) => {
    answer.body = bodyOf(operation, prefix)
    const { result } = await operation.call(apiFor(mode, prefix))
    expect(result.ok).toBe(true)
    expect(seen).toHaveLength(1)
    const [request] = seen
    const url = new URL(request?.url ?? '', server.url)
    expect(request?.method).toBe(operation.method)
    expect(url.pathname).toBe(`/partner/v9${operation.path}`)
    expect(request?.headers['authorization']).toBe(operation.bearer ? 'Bearer TOKEN' : undefined)
    if (operation.method === 'GET' && mode === 'query') {
      expect(request?.body).toBe('')
      expect(Object.fromEntries(url.searchParams)).toEqual(operation.parameters)
    } else {
      expect(url.search).toBe('')
      expect(request?.headers['content-type']).toBe('application/json')
      expect(JSON.parse(request?.body ?? '')).toEqual(operation.parameters)
    }
  })

  const isList = operation.envelope['data'] === 'array'
  const fields: readonly (readonly [string, FieldType])[] = [
    ...Object.entries(operation.envelope),
    ...Object.entries(operation.data).map(
      ([name, type]) => [`${isList ? 'data.0.' : 'data.'}${name.replace('{p}', prefix)}`, type] as const,
    ),
  ]
  test.each(fields)(
    'field %s (%s): missing or wrong is malformed, and its path is named',
    async (path, type) => {
      const wrong: readonly (string | null)[] = [null, ...WRONG[type]]
      for (const json of wrong) {
        answer.body = bodyOf(operation, prefix, { path, json })
        const { result } = await operation.call(apiFor('query', prefix))
        const error = result.ok ? undefined : result.error
        // A wrong row is named by its place in the list.
        const named: unknown = path === 'data' ? expect.stringMatching(/^data(?:\.0)?$/u) : path
        expect({ path, json, error }).toMatchObject({ error: { kind: 'malformed', path: named } })
      }
    },
  )

  test.each(fields.filter(([, type]) => type === 'stringOrNull'))('field %s may be a text', async (path) => {
    answer.body = bodyOf(operation, prefix, { path, json: '"shown as it is"' })
    expect((await operation.call(apiFor('query', prefix))).result.ok).toBe(true)
  })
})

/** Answers that are no yes, each with the error that they must become. */
const notYes: readonly (readonly [string, Partial<typeof answer> & { cut?: number }, object])[] = [
  [
    'a false flag',
    { body: '{"FLAG":false,"message":"Not today","data":null}' },
    { kind: 'declined', message: 'Not today' },
  ],
  [
    'a flag that is the text "true"',
    { body: '{"FLAG":"true","message":"m","data":null}' },
    { kind: 'malformed', path: 'FLAG' },
  ],
  ['a flag that is 1', { body: '{"FLAG":1,"message":"m","data":null}' }, { kind: 'malformed', path: 'FLAG' }],
  [
    'the flag twice',
    { body: '{"FLAG":false,"message":"m","data":null,"FLAG":true}' },
    { kind: 'malformed', path: 'FLAG' },
  ],
  ['false without a message', { body: '{"FLAG":false}' }, { kind: 'malformed', path: 'message' }],
  ['an empty body', { body: '' }, { kind: 'malformed', path: '(body)' }],
  ['null', { body: 'null' }, { kind: 'malformed', path: '(body)' }],
  ['a bare true', { body: 'true' }, { kind: 'malformed', path: '(body)' }],
  ['a list', { body: '[{"FLAG":true}]' }, { kind: 'malformed', path: '(body)' }],
  ['deep nesting', { body: '['.repeat(500_000) }, { kind: 'malformed', path: '(body)' }],
  [
    'an HTML page with 200',
    { headers: { 'content-type': 'text/html' }, body: '<html>' },
    { kind: 'malformed', path: '(content-type)' },
  ],
  [
    'a right body called text',
    { headers: { 'content-type': 'text/plain' } },
    { kind: 'malformed', path: '(content-type)' },
  ],
  ['a right body without a type', { headers: {} }, { kind: 'malformed', path: '(content-type)' }],
  [
    'a right body in UTF-16 by its type',
    { headers: { 'content-type': 'application/json; charset=utf-16' } },
    { kind: 'malformed', path: '(content-type)' },
  ],
  [
    'a right body called gzip',
    { headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } },
    { kind: 'malformed', path: '(content-encoding)' },
  ],
  ...[1, 10, 30].map(
    (cut) =>
      [`JSON cut ${cut} bytes before its end`, { cut }, { kind: 'malformed', path: '(body)' }] as const,
  ),
  ...[
    300, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 408, 409, 410, 422, 429, 500, 501, 502, 503, 504,
    599,
  ].map((status) => [`status ${status} around a right body`, { status }, { kind: 'http', status }] as const),
  ['status 204', { status: 204 }, { kind: 'malformed', path: '(body)' }],
]

describe.each(Object.entries(operations))('%s answered otherwise', (_, operation) => {
  test.each(notYes)('%s is a typed error, after one request', async (_name, { cut, ...change }, error) => {
    const body = (change.body ?? bodyOf(operation, 'provider')).replaceAll('FLAG', operation.flag)
    answer = { ...answer, ...change, body: cut === undefined ? body : body.slice(0, -cut) }
    const { result } = await operation.call(apiFor('query', 'provider'))
    const expected = JSON.parse(JSON.stringify(error).replaceAll('FLAG', operation.flag))
    expect(result).toMatchObject({ ok: false, error: expected })
    expect(seen).toHaveLength(1)
  })

  test.each([
    ['a byte order mark', {}, '\uFEFF'],
    ['+json', { 'content-type': 'application/vnd.bank.v2+json' }, ''],
    ['Application/JSON', { 'content-type': 'Application/JSON;Charset="UTF-8"' }, ''],
  ])('%s is accepted', async (_name, headers, before) => {
    answer = {
      ...answer,
      headers: { ...answer.headers, ...headers },
      body: before + bodyOf(operation, 'provider'),
    }
    expect((await operation.call(apiFor('query', 'provider'))).result.ok).toBe(true)
  })
})
