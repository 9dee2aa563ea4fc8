import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { businessAddress, createBusinessApi } from './businessApi.ts'
import { createSettlementApi } from './settlementApi.ts'
import {
  operations,
  type Fields,
  type FieldType,
  type Input,
  type Operation,
  type Service,
} from './testing/operations.ts'
import { httpServer, noProxy, systemClock, type TestServer } from './testing/servers.ts'
import { createTransport } from './transport.ts'

/* Tests the table of testing/operations.ts over real HTTP: requests as they arrive, and valid and invalid answers. */

const SAMPLES: Readonly<Record<FieldType, string>> = {
  integer: '7',
  decimal: '4975.50',
  string: '"text"',
  stringOrNull: 'null',
  stringOrNothing: 'null',
  boolean: 'true',
  null: 'null',
  object: '{}',
  array: '[]',
  notShown: '{"accountName":"ADA STORES"}',
}
/** For each type JSON texts that a field of a POST's answer must refuse. */
const WRONG: Readonly<Record<FieldType, readonly string[]>> = {
  integer: ['"7"', 'null', 'true', '7.5', '1e2', '-7', '{"source":"7"}', '[]'],
  decimal: ['null', 'false', '[]', '{}', `1${'0'.repeat(60)}`, '1e999'],
  string: ['7', 'null', 'true', '[]', '{}'],
  stringOrNull: [],
  stringOrNothing: [],
  boolean: ['"yes"', '1', '0', 'null', '[]', '{}'],
  null: ['{}', '[]', '""', '0', 'false', '{"responseCode":"51"}'],
  object: ['null', '[]', '"x"', '5'],
  array: ['null', '{}', '"x"', '5'],
  notShown: [],
}
/** What a read takes for the same value, and what it does not; `null` stands for a field that is not there. */
const OTHER_FORMS: Partial<Record<FieldType, readonly string[]>> = {
  integer: ['"7"', '" 007 "'],
  decimal: ['"4975.50"', '"4,975.50"', '497550e-2'],
  boolean: ['"True"', '1', '"1"'],
}
const UNREADABLE: Partial<Record<FieldType, readonly (string | null)[]>> = {
  integer: [null, 'null', '""', 'true', '7.5', '"R-7"', '{"source":"7"}', '[]'],
  decimal: [null, 'null', '"4,975"', '"1.234,50"', 'false', '[]', '{}', `1${'0'.repeat(60)}`, '1e999'],
  string: [null, 'null', '""', '[]', '{}'],
  boolean: [null, 'null', '"yes"', '2', '[]', '{}'],
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

type Mode = 'query' | 'body'

function serviceFor(getParameters: Mode, fieldPrefix: string): Service {
  const transport = createTransport({ clock: systemClock, proxyFor: noProxy })
  const shared = { transport, clock: systemClock, timeoutMs: 5_000 }
  const baseUrl = `${server.url}/partner/v9`
  return {
    settlement: createSettlementApi({ ...shared, baseUrl, fieldPrefix, getParameters }),
    business: (enquiry) =>
      createBusinessApi({
        ...shared,
        enquiry: {
          ...enquiry,
          address: businessAddress(baseUrl),
          nameKeys: ['accountName'],
          successKeys: ['status'],
          successCodes: [],
          useSettlementToken: false,
        },
      }),
  }
}

/** The values of the latest request by name, nested objects in dotted form. */
function arrived(operation: Operation, mode: Mode): Readonly<Record<string, unknown>> {
  const request = seen.at(-1)
  const { search, searchParams } = new URL(request?.url ?? '', server.url)
  if (operation.method === 'GET' && mode === 'query') {
    expect(request?.body).toBe('')
    expect([...searchParams.keys()]).toHaveLength(new Set(searchParams.keys()).size)
    return Object.fromEntries(searchParams)
  }
  expect(search).toBe('')
  return flat(JSON.parse(request?.body ?? ''), '')
}

function flat(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return { [path]: value }
  const parts = Object.entries(value).map(([key, inner]) => flat(inner, path === '' ? key : `${path}.${key}`))
  return Object.assign({}, ...parts)
}

/** The value that must arrive: in the field's own JSON type, which may differ from the input's type. */
function wanted(
  { input, request }: Operation,
  prefix: string,
  change: Input = {},
): Readonly<Record<string, unknown>> {
  const values = { ...input, ...change }
  return Object.fromEntries(
    Object.entries(request).map(([name, { type, from }]) => [
      name.replace('{p}', prefix),
      type === 'boolean' ? values[from] : String(values[from]),
    ]),
  )
}

/** A different value of the same type, which no other field of the input has. */
function otherThan(value: Input[string] | undefined): Input[string] {
  if (typeof value === 'boolean') return !value
  return typeof value === 'number' ? value - 1_000 : `${value ?? ''}Z9`
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
  const isOwn = operation.envelope['data'] === 'object' || isList
  return write(operation.envelope, '', isOwn ? { data: isList ? `[${row}]` : row } : {})
}

const prefixes = ['provider', 'zenlake'] as const
const cases = Object.entries(operations).flatMap(([name, operation]) =>
  prefixes.map((prefix) => ({ name, operation, prefix })),
)

describe.each(cases.flatMap((each) => (['query', 'body'] as const).map((mode) => ({ ...each, mode }))))(
  'the request of $name with prefix $prefix and GET parameters in the $mode',
  ({ operation, prefix, mode }) => {
    beforeEach(() => {
      answer.body = bodyOf(operation, prefix)
    })

    test('matches the document: method, path, headers, and exactly its fields with their types', async () => {
      const { result } = await operation.call(serviceFor(mode, prefix))
      expect(result.ok).toBe(true)
      expect(seen).toHaveLength(1)
      const [request] = seen
      expect(request?.method).toBe(operation.method)
      expect(new URL(request?.url ?? '', server.url).pathname).toBe(`/partner/v9${operation.path}`)
      expect(request?.headers['authorization']).toBe('Bearer TOKEN')
      const hasBody = operation.method === 'POST' || mode === 'body'
      expect(request?.headers['content-type']).toBe(hasBody ? operation.contentType : undefined)
      expect(arrived(operation, mode)).toEqual(wanted(operation, prefix))
    })

    test.each(Object.entries(operation.request))(
      'only %s carries %o, and it is sent even if empty',
      async (_name, { from }) => {
        const change = { [from]: otherThan(operation.input[from]) }
        await operation.call(serviceFor(mode, prefix), change)
        expect(arrived(operation, mode)).toEqual(wanted(operation, prefix, change))
        if (typeof operation.input[from] !== 'string') return
        await operation.call(serviceFor(mode, prefix), { [from]: '' })
        expect(arrived(operation, mode)).toEqual(wanted(operation, prefix, { [from]: '' }))
      },
    )
  },
)

test.each(Object.entries(operations))('%s: the table uses every input', (_name, operation) => {
  const carried = Object.values(operation.request).map(({ from }) => from)
  expect(carried.toSorted()).toEqual(Object.keys(operation.input).toSorted())
})

test('the eight calls of the document are in the table', () => {
  expect(Object.values(operations).map(({ section }) => section)).toEqual([
    '4.1',
    '4.2',
    '4.3',
    '4.4',
    '4.5',
    '4.6',
    '4.7',
    '4.8',
  ])
})

test('the keys of the Business API’s data differ not only in case, and the service type is in capitals', async () => {
  const { business } = serviceFor('query', 'provider')
  answer.body = '{"status":true,"message":"ok","data":null}'
  const ask = { token: 'TOKEN', requestRef: 'R', accountNumber: '1' }
  await business({ serviceType: 'Name_enquiry', bankCode: '2' }).enquireName(ask)
  const body = JSON.parse(seen[0]?.body ?? '') as { serviceType: string; data: object }
  const keys = Object.keys(body.data)
  expect(new Set(keys.map((key) => key.toLowerCase())).size).toBe(keys.length)
  expect(body.serviceType).toBe('NAME_ENQUIRY')
})

const fieldsOf = (operation: Operation, prefix: string): readonly (readonly [string, FieldType])[] => [
  ...Object.entries(operation.envelope),
  ...Object.entries(operation.data).map(
    ([name, type]) => [pathOf(operation, name.replace('{p}', prefix)), type] as const,
  ),
]
const pathOf = ({ envelope }: Operation, name: string): string =>
  `${envelope['data'] === 'array' ? 'data.0.' : 'data.'}${name}`

describe.each(cases.filter(({ operation }) => operation.method === 'POST'))(
  'the answer of $name with prefix $prefix',
  ({ name, operation, prefix }) => {
    // A login settles nothing, and may leave its message out.
    const isStrict = name !== 'login'
    const fields = fieldsOf(operation, prefix).filter(
      ([path, type]) => type !== 'notShown' && (isStrict || path.startsWith('data')),
    )
    test.each(fields)(
      'field %s (%s): if missing or wrong, the answer is malformed and names its path',
      async (path, type) => {
        const wrong = WRONG[type].map((json) => (name === 'business' && json === '"yes"' ? '"true"' : json))
        for (const json of [null, ...wrong]) {
          answer.body = bodyOf(operation, prefix, { path, json })
          const { result } = await operation.call(serviceFor('query', prefix))
          const error = result.ok ? undefined : result.error
          expect({ path, json, error }).toMatchObject({ error: { kind: 'malformed', path } })
        }
      },
    )
  },
)

/** Of a number, the bank's own digits are kept beside its value, and an edit sends them back. */
function withoutGiven(row: unknown): unknown {
  return Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => !/Given$|Source$/u.test(name)))
}

