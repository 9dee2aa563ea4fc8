import { err, type Result } from '../../shared/result.ts'
import { business } from './business.ts'
import { dressed } from './dress.ts'
import { tokenRefused } from './expiredToken.ts'
import { refused, type BankAnswer, type BankRequest, type Exchange, type Refusal } from './exchange.ts'
import { isBusinessJsonType, isJsonType, readJsonBody, readParameters, type JsonObject } from './fields.ts'
import { login } from './login.ts'
import { createTerminal, editTerminal, retrieveTerminals } from './terminals.ts'
import { logTransaction, searchTransactions, settlementStatus } from './transactions.ts'

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
  return dressed(bareAnswer(exchange, request), exchange.options)
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
