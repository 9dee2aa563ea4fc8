import * as z from 'zod/mini'
import { decimalFromSource } from '../../shared/money.ts'
import { parseUnknown } from '../../shared/parse.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { Work } from '../slices.ts'
import { JsonNumber } from './jsonText.ts'

/** An invalid field by its name on the wire. It never holds the value, which may be an account number or a token. */
export interface Malformed {
  readonly path: string
  readonly problem: string
}

/** Much longer than any text of a row. Rows are kept in memory, so a single one must not fill it. */
const TEXT_LENGTH_MAX = 20_000

/** Longer than any server accepts in a header, so a longer token is useless and must not be stored. */
const TOKEN_LENGTH_MAX = 16_384

const text = z.string().check(z.maxLength(TEXT_LENGTH_MAX))
/** Many services send null for an absent value. The document says that a serial number may be empty. */
const textOrNothing = z.pipe(
  z.nullable(text),
  z.transform((value) => value ?? ''),
)
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

const integer = fromSource(wholeNumber, 'must be a whole number')
const count = fromSource((source) => {
  const value = wholeNumber(source)
  return value !== undefined && value >= 0 ? value : undefined
}, 'must be a whole number, not negative')
const decimal = fromSource(decimalFromSource, 'must be a decimal number of a sensible length')
/** Checked like a decimal, but kept byte for byte. */
const decimalSource = fromSource(
  (source) => (decimalFromSource(source) === undefined ? undefined : source),
  'must be a decimal number of a sensible length',
)

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

type ReadBy<Make extends (prefix: string) => unknown> =
  ReturnType<Make> extends Reader<infer Value> ? Value : never

/** A terminal as the service sends it (docs/service.md 2.2), under our names, which are the same for all deployments. */
export type Terminal = ReadBy<typeof terminalReader>

export function terminalReader(prefix: string) {
  return readerOf({
    recordId: ['id', integer],
    merchantRecordId: [`${prefix}MerchantId`, integer],
    terminalId: ['terminalId', text],
    merchantId: ['merchantId', text],
    accountNumber: [`${prefix}AccountNumber`, text],
    accountName: [`${prefix}AccountName`, text],
    serialNumber: ['serialNumber', textOrNothing],
    isActive: ['isActive', z.boolean()],
    isReceivingPayment: ['isReceivingPayment', z.boolean()],
    // Its source text, byte for byte: an edit must send it back unchanged (docs/service.md 4.4).
    feePercentageSource: ['feePercentage', decimalSource],
    dateCreated: ['dateCreated', text],
  })
}

/**
 * A transaction record (docs/service.md 2.3). Amounts are exact decimal naira text; with them, byte for byte, the numbers
 * as the service wrote them, which only the kept records need (docs/decisions/0031).
 */
export type TransactionRecord = Omit<ReadRecord, GivenNumber> & Partial<Pick<ReadRecord, GivenNumber>>
export type GivenNumber = 'amountGiven' | 'amountSettledGiven' | 'feePercentageGiven'
type ReadRecord = ReadBy<typeof recordReader>

export function recordReader(prefix: string) {
  return readerOf({
    recordId: ['id', integer],
    terminalRecordId: [`${prefix}TerminalId`, integer],
    terminalId: ['terminalId', text],
    accountNumber: [`${prefix}AccountNumber`, text],
    amount: ['amount', decimal],
    amountSettled: ['amountSettled', decimal],
    feePercentage: ['feePercentage', decimal],
    amountGiven: ['amount', decimalSource],
    amountSettledGiven: ['amountSettled', decimalSource],
    feePercentageGiven: ['feePercentage', decimalSource],
    isPaid: ['isPaid', z.boolean()],
    datePaid: ['datePaid', text],
    transactionId: ['transactionId', text],
    serviceReference: [`${prefix}RefId`, text],
    reason: ['reason', z.nullable(text)],
    timeReceived: ['timeReceived', text],
    responseCode: ['responseCode', z.nullable(text)],
    responseMessage: ['responseMessage', z.nullable(text)],
  })
}

/** The envelopes of docs/service.md 2.4. Login has another name for the flag. */
export function envelopeReader(flag: 'status' | 'isSuccessful', textValues: boolean) {
  return readerOf({
    isSuccess: [flag, textValues ? flagAsText : z.boolean()],
    message: ['message', z.string()],
  })
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
    if (entries.has(documented)) return err({ path: key, problem: 'stands there twice, in two spellings' })
    entries.set(documented, value)
  }
  return ok(Object.fromEntries(entries))
}

export function pageReader(textValues: boolean) {
  return readerOf({
    totalCount: ['totalCount', textValues ? countAsText : count],
    hasNextPage: ['hasNextPage', textValues ? flagAsText : z.boolean()],
    currentPage: ['currentPage', textValues ? countAsText : integer],
  })
}

/** The record id in the answer to a registration or an edit (docs/service.md 4.3, 4.4). */
export const savedReader = readerOf({ recordId: ['id', integer] })

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
    id: String(terminal.recordId),
    [`${prefix}MerchantId`]: String(terminal.merchantRecordId),
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

/** Reads an array. One unreadable row makes the whole list malformed, since the list could then prove nothing. */
export function* readingRows<Value>(
  reader: Reader<Value>,
  value: unknown,
  path: string,
): Work<Result<readonly Value[], Malformed>> {
  if (!Array.isArray(value)) return err({ path, problem: 'must be an array' })
  const rows: Value[] = []
  for (const [index, item] of value.entries()) {
    const row = readFields(reader, item, join(path, String(index)))
    if (!row.ok) return row
    rows.push(row.value)
    yield
  }
  return ok(rows)
}

export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
  )
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
