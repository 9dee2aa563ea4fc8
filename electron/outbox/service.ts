import type { Answer, Page, SettlementApi, Terminal, TransactionRecord } from '../gateway/answer.ts'
import type { PagedRead } from '../gateway/pagedReader.ts'
import { authorisedGet, authorisedPages } from '../session/authorised.ts'
import type { Session } from '../session/session.ts'
import type { Eventual } from './eventual.ts'

export interface SearchWindow {
  readonly terminalId: string
  readonly dateFrom: string
  readonly dateTo: string
}

/**
 * What the delivery rules ask of the world beyond this computer. Reads renew a dead token and ask once more by
 * themselves; the send is one wire attempt, whatever comes of it.
 */
export interface DeliveryService {
  clientId(): string | null
  token(): string | null
  /** A drain is about to start: the token should not be older than this. */
  freshToken(maxAgeMs: number): Eventual<unknown>
  renewToken(staleToken: string): Eventual<unknown>
  send(
    token: string,
    sale: { readonly amountWire: string; readonly transactionId: string; readonly terminalId: string },
  ): Eventual<Answer<{ readonly message: string }>>
  status(transactionId: string): Eventual<Answer<TransactionRecord> | 'notSignedIn'>
  /** The same of an accepted sale: no send waits for it, and it goes behind what one waits for. */
  followUp(transactionId: string): Eventual<Answer<TransactionRecord> | 'notSignedIn'>
  searchAll(window: SearchWindow): Eventual<PagedRead<TransactionRecord> | 'notSignedIn'>
  searchOne(window: SearchWindow): Eventual<Answer<Page<TransactionRecord>> | 'notSignedIn'>
  oneTerminal(): Eventual<Answer<Page<Terminal>> | 'notSignedIn'>
  /** All terminals of the client who is signed in; `unread` where the list was not read to its end. */
  terminalIds(countMax: number): Eventual<readonly string[] | 'tooMany' | 'unread'>
}

/** Sales wait while the courier searches, and a list that never ends must not hold it for an hour. */
const SEARCH_PAGES_MAX = 1_000
const ONE_ROW = { pageSize: 1, pageNumber: 1 } as const
/** While the courier asks, nothing is sent. */
const FIRST = { isBeforeSend: true } as const

/** The real one: the settlement interface, asked as whoever is signed in. */
export function createDeliveryService(
  api: SettlementApi,
  session: Session,
  pageSize: number,
): DeliveryService {
  return {
    clientId: () => session.clientId(),
    token: () => session.token(),
    freshToken: (maxAgeMs) => session.freshToken(maxAgeMs),
    renewToken: (staleToken) => session.renew(staleToken),
    send: (token, sale) => api.logTransaction(token, sale),
    status: (transactionId) =>
      authorisedGet(session, (token) => api.settlementStatus(token, transactionId, FIRST), 'foundNothing'),
    followUp: (transactionId) =>
      authorisedGet(session, (token) => api.settlementStatus(token, transactionId), 'foundNothing'),
    searchAll: (window) =>
      authorisedPages(session, {
        ask: (token, page) => api.searchTransactions(token, { ...window, ...page }, FIRST),
        pageSize,
        pagesMax: SEARCH_PAGES_MAX,
      }),
    searchOne: (window) =>
      authorisedGet(session, (token) => api.searchTransactions(token, { ...window, ...ONE_ROW }, FIRST)),
    oneTerminal: () => authorisedGet(session, (token) => api.retrieveTerminals(token, ONE_ROW, FIRST)),
    terminalIds: async (countMax) => {
      const first = await authorisedGet(session, (token) => api.retrieveTerminals(token, ONE_ROW, FIRST))
      if (first === 'notSignedIn' || !first.result.ok) return 'unread'
      if (first.result.value.totalCount > countMax) return 'tooMany'
      const read = await authorisedPages(session, {
        ask: (token, page) => api.retrieveTerminals(token, page, FIRST),
        pageSize,
        // A service may give one row a page, whatever is asked.
        pagesMax: countMax,
      })
      if (read === 'notSignedIn' || read.incompleteReason !== null) return 'unread'
      return read.rows.map(({ terminalId }) => terminalId)
    },
  }
}
