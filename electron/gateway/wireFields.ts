import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { amountOf, flagOf, idOf, isNotGiven, textOf, type Malformed } from './fieldValues.ts'
import type { AccountDigits } from './accountDigits.ts'
import { isJsonObject, JsonNumber } from './jsonText.ts'
import { readingRow, type RowReader } from './rows.ts'

/** Longer than any server accepts in a header, so a longer token is useless and must not be stored. */
const TOKEN_LENGTH_MAX = 16_384

const number = z.custom<JsonNumber>((value) => value instanceof JsonNumber, 'must be a number')

function fromSource<Value>(read: (source: string) => Value | undefined, problem: string) {
  return z.pipe(
    number,
    z.transform(({ source }: JsonNumber, context): Value => {
      const value = read(source)
      if (value !== undefined) return value
      context.issues.push({ code: 'custom', message: problem, input: undefined })
      return z.NEVER
    }),
  )
}

function wholeNumber(source: string): number | undefined {
  const value = /^-?(?:0|[1-9][0-9]*)$/u.test(source) ? Number(source) : Number.NaN
  return Number.isSafeInteger(value) ? value : undefined
}

const count = fromSource((source) => {
  const value = wholeNumber(source)
  return value !== undefined && value >= 0 ? value : undefined
}, 'must be a whole number, not negative')
/** A flag, or its text. .NET writes `True`. */
const flagAsText = z.pipe(
  z.union([z.boolean(), z.string().check(z.regex(/^(?:true|false)$/iu))], 'must be true or false'),
  z.transform((value) => (typeof value === 'string' ? value.toLowerCase() === 'true' : value)),
)
/** A count, or its digits as text. */
const countAsText = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? new JsonNumber(value) : value)),
  count,
)

interface Reader<Value> {
  readonly schema: z.ZodMiniType<Value>
  /** Maps our field names to those on the wire. */
  readonly names: Readonly<Record<keyof Value & string, string>>
}

/** For each field its name on the wire and its schema. */
type Fields = Readonly<Record<string, readonly [wireName: string, schema: z.ZodMiniType]>>

function readerOf<const All extends Fields>(
  fields: All,
): Reader<{ readonly [Name in keyof All]: z.output<All[Name][1]> }> {
  const all = Object.entries(fields)
  const shape = Object.fromEntries(all.map(([name, [, schema]]) => [name, schema]))
  const names = Object.fromEntries(all.map(([name, [wireName]]) => [name, wireName]))
  return { schema: z.object(shape), names } as unknown as ReturnType<typeof readerOf<All>>
}

/** A terminal as the service sends it (docs/service.md 2.2), under our names, which are the same for all deployments. */
export interface Terminal {
  readonly recordId: string
  readonly merchantRecordId: string
  readonly terminalId: string
  readonly merchantId: string
  readonly accountNumber: string
  readonly accountName: string
  readonly serialNumber: string
  readonly isActive: boolean
  readonly isReceivingPayment: boolean
  /** Its source text, byte for byte: an edit must send it back unchanged (docs/service.md 4.4). */
  readonly feePercentageSource: string
  readonly dateCreated: string
}

/** All fields are needed, since an edit sends them back; only a serial number may be empty. */
export function terminalReader(prefix: string, accountDigits?: AccountDigits): RowReader<Terminal> {
  return readingRow(
    ({ needed, given }) => ({
      recordId: needed('id', idOf),
      merchantRecordId: needed(`${prefix}MerchantId`, idOf),
      terminalId: needed('terminalId', textOf),
      merchantId: needed('merchantId', textOf),
      accountNumber: needed(`${prefix}AccountNumber`, textOf),
      accountName: given(`${prefix}AccountName`, textOf) ?? '',
      serialNumber: given('serialNumber', textOf) ?? '',
      isActive: needed('isActive', flagOf),
      isReceivingPayment: needed('isReceivingPayment', flagOf),
      feePercentageSource: needed('feePercentage', amountOf).given,
      dateCreated: needed('dateCreated', textOf),
    }),
    accountDigits,
  )
}

interface EnvelopeFields {
  readonly isSuccess: boolean
  readonly message: string
}

/** The envelope of an answer to a POST with a token (docs/service.md 2.4): all of it, as the document has it. */
const strictEnvelope = readerOf({ isSuccess: ['status', flagAsText], message: ['message', z.string()] })

const FLAGS = ['status', 'isSuccessful'] as const

/**
 * The envelope of a read, or of a login: either flag is enough, in any form, and a message may be missing. Two flags
 * that contradict each other say nothing.
 */
function readGenerously(answer: unknown): Result<EnvelopeFields, Malformed> {
  if (!isJsonObject(answer)) return err({ path: '(body)', problem: 'must be an object' })
  const given = FLAGS.filter((flag) => !isNotGiven(answer[flag]))
  const said = new Set(given.map((flag) => flagOf(answer[flag])).filter((flag) => flag !== undefined))
  const [isSuccess] = said
  if (given.length === 0) return err({ path: 'status', problem: 'is missing' })
  if (isSuccess === undefined) return err({ path: given[0] ?? 'status', problem: 'must be true or false' })
  if (said.size > 1) return err({ path: 'isSuccessful', problem: 'contradicts status' })
  return ok({ isSuccess, message: textOf(answer['message']) ?? '' })
}

/** @param isGenerous for reads and logins, whose yes settles no money */
export function readEnvelope(answer: unknown, isGenerous: boolean): Result<EnvelopeFields, Malformed> {
  return isGenerous ? readGenerously(answer) : readFields(strictEnvelope, answer, '')
}