/** Without these a record is none; a terminal needs all but its serial number and its account's name. */
const NEEDED_OF_RECORD = ['id', 'transactionId', 'terminalId', 'amount']
const OPTIONAL_OF_TERMINAL = ['serialNumber', '{p}AccountName']

describe.each(cases.filter(({ operation }) => operation.method === 'GET'))(
  'a row of $name with prefix $prefix',
  ({ operation, prefix }) => {
    const isRecord = Object.hasOwn(operation.data, 'transactionId')
    const isNeeded = (name: string): boolean =>
      isRecord ? NEEDED_OF_RECORD.includes(name) : !OPTIONAL_OF_TERMINAL.includes(name)
    const fields = Object.entries(operation.data).map(([name, type]) => [name, type] as const)

    async function readWith(name: string, json: string | null) {
      const field = name.replace('{p}', prefix)
      answer.body = bodyOf(operation, prefix, { path: pathOf(operation, field), json })
      const { result } = await operation.call(serviceFor('query', prefix))
      const value = result.ok
        ? (result.value as { rows?: unknown[]; unreadable?: { field: string }[] })
        : null
      const error = result.ok ? null : result.error
      if (value?.rows === undefined) return { field, row: value, error }
      const unread = value.unreadable?.[0]?.field
      return {
        field,
        row: value.rows[0] ?? null,
        error: unread === undefined ? error : { path: `data.${unread}` },
      }
    }

    test.each(fields.filter(([name]) => isNeeded(name)))(
      'without a readable %s (%s) it is no row, and the field is named',
      async (name, type) => {
        for (const json of UNREADABLE[type] ?? []) {
          const { field, row, error } = await readWith(name, json)
          expect({ json, row, error }).toMatchObject({ json, row: null, error: { path: `data.${field}` } })
        }
      },
    )

    test.each(fields.filter(([name]) => !isNeeded(name)))(
      'without a readable %s (%s) it is a row, and what cannot be read is told',
      async (name) => {
        for (const json of [null, 'null', '""']) {
          const { row } = await readWith(name, json)
          expect({ json, row }).toMatchObject({
            json,
            row: expect.not.objectContaining({ unread: expect.anything() }),
          })
        }
        const { field, row } = await readWith(name, '{"a":1}')
        expect(row).toMatchObject({ unread: [{ field }] })
      },
    )

    test.each(fields.filter(([, type]) => OTHER_FORMS[type] !== undefined))(
      '%s (%s) is read in other forms, as the same value',
      async (name, type) => {
        const { row } = await readWith(name, SAMPLES[type])
        for (const json of OTHER_FORMS[type] ?? []) {
          expect(withoutGiven((await readWith(name, json)).row)).toEqual(withoutGiven(row))
        }
      },
    )
  },
)

