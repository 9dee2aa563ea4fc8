import { err } from '../../shared/result.ts'
import type { Answer, Page, Terminal, TransactionRecord } from '../gateway/answer.ts'
import {
  readAllPages,
  type PagedRead,
  type PagedReadOptions,
  type StoppedRead,
} from '../gateway/pagedReader.ts'
import type { Session } from './session.ts'

/**
 * What the GET endpoints answer with (specification 4.5, 4.6, 4.8). The answer of `logTransaction` is none of these, so
 * handing that call to {@link authorisedGet} is a type error: a POST must never be sent twice (design §5.6).
 */
export type ReadValue = Page<Terminal | TransactionRecord> | TransactionRecord

/**
 * Asks a GET with the current token. On 401 the token is renewed, one login for all who wait, and the GET is asked once
 * more; a second 401 is the answer. Where the renewal itself got no clear answer, that is the answer.
 * The token is taken before this returns for the first time, so a check of the clientID just before the call holds.
 */
export async function authorisedGet<Value extends ReadValue>(
  session: Pick<Session, 'token' | 'renew'>,
  ask: (token: string) => Promise<Answer<Value>>,
): Promise<Answer<Value> | 'notSignedIn'> {
  const token = session.token()
  if (token === null) return 'notSignedIn'
  const first = await ask(token)
  if (first.result.ok || first.result.error.kind !== 'http' || first.result.error.status !== 401) return first
  const renewed = await session.renew(token)
  if (renewed.ok) return ask(renewed.value)
  if (renewed.error.kind !== 'notRenewed') return 'notSignedIn'
  return { result: err(renewed.error.error), evidence: renewed.error.evidence }
}

export interface AuthorisedPagesOptions<Row> extends Pick<
  PagedReadOptions<Row>,
  'pageSize' | 'pagesMax' | 'signal' | 'onProgress' | 'until'
> {
  readonly ask: (
    token: string,
    page: { readonly pageNumber: number; readonly pageSize: number },
    signal?: AbortSignal,
  ) => Promise<Answer<Page<Row>>>
}

/**
 * Reads a list to its last page (design §5.5), or to the page on which `until` says yes, each page by
 * {@link authorisedGet}. All pages are asked as the same client: a sign-out or another sign-in in between ends the
 * reading with `notSignedIn`.
 */
export function authorisedPages<Row extends Terminal | TransactionRecord>(
  session: Pick<Session, 'token' | 'renew' | 'clientId'>,
  options: AuthorisedPagesOptions<Row> & { readonly until?: undefined },
): Promise<PagedRead<Row> | 'notSignedIn'>
export function authorisedPages<Row extends Terminal | TransactionRecord>(
  session: Pick<Session, 'token' | 'renew' | 'clientId'>,
  options: AuthorisedPagesOptions<Row>,
): Promise<PagedRead<Row> | StoppedRead<Row> | 'notSignedIn'>
export async function authorisedPages<Row extends Terminal | TransactionRecord>(
  session: Pick<Session, 'token' | 'renew' | 'clientId'>,
  { ask, ...options }: AuthorisedPagesOptions<Row>,
): Promise<PagedRead<Row> | StoppedRead<Row> | 'notSignedIn'> {
  const clientId = session.clientId()
  let isSignedOut = session.token() === null
  const read = await readAllPages<Row>({
    ...options,
    readPage: async (page, signal) => {
      const isSameClient = session.clientId() === clientId
      const answer = isSameClient
        ? await authorisedGet<Page<Row>>(session, (token) => ask(token, page, signal))
        : 'notSignedIn'
      if (answer !== 'notSignedIn') return answer
      isSignedOut = true
      return notAsked
    },
    rowId: (row) => row.recordId,
  })
  return isSignedOut || session.clientId() !== clientId ? 'notSignedIn' : read
}

/** Ends the paged reader where there is nobody to ask as; it goes no further than this file. */
const notAsked: Answer<never> = {
  result: err({ kind: 'http', status: 401, retryAfterMs: null, message: null }),
  evidence: {
    httpStatus: null,
    phase: 'lookup',
    elapsedMs: 0,
    bodySha256: null,
    bodyExcerpt: null,
    serverDate: null,
  },
}
