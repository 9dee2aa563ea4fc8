import { assertNever, err, ok, type Result } from '../../shared/result.ts'
import type { Clock, Ports } from '../ports.ts'
import type { Answer, GatewayError, Page, SettlementApi } from './answer.ts'
import { evidenceOf, readEnvelope, type Envelope } from './answerText.ts'
import { createClient } from './client.ts'
import type { Profile } from './profile.ts'
import type { Transport, WireRequest } from './wire.ts'
import { loginReader, pageReader, readFields, readRows, recordReader, terminalReader } from './wireFields.ts'

/** Stands in the URLs that the practice bank inside the app is asked with; `.invalid` never resolves. */
const PRACTICE_URL = 'https://practice.tillside.invalid'

export interface SettlementApiOptions {
  /** The client of `client.ts`, or in tests any transport. */
  readonly transport: Transport
  readonly clock: Clock
  /** Without a slash at its end; a path in it stays. */
  readonly baseUrl: string
  readonly fieldPrefix: string
  readonly getParameters: Profile['getParameters']
  readonly timeoutMs: number
}

/** The settlement interface of a profile: rate limit, retries of GETs and all. Make one for each run of the app. */
export function settlementApiFor(
  profile: Profile,
  ports: Pick<Ports, 'transport' | 'clock' | 'timers' | 'random'>,
): SettlementApi {
  return createSettlementApi({
    transport: createClient({ ...ports, requestsPerSecond: profile.outbox.requestsPerSecond }),
    clock: ports.clock,
    baseUrl: profile.partnerUrl ?? PRACTICE_URL,
    fieldPrefix: profile.fieldPrefix,
    getParameters: profile.getParameters,
    timeoutMs: profile.outbox.timeoutSeconds * 1_000,
  })
}

interface Call<Value> {
  readonly request: WireRequest
  readonly flag: 'status' | 'isSuccessful'
  readonly secrets: readonly string[]
  /** The answer's body is a secret itself. */
  readonly isSecret: boolean
  readonly read: (envelope: Envelope) => Result<Value, GatewayError>
}

/**
 * The endpoints of specification 4.2 and 4.5–4.8, paths and types to the letter. Creating and editing a terminal (4.3,
 * 4.4) join them here; the Business API (4.1), another interface with another token, gets a file of its own.
 */
export function createSettlementApi(options: SettlementApiOptions): SettlementApi {
  const { transport, clock, baseUrl, fieldPrefix, getParameters, timeoutMs } = options
  const terminal = terminalReader(fieldPrefix)
  const record = recordReader(fieldPrefix)

  async function exchange<Value>(call: Call<Value>, signal?: AbortSignal): Promise<Answer<Value>> {
    const { secrets, flag } = call
    const outcome = await transport(call.request, signal)
    const envelope = readEnvelope(outcome, { flag, secrets, wallNowMs: clock.wallNowMs() })
    return {
      result: envelope.ok ? call.read(envelope.value) : envelope,
      evidence: evidenceOf(outcome, secrets, call.isSecret),
    }
  }

  function post(path: string, token: string, body: Readonly<Record<string, string>>): WireRequest {
    const headers = { ...headersFor(token), 'content-type': 'application/json' }
    return { method: 'POST', url: baseUrl + path, headers, body: JSON.stringify(body), timeoutMs }
  }

  function get(path: string, token: string, parameters: Readonly<Record<string, string>>): WireRequest {
    const headers = headersFor(token)
    switch (getParameters) {
      case 'query':
        return {
          method: 'GET',
          url: `${baseUrl}${path}?${query(parameters)}`,
          headers,
          body: null,
          timeoutMs,
        }
      case 'body':
        return {
          method: 'GET',
          url: baseUrl + path,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(parameters),
          timeoutMs,
        }
      default:
        return assertNever(getParameters, 'place of GET parameters')
    }
  }

  return {
    login: ({ clientId, secretKey, loginToken }) =>
      exchange({
        request: post('/api/Auth/authenticate', loginToken, { secretKey, clientID: clientId }),
        flag: 'isSuccessful',
        secrets: [secretKey, loginToken],
        isSecret: true,
        read: ({ body }) => malformed(readFields(loginReader, body['data'], 'data')),
      }),

    retrieveTerminals: (token, page, signal) =>
      exchange(
        {
          ...guarded(token),
          request: get('/RetrieveMerchantTerminals', token, pageParameters(page)),
          read: (envelope) => readPage(terminal, envelope),
        },
        signal,
      ),

    settlementStatus: (token, transactionId, signal) =>
      exchange(
        {
          ...guarded(token),
          request: get('/api/terminal/settlementstatus', token, { transactionId }),
          read: ({ body }) => malformed(readFields(record, body['data'], 'data')),
        },
        signal,
      ),

    logTransaction: (token, { amountWire, transactionId, terminalId }) =>
      exchange({
        ...guarded(token),
        request: post('/api/terminal/logtransaction', token, {
          amount: amountWire,
          transactionId,
          terminalId,
        }),
        read: readAcceptance,
      }),

    searchTransactions: (token, { terminalId, dateFrom, dateTo, ...page }, signal) =>
      exchange(
        {
          ...guarded(token),
          request: get('/api/terminal/searchtransaction', token, {
            terminalId,
            dateFrom,
            dateTo,
            ...pageParameters(page),
          }),
          read: (envelope) => readPage(record, envelope),
        },
        signal,
      ),
  }
}

/** What all calls but login share. */
function guarded(token: string) {
  return { flag: 'status', secrets: [token], isSecret: false } as const
}

function headersFor(token: string): Readonly<Record<string, string>> {
  const accept = { accept: 'application/json' }
  return token === '' ? accept : { ...accept, authorization: `Bearer ${token}` }
}

/** Specification 4: each parameter is of type string. */
function pageParameters(page: { readonly pageSize: number; readonly pageNumber: number }) {
  return { pageSize: String(page.pageSize), pageNumber: String(page.pageNumber) }
}

/** Percent-encoded throughout: `+` for a space is a custom of forms that not every server shares. */
function query(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&')
}

/**
 * Specification 4.7 shows `data: null`, and only that is a yes. A bare `{status, message}` is what many a gateway says
 * of itself, and an object here could hold the very refusal that nobody has described. A sale that the bank took but
 * whose answer is read as malformed costs one look-up; the opposite mistake shows a ✓ that is not known.
 */
function readAcceptance({ message, body }: Envelope): Result<{ readonly message: string }, GatewayError> {
  if (body['data'] === null) return ok({ message })
  const problem = Object.hasOwn(body, 'data') ? 'must be null' : 'is missing'
  return err({ kind: 'malformed', path: 'data', problem })
}

function readPage<Row>(
  reader: Parameters<typeof readRows<Row>>[0],
  { body }: Envelope,
): Result<Page<Row>, GatewayError> {
  const page = malformed(readFields(pageReader, body, ''))
  if (!page.ok) return page
  // Design §5.5: null stands for an empty list only where the service also counts none.
  const isEmpty = body['data'] === null && page.value.totalCount === 0
  const rows = malformed(readRows(reader, isEmpty ? [] : body['data'], 'data'))
  return rows.ok ? ok({ rows: rows.value, ...page.value }) : rows
}

function malformed<Value>(
  result: Result<Value, { readonly path: string; readonly problem: string }>,
): Result<Value, GatewayError> {
  return result.ok ? result : err({ kind: 'malformed', ...result.error })
}
