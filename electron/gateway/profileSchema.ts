import * as z from 'zod/mini'
import { AMOUNT_KOBO_MAX } from '../../shared/money.ts'
import { TRANSACTION_ID_PATTERN } from '../../shared/transactionId.ts'
import { isLoopback } from './proxy.ts'

/** A whole number within bounds. The same words answer a wrong type, a fraction and a value out of bounds. */
function wholeNumber(min: number, max: number, unit: string) {
  const words = `must be a whole number from ${min} to ${max}${unit}`
  return z.custom<number>(
    (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
    words,
  )
}

function text(isRight: (value: string) => boolean, words: string) {
  return z.custom<string>((value) => typeof value === 'string' && isRight(value), words)
}

function oneOf<const Values extends readonly string[]>(...values: Values) {
  const words = `must be ${values.map((value) => `"${value}"`).join(' or ')}`
  return z.custom<Values[number]>((value) => typeof value === 'string' && values.includes(value), words)
}

function listOf<Item>(item: z.ZodMiniType<Item>, max: number, words: string) {
  return z.array(item).check(z.refine((list) => list.length <= max, words))
}

const ADDRESS_WORDS =
  'must be an https address without user name, query or # part; http is allowed only for this computer (127.0.0.1)'

/** An address as it is joined with paths: kept as written, without slashes at its end. */
const address = z.pipe(
  text(isAddress, ADDRESS_WORDS),
  z.transform((value) => value.trim().replace(/\/+$/u, '')),
)

function isAddress(value: string): boolean {
  const url = URL.parse(value.trim())
  if (url === null || value.length > 500 || /[\s\\]/u.test(value.trim())) return false
  if (url.username !== '' || url.password !== '' || /[?#]/u.test(value)) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/**
 * A pattern that must hold for the whole reference. `^A|B$` would let anything pass that only begins with A, so the
 * part between the anchors is taken as one group.
 */
const pattern = z.pipe(
  text(
    (value) => value.length <= 200 && /^\^.*\$$/su.test(value) && compiles(value) && compiles(grouped(value)),
    'must be a regular expression that begins with ^ and ends with $',
  ),
  z.transform((value) => (value.includes('|') ? grouped(value) : value)),
)

function grouped(value: string): string {
  return `^(?:${value.slice(1, -1)})$`
}

function compiles(value: string): boolean {
  try {
    return new RegExp(value, 'u').source !== ''
  } catch {
    return false
  }
}

function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const name = text(
  (value) => value.trim() === value && value !== '' && value.length <= 60,
  'must be a text of 1 to 60 characters without spaces at its ends',
)
const isTid = (value: string): boolean => /^\S{1,64}$/u.test(value)

const enquiry = z.strictObject({
  /** Empty: no name enquiry is offered. */
  serviceType: z._default(
    text((value) => /^[A-Z0-9_]{0,64}$/u.test(value), 'must be UPPER CASE letters, digits and _, or empty'),
    '',
  ),
  bankCode: z._default(
    text((value) => /^[A-Za-z0-9]{0,20}$/u.test(value), 'must be up to 20 letters and digits, in quotes'),
    '',
  ),
  nameKeys: z._default(
    listOf(
      text((value) => /^\S{1,64}$/u.test(value), 'must be a key without spaces'),
      10,
      'must be a list of up to 10 keys',
    ),
    ['accountName'],
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
})

const limits = z.strictObject({
  confirmAboveNaira: z._default(wholeNumber(1, Math.floor(AMOUNT_KOBO_MAX / 100), ' naira'), 1_000_000),
  pageSize: z._default(wholeNumber(1, 500, ' rows'), 100),
})

/** The provisioning file as written; a key that is left out takes its default (design §7). */
export const profileSchema = z.strictObject({
  name: z._default(name, 'Practice'),
  environment: z._default(oneOf('live', 'practice'), 'practice'),
  partnerUrl: z._default(z.nullable(address), null),
  businessUrl: z._default(z.nullable(address), null),
  fieldPrefix: z._default(
    text(
      (value) => /^[A-Za-z][A-Za-z0-9]{0,31}$/u.test(value),
      'must be 1 to 32 letters and digits, a letter first',
    ),
    'provider',
  ),
  getParameters: z._default(oneOf('query', 'body'), 'query'),
  amountFormat: z._default(oneOf('twoDecimals', 'plain'), 'twoDecimals'),
  terminalId: z._default(
    z.nullable(text(isTid, 'must be a terminal ID of 1 to 64 characters without spaces, or null')),
    null,
  ),
  transactionIdPattern: z._default(pattern, TRANSACTION_ID_PATTERN),
  serviceTimeZone: z._default(
    text(isTimeZone, 'must be the name of a time zone, such as "Africa/Lagos"'),
    'Africa/Lagos',
  ),
  enquiry: z.prefault(enquiry, {}),
  outbox: z.prefault(outbox, {}),
  settlement: z.prefault(settlement, {}),
  limits: z.prefault(limits, {}),
  locked: z._default(
    listOf(
      text(
        (value) => profileKeys().includes(value),
        'must be a key of this file, such as "outbox.timeoutSeconds"',
      ),
      50,
      'must be a list of keys of this file',
    ),
    [],
  ),
})

const groups = { enquiry, outbox, settlement, limits } as const

/** Every key that a file may hold, in dotted form; groups both by themselves and by their keys. */
export function profileKeys(): readonly string[] {
  const inner = Object.entries(groups).flatMap(([group, schema]) =>
    Object.keys(schema.shape).map((key) => `${group}.${key}`),
  )
  return [...Object.keys(profileSchema.shape), ...inner]
}
