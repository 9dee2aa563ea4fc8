import { err, type Result } from '../../shared/result.ts'
import { business } from './business.ts'
import { inEnvelopeHabits } from './envelopeHabits.ts'
import {
  refused,
  declined,
  jsonAnswer,
  type BankAnswer,
  type BankRequest,
  type Exchange,
  type Refusal,
  type Flag,
} from './exchange.ts'
import {
  isBusinessJsonType,
  isJsonType,
  readJsonBody,
  readParameters,
  takeTexts,
  type JsonObject,
} from './fields.ts'
import { createTerminal, editTerminal, retrieveTerminals } from './terminals.ts'
import { logTransaction, searchTransactions, settlementStatus } from './transactions.ts'

const TOKEN_MESSAGE = 'The access token is missing, wrong or expired'
const SHORT_TOKEN_MESSAGE = 'Token expired'

export const endpoints = [
  'business',
  'login',
  'createTerminal',
  'editTerminal',
  'retrieveTerminals',
  'settlementStatus',
  'logTransaction',
  'searchTransactions',
] as const
export type Endpoint = (typeof endpoints)[number]

interface Route {
  readonly method: 'GET' | 'POST'
  /** Below the base address, exactly as in the specification. */
  readonly path: string
  readonly answer: (exchange: Exchange, input: JsonObject) => BankAnswer
}

const routes: Readonly<Record<Endpoint, Route>> = {
  business: { method: 'POST', path: '/v2.1', answer: business },
  login: { method: 'POST', path: '/api/Auth/authenticate', answer: login },
  createTerminal: {
    method: 'POST',
    path: '/api/terminal/api/terminal/createterminal',
    answer: createTerminal,
  },
  editTerminal: { method: 'POST', path: '/api/terminal/EditTerminal', answer: editTerminal },
  retrieveTerminals: { method: 'GET', path: '/RetrieveMerchantTerminals', answer: retrieveTerminals },
  settlementStatus: { method: 'GET', path: '/api/terminal/settlementstatus', answer: settlementStatus },
  logTransaction: { method: 'POST', path: '/api/terminal/logtransaction', answer: logTransaction },
  searchTransactions: {
    method: 'GET',
    path: '/api/terminal/searchtransaction',
    answer: searchTransactions,
  },
}

/** The endpoint of a request, by its path alone; undefined for none. Paths are compared letter by letter. */
export function endpointOf(url: string, basePath: string): Endpoint | undefined {
  if (!URL.canParse(url)) return undefined
  const { pathname } = new URL(url)
  return endpoints.find((endpoint) => pathname === basePath + routes[endpoint].path)
}

/** Whether the call changes nothing at the bank. */
export function isRead(endpoint: Endpoint): boolean {
  return routes[endpoint].method === 'GET'
}

/** Answers one request by the specification. It never throws, and changes the ledger only where the call does. */
export function answerRequest(exchange: Exchange, request: BankRequest): BankAnswer {
  return inEnvelopeHabits(bareAnswer(exchange, request), exchange.options)
}

function bareAnswer(exchange: Exchange, request: BankRequest): BankAnswer {
  const endpoint = endpointOf(request.url, exchange.options.basePath)
  if (endpoint === undefined)
    return refused(exchange, { status: 404, message: 'There is nothing at this path' })
  const route = routes[endpoint]
  const flag = endpoint === 'login' ? 'isSuccessful' : 'status'
  if (request.method !== route.method) {
    return refused(exchange, { status: 405, message: `This call is a ${route.method}` }, flag)
  }
  if (!mayCall(exchange, endpoint, request)) {
    return tokenRefused(exchange, flag)
  }
  const input = readInput(exchange, endpoint, request)
  return input.ok ? route.answer(exchange, input.value) : refused(exchange, input.error, flag)
}

function readInput(
  { options }: Exchange,
  endpoint: Endpoint,
  request: BankRequest,
): Result<JsonObject, Refusal> {
  if (routes[endpoint].method === 'GET') return readParameters(request, options.getParameters)
  if (new URL(request.url).search !== '') {
    return err({ status: 400, message: 'This call takes no query' })
  }
  return readJsonBody(request, endpoint === 'business' ? isBusinessJsonType : isJsonType)
}

/** Every call needs a bearer (docs/service.md 4); login only if the deployment demands one (4.2). */
function mayCall({ ledger, options, nowMs }: Exchange, endpoint: Endpoint, request: BankRequest): boolean {
  const bearer = /^Bearer (\S+)$/u.exec(request.headers['authorization'] ?? '')?.[1]
  if (endpoint === 'login') return options.loginToken === null || bearer === options.loginToken
  if (bearer === undefined) return false
  const isSettlementToken = ledger.tokenIsValid(bearer, nowMs)
  if (endpoint !== 'business') return isSettlementToken
  const { businessAccess, businessToken } = options
  if (businessAccess !== 'settlementToken' && bearer === businessToken) return true
  return businessAccess !== 'ownToken' && isSettlementToken
}

/** A call with an invalid token. The bank's answer is undocumented, and deployments differ. */
function tokenRefused(exchange: Exchange, flag: Flag): BankAnswer {
  switch (exchange.options.expiredToken) {
    case 'status401':
      return refused(exchange, { status: 401, message: TOKEN_MESSAGE }, flag)
    case 'status403':
      return jsonAnswer(403, { [flag]: false, message: TOKEN_MESSAGE, data: null })
    case 'declined':
      return declined(SHORT_TOKEN_MESSAGE, flag)
    case 'isSuccessfulFalse':
      return declined(SHORT_TOKEN_MESSAGE, 'isSuccessful')
    case 'htmlPage':
      return {
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: '<!doctype html><html><head><title>Sign in</title></head><body>Your session has ended.</body></html>',
      }
  }
}

/** docs/service.md 4.2. */
function login(exchange: Exchange, input: JsonObject): BankAnswer {
  const { ledger, options, nowMs } = exchange
  const fields = takeTexts(input, { secretKey: 'secretKey', clientId: 'clientID' })
  if (!fields.ok) return refused(exchange, fields.error, 'isSuccessful')
  const { clientId, secretKey } = fields.value
  if (clientId !== options.clientId || secretKey !== options.secretKey) {
    const message = 'Invalid clientID or secretKey'
    return options.wrongLogin === 'declined'
      ? declined(message, 'isSuccessful')
      : jsonAnswer(401, { isSuccessful: false, message, data: null })
  }
  const token = ledger.issueToken(nowMs, options.tokenLifeMs)
  return jsonAnswer(200, { isSuccessful: true, message: 'Login successful', data: { auth_token: token } })
}
