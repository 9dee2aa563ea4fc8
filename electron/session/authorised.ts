import { err } from '../../shared/result.ts'
import {
  NOTHING_LEFT,
  type Answer,
  type Evidence,
  type GatewayError,
  type Page,
  type Terminal,
  type TransactionRecord,
} from '../gateway/answer.ts'
import {
  readAllPages,
  type PageHabits,
  type PagedRead,
  type PagedReadOptions,
  type StoppedRead,
} from '../gateway/pagedReader.ts'
import { refusalOf } from './refusals.ts'
import type { Session } from './session.ts'
import type { TokenSource } from './tokenSource.ts'

/**
 * What the GET endpoints answer with (docs/service.md 4.5, 4.6, 4.8). The answer of `logTransaction` is not among them,
 * so passing that call to {@link authorisedGet} is a type error: a POST must never be sent twice.
 */
export type ReadValue = Page<Terminal | TransactionRecord> | TransactionRecord

/** The part of a sign-in that a read needs. */
type Reading = Pick<TokenSource, 'token' | 'renew'> & Partial<Pick<TokenSource, 'helped'>>

/**
 * Asks a GET with the current token. If it is refused and the token may be the reason (refusals.ts), the token is
 * renewed, with one login for all callers, and the GET is asked once more; that answer counts. If the renewal itself
 * got no clear answer, there is none. The token is taken synchronously, so a check of the clientID just before the call
 * holds.
 * @param no what else a no to this question may mean: about a reference, mostly that there is nothing
 */
export async function authorisedGet<Value extends ReadValue>(
  session: Reading,
  ask: (token: string) => Promise<Answer<Value>>,
  no: 'saidNo' | 'foundNothing' = 'saidNo',
): Promise<Answer<Value> | 'notSignedIn'> {
  const token = session.token()
  if (token === null) return 'notSignedIn'
  const first = await ask(token)
  const said = first.result.ok ? null : refusalOf(first.result.error)
  if (said === null) return first
  const refusal = said === 'saidNo' ? no : said
  const renewed = await session.renew(token, refusal)
  if (renewed.ok) {
    if (renewed.value === token) return first
    const second = await ask(renewed.value)
    if (second.result.ok && refusal === 'saidNothing') session.helped?.()
    return second
  }
  switch (renewed.error.kind) {
    case 'believed':
      return first
    case 'notRenewed':
      // Trouble is about the question, or about the whole service: its own answer says so.
      if (refusal === 'saidNothing') return first
      return unanswered(renewed.error.error, renewed.error.evidence)
    case 'expired':
    case 'notSignedIn':
      return 'notSignedIn'
  }
}

/**
 * The answer to a question whose login failed: none. Neither the login's status nor its words may count as the answer,
 * such as a 404 as "not found"; what it says about the host stays.
 */
export function unanswered(error: GatewayError, evidence: Evidence): Answer<never> {
  const said = refusalOf(error)
  const isLikeAnAnswer = error.kind === 'http' && said !== null && said !== 'saidNothing'
  const told: GatewayError = isLikeAnAnswer
    ? { kind: 'malformed', path: '(login)', problem: `answered with HTTP ${error.status}` }
    : error
  // If nothing left, there is no status anyway.
  return {
    result: err(told),
    evidence: error.kind === 'unsent' ? evidence : { ...evidence, httpStatus: null },
  }
}

type SignedIn = Pick<Session, 'clientId' | 'generation'> & { readonly pages?: PageHabits }

export interface AuthorisedPagesOptions<Row> extends Pick<
  PagedReadOptions<Row>,
  'pageSize' | 'pagesMax' | 'signal' | 'onProgress' | 'until'
> {
  readonly ask: (
    page: { readonly pageNumber: number; readonly pageSize: number },
    signal?: AbortSignal,
  ) => Promise<Answer<Page<Row>> | 'notSignedIn'>
}

/**
 * Reads a list to its last page (docs/service.md 2.4), or to the page on which `until` says yes, each page by
 * a call of signedInApi.ts. All pages are asked as the same client: a sign-out or another sign-in in between ends the
 * reading with `notSignedIn`.
 */
export function authorisedPages<Row extends Terminal | TransactionRecord>(
  session: SignedIn,
  options: AuthorisedPagesOptions<Row> & { readonly until?: undefined },
): Promise<PagedRead<Row> | 'notSignedIn'>
export function authorisedPages<Row extends Terminal | TransactionRecord>(
  session: SignedIn,
  options: AuthorisedPagesOptions<Row>,
): Promise<PagedRead<Row> | StoppedRead<Row> | 'notSignedIn'>
export async function authorisedPages<Row extends Terminal | TransactionRecord>(
  session: SignedIn,
  { ask, ...options }: AuthorisedPagesOptions<Row>,
): Promise<PagedRead<Row> | StoppedRead<Row> | 'notSignedIn'> {
  const clientId = session.clientId()
  if (session.generation() === null) return 'notSignedIn'
  let isSignedOut = false
  const read = await readAllPages<Row>({
    ...options,
    habits: session.pages,
    readPage: async (page, signal) => {
      const isSameClient = session.clientId() === clientId
      const answer = isSameClient ? await ask(page, signal) : 'notSignedIn'
      if (answer !== 'notSignedIn') return answer
      isSignedOut = true
      return notAsked
    },
    rowId: (row) => row.recordId,
  })
  return isSignedOut || session.clientId() !== clientId ? 'notSignedIn' : read
}

/** Ends the paged reader without a sign-in; used only in this file. */
const notAsked: Answer<never> = {
  result: err({ kind: 'http', status: 401, retryAfterMs: null, message: null }),
  evidence: NOTHING_LEFT,
}
