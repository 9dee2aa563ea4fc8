import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseProfile, practiceProfile } from '../electron/gateway/profile.ts'
import { profileMeanings } from './profileMeanings.ts'
import { makeProfileSchema, PROFILE_SCHEMA_FILE, profileSchemaText } from './profileSchema.ts'

/** A small validator, independent of the schema's generator, for the keywords in use. */
function isMarked(schema: unknown, value: unknown): boolean {
  return Object.entries(schema as object).some(([keyword, rule]) =>
    breaks(keyword, rule, value, schema as Rules),
  )
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
}

type Rules = Readonly<Record<string, unknown>>

function breaks(keyword: string, rule: unknown, value: unknown, schema: Rules): boolean {
  switch (keyword) {
    case '$schema':
    case 'title':
    case 'description':
    case 'default':
    case 'examples':
    case 'then':
      return false
    case 'type':
      return !(TYPES[String(rule)] ?? (() => false))(value)
    case 'const':
      return value !== rule
    case 'enum':
      return !(rule as unknown[]).includes(value)
    case 'anyOf':
      return (rule as unknown[]).every((each) => isMarked(each, value))
    case 'allOf':
      return (rule as unknown[]).some((each) => isMarked(each, value))
    case 'if':
      return !isMarked(rule, value) && isMarked(schema['then'], value)
    default:
      if (typeof value === 'number') return breaksBounds(keyword, Number(rule), value)
      if (typeof value === 'string') return breaksForm(keyword, rule, value)
      if (Array.isArray(value)) return breaksList(keyword, rule, value)
      return isObject(value) && breaksKeys(keyword, rule, value, schema)
  }
}

function breaksBounds(keyword: string, rule: number, value: number): boolean {
  return keyword === 'minimum' ? value < rule : keyword === 'maximum' && value > rule
}

function breaksForm(keyword: string, rule: unknown, value: string): boolean {
  if (keyword === 'pattern') return !new RegExp(String(rule), 'u').test(value)
  if (keyword === 'minLength') return value.length < Number(rule)
  return keyword === 'maxLength' && value.length > Number(rule)
}

function breaksList(keyword: string, rule: unknown, value: readonly unknown[]): boolean {
  if (keyword === 'items') return value.some((item) => isMarked(rule, item))
  return keyword === 'maxItems' && value.length > Number(rule)
}

function breaksKeys(keyword: string, rule: unknown, value: Rules, schema: Rules): boolean {
  switch (keyword) {
    case 'required':
      return (rule as string[]).some((key) => !(key in value))
    case 'properties':
      return Object.entries(rule as object).some(([key, part]) => key in value && isMarked(part, value[key]))
    case 'additionalProperties':
      return Object.keys(value).some((key) => !(key in (schema['properties'] as object)))
    default:
      throw new Error(`unknown keyword ${keyword}`)
  }
}

const schema = makeProfileSchema()
const marks = (value: unknown): boolean => isMarked(schema, value)
const takes = (value: unknown): boolean => parseProfile(JSON.stringify(value), 'x').ok
const live = { environment: 'live', partnerUrl: 'https://bank.invalid' }

test('the schema beside the examples is current; npm run profile:schema writes it', async () => {
  expect(readFileSync(PROFILE_SCHEMA_FILE, 'utf8')).toBe(await profileSchemaText())
})

test('an editor marks nothing in the examples', () => {
  const folder = path.dirname(PROFILE_SCHEMA_FILE)
  for (const file of readdirSync(folder).filter((each) => each !== path.basename(PROFILE_SCHEMA_FILE))) {
    const value: unknown = JSON.parse(readFileSync(path.join(folder, file), 'utf8'))
    expect({ file, isMarked: marks(value) }).toEqual({ file, isMarked: false })
  }
})

test('every key has its meaning, and both the rules and an editor accept its example', () => {
  const leaves = (group: object, prefix = ''): readonly string[] =>
    Object.entries(group).flatMap(([key, value]: [string, unknown]) =>
      isObject(value) ? leaves(value, `${prefix}${key}.`) : [prefix + key],
    )
  expect(Object.keys(profileMeanings)).toEqual(leaves(practiceProfile()))
  const whole = { ...live, businessUrl: 'https://biz.invalid' }
  for (const [key, { example, means }] of Object.entries(profileMeanings)) {
    const [group = '', inner] = key.split('.')
    const enquiry = { serviceType: 'NAME', bankCode: '000999' }
    const others = group === 'enquiry' ? enquiry : {}
    const value = { ...whole, [group]: inner === undefined ? example : { ...others, [inner]: example } }
    expect({ key, takes: takes(value), marks: marks(value) }).toEqual({ key, takes: true, marks: false })
    expect(means).toMatch(/^[A-Z].*[^.]$/u)
  }
})

test.each([
  [{ nam: 'x' }],
  [{ outbox: { timeout: 3 } }],
  [{ name: 7 }],
  [{ name: '' }],
  [{ name: 'x'.repeat(61) }],
  [{ environment: 'Live' }],
  [{ environment: 'live' }],
  [{ environment: 'live', partnerUrl: null }],
  [{ ...live, partnerUrl: 'ftp://bank.invalid' }],
  [{ ...live, partnerUrl: 'https://bank.invalid/?a=1' }],
  [{ getParameters: 'header' }],
  [{ fieldPrefix: '9x' }],
  [{ outbox: 5 }],
  [{ outbox: { timeoutSeconds: '60' } }],
  [{ outbox: { timeoutSeconds: 0 } }],
  [{ outbox: { requestsPerSecond: 2.5 } }],
  [{ outbox: { unsentStatuses: [200] } }],
  [{ outbox: { unsentStatuses: Array.from({ length: 21 }, () => 500) } }],
  [{ limits: { pageSize: 501 } }],
  [{ enquiry: { useSettlementToken: 'no' } }],
  [{ enquiry: { serviceType: 'enquiry', bankCode: '1' } }],
  [{ enquiry: { serviceType: 'ENQUIRY' } }],
  [{ terminalId: 'a b' }],
  [{ transactionIdPattern: 'abc' }],
  [{ transactionIdPattern: '^(a+)+$' }],
  [{ locked: ['outbox.nothing'] }],
  [{ $schema: 5 }],
  [[]],
])('an editor marks what the rules refuse, if a schema can express it: %j', (value) => {
  expect({ takes: takes(value), marks: marks(value) }).toEqual({ takes: false, marks: true })
})

test.each([
  [{}],
  [live],
  [{ name: 'Ẹgbẹ́ p{C}' }],
  [{ terminalId: 'pC{}' }],
  [{ terminalId: null, partnerUrl: null }],
  [{ ...live, partnerUrl: ' HTTPS://bank.invalid/ab ' }],
  [{ partnerUrl: 'http://[::1]:4810/' }],
  [{ enquiry: {}, outbox: {}, settlement: {}, limits: {}, locked: [] }],
  [{ enquiry: { serviceType: '' } }],
  [{ locked: ['outbox', 'outbox.timeoutSeconds'] }],
])('an editor does not mark what the rules accept: %j', (value) => {
  expect({ takes: takes(value), marks: marks(value) }).toEqual({ takes: true, marks: false })
})
