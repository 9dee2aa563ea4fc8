import type {
  Answer,
  Page,
  ReadHow,
  Terminal,
  TransactionRecord,
  GatewayError,
} from '../../gateway/answer.ts'
import type { PagedRead } from '../../gateway/pagedReader.ts'
import { authorisedPages } from '../../session/authorised.ts'
import { createReadByDays } from '../../session/readByDays.ts'
import type { SignedInApi } from '../../session/signedInApi.ts'
import type { Eventual } from '../../work/effect.ts'
import type { Clock, Random } from '../../ports.ts'
import { backOffMs } from '../rules/delays.ts'

export interface SearchWindow {
  readonly terminalId: string
  readonly dateFrom: string
  readonly dateTo: string
}

/** The service for the delivery rules. Reads renew a dead token and repeat once; a send is one wire attempt. */
export interface DeliveryService {
  clientId(): string | null
  /** Names the token that is held; null while no client is signed in. */
  generation(): number | null
  /** The token that the last clean page of transactions was given to. */
  answeredTo(): number | null
  /** A drain is about to start: the token should not be older than this. */
  freshToken(maxAgeMs: number): Eventual<unknown>
  renewToken(generation: number): Eventual<unknown>
  send(
    generation: number,
    sale: { readonly amountWire: string; readonly transactionId: string; readonly terminalId: string },
  ): Eventual<Answer<{ readonly message: string }>>
  status(transactionId: string): Eventual<Answer<TransactionRecord> | 'notSignedIn'>
  /** The same for an accepted sale: no send waits for it, so it goes behind the reads that a send waits for. */
  followUp(transactionId: string): Eventual<Answer<TransactionRecord> | 'notSignedIn'>
  searchAll(window: SearchWindow): Eventual<PagedRead<TransactionRecord> | 'notSignedIn'>
  /** The same for accepted sales, behind the reads that a send waits for. */
  followUpAll(window: SearchWindow): Eventual<PagedRead<TransactionRecord> | 'notSignedIn'>
  searchOne(window: SearchWindow): Eventual<Answer<Page<TransactionRecord>> | 'notSignedIn'>
  oneTerminal(): Eventual<Answer<Page<Terminal>> | 'notSignedIn'>
  /** All terminals of the signed-in client; `unread` if the list was not read to its end. */
  terminalIds(countMax: number): Eventual<readonly string[] | 'tooMany' | 'unread'>
}

/** Sales wait while the worker searches, and an endless list must not hold it for an hour. */
const SEARCH_PAGES_MAX = 1_000
const ONE_ROW = { pageSize: 1, pageNumber: 1 } as const
/** While the worker asks, nothing is sent. */
const FIRST = { isBeforeSend: true } as const

/** The real one. @param today the service's day */
export function createDeliveryService(
  bank: SignedInApi,
  pageSize: number,
  today: () => string,
): DeliveryService {
  const readByDays = createReadByDays(bank, today)
  const search = ({ terminalId, ...days }: SearchWindow, how?: ReadHow) =>
    readByDays(days, {
      ask: (asked, page) => bank.searchTransactions({ terminalId, ...asked, ...page }, how),
      pageSize,
      pagesMax: SEARCH_PAGES_MAX,
    })
  return {
    clientId: () => bank.clientId(),
    generation: () => bank.generation(),
    answeredTo: () => bank.answeredTo(),
    freshToken: (maxAgeMs) => bank.freshen(maxAgeMs),
    renewToken: (generation) => bank.renew(generation),
    send: (generation, sale) => bank.logTransaction(generation, sale),
    status: (transactionId) => bank.settlementStatus(transactionId, FIRST),
    followUp: (transactionId) => bank.settlementStatus(transactionId),
    searchAll: (window) => search(window, FIRST),
    followUpAll: (window) => search(window),
    searchOne: (window) => bank.searchTransactions({ ...window, ...ONE_ROW }, FIRST),
    oneTerminal: () => bank.retrieveTerminals(ONE_ROW, FIRST),
    terminalIds: async (countMax) => {
      const first = await bank.retrieveTerminals(ONE_ROW, FIRST)
      if (first === 'notSignedIn' || !first.result.ok) return 'unread'
      if ((first.result.value.totalCount ?? 0) > countMax) return 'tooMany'
      const read = await authorisedPages(bank, {
        ask: (page) => bank.retrieveTerminals(page, FIRST),
        pageSize,
        // A service may return one row a page, regardless of the page size.
        pagesMax: countMax,
      })
      if (read === 'notSignedIn' || read.incompleteReason !== null) return 'unread'
      return read.rows.map(({ terminalId }) => terminalId)
    },
  }
}

/** The circuit breaker of the whole service: its failures say nothing about one sale. Times are monotonic ms. */
export interface CircuitBreaker {
  notBeforeMs(): number
  succeeded(): void
  failed(error: GatewayError): void
  /** Something improved: try again within so many ms, spread over the counters of a market. */
  relax(withinMs: number): void
}

export function createCircuitBreaker(
  clock: Pick<Clock, 'monotonicNowMs'>,
  random: Pick<Random, 'next'>,
): CircuitBreaker {
  let failureCount = 0
  let notBeforeMs = 0
  return {
    notBeforeMs: () => notBeforeMs,
    succeeded: () => {
      failureCount = 0
      notBeforeMs = 0
    },
    failed: (error) => {
      failureCount += 1
      const asked = error.kind === 'http' ? error.retryAfterMs : null
      notBeforeMs = clock.monotonicNowMs() + (asked ?? backOffMs(failureCount, random.next()))
    },
    relax: (withinMs) => {
      const soonest = clock.monotonicNowMs() + withinMs * random.next()
      notBeforeMs = Math.min(notBeforeMs, soonest)
    },
  }
}

/**
 * Whether an error is the host's and not of one request: it was not reached, did not answer, gave a server status, or
 * an answer that is not its own (a portal's page).
 */
export function isHostFailure(error: GatewayError): boolean {
  switch (error.kind) {
    case 'unsent':
    case 'noAnswer':
      return true
    case 'http':
      return error.status === 429 || error.status >= 500 || (error.status >= 300 && error.status < 400)
    case 'malformed':
      return true
    case 'declined':
      return false
  }
}
