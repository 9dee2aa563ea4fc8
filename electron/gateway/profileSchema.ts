import * as z from 'zod/mini'
import { AMOUNT_KOBO_MAX } from '../../shared/money.ts'
import { ACCOUNT_PATTERN } from '../../shared/terminalForm.ts'
import {
  parseTransactionId,
  referenceCharacters,
  TRANSACTION_ID_LENGTH_MAX,
  TRANSACTION_ID_PATTERN,
} from '../../shared/transactionId.ts'
import { weekdays } from '../../shared/serviceTime.ts'
import { isLoopback } from './proxy.ts'

/**
 * JSON Schema keywords for editors, for rules that are functions here. They are never stricter than the rule, so that an
 * editor flags nothing that Tillside accepts.
 */
export const editorRules = z.registry<Readonly<Record<string, unknown>>>()

/** A whole number within bounds. A wrong type, a fraction and a value out of bounds get the same message. */
function wholeNumber(minimum: number, maximum: number, unit: string) {
  const words = `must be a whole number from ${minimum} to ${maximum}${unit}`
  return z
    .custom<number>(
      (value) => Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum,
      words,
    )
    .register(editorRules, { type: 'integer', minimum, maximum })
}

function text(
  isRight: (value: string) => boolean,
  words: string,
  rules: Readonly<Record<string, unknown>> = {},
) {
  return z
    .custom<string>((value) => typeof value === 'string' && isRight(value), words)
    .register(editorRules, { type: 'string', ...rules })
}

function textLike(
  form: RegExp,
  words: string,
  rules: Readonly<Record<string, unknown>> = { pattern: form.source },
) {
  return text((value) => form.test(value), words, rules)
}

/** Some editors do not know \p, and would flag a name with a p in it. */
const noSpaces = (words: string) =>
  textLike(/^[^\s\p{C}]{1,64}$/u, words, { pattern: String.raw`^\S{1,64}$` })

function oneOf<const Values extends readonly string[]>(...values: Values) {
  const words = `must be ${values.map((value) => `"${value}"`).join(' or ')}`
  return z
    .custom<Values[number]>((value) => typeof value === 'string' && values.includes(value), words)
    .register(editorRules, { enum: values })
}

/** The length is checked before the items: a hundred thousand wrong items would make as many problems. */
function listOf<Item>(item: z.ZodMiniType<Item>, maxItems: number, words: string) {
  return z.pipe(
    z
      .custom<unknown[]>((value) => !Array.isArray(value) || value.length <= maxItems, words)
      .register(editorRules, { type: 'array', items: editorRules.get(item), maxItems }),
    z.array(item),
  )
}

const ADDRESS_LENGTH_MAX = 500
const ADDRESS_WORDS =
  'must be an https address without user name, query or # part; http is allowed only for this computer (127.0.0.1)'

/** An address that paths are appended to: kept as written, without trailing slashes. */
const address = z.pipe(
  text(isAddress, ADDRESS_WORDS, { pattern: String.raw`^\s*[Hh][Tt][Tt][Pp][Ss]?:[^?#]*$` }),
  z.transform((value) => value.trim().replace(/\/+$/u, '')),
)

