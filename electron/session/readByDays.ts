import { addDays, daysBetween, dayOf } from '../../shared/serviceTime.ts'
import type { TransactionRecord } from '../gateway/answer.ts'
import type { PagedRead } from '../gateway/pagedReader.ts'
import { authorisedPages, type AuthorisedPagesOptions } from './authorised.ts'
import { wordsOfNo } from './refusals.ts'
import type { SignedInApi } from './signedInApi.ts'

export interface Days {
  readonly dateFrom: string
  readonly dateTo: string
}

type Read = PagedRead<TransactionRecord>

/** Reads all records of some days, as {@link authorisedPages} does. */
export type ReadByDays = (
  days: Days,
  options: Omit<AuthorisedPagesOptions<TransactionRecord>, 'ask' | 'until'> & {
    readonly ask: (
      days: Days,
      ...page: Parameters<AuthorisedPagesOptions<TransactionRecord>['ask']>
    ) => ReturnType<AuthorisedPagesOptions<TransactionRecord>['ask']>
  },
) => Promise<Read | 'notSignedIn'>

/** Days from the first to the last of a narrower question: a month, a week, three days. */
export const WIDTHS: readonly number[] = [30, 6, 2]
/** Both ends of a question may be left out (docs/decisions/0022), so two neighbours share two days. */
const SHARED_DAYS = 1
/** More questions would keep a person, or a sale, for minutes. */
const PARTS_MAX = 64
/** A service says no for many reasons: so often narrower questions did not help. */
const VAIN_MAX = 2

/**
 * A service may refuse days that have not come, or too many days at once (docs/service.md 4.8). What it takes is
 * remembered while the program runs: it steers what is asked, and proves nothing.
 * @param today the service's day
 */
export function createReadByDays(
  bank: Pick<SignedInApi, 'clientId' | 'generation' | 'pages'>,
  today: () => string,
): ReadByDays {
  /** The width that was taken where a wider one was refused. */
  let width: number | null = null
  let vainCount = 0
  return async (days, { ask, ...options }) => {
    const read = (asked: Days) =>
      toLastDay(asked, today(), (each) =>
        authorisedPages<TransactionRecord>(bank, {
          ...options,
          ask: (page, signal) => ask(each, page, signal),
        }),
      )
    const daysWide = daysBetween(days.dateFrom, days.dateTo)
    if (width !== null && width < daysWide) {
      const parts = await inParts(days, width, read)
      if (parts === 'notSignedIn' || parts.pagesRead > 0) return parts
      width = null
    }
    const whole = await read(days)
    if (whole === 'notSignedIn' || !isNo(whole) || vainCount >= VAIN_MAX) return whole
    for (const narrower of WIDTHS.filter((each) => each < daysWide)) {
      const parts = await inParts(days, narrower, read)
      if (parts === 'notSignedIn') return parts
      if (parts.pagesRead > 0) {
        width = narrower
        return parts
      }
      if (!isNo(parts)) return whole
    }
    vainCount += 1
    return whole
  }
}

function isNo({ pagesRead, error }: Read): boolean {
  return pagesRead === 0 && wordsOfNo(error) !== null
}

/**
 * A question about days that have not come, if it is refused, is asked to tomorrow, and, refused in the same words, to
 * today: so the service's own today is none after that. Such a list shows nothing about its last day unless it has a
 * record received then, since a last day may be left out.
 */
async function toLastDay(
  days: Days,
  now: string,
  read: (days: Days) => Promise<Read | 'notSignedIn'>,
): Promise<Read | 'notSignedIn'> {
  const first = await read(days)
  if (first === 'notSignedIn' || first.pagesRead > 0 || days.dateTo <= now) return first
  const refused = wordsOfNo(first.error)
  if (refused === null) return first
  for (const dateTo of [addDays(now, 1), now].filter((day) => day < days.dateTo && day >= days.dateFrom)) {
    const next = await read({ ...days, dateTo })
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

function showsDay({ rows }: Read, day: string): boolean {
  return rows.some(({ timeReceived }) => dayOf(timeReceived) === day)
}

/** Reads the days in parts, the newest first. The whole is complete if each part is. */
async function inParts(
  { dateFrom, dateTo }: Days,
  width: number,
  read: (days: Days) => Promise<Read | 'notSignedIn'>,
): Promise<Read | 'notSignedIn'> {
  const parts: Read[] = []
  for (let to = dateTo; ;) {
    const narrow = addDays(to, -width)
    const from = narrow < dateFrom ? dateFrom : narrow
    const part = await read({ dateFrom: from, dateTo: to })
    if (part === 'notSignedIn') return part
    parts.push(part)
    if (from === dateFrom || part.pagesRead === 0 || part.incompleteReason === 'cancelled')
      return joined(parts)
    if (parts.length === PARTS_MAX) return { ...joined(parts), incompleteReason: 'moreThanBound' }
    to = addDays(from, SHARED_DAYS)
  }
}

/** A record that is in two parts counts as read last. */
function joined(parts: readonly Read[]): Read {
  const rows = [...new Map(parts.flatMap((part) => part.rows).map((row) => [row.recordId, row])).values()]
  const unreadable = [
    ...new Map(parts.flatMap((part) => part.unreadable).map((row) => [row.text, row])).values(),
  ]
  const incomplete = parts.find(({ incompleteReason }) => incompleteReason !== null)
  return {
    rows,
    unreadable,
    isStopped: false,
    totalCount: incomplete === undefined ? rows.length + unreadable.length : null,
    pagesRead: parts.reduce((sum, part) => sum + part.pagesRead, 0),
    incompleteReason: incomplete?.incompleteReason ?? null,
    error: parts.find(({ error }) => error !== null)?.error ?? null,
  }
}
