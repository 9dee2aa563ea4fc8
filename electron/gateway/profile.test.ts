import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fc } from '../testing/fuzz.ts'
import { expect, test, vi } from 'vitest'
import { TRANSACTION_ID_PATTERN } from '../../shared/transactionId.ts'
import { parseProfile, practiceProfile, profileProblemText } from './profile.ts'

const LIVE = { environment: 'live', partnerUrl: 'https://bank.invalid/api' }

function problems(value: unknown): readonly string[] {
  const parsed = parseProfile(typeof value === 'string' ? value : JSON.stringify(value), 'shop.json')
  return parsed.ok ? [] : parsed.error.map(profileProblemText)
}

test('an empty file is Practice, with every default of the design', () => {
  expect(practiceProfile()).toEqual({
    name: 'Practice',
    environment: 'practice',
    partnerUrl: null,
    businessUrl: null,
    fieldPrefix: 'provider',
    getParameters: 'query',
    amountFormat: 'twoDecimals',
    reference: { maxLength: 64, characters: 'any' },
    answers: { textValues: false },
    terminalId: null,
    transactionIdPattern: TRANSACTION_ID_PATTERN,
    accountPattern: '^[0-9]{10}$',
    slipLabel: 'Slip number',
    serviceTimeZone: 'Africa/Lagos',
    enquiry: {
      serviceType: '',
      bankCode: '',
      nameKeys: ['accountName'],
      successKeys: ['status', 'isSuccessful', 'responseCode'],
      successCodes: ['00', 'success', 'successful'],
      useSettlementToken: false,
    },
    outbox: {
      resendAfterAbsence: 'ask',
      quietPeriodMinutes: 10,
      requestsPerSecond: 2,
      timeoutSeconds: 60,
      unsentStatuses: [],
    },
    settlement: { lateAfterMinutes: 30, workingDays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'] },
    close: { by: 'manager' },
    limits: { confirmAboveNaira: 1_000_000, pageSize: 100, firstPage: 1 },
    updates: { feed: null, channel: 'latest' },
    locked: [],
  })
})

test('a partial group keeps its other defaults', () => {
  const parsed = parseProfile('{"outbox":{"timeoutSeconds":5}}', 'shop.json')
  expect(parsed).toMatchObject({
    ok: true,
    value: { outbox: { timeoutSeconds: 5, requestsPerSecond: 2, quietPeriodMinutes: 10 } },
  })
})

const examples = new URL('../../build/profiles/', import.meta.url)
const exampleText = (file: string): string => readFileSync(new URL(file, examples), 'utf8')

test('each example is valid, and names the schema beside it', () => {
  const files = readdirSync(examples).toSorted()
  expect(files).toEqual([
    'fleet-locked.json',
    'live-example.json',
    'live-minimal.json',
    'practice.json',
    'profile.schema.json',
    'sandbox.json',
  ])
  for (const file of files.filter((each) => each !== 'profile.schema.json')) {
    const text = exampleText(file)
    expect({ file, problems: problems(text) }).toEqual({ file, problems: [] })
    expect(JSON.parse(text)).toMatchObject({ $schema: './profile.schema.json' })
  }
})

test('the live example names every key', () => {
  const keys = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, keys(inner)]))
      : null
  const live: unknown = JSON.parse(exampleText('live-example.json'))
  expect(keys(live)).toEqual(keys({ $schema: '', ...practiceProfile() }))
})