function isAddress(value: string): boolean {
  if (value.length > ADDRESS_LENGTH_MAX) return false
  const url = URL.parse(value.trim())
  if (url === null || /[\s\\]/u.test(value.trim())) return false
  if (url.username !== '' || url.password !== '' || /[?#]/u.test(value)) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

const PATTERN_LENGTH_MAX = 200
/** A character, an escape or a class. `|` counts as a character: each alternative is tried once. */
const ONE = String.raw`(?:\[(?:\\.|[^\\\]])+\]|\\.|[^\\^$*+?()[\]{}])`
const FIXED = String.raw`(?:${ONE}(?:\{\d{1,2}\})?)*`
const VARYING = String.raw`${ONE}(?:[*+?]|\{\d{1,2},\d{0,2}\})`
/**
 * Patterns that the backtracking engine always matches quickly: 64 characters divide among three variable repetitions in
 * fewer than 50,000 ways, and without groups repetitions cannot nest (decision 0026).
 */
const QUICK_PATTERN = new RegExp(String.raw`^\^${FIXED}(?:${VARYING}${FIXED}){0,3}\$$`, 'u')

const pattern = text(
  (value) => value.length <= PATTERN_LENGTH_MAX && QUICK_PATTERN.test(value) && compiles(value),
  'must be a regular expression of at most 200 characters from ^ to $, without groups and lazy repetitions, and with at most three of *, +, ? and {2,5}',
  { pattern: QUICK_PATTERN.source, maxLength: PATTERN_LENGTH_MAX },
)

function compiles(value: string): boolean {
  try {
    parseTransactionId('A', value)
    return true
  } catch {
    return false
  }
}

const TIME_ZONE_LENGTH_MAX = 100

function isTimeZone(value: string): boolean {
  if (value.length > TIME_ZONE_LENGTH_MAX) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The name appears in titles and at the top of files, where control characters and line ends could mislead. */
const name = textLike(
  /^[^\s\p{C}](?:[^\p{C}\p{Zl}\p{Zp}]{0,58}[^\s\p{C}])?$/u,
  'must be a text of 1 to 60 characters without spaces at its ends and without control characters',
  { minLength: 1, maxLength: 60 },
)

const reference = z.strictObject({
  maxLength: z._default(wholeNumber(1, TRANSACTION_ID_LENGTH_MAX, ' characters'), TRANSACTION_ID_LENGTH_MAX),
  characters: z._default(oneOf(...referenceCharacters), 'any'),
})

const answers = z.strictObject({
  /** Whether flags and counts of an envelope may be text. If false, such an answer is malformed. */
  textValues: z._default(z.boolean(), false),
})

const enquiry = z.strictObject({
  /** Empty: no name enquiry is offered. */
  serviceType: z._default(
    textLike(/^[A-Z0-9_]{0,64}$/u, 'must be UPPER CASE letters, digits and _, or empty'),
    '',
  ),
  bankCode: z._default(
    textLike(/^[A-Za-z0-9]{0,20}$/u, 'must be up to 20 letters and digits, in quotes'),
    '',
  ),
  nameKeys: z._default(
    listOf(noSpaces('must be a key without spaces'), 10, 'must be a list of up to 10 keys'),
    ['accountName'],
  ),
  /** The answer's envelope is undocumented, so the profile defines success. */
  successKeys: z._default(
    listOf(noSpaces('must be a key without spaces'), 10, 'must be a list of up to 10 keys'),
    ['status', 'isSuccessful', 'responseCode'],
  ),
  successCodes: z._default(
    listOf(
      noSpaces('must be a text of 1 to 64 characters without spaces, in quotes'),
      20,
      'must be a list of up to 20 texts',
    ),
    ['00', 'success', 'successful'],
  ),
  useSettlementToken: z._default(z.boolean(), false),
})

const outbox = z.strictObject({
  resendAfterAbsence: z._default(oneOf('ask', 'auto'), 'ask'),
  quietPeriodMinutes: z._default(wholeNumber(1, 1_440, ' minutes'), 10),
  requestsPerSecond: z._default(wholeNumber(1, 100, ' a second'), 2),
  timeoutSeconds: z._default(wholeNumber(1, 300, ' seconds'), 60),
  unsentStatuses: z._default(
    listOf(wholeNumber(400, 599, ''), 20, 'must be a list of up to 20 HTTP statuses from 400 to 599'),
    [],
  ),
})

const settlement = z.strictObject({
  lateAfterMinutes: z._default(wholeNumber(1, 10_080, ' minutes'), 30),
  workingDays: z._default(
    listOf(oneOf(...weekdays), weekdays.length, 'must be a list of weekdays, such as "Mon"'),
    ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
  ),
})

const close = z.strictObject({
  by: z._default(oneOf('manager', 'anyone'), 'manager'),
})

const limits = z.strictObject({
  confirmAboveNaira: z._default(wholeNumber(1, Math.floor(AMOUNT_KOBO_MAX / 100), ' naira'), 1_000_000),
  pageSize: z._default(wholeNumber(1, 500, ' rows'), 100),
  firstPage: z._default(wholeNumber(0, 1, ''), 1),
})

const updates = z.strictObject({
  /** Null: updates are off. */
  feed: z._default(z.nullable(address), null),
  channel: z._default(oneOf('latest', 'beta'), 'latest'),
})

/** The provisioning file as written. An absent key takes its default (docs/profile.md, "Keys"). */
export const profileSchema = z.strictObject({
  /** The address of the schema, for editors only. Tillside does not read it. */
  $schema: z.optional(text((value) => value.length <= 500, 'must be the address of a JSON Schema')),
  name: z._default(name, 'Practice'),
  environment: z._default(oneOf('live', 'practice'), 'practice'),
  partnerUrl: z._default(z.nullable(address), null),
  businessUrl: z._default(z.nullable(address), null),
  fieldPrefix: z._default(
    textLike(/^[A-Za-z][A-Za-z0-9]{0,31}$/u, 'must be 1 to 32 letters and digits, a letter first'),
    'provider',
  ),
  getParameters: z._default(oneOf('query', 'body'), 'query'),
  amountFormat: z._default(oneOf('twoDecimals', 'plain'), 'twoDecimals'),
  terminalId: z._default(
    z.nullable(noSpaces('must be a terminal ID of 1 to 64 characters without spaces, in quotes, or null')),
    null,
  ),
  transactionIdPattern: z._default(pattern, TRANSACTION_ID_PATTERN),
  accountPattern: z._default(pattern, ACCOUNT_PATTERN),
  slipLabel: z._default(
    textLike(
      /^[^\s\p{C}](?:[^\p{C}\p{Zl}\p{Zp}]{0,22}[^\s\p{C}])?$/u,
      'must be a text of 1 to 24 characters without spaces at its ends and without control characters',
      { minLength: 1, maxLength: 24 },
    ),
    'Slip number',
  ),
  serviceTimeZone: z._default(
    text(isTimeZone, 'must be the name of a time zone, such as "Africa/Lagos"', { minLength: 1 }),
    'Africa/Lagos',
  ),
  reference: z.prefault(reference, {}),
  answers: z.prefault(answers, {}),
  enquiry: z.prefault(enquiry, {}),
  outbox: z.prefault(outbox, {}),
  settlement: z.prefault(settlement, {}),
  close: z.prefault(close, {}),
  limits: z.prefault(limits, {}),
  updates: z.prefault(updates, {}),
  locked: z._default(
    listOf(
      z
        .custom<string>((value) => typeof value === 'string' && isProfileKey(value), {
          error: 'must be a key of this file, such as "outbox.timeoutSeconds"',
        })
        .register(editorRules, { type: 'string' }),
      50,
      'must be a list of up to 50 keys of this file',
    ),
    [],
  ),
})

const groups = { reference, answers, enquiry, outbox, settlement, close, limits, updates } as const
const keys: ReadonlySet<string> = new Set([
  ...Object.keys(profileSchema.shape).filter((key) => key !== '$schema'),
  ...Object.entries(groups).flatMap(([group, schema]) =>
    Object.keys(schema.shape).map((key) => `${group}.${key}`),
  ),
])

/** Every key that a file may set, in dotted form: the groups and the keys in them. */
export function profileKeys(): readonly string[] {
  return [...keys]
}

function isProfileKey(key: string): boolean {
  return keys.has(key)
}
