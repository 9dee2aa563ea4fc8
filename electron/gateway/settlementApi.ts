import { assertNever, err, ok, type Result } from '../../shared/result.ts'
import type { Work } from '../slices.ts'
import type {
  EditedTerminal,
  GatewayError,
  NewTerminal,
  Page,
  ReadHow,
  SettlementApi,
  TerminalSaved,
} from './answer.ts'
import type { Envelope } from './answerText.ts'
import {
  apiOptionsOf,
  createExchange,
  guarded,
  headersFor,
  malformed,
  PRACTICE_URL,
  type ApiOptions,
  type ApiPorts,
  type Named,
} from './exchange.ts'
import type { Profile } from './profile.ts'
import type { WireRequest } from './wire.ts'
import {
  editedTerminalBody,
  loginReader,
  newTerminalBody,
  pageReader,
  readFields,
  readingRows,
  recordReader,
  savedReader,
  terminalReader,
  type Body,
} from './wireFields.ts'

export interface SettlementApiOptions extends ApiOptions {
  /** Without a trailing slash. It may include a path. */
  readonly baseUrl: string
  readonly fieldPrefix: string
  readonly getParameters: Profile['getParameters']
}

/** The settlement interface of a profile, with rate limit and retries of GETs. Make one for each run of the app. */
export function settlementApiFor(profile: Profile, ports: ApiPorts): SettlementApi {
  const { partnerUrl, fieldPrefix, getParameters } = profile
  const baseUrl = partnerUrl ?? PRACTICE_URL
  return createSettlementApi({ ...apiOptionsOf(profile, ports), baseUrl, fieldPrefix, getParameters })
}

/**
 * The endpoints of docs/service.md 4.2 to 4.8, with exact paths and types. The Business API (4.1) is a separate
 * interface with its own token, in `businessApi.ts`.
 */
export function createSettlementApi(options: SettlementApiOptions): SettlementApi {
  const { fieldPrefix } = options
  const { get, post } = createRequests(options)
  const terminal = terminalReader(fieldPrefix)
  const record = recordReader(fieldPrefix)
  const page = pageReader(options.textValues ?? false)
  const confided = createConfided()
  const exchange = createExchange(options)

  return {
    login: ({ clientId, secretKey, loginToken }) => {
      confided.add(secretKey, loginToken)
      return exchange({
        request: post('/api/Auth/authenticate', loginToken, { secretKey, clientID: clientId }),
        flag: 'isSuccessful',
        secrets: [secretKey, loginToken],
        accounts: [],
        references: [clientId],
        isSecret: true,
        read: ({ body }) => malformed(readFields(loginReader, body['data'], 'data')),
      })
    },

    createTerminal: (token, wanted) =>
      exchange({
        ...confided.guard(token, namedIn(wanted)),
        request: post(
          '/api/terminal/api/terminal/createterminal',
          token,
          newTerminalBody(fieldPrefix, wanted),
        ),
        read: readSaved,
      }),

    editTerminal: (token, edited) =>
      exchange({
        ...confided.guard(token, namedIn(edited)),
        request: post('/api/terminal/EditTerminal', token, editedTerminalBody(fieldPrefix, edited)),
        read: readSaved,
      }),

    retrieveTerminals: (token, wanted, how) =>
      exchange(
        {
          ...confided.guard(token),
          request: get('/RetrieveMerchantTerminals', token, pageParameters(wanted), how),
          read: (envelope) => readPage(terminal, page, envelope),
        },
        how?.signal,
      ),

    settlementStatus: (token, transactionId, how) =>
      exchange(
        {
          ...confided.guard(token, { references: [transactionId] }),
          request: get('/api/terminal/settlementstatus', token, { transactionId }, how),
          mayFindNothing: true,
          read: ({ body }) => malformed(readFields(record, body['data'], 'data')),
        },
        how?.signal,
      ),

    logTransaction: (token, { amountWire, transactionId, terminalId }) =>
      exchange({
        ...confided.guard(token, { references: [transactionId, terminalId] }),
        request: post('/api/terminal/logtransaction', token, {
          amount: amountWire,
          transactionId,
          terminalId,
        }),
        read: readAcceptance,
      }),

    searchTransactions: (token, { terminalId, dateFrom, dateTo, ...wanted }, how) =>
      exchange(
        {
          ...confided.guard(token, { references: [terminalId] }),
          request: get(
            '/api/terminal/searchtransaction',
            token,
            { terminalId, dateFrom, dateTo, ...pageParameters(wanted) },
            how,
          ),
          read: (envelope) => readPage(record, page, envelope),
        },
        how?.signal,
      ),
  }
}