test.each([
  [{ colour: 'x' }, 'shop.json: colour: is not a known key; known here: name, environment, '],
  [{ nam: 'x' }, 'shop.json: nam: is not a known key; do you mean name?'],
  [
    { outbox: { timeout: 3 } },
    'shop.json: outbox.timeout: is not a known key; known here: resendAfterAbsence, ',
  ],
  [{ name: 7 }, 'shop.json: name: must be a text of 1 to 60 characters'],
  [{ name: '' }, 'shop.json: name: must be a text'],
  [{ environment: 'Live' }, 'shop.json: environment: must be "live" or "practice"'],
  [
    { partnerUrl: 'https://bank.invalid/api' },
    'shop.json: environment: must be "live" where partnerUrl is an address outside this computer',
  ],
  [{ environment: 'live' }, 'shop.json: partnerUrl: must be given where environment is "live"'],
  [{ getParameters: 'header' }, 'shop.json: getParameters: must be "query" or "body"'],
  [{ fieldPrefix: '9x' }, 'shop.json: fieldPrefix: must be 1 to 32 letters and digits'],
  [{ outbox: 5 }, 'shop.json: outbox: must be a group of keys'],
  [{ outbox: null }, 'shop.json: outbox: must be a group of keys'],
  [
    { outbox: { timeoutSeconds: '60' } },
    'shop.json: outbox.timeoutSeconds: must be a whole number from 1 to 300 seconds',
  ],
  [{ outbox: { timeoutSeconds: 0 } }, 'shop.json: outbox.timeoutSeconds: must be a whole number'],
  [{ outbox: { requestsPerSecond: 2.5 } }, 'shop.json: outbox.requestsPerSecond: must be a whole number'],
  [
    { outbox: { unsentStatuses: [200] } },
    'shop.json: outbox.unsentStatuses.0: must be a whole number from 400 to 599',
  ],
  [{ outbox: { unsentStatuses: 503 } }, 'shop.json: outbox.unsentStatuses: must be a list'],
  [
    { outbox: { unsentStatuses: Array(21).fill(500) } },
    'shop.json: outbox.unsentStatuses: must be a list of up to 20',
  ],
  [{ limits: { pageSize: 501 } }, 'shop.json: limits.pageSize: must be a whole number from 1 to 500 rows'],
  [{ updates: { feed: 'http://feed.invalid' } }, 'shop.json: updates.feed: must be an https address'],
  [
    { updates: { feed: 'https://feed.invalid' } },
    'shop.json: environment: must be "live" where updates.feed is an address outside this computer',
  ],
  [{ updates: { channel: 'alpha' } }, 'shop.json: updates.channel: must be "latest" or "beta"'],
  [{ enquiry: { useSettlementToken: 'no' } }, 'shop.json: enquiry.useSettlementToken: must be true or false'],
  [{ enquiry: { serviceType: 'enquiry' } }, 'shop.json: enquiry.serviceType: must be UPPER CASE'],
  [{ serviceTimeZone: 'Lagos' }, 'shop.json: serviceTimeZone: must be the name of a time zone'],
  [{ slipLabel: '' }, 'shop.json: slipLabel: must be a text of 1 to 24 characters'],
  [{ slipLabel: 'Slip\u202Enumber' }, 'shop.json: slipLabel: must be a text of 1 to 24 characters'],
  [{ slipLabel: 'Retrieval reference number' }, 'shop.json: slipLabel: must be a text of 1 to 24 characters'],
  [{ terminalId: 'a b' }, 'shop.json: terminalId: must be a terminal ID'],
  [{ locked: ['outbox.nothing'] }, 'shop.json: locked.0: must be a key of this file'],
  [{ locked: ['__proto__'] }, 'shop.json: locked.0: must be a key of this file'],
  [{ locked: ['$schema'] }, 'shop.json: locked.0: must be a key of this file'],
  [{ locked: 'name' }, 'shop.json: locked: must be a list'],
  [{ $schema: 5 }, 'shop.json: $schema: must be the address of a JSON Schema'],
  [{ name: 'two\nlines' }, 'shop.json: name: must be a text of 1 to 60 characters'],
  [{ name: 'Shop\u202Eevil' }, 'shop.json: name: must be a text of 1 to 60 characters'],
  [{ terminalId: 20101234 }, 'shop.json: terminalId: must be a terminal ID'],
  [
    { ...LIVE, enquiry: { serviceType: 'NAME', bankCode: '000999' } },
    'shop.json: businessUrl: must be given where enquiry.serviceType is',
  ],
  [
    { ...LIVE, businessUrl: 'https://biz.invalid', enquiry: { serviceType: 'NAME' } },
    'shop.json: enquiry.bankCode: must be given where enquiry.serviceType is',
  ],
  [
    { enquiry: { serviceType: 'NAME' } },
    'shop.json: enquiry.bankCode: must be given where enquiry.serviceType is',
  ],
  [
    { businessUrl: 'https://biz.invalid' },
    'shop.json: environment: must be "live" where businessUrl is an address outside this computer',
  ],
  ['{"__proto__": {"environment": "live"}}', 'shop.json: __proto__: is not a known key; known here: name, '],
  ['{"constructor": 1}', 'shop.json: constructor: is not a known key'],
  ['{"toString": 1}', 'shop.json: toString: is not a known key'],
  ['{"outbox": {"__proto__": 5}}', 'shop.json: outbox.__proto__: is not a known key; known here: resend'],
  ['{"outbox.timeoutSeconds": 5}', 'shop.json: outbox.timeoutSeconds: is not a known key'],
  ['{"a, b": 1}', 'shop.json: a, b: is not a known key'],
  ['{"x\\nshop.json: all is well": 1}', 'shop.json: x\uFFFDshop.json: all is well: is not a known key'],
  [`${'['.repeat(40)}`, 'shop.json: line 1, column 33: is nested too deeply'],
  [
    '{"name": "Shop",\n "environment": "li',
    'shop.json: line 2, column 17: must be JSON, but the file ends here',
  ],
  ['{"name": "Shop",\n', 'shop.json: line 2, column 1: must be JSON, but the file ends here'],
  ['[]', 'shop.json: must be a JSON object'],
  ['null', 'shop.json: must be a JSON object'],
  ['', 'shop.json: line 1, column 1: must be JSON'],
  ['{\n  "name": "a",\n}', 'shop.json: line 3, column 1: must be JSON'],
  ['{\r\n"name": "a"\r\n"environment": 1}', 'shop.json: line 3, column 1: must be JSON'],
  [
    '{"outbox":{"timeoutSeconds":1,\n"timeoutSeconds":2}}',
    'shop.json: outbox.timeoutSeconds: is given twice, the second time at line 2, column 1',
  ],
  ['{"name":"a","\\u006eame":"b"}', 'shop.json: name: is given twice'],
])('%j is one problem: %s', (value, start) => {
  expect(problems(value)).toEqual([expect.stringContaining(start)])
})

