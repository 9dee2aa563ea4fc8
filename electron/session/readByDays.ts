import { addDays, dayOf } from '../../shared/serviceTime.ts'
import type { TransactionRecord } from '../gateway/answer.ts'
import type { PagedRead } from '../gateway/pagedReader.ts'
import { authorisedPages, type AuthorisedPagesOptions } from './authorised.ts'
import { wordsOfNo } from './refusals.ts'
import type { SignedInApi } from './signedInApi.ts'

export interface Days {
  readonly dateFrom: string
  readonly dateTo: string
}

/** Reads all records of some days, as {@link authorisedPages} does. */
export type ReadByDays = (
  days: Days,
  options: Omit<AuthorisedPagesOptions<TransactionRecord>, 'ask' | 'until'> & {
    readonly ask: (
      days: Days,
      ...page: Parameters<AuthorisedPagesOptions<TransactionRecord>['ask']>
    ) => ReturnType<AuthorisedPagesOptions<TransactionRecord>['ask']>
  },
) => Promise<PagedRead<TransactionRecord> | 'notSignedIn'>

/**
 * A service may refuse days that have not come (docs/service.md 4.8). Then a search is asked to tomorrow, and, refused in
 * the same words, to today: so the service's own today is none after that. Such a list shows nothing about its last day
 * unless it has a record received then, since a last day may be left out (docs/decisions/0022).
 * @param today the service's day
 */
export function createReadByDays(
  bank: Pick<SignedInApi, 'clientId' | 'generation' | 'pages'>,
  today: () => string,
): ReadByDays {
  return async (days, { ask, ...options }) => {
    const read = (dateTo: string) =>
      authorisedPages<TransactionRecord>(bank, {
        ...options,
        ask: (page, signal) => ask({ ...days, dateTo }, page, signal),
      })
    const now = today()
    const first = await read(days.dateTo)
    if (first === 'notSignedIn' || first.pagesRead > 0 || days.dateTo <= now) return first
    const refused = wordsOfNo(first.error)
    if (refused === null) return first
    for (const dateTo of [addDays(now, 1), now].filter((day) => day < days.dateTo)) {
      const next = await read(dateTo)
      if (next === 'notSignedIn') return next
      if (next.pagesRead > 0) {
        return showsDay(next, dateTo)
          ? next
          : { ...next, incompleteReason: next.incompleteReason ?? 'lastDayUnsure' }
      }
      if (wordsOfNo(next.error) !== refused) return first
    }
    return first
  }
}

function showsDay({ rows }: PagedRead<TransactionRecord>, day: string): boolean {
  return rows.some(({ timeReceived }) => dayOf(timeReceived) === day)
}
