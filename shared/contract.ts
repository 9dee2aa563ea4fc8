import * as z from 'zod/mini'
import type { CallName, EventName } from './callNames.ts'
import { RecordSearchView } from './record.ts'
import type { Result } from './result.ts'
import { QueueView, SaleDetail, SaleFilter, SalePage, SaleView } from './sale.ts'
import { AppInfo, ConnectionView, SessionView } from './session.ts'
import { StorageView } from './storage.ts'
import { TerminalListView } from './terminal.ts'

/** Bounds on what may come through the door; the domain's own rules are narrower and answer in words. */
const text = (max: number) => z.string().check(z.maxLength(max))
/** Room for a reference of 10,000 characters, so that it is refused at its field and not at the door. */
const FIELD_LENGTH_MAX = 20_000
const empty = z.strictObject({})
const saleKey = z.strictObject({ transactionId: text(FIELD_LENGTH_MAX) })
const day = z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/u))

/**
 * Every call between the screen and the main process. Main's handlers, the screen's client and the test doubles derive
 * from this one value; nothing else can be registered. No response has room for a token or a secret.
 */
export const calls = {
  'app.info': { request: empty, response: AppInfo },
  'connection.get': { request: empty, response: ConnectionView },
  'storage.get': { request: empty, response: StorageView },
  /** A person has read what happened to the sales file. */
  'storage.newsRead': { request: empty, response: StorageView },
  'session.get': { request: empty, response: SessionView },
  /** Secrets go in here and never come out. */
  'session.signIn': {
    request: z.strictObject({ clientId: text(200), secretKey: text(1_000), loginToken: text(4_000) }),
    response: SessionView,
  },
  /** Only where the practice bank inside the app is the service: it needs no credentials of a person. */
  'session.signInToPractice': { request: empty, response: SessionView },
  'session.signOut': { request: empty, response: SessionView },
  'sales.record': {
    request: z.strictObject({
      amountText: text(2_000_000),
      /** Empty: a reference is made. */
      transactionId: text(FIELD_LENGTH_MAX),
      note: text(FIELD_LENGTH_MAX),
      /** A person said yes to the amount at or above the profile's limit. */
      confirmedAmount: z.boolean(),
      /** A person said that this is a second sale of the same amount. */
      confirmedSecondSale: z.boolean(),
    }),
    response: SaleView,
  },
  'sales.page': {
    request: z.strictObject({
      filter: SaleFilter,
      search: text(200),
      offset: z.int().check(z.minimum(0)),
      limit: z.int().check(z.minimum(1), z.maximum(200)),
    }),
    response: SalePage,
  },
  'sales.get': { request: saleKey, response: SaleDetail },
  'sales.cancel': {
    request: z.strictObject({ transactionId: text(FIELD_LENGTH_MAX), reason: text(FIELD_LENGTH_MAX) }),
    response: SaleView,
  },
  /** Wakes the courier; it decides at its own pace what may be sent. */
  'sales.tryNow': { request: empty, response: QueueView },
  /** Looks one sale up at the service, now. */
  'sales.checkNow': { request: saleKey, response: SaleDetail },
  'queue.get': { request: empty, response: QueueView },
  'terminals.get': { request: empty, response: TerminalListView },
  'terminals.refresh': { request: empty, response: TerminalListView },
  'terminals.choose': { request: z.strictObject({ terminalId: text(200) }), response: TerminalListView },
  'records.search': {
    request: z.strictObject({ terminalId: text(200), dateFrom: day, dateTo: day }),
    response: RecordSearchView,
  },
} as const

/** Every event that main pushes to the screen. An event says that something changed; the screen asks for the rest. */
export const events = {
  'connection.changed': ConnectionView,
  'session.changed': SessionView,
  'storage.changed': StorageView,
  'sales.changed': z.strictObject({ revision: z.int(), transactionIds: z.array(z.string()) }),
  'queue.changed': QueueView,
  'terminals.changed': TerminalListView,
} as const

export type Request<Name extends CallName> = z.output<(typeof calls)[Name]['request']>
export type Response<Name extends CallName> = z.output<(typeof calls)[Name]['response']>
export type EventPayload<Name extends EventName> = z.output<(typeof events)[Name]>

/** The closed set of what may go wrong with a call. The screen puts each into words. */
export const CallErrorCode = z.enum([
  /** A field is not as it must be; `fields` names it. */
  'invalid',
  'untrustedSender',
  'unknownCall',
  'notSignedIn',
  /** The service said no to these credentials; `bankMessage` has its words. */
  'credentialsRefused',
  /** The request did not reach the service. */
  'unreachable',
  /** The service was reached but its answer did not come, or not whole. */
  'noAnswer',
  /** The service answered with something that the specification does not allow. */
  'badAnswer',
  /** The service said no; `bankMessage` has its words. */
  'declined',
  'notFound',
  'noTerminal',
  /** The sale's state does not allow this any more. */
  'notAllowed',
  'needsAmountConfirmation',
  'needsSecondSaleConfirmation',
  /** Nothing was written: the disk refused. */
  'notSaved',
  /** A newer Tillside wrote the sales file: it is only looked at. */
  'readOnly',
  'internal',
])
export type CallErrorCode = z.output<typeof CallErrorCode>

export const FieldProblem = z.strictObject({
  field: z.string(),
  /** A rule code of `shared/` (for example `tooFine`) or of the contract's schema. */
  problem: z.string(),
})
export type FieldProblem = z.output<typeof FieldProblem>

export const CallError = z.strictObject({
  code: CallErrorCode,
  fields: z.array(FieldProblem),
  /** The service's own words, bounded and verbatim. */
  bankMessage: z.nullable(z.string()),
  /** For support only: a path, a status, a phase. Never a value. */
  detail: z.nullable(z.string()),
})
export type CallError = z.output<typeof CallError>

export type CallResult<Name extends CallName> = Result<Response<Name>, CallError>
export type Handlers = {
  readonly [Name in CallName]: (request: Request<Name>) => Promise<CallResult<Name>> | CallResult<Name>
}
export type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void

/** What the preload puts at `window.tillside`. It knows names only; both sides parse. */
export interface Bridge {
  readonly call: (name: CallName, request: unknown) => Promise<unknown>
  /** @returns the way to stop listening */
  readonly listen: (name: EventName, listener: (payload: unknown) => void) => () => void
}

export function callError(
  code: CallErrorCode,
  more: Partial<Omit<CallError, 'code'>> = {},
): { readonly ok: false; readonly error: CallError } {
  return { ok: false, error: { code, fields: [], bankMessage: null, detail: null, ...more } }
}

/** Equality of the plain lists and the contract's keys, in both directions: a name missing on either side is a type error. */
type Same<Left, Right> = [Left] extends [Right] ? ([Right] extends [Left] ? true : never) : never
export const namesMatchContract: readonly [
  Same<CallName, keyof typeof calls>,
  Same<EventName, keyof typeof events>,
] = [true, true]
