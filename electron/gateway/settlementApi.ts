import { assertNever, err, ok, type Result } from '../../shared/result.ts'
import type { Work } from '../work/slices.ts'
import type {
  EditedTerminal,
  GatewayError,
  NewTerminal,
  Page,
  ReadHow,
  SettlementApi,
  SettlementReads,
  TerminalSaved,
  Way,
} from './answer.ts'
import type { AccountDigits } from './accountDigits.ts'
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
  type Exchange,
  type Named,
} from './exchange.ts'
import type { Profile } from './profile.ts'
import { recordReader } from './recordFields.ts'
import { readingRows, type RowReader } from './rows.ts'
import type { WireRequest } from './wire.ts'
import {
  editedTerminalBody,
  loginReader,
  newTerminalBody,
  readFields,
  readPageFacts,
  savedReader,
  terminalReader,
  type Body,
} from './wireFields.ts'
import { isJsonObject } from './jsonText.ts'

export interface SettlementApiOptions extends ApiOptions, Way {
  /** Without a trailing slash. It may include a path. */
  readonly baseUrl: string
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
  const post = createPost(options)
  const confided = createConfided()
  const exchange = createExchange(options)

  return {
    ...createReads(options, confided, exchange),
    inWay: (way) => createReads({ ...options, ...way }, confided, exchange),
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
  }
}

/** The calls that only read. */
function createReads(options: SettlementApiOptions, confided: Confided, exchange: Exchange): SettlementReads {
  const get = createGet(options)
  const { fieldPrefix, accountDigits } = options
  const terminal = terminalReader(fieldPrefix, accountDigits)
  const record = recordReader(fieldPrefix, accountDigits)
  const lists = {
    terminals: createListReader(terminal, accountDigits),
    records: createListReader(record, accountDigits),
  }
  return {
    retrieveTerminals: (token, wanted, how) =>
      exchange(
        {
          ...confided.guard(token),
          request: get('/RetrieveMerchantTerminals', token, pageParameters(wanted), how),
          read: lists.terminals,
        },
        how?.signal,
      ),

    settlementStatus: (token, transactionId, how) =>
      exchange(
        {
          ...confided.guard(token, { references: [transactionId] }),
          request: get('/api/terminal/settlementstatus', token, { transactionId }, how),
          mayFindNothing: true,
          read: ({ body }) => malformed(record(oneIn(body['data']), 'data')),
        },
        how?.signal,
      ),

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
          read: lists.records,
        },
        how?.signal,
      ),
  }
}

function createPost({ baseUrl, timeoutMs }: SettlementApiOptions) {
  return (path: string, token: string, body: Body): WireRequest => {
    const headers = { ...headersFor(token), 'content-type': 'application/json' }
    return { method: 'POST', url: baseUrl + path, headers, body: JSON.stringify(body), timeoutMs }
  }
}

/** The deployment decides where a GET's parameters go. */
function createGet({ baseUrl, getParameters, timeoutMs }: SettlementApiOptions) {
  return (
    path: string,
    token: string,
    parameters: Readonly<Record<string, string>>,
    how?: ReadHow,
  ): WireRequest => {
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
}

/** Two secrets for each of three logins: a mistyped one, the right one and one by a second person. */
const CONFIDED_MAX = 6

type Confided = ReturnType<typeof createConfided>

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

/** One record inside a list of one is the record. */
function oneIn(data: unknown): unknown {
  return Array.isArray(data) && data.length === 1 ? data[0] : data
}

/** Reads the pages of one list. */
function createListReader<Row>(read: RowReader<Row>, accountDigits: AccountDigits | undefined) {
  /** Keys under `data` that have held rows: an empty array under another one may be anything. */
  const listKeys = new Set<string>()

  function listIn(data: unknown): readonly unknown[] | null {
    if (Array.isArray(data)) return data as readonly unknown[]
    if (!isJsonObject(data)) return null
    const [found, ...more] = Object.entries(data).filter(([, value]) => Array.isArray(value))
    if (found === undefined || more.length > 0) return null
    const [key, rows] = found as [string, readonly unknown[]]
    if (rows.length > 0) listKeys.add(key)
    return listKeys.has(key) ? rows : null
  }

  return function* page({ body }: Envelope): Work<Result<Page<Row>, GatewayError>> {
    const { data } = body
    const facts = malformed(readPageFacts([body, data]))
    if (!facts.ok) return facts
    // Null means an empty list only if the count is 0 (docs/service.md 2.4).
    const list = data === null && facts.value.totalCount === 0 ? [] : listIn(data)
    if (list === null) return err({ kind: 'malformed', path: 'data', problem: 'must be an array' })
    const { rows, unreadable } = yield* readingRows(read, list, 'data', accountDigits)
    return ok({ rows, unreadable, ...facts.value })
  }
}