/** Answers that are not a yes, each with the error that it must become. */
const notYes: readonly (readonly [string, Partial<typeof answer> & { cut?: number }, object])[] = [
  [
    'a false flag',
    { body: '{"FLAG":false,"message":"Not today","data":null}' },
    { kind: 'declined', message: 'Not today' },
  ],
  [
    'the flag twice',
    { body: '{"FLAG":false,"message":"m","data":null,"FLAG":true}' },
    { kind: 'malformed', path: 'FLAG' },
  ],
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
  ...[1, 10, 30].map(
    (cut) =>
      [`JSON cut ${cut} bytes before its end`, { cut }, { kind: 'malformed', path: '(body)' }] as const,
  ),
  ...[
    300, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 408, 409, 410, 422, 429, 500, 501, 502, 503, 504,
    599,
  ].map((status) => [`status ${status} around a right body`, { status }, { kind: 'http', status }] as const),
  ...[202, 203, 204, 206, 226].map(
    (status) =>
      [`status ${status} around a right body`, { status }, { kind: 'malformed', path: '(status)' }] as const,
  ),
]

/** A right body under other headers, which only a POST with a token refuses. */
const otherHeaders: typeof notYes = [
  [
    'a valid body with a text type',
    { headers: { 'content-type': 'text/plain' } },
    { kind: 'malformed', path: '(content-type)' },
  ],
  ['a right body without a type', { headers: {} }, { kind: 'malformed', path: '(content-type)' }],
  [
    'a valid body with a UTF-16 type',
    { headers: { 'content-type': 'application/json; charset=utf-16' } },
    { kind: 'malformed', path: '(content-type)' },
  ],
  [
    'a valid body with gzip as its encoding',
    { headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } },
    { kind: 'malformed', path: '(content-encoding)' },
  ],
]

