import type { Transport, WireOutcome, WireRequest } from '../../electron/gateway/wire.ts'
import { createPracticeBank, type PracticeBank, type PracticeBankSetup } from '../bank.ts'
import { PRACTICE_CLIENT_ID, PRACTICE_PARTNER_URL, PRACTICE_SECRET_KEY } from '../options.ts'

/** Friday 20 November 2026, 11:00 in Lagos. */
export const NOON_MS = Date.UTC(2026, 10, 20, 10)
export const TODAY = '2026-11-20'
export const YESTERDAY = '2026-11-19'

export interface TestClock {
  wallNowMs(): number
  pass(ms: number): void
}

export function testClock(startMs = NOON_MS): TestClock {
  let nowMs = startMs
  return {
    wallNowMs: () => nowMs,
    pass: (ms) => {
      nowMs += ms
    },
  }
}

export interface CallParts {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  /** Sent as JSON; a string is sent as it is; absent: no body. */
  readonly body?: unknown
  readonly query?: Readonly<Record<string, string>>
  /** Absent: the token of the last sign-in. Null: no Authorization header. */
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly json: Readonly<Record<string, unknown>>
}

/** A client that sends exactly what a test says, including errors. */
export function bankClient(transport: Transport, baseUrl = PRACTICE_PARTNER_URL) {
  let token: string | null = null
  const outcome = (parts: CallParts): Promise<WireOutcome> =>
    transport(requestOf(parts, baseUrl, token), parts.signal)
  const call = async (parts: CallParts): Promise<Answered> => {
    const end = await outcome(parts)
    if (end.kind !== 'response') throw new Error(`no answer: ${end.kind} ${end.reason}`)
    return { status: end.status, headers: end.headers, text: end.body, json: objectOf(end.body) }
  }
  return {
    outcome,
    call,
    login: async (): Promise<string> => {
      const body = { clientID: PRACTICE_CLIENT_ID, secretKey: PRACTICE_SECRET_KEY }
      const answered = await call({ path: '/api/Auth/authenticate', body, token: null })
      const data = answered.json['data'] as { auth_token: string }
      token = data.auth_token
      return token
    },
    log: (transactionId: string, amount = '1500.50', terminalId = '2TLS0001') =>
      call({ path: LOG_PATH, body: { amount, transactionId, terminalId } }),
    logOutcome: (transactionId: string, timeoutMs = 5_000) =>
      outcome({
        path: LOG_PATH,
        body: { amount: '1500.50', transactionId, terminalId: '2TLS0001' },
        timeoutMs,
      }),
    status: (transactionId: string) =>
      call({ method: 'GET', path: '/api/terminal/settlementstatus', query: { transactionId } }),
    search: (day: string, pageNumber: number, pageSize = 100, more: Readonly<Record<string, string>> = {}) =>
      call({
        method: 'GET',
        path: '/api/terminal/searchtransaction',
        query: {
          terminalId: '2TLS0001',
          dateFrom: day,
          dateTo: day,
          pageSize: String(pageSize),
          pageNumber: String(pageNumber),
          ...more,
        },
      }),
    terminals: (pageNumber = 1, pageSize = 100) =>
      call({
        method: 'GET',
        path: '/RetrieveMerchantTerminals',
        query: { pageSize: String(pageSize), pageNumber: String(pageNumber) },
      }),
  }
}
export type BankClient = ReturnType<typeof bankClient>

export const LOG_PATH = '/api/terminal/logtransaction'

function requestOf(parts: CallParts, baseUrl: string, lastToken: string | null): WireRequest {
  const token = parts.token === undefined ? lastToken : parts.token
  const query = parts.query === undefined ? '' : `?${new URLSearchParams(parts.query).toString()}`
  const hasBody = parts.body !== undefined
  return {
    method: parts.method ?? 'POST',
    url: baseUrl + parts.path + query,
    headers: {
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...parts.headers,
    },
    body: !hasBody ? null : typeof parts.body === 'string' ? parts.body : JSON.stringify(parts.body),
    timeoutMs: parts.timeoutMs ?? 5_000,
  }
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** A bank in process, signed in, with a stopped clock. */
export async function openTestBank(setup: Partial<PracticeBankSetup> = {}): Promise<{
  readonly bank: PracticeBank
  readonly client: BankClient
  readonly clock: TestClock
}> {
  const clock = testClock()
  const bank = createPracticeBank({ seed: 1, clock, ...setup })
  const client = bankClient(bank.transport)
  await client.login()
  return { bank, client, clock }
}

export function rowsOf(answered: Answered): readonly Readonly<Record<string, unknown>>[] {
  return answered.json['data'] as readonly Readonly<Record<string, unknown>>[]
}
