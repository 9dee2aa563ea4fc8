import { addDays } from '../../shared/serviceTime.ts'
import type { Answer, Page, SettlementApi, Terminal, TransactionRecord, Way } from '../gateway/answer.ts'
import type { Profile } from '../gateway/profile.ts'
import { authorisedGet, type ReadValue } from '../session/authorised.ts'
import { USUAL_SIZES } from '../session/listHabits.ts'
import { wordsOfNo } from '../session/refusals.ts'
import type { TokenSource } from '../session/tokenSource.ts'

/** Whom to ask, and as whom. It has no call that changes anything at the bank. */
export interface Asking {
  readonly api: Pick<SettlementApi, 'inWay'>
  readonly reading: Pick<TokenSource, 'token' | 'renew'>
  readonly profile: Pick<
    Profile,
    'fieldPrefix' | 'getParameters' | 'limits' | 'serviceTimeZone' | 'terminalId'
  >
}

/** Ends a check in the middle: the sign-in is over. */
export class SignInEnded extends Error {}

/** One question to the bank. @throws SignInEnded */
export async function asked<Value extends ReadValue>(
  { reading }: Asking,
  ask: (token: string) => Promise<Answer<Value>>,
  no: 'saidNo' | 'foundNothing' = 'saidNo',
): Promise<Answer<Value>> {
  const answer = await authorisedGet(reading, ask, no)
  if (answer === 'notSignedIn') throw new SignInEnded()
  return answer
}

/** An answer to a page of a list, and the number of rows that it was asked for with. */
export interface PageTold<Row> {
  readonly answer: Answer<Page<Row>>
  readonly pageSize: number
}

/** Asks in the profile's page size, and where that is refused in usual ones. */
async function inSomeSize<Row extends Terminal | TransactionRecord>(
  { profile: { limits } }: Asking,
  ask: (pageSize: number) => Promise<Answer<Page<Row>>>,
): Promise<PageTold<Row>> {
  const first = { answer: await ask(limits.pageSize), pageSize: limits.pageSize }
  if (!isNo(first.answer)) return first
  for (const pageSize of USUAL_SIZES.filter((size) => size !== limits.pageSize)) {
    const answer = await ask(pageSize)
    if (answer.result.ok) return { answer, pageSize }
  }
  return first
}

export function terminalsPage(asking: Asking, way: Way, pageNumber: number): Promise<PageTold<Terminal>> {
  const reads = asking.api.inWay(way)
  return inSomeSize(asking, (pageSize) =>
    asked(asking, (token) => reads.retrieveTerminals(token, { pageSize, pageNumber })),
  )
}

export interface SearchTold extends PageTold<TransactionRecord> {
  readonly days: { readonly dateFrom: string; readonly dateTo: string }
}

export interface Searched {
  readonly terminalId: string
  readonly firstPage: number
}

/** The first page of a search. */
export async function searchPage(
  asking: Asking,
  way: Way,
  { terminalId, firstPage }: Searched,
  days: SearchTold['days'],
): Promise<SearchTold> {
  const reads = asking.api.inWay(way)
  const told = await inSomeSize(asking, (pageSize) =>
    asked(asking, (token) =>
      reads.searchTransactions(token, { terminalId, ...days, pageSize, pageNumber: firstPage }),
    ),
  )
  return { ...told, days }
}

/** Today as the app asks for it, with a day at each end; without tomorrow where that is refused. */
export async function searchToday(
  asking: Asking,
  way: Way,
  searched: Searched,
  today: string,
): Promise<SearchTold> {
  const dateFrom = addDays(today, -1)
  const first = await searchPage(asking, way, searched, { dateFrom, dateTo: addDays(today, 1) })
  if (!isNo(first.answer)) return first
  const next = await searchPage(asking, way, searched, { dateFrom, dateTo: today })
  return next.answer.result.ok ? next : first
}

/** Whether the bank said no to the question itself. */
export function isNo({ result }: Answer<unknown>): boolean {
  return !result.ok && wordsOfNo(result.error) !== null
}