test.each([
  ['locked', 'must be a list of up to 50 keys'],
  ['enquiry.nameKeys', 'must be a list of up to 10 keys'],
  ['enquiry.successKeys', 'must be a list of up to 10 keys'],
  ['enquiry.successCodes', 'must be a list of up to 20 texts'],
  ['outbox.unsentStatuses', 'must be a list of up to 20 HTTP statuses'],
])('%s with as many wrong items as fit in a file is one problem', (key, words) => {
  const [outer = '', inner] = key.split('.')
  for (const item of ['a', 0]) {
    const list = Array<unknown>(240_000).fill(item)
    expect(problems({ [outer]: inner === undefined ? list : { [inner]: list } })).toEqual([
      expect.stringContaining(`shop.json: ${key}: ${words}`),
    ])
  }
})

test('an exception while a file is checked is a problem of that file', () => {
  const parse = vi.spyOn(URL, 'parse').mockImplementation(() => {
    throw new RangeError('Maximum call stack size exceeded at hunter2')
  })
  expect(problems({ ...LIVE, partnerUrl: 'https://hunter2.invalid' })).toEqual([
    'shop.json: cannot be checked: it holds what no profile has',
  ])
  parse.mockRestore()
})

test('all problems of a file are reported at once', () => {
  expect(problems({ a: 1, b: 2, name: 3, outbox: { c: 4, timeoutSeconds: 'x' } })).toHaveLength(5)
})