/** What is sent with a token; the deployment decides where a GET's parameters go. */
function createRequests({ baseUrl, getParameters, timeoutMs }: SettlementApiOptions) {
  function post(path: string, token: string, body: Body): WireRequest {
    const headers = { ...headersFor(token), 'content-type': 'application/json' }
    return { method: 'POST', url: baseUrl + path, headers, body: JSON.stringify(body), timeoutMs }
  }

  function get(
    path: string,
    token: string,
    parameters: Readonly<Record<string, string>>,
    how?: ReadHow,
  ): WireRequest {
    const headers = headersFor(token)
    const order = how?.isBeforeSend === true ? { isBeforeSend: true as const } : {}
    const request = { method: 'GET', url: baseUrl + path, headers, body: null, timeoutMs, ...order } as const
    switch (getParameters) {
      case 'query':
        return { ...request, url: `${request.url}?${query(parameters)}` }
      case 'body':
        return {
          ...request,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(parameters),
        }
      default:
        return assertNever(getParameters, 'place of GET parameters')
    }
  }

  return { get, post }
}

/** Two secrets for each of three logins: a mistyped one, the right one and one by a second person. */
const CONFIDED_MAX = 6

/** Secrets of earlier logins. The service knows them and may repeat them in any answer. */
function createConfided() {
  const texts = new Set<string>()
  return {
    add: (...secrets: readonly string[]) => {
      for (const secret of secrets) {
        texts.delete(secret)
        if (secret !== '') texts.add(secret)
      }
      for (const oldest of texts) {
        if (texts.size <= CONFIDED_MAX) return
        texts.delete(oldest)
      }
    },
    /** The options that all calls but login share. */
    guard: (token: string, named: Named = {}) => {
      const call = guarded(token, named)
      return { ...call, secrets: [...call.secrets, ...texts] }
    },
  }
}

/** Serial numbers are named too, since one may have ten digits like an account number. */
function namedIn(terminal: NewTerminal | EditedTerminal): Named {
  const merchantId = 'merchantId' in terminal ? [terminal.merchantId] : []
  return {
    accounts: [terminal.accountNumber],
    references: [terminal.terminalId, terminal.serialNumber, ...merchantId],
  }
}

/** Each parameter is a string (docs/service.md 4). */
function pageParameters(page: { readonly pageSize: number; readonly pageNumber: number }) {
  return { pageSize: String(page.pageSize), pageNumber: String(page.pageNumber) }
}

/** Encodes a space as `%20`: `+` is a convention of HTML forms that not every server follows. */
function query(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&')
}

/**
 * Only `data: null` is a yes (docs/service.md 4.7). Many gateways send a bare `{status, message}` of their own, and an
 * object could describe a refusal, since refusals are undocumented. Taking a yes for malformed costs one look-up; the
 * opposite mistake shows a ✓ for a sale that may not be accepted.
 */
function readAcceptance({ message, body }: Envelope): Result<{ readonly message: string }, GatewayError> {
  if (body['data'] === null) return ok({ message })
  const problem = Object.hasOwn(body, 'data') ? 'must be null' : 'is missing'
  return err({ kind: 'malformed', path: 'data', problem })
}

/** An answer without the record id is not a yes: it does not say what was saved (docs/service.md 4.3, 4.4). */
function readSaved({ message, body }: Envelope): Result<TerminalSaved, GatewayError> {
  const saved = malformed(readFields(savedReader, body['data'], 'data'))
  return saved.ok ? ok({ ...saved.value, message }) : saved
}

function* readPage<Row>(
  reader: Parameters<typeof readingRows<Row>>[0],
  page: ReturnType<typeof pageReader>,
  { body }: Envelope,
): Work<Result<Page<Row>, GatewayError>> {
  const counts = malformed(readFields<Omit<Page<Row>, 'rows'>>(page, body, ''))
  if (!counts.ok) return counts
  // Null means an empty list only if the count is 0 (docs/service.md 2.4).
  const isEmpty = body['data'] === null && counts.value.totalCount === 0
  const rows = malformed(yield* readingRows(reader, isEmpty ? [] : body['data'], 'data'))
  return rows.ok ? ok({ rows: rows.value, ...counts.value }) : rows
}