describe.each(Object.entries(operations))('other answers to %s', (name, operation) => {
  const isStrict = operation.method === 'POST' && name !== 'login'
  test.each(otherHeaders)(`%s is ${isStrict ? 'a typed error' : 'read'}`, async (_name, change, error) => {
    answer = { ...answer, ...change, body: bodyOf(operation, 'provider') }
    const { result } = await operation.call(serviceFor('query', 'provider'))
    expect(result).toMatchObject(isStrict ? { ok: false, error } : { ok: true })
  })

  // An undocumented envelope may say no without a message. As malformed, it would let a person go on.
  const isShown = operation.envelope['message'] === 'string' && isStrict
  test(`false without a message is ${isShown ? 'malformed' : 'a no'}, after one request`, async () => {
    answer.body = `{"${operation.flag}":false}`
    const { result } = await operation.call(serviceFor('query', 'provider'))
    const error = isShown ? { kind: 'malformed', path: 'message' } : { kind: 'declined', message: '' }
    expect(result).toMatchObject({ ok: false, error })
    expect(seen).toHaveLength(1)
  })

  test.each(notYes)('%s is a typed error, after one request', async (_name, { cut, ...change }, error) => {
    const body = (change.body ?? bodyOf(operation, 'provider')).replaceAll('FLAG', operation.flag)
    answer = { ...answer, ...change, body: cut === undefined ? body : body.slice(0, -cut) }
    const { result } = await operation.call(serviceFor('query', 'provider'))
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
    expect((await operation.call(serviceFor('query', 'provider'))).result.ok).toBe(true)
  })
})