test('a file with ten thousand problems lists the first ones and counts the rest', () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key${index}`, index]))
  const told = problems(many)
  expect(told).toHaveLength(51)
  expect(told.at(-1)).toBe('shop.json: has 9950 more problems')
})

test('a complete enquiry is accepted, live and on this computer', () => {
  const enquiry = { serviceType: 'NAME', bankCode: '000999' }
  expect(problems({ ...LIVE, businessUrl: 'https://biz.invalid', enquiry })).toEqual([])
  expect(problems({ partnerUrl: 'http://127.0.0.1:1', businessUrl: 'http://127.0.0.1:2', enquiry })).toEqual(
    [],
  )
})

test('the address of the schema is not a setting', () => {
  const parsed = parseProfile('{"$schema": "./profile.schema.json"}', 'x')
  expect(parsed).toEqual({ ok: true, value: practiceProfile() })
})

test.each([
  'http://bank.invalid',
  'http://10.0.0.1',
  'http://localhost.bank.invalid',
  'http://127.0.0.1.bank.invalid',
  'http://127.bank.invalid',
  'HTTP://bank.invalid',
  'ftp://127.0.0.1',
  'javascript:alert(1)',
  'bank.invalid',
  '',
  'https://user:pass@bank.invalid',
  'https://user@bank.invalid',
  'https://bank.invalid/?a=1',
  'https://bank.invalid/#x',
  'https://bank.invalid\\x',
  'https://bank.in valid',
])('the address %j is refused', (partnerUrl) => {
  expect(problems({ ...LIVE, partnerUrl })).toHaveLength(1)
  expect(problems({ ...LIVE, businessUrl: partnerUrl })).toHaveLength(1)
})

test.each([
  ['https://bank.invalid', 'https://bank.invalid'],
  ['https://bank.invalid/', 'https://bank.invalid'],
  ['https://bank.invalid:8443/a/b//', 'https://bank.invalid:8443/a/b'],
  ['http://127.0.0.1:4810/', 'http://127.0.0.1:4810'],
  ['http://localhost:4810', 'http://localhost:4810'],
  ['http://[::1]:4810', 'http://[::1]:4810'],
])('the address %j is kept as %j', (partnerUrl, kept) => {
  expect(parseProfile(JSON.stringify({ ...LIVE, partnerUrl }), 'x')).toMatchObject({
    ok: true,
    value: { partnerUrl: kept },
  })
})

test('no text makes the parser throw, and no problem quotes a value', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      parseProfile(text, 'x')
    }),
  )
  expect(problems({ name: 5, partnerUrl: 'http://hunter2', terminalId: 'hunter2 x' }).join()).not.toContain(
    'hunter2',
  )
})

test('profile-check: ok with a summary, or a line for each problem and exit code 1', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillside-profile-'))
  const script = new URL('../../scripts/profile-check.ts', import.meta.url).pathname
  const check = (path: string, text?: string) => {
    if (text !== undefined) writeFileSync(path, text)
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, path], { encoding: 'utf8' })
    return { status, lines: (stdout + stderr).trim().split('\n') }
  }
  try {
    const right = check(join(folder, 'right.json'), '\uFEFF{"name":"Corner shop"}')
    expect(right).toMatchObject({
      status: 0,
      lines: [expect.stringMatching(/^ok: "Corner shop" \(practice\); /u)],
    })
    const wrong = join(folder, 'wrong.json')
    expect(check(wrong, '{"nam":1,"limits":2}')).toMatchObject({
      status: 1,
      lines: [expect.stringContaining(`${wrong}: limits: `), expect.stringContaining(`${wrong}: nam: `)],
    })
    expect(check(join(folder, 'none.json'))).toMatchObject({ status: 1 })
    expect(check(folder)).toMatchObject({ status: 1 })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