/** The documented keys of an envelope (docs/service.md 2.4). */
const DOCUMENTED: ReadonlyMap<string, string> = new Map(
  ['status', 'isSuccessful', 'message', 'data', 'totalCount', 'hasNextPage', 'currentPage'].map((key) => [
    key.toLowerCase(),
    key,
  ]),
)

/**
 * Renames the keys of an envelope to their documented case: deployments write `Status` as well as `status`. It refuses
 * two spellings of one key, since choosing one would be a guess about money. Other keys, and values that are not
 * objects, pass unchanged.
 */
export function withDocumentedKeys(answer: unknown): Result<unknown, Malformed> {
  if (!isJsonObject(answer)) return ok(answer)
  const entries = new Map<string, unknown>()
  for (const [key, value] of Object.entries(answer)) {
    const documented = DOCUMENTED.get(key.toLowerCase()) ?? key
    if (entries.has(documented)) return err({ path: key, problem: 'is given twice, in two spellings' })
    entries.set(documented, value)
  }
  return ok(Object.fromEntries(entries))
}

const pageFields = readerOf({
  totalCount: ['totalCount', z.nullable(countAsText)],
  hasNextPage: ['hasNextPage', z.nullable(flagAsText)],
  currentPage: ['currentPage', z.nullable(countAsText)],
})

/** What a list says beside its rows; null where it does not say. */
export interface PageFacts {
  readonly totalCount: number | null
  readonly hasNextPage: boolean | null
  readonly currentPage: number | null
}

/** @param places the objects in which it may stand, the likeliest first */
export function readPageFacts(places: readonly unknown[]): Result<PageFacts, Malformed> {
  const value = (name: keyof PageFacts): unknown =>
    places.map((place) => (isJsonObject(place) ? place[name] : undefined)).find((found) => !isNotGiven(found))
  const [totalCount, hasNextPage, currentPage] = [
    value('totalCount'),
    value('hasNextPage'),
    value('currentPage'),
  ]
  return readFields(
    pageFields,
    { totalCount: totalCount ?? null, hasNextPage: hasNextPage ?? null, currentPage: currentPage ?? null },
    '',
  )
}

/** The record id in the answer to a registration or an edit (docs/service.md 4.3, 4.4). */
export const savedReader = readerOf({
  recordId: ['id', fromSource(idOf, 'must be a whole number')],
})

/** The key of the token in the login's data (docs/service.md 4.2). */
export const loginReader = readerOf({
  authToken: [
    'auth_token',
    z.string().check(
      z.minLength(1),
      z.refine(
        ({ length }) => length <= TOKEN_LENGTH_MAX,
        `must not be longer than ${TOKEN_LENGTH_MAX} characters`,
      ),
      z.regex(/^[\x21-\x7e]+$/u, 'must fit a header'),
    ),
  ],
})

/** The body of a POST, with the types of the document: strings and booleans. */
export type Body = Readonly<Record<string, string | boolean>>

/** The fields of a registration (docs/service.md 4.3). */
export type NewTerminal = Pick<
  Terminal,
  'terminalId' | 'merchantId' | 'accountNumber' | 'serialNumber' | 'isReceivingPayment' | 'isActive'
>

/** All fields are required, so an empty serial number is sent as an empty text. */
export function newTerminalBody(prefix: string, terminal: NewTerminal): Body {
  return {
    terminalId: terminal.terminalId,
    merchantId: terminal.merchantId,
    [`${prefix}AccountNumber`]: terminal.accountNumber,
    serialNumber: terminal.serialNumber,
    isReceivingPayment: terminal.isReceivingPayment,
    isActive: terminal.isActive,
  }
}

/** The fields of an edit (docs/service.md 4.4). The fee's source text and the date of creation must be unchanged. */
export type EditedTerminal = Omit<Terminal, 'merchantId'>

/**
 * `terminalID` has this spelling only here. The record ids and the fee are strings here and numbers in the list. The fee
 * is sent exactly as it came, since the service refuses a fee that looks changed (4.4, rule 1).
 */
export function editedTerminalBody(prefix: string, terminal: EditedTerminal): Body {
  return {
    id: terminal.recordId,
    [`${prefix}MerchantId`]: terminal.merchantRecordId,
    terminalID: terminal.terminalId,
    [`${prefix}AccountNumber`]: terminal.accountNumber,
    [`${prefix}AccountName`]: terminal.accountName,
    serialNumber: terminal.serialNumber,
    isReceivingPayment: terminal.isReceivingPayment,
    isActive: terminal.isActive,
    feePercentage: terminal.feePercentageSource,
    dateCreated: terminal.dateCreated,
  }
}

/**
 * Reads the fields of one JSON object. It ignores fields that the specification does not name.
 * @param path the object's path in the body; empty for the body itself
 */
export function readFields<Value>(
  { schema, names }: Reader<Value>,
  value: unknown,
  path: string,
): Result<Value, Malformed> {
  if (!isJsonObject(value)) return err({ path: path === '' ? '(body)' : path, problem: 'must be an object' })
  const wireNames = Object.entries<string>(names)
  const present = wireNames.filter(([, wireName]) => Object.hasOwn(value, wireName))
  const missing = wireNames.find((entry) => !present.includes(entry))?.[1]
  if (missing !== undefined) return err({ path: join(path, missing), problem: 'is missing' })
  const parsed = parseUnknown(schema, Object.fromEntries(present.map(([own, wire]) => [own, value[wire]])))
  if (parsed.ok) return parsed
  const [first] = parsed.error
  const wireName = wireNames.find(([own]) => own === first?.path)?.[1] ?? ''
  return err({ path: join(path, wireName), problem: first?.problem ?? 'is not valid' })
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
