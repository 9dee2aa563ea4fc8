import type { Result } from '../../shared/result.ts'
import type { DropReason } from '../../shared/callError.ts'
import type { WirePhase } from './wire.ts'
import type { TransactionRecord } from './recordFields.ts'
import type { UnreadableRow } from './rows.ts'
import type { EditedTerminal, NewTerminal, PageFacts, Terminal } from './wireFields.ts'

export type { EditedTerminal, NewTerminal, Terminal, TransactionRecord, UnreadableRow }

/** Every way in which a call to the service can fail. */
export type GatewayError =
  /** Not one byte of the request left this computer; this is proven. */
  | { readonly kind: 'unsent'; readonly reason: DropReason; readonly phase: WirePhase }
  /** The request may have reached the service, but no complete answer came. */
  | { readonly kind: 'noAnswer'; readonly reason: DropReason; readonly phase: WirePhase }
  /** An HTTP status outside 200–299, redirects included (they are never followed). */
  | {
      readonly kind: 'http'
      readonly status: number
      /** From Retry-After, at most an hour; null where absent or invalid. */
      readonly retryAfterMs: number | null
      /** The envelope's message where the body is one, bounded, with account numbers masked. */
      readonly message: string | null
    }
  /** 2xx, but not what the specification shows. `path` names the field, never its value. */
  | { readonly kind: 'malformed'; readonly path: string; readonly problem: string }
  /** A valid envelope whose `status` (login: `isSuccessful`) is false. */
  | { readonly kind: 'declined'; readonly message: string }

/** What the attempt's row keeps of an exchange, also for disputes. It holds no request header and no token. */
export interface Evidence {
  readonly httpStatus: number | null
  /** The farthest phase reached. */
  readonly phase: WirePhase
  readonly elapsedMs: number
  /** SHA-256 of the body in hex, null without one. */
  readonly bodySha256: string | null
  /** The first 2 KB of the body with account numbers masked; null for login. */
  readonly bodyExcerpt: string | null
  /** The Date header as sent. */
  readonly serverDate: string | null
}

/** The evidence of a request that was never sent. */
export const NOTHING_LEFT: Evidence = {
  httpStatus: null,
  phase: 'lookup',
  elapsedMs: 0,
  bodySha256: null,
  bodyExcerpt: null,
  serverDate: null,
}

/** The value at one path of a JSON answer. */
export interface ShapePlace {
  /** The keys that lead to the value. */
  readonly path: string
  readonly kind: 'object' | 'array' | 'text' | 'number' | 'boolean' | 'null'
  /** The text of a string, number or boolean, with secrets and account numbers hidden; empty for other types. */
  readonly literal: string
}

/**
 * The structure of an answer that has the service's envelope but no data, so that two such answers can be compared.
 * Other answers have no shape: pages of a gateway or portal, records and lists.
 */
export interface AnswerShape {
  readonly httpStatus: number
  /** Sorted by path, so that the order of keys does not matter. */
  readonly places: readonly ShapePlace[]
}

export interface Answer<Value> {
  readonly result: Result<Value, GatewayError>
  readonly evidence: Evidence
  /** Of a status look-up that the service answered without data (docs/delivery.md, "Not found"). */
  readonly shape?: AnswerShape | null
}

/** The words of a no of the service itself; null where there are none. */
export function messageOf(error: GatewayError): string | null {
  return 'message' in error ? error.message : null
}

/** Whether the service may not have got the question, or did not answer it. */
export function isUnanswered({ kind }: GatewayError): boolean {
  return kind === 'unsent' || kind === 'noAnswer'
}

/** A gateway error as a short code for the attempt's row, the audit and the log: kinds, statuses and paths only. */
export function errorCode(error: GatewayError): string {
  switch (error.kind) {
    case 'unsent':
    case 'noAnswer':
      return `${error.kind}:${error.reason}`
    case 'http':
      return `http:${error.status}`
    case 'malformed':
      return `malformed:${error.path}`
    case 'declined':
      return 'declined'
  }
}

/** The answer to a registration or an edit. */
export interface TerminalSaved {
  /** The terminal's record id at the service. */
  readonly recordId: string
  readonly message: string
}

/** One page of a list answer (docs/service.md 2.4). */
export interface Page<Row> extends PageFacts {
  readonly rows: readonly Row[]
  /** Absent: none. */
  readonly unreadable?: readonly UnreadableRow[]
}

/** Options of a call that reads. */
export interface ReadHow {
  readonly signal?: AbortSignal | undefined
  /** A send waits for this answer, so the call goes before other reads. */
  readonly isBeforeSend?: true
}

/** How a deployment takes questions and names its fields (docs/profile.md). */
export interface Way {
  readonly fieldPrefix: string
  readonly getParameters: 'query' | 'body'
}

/** The endpoints that only read. */
export interface SettlementReads {
  /** docs/service.md 4.5. */
  retrieveTerminals(
    token: string,
    page: { readonly pageSize: number; readonly pageNumber: number },
    how?: ReadHow,
  ): Promise<Answer<Page<Terminal>>>
  /** docs/service.md 4.6. */
  settlementStatus(token: string, transactionId: string, how?: ReadHow): Promise<Answer<TransactionRecord>>
  /** docs/service.md 4.8. Dates are YYYY-MM-DD; whether they are inclusive is undocumented. */
  searchTransactions(
    token: string,
    query: {
      readonly terminalId: string
      readonly dateFrom: string
      readonly dateTo: string
      readonly pageSize: number
      readonly pageNumber: number
    },
    how?: ReadHow,
  ): Promise<Answer<Page<TransactionRecord>>>
}

/** The partner terminal-settlement interface: one method per endpoint, one attempt per POST. */
export interface SettlementApi extends SettlementReads {
  /** The same service, asked in another way, with the same rate limit: for the check of the connection. */
  inWay(way: Way): SettlementReads
  /** docs/service.md 4.2. `loginToken` is sent as the bearer where a deployment demands one; empty: none. */
  login(credentials: {
    readonly clientId: string
    readonly secretKey: string
    readonly loginToken: string
  }): Promise<Answer<{ readonly authToken: string }>>
  /** docs/service.md 4.3. Exactly one attempt: a second one could register the terminal twice. */
  createTerminal(token: string, terminal: NewTerminal): Promise<Answer<TerminalSaved>>
  /** docs/service.md 4.4. Exactly one attempt. */
  editTerminal(token: string, terminal: EditedTerminal): Promise<Answer<TerminalSaved>>
  /** docs/service.md 4.7: settles real money at once. Exactly one attempt; never retried here. */
  logTransaction(
    token: string,
    sale: { readonly amountWire: string; readonly transactionId: string; readonly terminalId: string },
  ): Promise<Answer<{ readonly message: string }>>
}

/** The Business API (docs/service.md 4.1), a separate interface with its own token. */
export interface BusinessApi {
  /**
   * The name enquiry: asks who owns an account. The account is always at the service itself (docs/service.md 4.1).
   * @returns the name, or null where the bank answered without one
   */
  enquireName(ask: {
    readonly token: string
    /** Never used before, across all starts (docs/service.md 2.1). */
    readonly requestRef: string
    readonly accountNumber: string
  }): Promise<Answer<{ readonly name: string | null; readonly message: string }>>
}
