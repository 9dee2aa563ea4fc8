import { err } from '../../shared/result.ts'
import {
  NOTHING_LEFT,
  type Answer,
  type Page,
  type ReadHow,
  type SettlementApi,
  type Terminal,
  type TransactionRecord,
} from '../gateway/answer.ts'
import type { PageHabits } from '../gateway/pagedReader.ts'
import type { Log } from '../ports.ts'
import { authorisedGet } from './authorised.ts'
import { createAskHeard, type AnswerListener, type Asked } from './heard.ts'
import { createListHabits } from './listHabits.ts'
import type { Session } from './session.ts'
import type { TokenSource } from './tokenSource.ts'

type Read<Value> = Promise<Answer<Value> | 'notSignedIn'>
/**
 * The settlement interface, asked as the client who is signed in. No caller holds a token: a read takes the current one
 * and renews it where that may help; a POST names the generation of the token that its caller looked at. The listeners
 * hear each answer first.
 */
export interface SignedInApi extends Pick<Session, 'clientId' | 'generation'> {
  readonly pages: PageHabits
  /** The generation of the token that the last clean page of transactions was given to; null before the first. */
  answeredTo(): number | null
  settlementStatus(transactionId: string, how?: ReadHow): Read<TransactionRecord>
  searchTransactions(query: Asked<'searchTransactions'>, how?: ReadHow): Read<Page<TransactionRecord>>
  retrieveTerminals(page: Asked<'retrieveTerminals'>, how?: ReadHow): Read<Page<Terminal>>
  /** One wire attempt; none, proven by `unsent`, where another token has taken the place of that generation's. */
  logTransaction(
    generation: number,
    sale: Asked<'logTransaction'>,
  ): ReturnType<SettlementApi['logTransaction']>
  /** @see logTransaction */
  createTerminal(
    generation: number,
    terminal: Asked<'createTerminal'>,
  ): ReturnType<SettlementApi['createTerminal']>
  /** @see logTransaction */
  editTerminal(generation: number, terminal: Asked<'editTerminal'>): ReturnType<SettlementApi['editTerminal']>
  /** The token of this generation is known to be dead. */
  renew(generation: number): Promise<unknown>
  /** A drain is about to start: the token should not be older than this. */
  freshen(maxAgeMs: number): Promise<unknown>
}

type PageAsked = [query: Asked<'searchTransactions'>, how?: ReadHow]

const unsent: Answer<never> = {
  result: err({ kind: 'unsent', reason: 'aborted', phase: 'lookup' }),
  evidence: NOTHING_LEFT,
}

export interface SignedInApiOptions {
  readonly api: SettlementApi
  readonly session: Pick<Session, 'clientId' | 'generation'> & TokenSource
  /** The number of the first page of a list. */
  readonly firstPage: number
  readonly listeners: readonly AnswerListener[]
  readonly log: Log
}

export function createSignedInApi(options: SignedInApiOptions): SignedInApi {
  const { api, session } = options
  const pages = createListHabits(options.firstPage)
  const askHeard = createAskHeard(options.listeners, options.log)
  let answeredTo: number | null = null

  async function searchWith(
    token: string,
    ...asked: PageAsked
  ): ReturnType<SettlementApi['searchTransactions']> {
    const answer = await api.searchTransactions(token, ...asked)
    // Another call may have renewed it meanwhile.
    if (answer.result.ok && token === session.token()) answeredTo = session.generation()
    return answer
  }

  /** The token of a generation, while it is the current one. */
  const tokenOf = (generation: number): string | null =>
    session.generation() === generation ? session.token() : null

  async function post<Value>(
    generation: number,
    send: (token: string) => Promise<Answer<Value>>,
  ): Promise<Answer<Value>> {
    const token = tokenOf(generation)
    return token === null ? unsent : send(token)
  }

  return {
    pages,
    clientId: () => session.clientId(),
    generation: () => session.generation(),
    answeredTo: () => answeredTo,
    settlementStatus: (transactionId, how) =>
      askHeard(
        (listener) => listener.reference?.(transactionId, how),
        () =>
          authorisedGet(session, (token) => api.settlementStatus(token, transactionId, how), 'foundNothing'),
      ),
    searchTransactions: (query, how) =>
      askHeard(
        (listener) => listener.records?.(query, how),
        () =>
          pages.page('records', query, (asked) =>
            authorisedGet(session, (token) => searchWith(token, asked, how)),
          ),
      ),
    retrieveTerminals: (page, how) =>
      askHeard(
        (listener) => listener.terminals?.(page, how),
        () =>
          pages.page('terminals', page, (asked) =>
            authorisedGet(session, (token) => api.retrieveTerminals(token, asked, how)),
          ),
      ),
    logTransaction: (generation, sale) =>
      askHeard<{ readonly message: string }, never>(
        (listener) => listener.send?.(),
        () => post(generation, (token) => api.logTransaction(token, sale)),
      ),
    createTerminal: (generation, terminal) =>
      post(generation, (token) => api.createTerminal(token, terminal)),
    editTerminal: (generation, terminal) => post(generation, (token) => api.editTerminal(token, terminal)),
    renew: async (generation) => {
      const token = tokenOf(generation)
      if (token !== null) await session.renew(token)
    },
    freshen: (maxAgeMs) => session.freshToken(maxAgeMs),
  }
}
