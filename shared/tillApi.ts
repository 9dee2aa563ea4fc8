import * as z from 'zod/mini'
import { text } from './doorBounds.ts'
import { HandoverReason } from './till.ts'
import { standings } from './standing.ts'

/**
 * What the shop's own program sends and gets over HTTP (docs/integrate.md). The OpenAPI document is made from these
 * schemas, and the server checks with them.
 */

/** No request is longer, bytes. */
export const BODY_BYTES_MAX = 16 * 1_024
/** Printable ASCII without spaces: a header carries nothing else unchanged. */
export const KEY_PATTERN = /^[\u0021-\u007e]{1,200}$/u
export const PAGE_MAX = 200

/** A moment with its zone (RFC 3339): a time of day alone has more than one meaning. */
const moment = z.iso.datetime({ offset: true })

export const SaleHanded = z.strictObject({
  /** One of the till's terminals. */
  terminalId: text(64),
  /** Decimal naira as text, such as `9800.00`. */
  amount: z.string().check(z.regex(/^[0-9]{1,10}(?:\.[0-9]{1,2})?$/u)),
  /** The number on the POS slip. Without one, Tillside makes a reference. */
  slip: z.optional(text(64)),
  note: z.optional(text(200)),
  /** When the customer paid. */
  soldAt: moment,
  /** Who sold it, as the shop's program names them. */
  cashier: z.optional(text(40)),
})
export type SaleHanded = z.output<typeof SaleHanded>

/**
 * `asksPerson`: it waits on Tillside's screen. `sentBack`: a person did not take it. `cancelled`: the till took it back.
 * `saved`: it waits to be sent. `accepted`: by the bank, and not paid yet. The others are what a sale is on the screen.
 */
export const saleStatuses = [
  'asksPerson',
  'sentBack',
  'cancelled',
  'saved',
  'accepted',
  ...standings.filter((each) => each !== 'waiting' && each !== 'onItsWay'),
] as const
export const SaleStatus = z.enum(saleStatuses)
export type SaleStatus = z.output<typeof SaleStatus>

const Sale = z.strictObject({
  /** Its address is `/v1/sales/{id}`. */
  id: z.string(),
  idempotencyKey: z.string(),
  status: SaleStatus,
  /** Why it waits for a person; null where it does not. */
  asks: z.nullable(HandoverReason),
  /** It had been recorded by hand, or under another key: this is that sale. */
  wasKnown: z.boolean(),
  terminalId: z.string(),
  amount: z.string(),
  slip: z.nullable(z.string()),
  soldAt: z.string(),
  handedOverAt: z.string(),
  /** What the bank knows it by; null until it is recorded. */
  reference: z.nullable(z.string()),
  recordedAt: z.nullable(z.string()),
  acceptedAt: z.nullable(z.string()),
  /** The bank's own text of when it paid, in its zone; null until then. */
  datePaid: z.nullable(z.string()),
  /** Decimal naira from the bank's record; null until one is known. */
  amountSettled: z.nullable(z.string()),
  /** The bank's words of refusal; account numbers are masked. */
  bankMessage: z.nullable(z.string()),
})
export type ApiSale = z.output<typeof Sale>

const Terminal = z.strictObject({
  terminalId: z.string(),
  /** Null where the bank's list does not show it. */
  merchantId: z.nullable(z.string()),
  /** The last digits of the account that is paid. */
  accountEnding: z.nullable(z.string()),
  isActive: z.nullable(z.boolean()),
})

/** Why a request was not done: the HTTP status, and what it says to whoever builds or watches the shop's program. */
export const problems = {
  invalid: [400, 'A field is missing or wrong; "field" names it. Nothing was saved.'],
  notSigned: [401, 'The request is not signed. A key itself is taken in Practice only.'],
  wrongSignature: [401, 'No connected till signed this request so.'],
  wrongTime: [401, 'The time of the request is more than five minutes from the clock of this computer.'],
  usedNonce: [401, 'A request with this nonce was answered before. Sign anew; the idempotency key stays.'],
  fromElsewhere: [
    403,
    'Only programs on this computer are served, under 127.0.0.1 or localhost, and no web page.',
  ],
  otherTerminal: [403, 'A manager has not given this till that terminal.'],
  notFound: [404, 'Nothing is there for this till.'],
  wrongMethod: [405, 'This address does not take that method.'],
  keyOfOtherSale: [
    409,
    'This key was used for a sale with another amount, terminal, slip or time. Nothing was saved: use a new key.',
  ],
  slipOfOtherSale: [409, 'This slip was recorded with another amount or terminal. Nothing was saved.'],
  alreadyLeft: [409, 'The sale may be at the bank, or has come to its end: it cannot be taken back.'],
  tooLong: [413, 'A request holds at most 16 KiB.'],
  notJson: [415, 'The body has to be JSON in UTF-8, with content-type application/json.'],
  notSignedIn: [
    503,
    'Nobody is signed in to the merchant of this till. Nothing was saved: hand it over again, under the same key.',
  ],
  readOnly: [
    503,
    'The sales of this computer go on elsewhere, or a newer Tillside wrote them. Nothing was saved.',
  ],
  notSaved: [
    503,
    'The disk may have refused the sale. Hand it over again under the same key, which is safe.',
  ],
} as const
export type ProblemCode = keyof typeof problems
const codes = Object.keys(problems) as ProblemCode[]

export const ApiProblem = z.strictObject({
  code: z.enum(codes),
  /** For people. */
  message: z.string(),
  field: z.optional(z.string()),
})
export type ApiProblem = z.output<typeof ApiProblem>

const Health = z.strictObject({
  environment: z.enum(['live', 'practice']),
  version: z.string(),
  till: z.string(),
  level: z.enum(['fill', 'record']),
  /** Whether a sale would be taken now; else the code that it would be answered with. */
  takes: z.nullable(z.enum(codes)),
})

export const SaleList = z.strictObject({
  sales: z.array(Sale),
  /** For `after`; null at the end. */
  next: z.nullable(z.string()),
})

export const SinceQuery = z.strictObject({
  /** Only what was handed over at this moment or later. */
  since: z.optional(moment),
  /** `next` of the page before. */
  after: z.optional(z.string().check(z.regex(/^[0-9]{1,15}-[0-9]{1,15}$/u))),
})

/** Every route. A request without `body` has none. */
export const routes = {
  handOver: { method: 'post', path: '/v1/sales', body: SaleHanded, answer: Sale },
  cancel: { method: 'post', path: '/v1/sales/{id}/cancel', answer: Sale },
  sale: { method: 'get', path: '/v1/sales/{id}', answer: Sale },
  sales: { method: 'get', path: '/v1/sales', query: SinceQuery, answer: SaleList },
  terminals: {
    method: 'get',
    path: '/v1/terminals',
    answer: z.strictObject({ terminals: z.array(Terminal) }),
  },
  health: { method: 'get', path: '/v1/health', answer: Health },
} as const
export type RouteName = keyof typeof routes
export type Answer<Name extends RouteName> = z.output<(typeof routes)[Name]['answer']>
