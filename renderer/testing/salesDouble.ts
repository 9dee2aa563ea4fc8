import type { Request, Response } from '../../shared/contract.ts'
import type { DayNote } from '../../shared/day.ts'
import { dayOf, dayStartMs, type Span, spanOf, startOfDayMs } from '../../shared/days.ts'
import { type Amounts, BAR_DAYS, type SaleDays, type TakeOf } from '../../shared/saleDays.ts'
import { PART_OF, standings, type TakePart } from '../../shared/standing.ts'
import { ok } from '../../shared/result.ts'
import { type QueueView, type SaleOrder, type SaleView } from '../../shared/sale.ts'
import type { TodayParts } from '../../shared/today.ts'
import { listedOf, todoOf, todoSectionOf, todoSections, type TodoSection } from '../../shared/todo.ts'
import { NEWS_ROWS_MAX, type SalesNews } from '../../shared/salesNews.ts'
import { FIXED_NOW_MS } from './fixtures.ts'
import { netSince } from './netDouble.ts'

type StartFacts = Response<'app.start'>

export function matches(sale: SaleView, filter: Request<'sales.page'>['filter']): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'waiting':
      return !['accepted', 'refused', 'cancelled', 'writtenOff'].includes(sale.state)
    case 'notSent':
      return sale.state === 'queued' || sale.state === 'sending'
    case 'checking':
      return sale.state === 'unknown'
    case 'needsPerson':
      return PART_OF[sale.standing] === 'attention' || sale.state === 'refused'
    case 'accepted':
      return sale.state === 'accepted'
    case 'unpaid':
      return sale.standing === 'onItsWay'
    case 'paid':
      return sale.standing === 'paid'
    case 'late':
      return sale.isLate
    case 'notChecked':
      return sale.notCheckedSinceMs !== null && !sale.isLate
    case 'refused':
      return sale.state === 'refused'
  }
}

function needsPerson({ state }: SaleView): boolean {
  return state === 'review' || state === 'conflict' || state === 'held'
}

type Compare = (a: SaleView, b: SaleView) => number

const PLACES: readonly SaleView['state'][] = ['unknown', 'sending', 'queued', 'refused', 'accepted']
const place = (sale: SaleView): number => {
  if (PART_OF[sale.standing] === 'attention') return -1
  return PLACES.indexOf(sale.state) === -1 ? 9 : PLACES.indexOf(sale.state) + Number(sale.standing === 'paid')
}

/** What comes before the order by time. */
const ORDERS: Readonly<Record<SaleOrder, Compare>> = {
  newest: () => 0,
  oldest: (a, b) => a.recordedAtMs - b.recordedAtMs || a.sequence - b.sequence,
  largest: (a, b) => b.amountKobo - a.amountKobo,
  smallest: (a, b) => a.amountKobo - b.amountKobo,
  openFirst: (a, b) => place(a) - place(b),
  doneFirst: (a, b) => place(b) - place(a),
}

/** Today and yesterday at the bank. */
const NOTES: readonly DayNote[] = [
  { lookCount: 0, elsewhere: { count: 2, amount: '8000' } },
  { lookCount: 2, elsewhere: { count: 0, amount: '0' } },
]

/** The sums that main would give. */
export function daysOf(sales: readonly SaleView[], asked: Request<'sales.days'>): SaleDays {
  const take = ({ fromMs, untilMs }: Span): TakeOf => {
    const own = sales.filter(({ recordedAtMs }) => recordedAtMs >= fromMs && recordedAtMs < untilMs)
    const part = (name: TakePart): Amounts => amountsOf(own, name)
    return {
      fromMs,
      untilMs,
      paid: part('paid'),
      unpaid: part('unpaid'),
      attention: part('attention'),
      none: part('none'),
    }
  }
  const bars = Array.from({ length: BAR_DAYS }, (_, each) =>
    dayOf(dayStartMs(FIXED_NOW_MS, each + 1 - BAR_DAYS)),
  )
  const first = bars[0]?.fromMs ?? 0
  const others = [...new Set(asked.alsoOf.map(startOfDayMs))].filter((atMs) => atMs < first).map(dayOf)
  const hours = (atMs: number): readonly Span[] =>
    Array.from({ length: 24 }, (_, hour) => {
      const fromMs = startOfDayMs(atMs) + hour * 3_600_000
      return { fromMs, untilMs: fromMs + 3_600_000 }
    })
  return {
    days: bars.map(take),
    notes: bars.map((_, each) => NOTES[BAR_DAYS - 1 - each] ?? null),
    others: others.map(take),
    hours: asked.hoursOf === null ? null : hours(asked.hoursOf).map(take),
    revision: 1,
  }
}

function amountsOf(sales: readonly SaleView[], part: TakePart): Amounts {
  const found = sales.filter(({ standing }) => PART_OF[standing] === part)
  return { count: found.length, kobo: koboOf(found) }
}

/**
 * Main's order: the open sales in the order of sending, those that need a person first; then the rest, newest first.
 */
export function orderOf(
  filter: Request<'sales.page'>['filter'],
  order: Request<'sales.page'>['order'],
): (a: SaleView, b: SaleView) => number {
  const newest: Compare = (a, b) => b.recordedAtMs - a.recordedAtMs || b.sequence - a.sequence
  if (order !== undefined) return (a, b) => ORDERS[order](a, b) || newest(a, b)
  if (filter !== 'waiting' && filter !== 'needsPerson') return newest
  return (a, b) => Number(needsPerson(b)) - Number(needsPerson(a)) || a.sequence - b.sequence
}

export function koboOf(sales: readonly SaleView[]): number {
  return sales.reduce((sum, { amountKobo }) => sum + amountKobo, 0)
}

/** Midnight before {@link FIXED_NOW_MS}. */
const DAY_OF_SALES_MS = new Date(FIXED_NOW_MS).setHours(0, 0, 0, 0)

/** The rows of a section of what there is to do, in main's order. */
function inSection(sales: readonly SaleView[], section: TodoSection): readonly SaleView[] {
  return sales
    .filter((sale) => todoSectionOf(sale) === section)
    .toSorted((left, right) => left.sequence - right.sequence)
}

export function salePageOf(
  sales: readonly SaleView[],
  { filter, order, range, search, offset, limit }: Request<'sales.page'>,
  revision: number,
): { readonly ok: true; readonly value: Response<'sales.page'> } {
  const span = search === '' ? spanOf(range ?? 'all', FIXED_NOW_MS) : null
  const isIn = ({ recordedAtMs }: SaleView): boolean =>
    span === null || (recordedAtMs >= span.fromMs && recordedAtMs < span.untilMs)
  const found = sales
    .filter((sale) => isIn(sale) && matches(sale, filter) && sale.transactionId.startsWith(search))
    .toSorted(orderOf(filter, order))
  return ok({
    sales: found.slice(offset, offset + limit),
    totalCount: found.length,
    totalKobo: koboOf(found),
    none: filter === 'all' && search === '' ? amountsOf(found, 'none') : null,
    order: search === '' ? (order ?? null) : null,
    revision,
  })
}

export function todoPageOf(
  sales: readonly SaleView[],
  { offset, limit, shown }: Request<'todo.page'>,
  revision: number,
): { readonly ok: true; readonly value: Response<'todo.page'> } {
  const { sections, all } = listedOf(todoOf(queueOf(sales, revision)), shown)
  const { count, kobo } = all
  const found = todoSections
    .filter((section) => sections[section].count > 0)
    .flatMap((section) => inSection(sales, section))
  return ok({
    sales: found.slice(offset, offset + limit),
    totalCount: count,
    totalKobo: kobo,
    none: null,
    order: null,
    revision,
  })
}

/** The queue that main would report for these sales. */
export function queueOf(sales: readonly SaleView[], revision: number): QueueView {
  const inState = (...states: readonly SaleView['state'][]): readonly SaleView[] =>
    sales.filter(({ state }) => states.includes(state))
  const waiting = inState('queued', 'sending')
  const checking = inState('unknown')
  const forPerson = sales.filter(needsPerson)
  const late = sales.filter(({ isLate }) => isLate)
  const differing = sales.filter((sale) => PART_OF[sale.standing] === 'attention' && !needsPerson(sale))
  const unchecked = inSection(sales, 'notChecked')
  return {
    waitingCount: waiting.length,
    waitingKobo: koboOf(waiting),
    sendingCount: inState('sending').length,
    sendingKobo: koboOf(inState('sending')),
    justSavedCount: 0,
    justSavedKobo: 0,
    drain: null,
    oldestWaitingAtMs:
      waiting.length === 0 ? null : Math.min(...waiting.map(({ recordedAtMs }) => recordedAtMs)),
    checkingCount: checking.length,
    checkingKobo: koboOf(checking),
    needsPersonCount: forPerson.length,
    needsPersonKobo: koboOf(forPerson),
    differsCount: differing.length,
    differsKobo: koboOf(differing),
    refusedCount: inState('refused').length,
    refusedKobo: koboOf(inState('refused')),
    lateCount: late.length,
    lateKobo: koboOf(late),
    notCheckedCount: unchecked.length,
    notCheckedKobo: koboOf(unchecked),
    payoutCount: 0,
    handedCount: 0,
    disputeCount: 0,
    elsewhereCount: 0,
    todaySinceMs: DAY_OF_SALES_MS,
    todayParts: partsOf(sales),
    paidNet: netSince(DAY_OF_SALES_MS, sales),
    usualPayMs: null,
    revision,
  }
}

/** Main's parts of today's money. */
function partsOf(sales: readonly SaleView[]): TodayParts {
  const ofToday = sales.filter(({ recordedAtMs }) => recordedAtMs >= DAY_OF_SALES_MS)
  return Object.fromEntries(
    standings.map((each) => {
      const found = ofToday.filter(({ standing }) => standing === each)
      return [each, { count: found.length, kobo: koboOf(found) }]
    }),
  ) as TodayParts
}

/** The event that main would send when sales change. */
export function newsOf(before: readonly SaleView[], sales: readonly SaleView[], revision: number): SalesNews {
  const changed = sales.filter((sale) => !before.includes(sale))
  const isGone = before.some(({ transactionId }) =>
    sales.every((sale) => sale.transactionId !== transactionId),
  )
  return {
    revision,
    sales: isGone || changed.length > NEWS_ROWS_MAX ? null : changed,
    queue: queueOf(sales, revision),
  }
}

/** An event with totals only. */
export function queueNews(queue: QueueView): SalesNews {
  return { revision: queue.revision, sales: [], queue }
}

/** The answer of `app.start`, from everything that the double knows. */
export function startFacts(
  {
    app,
    session,
    connection,
    storage,
    terminals,
    access,
    people,
    settings,
    viewPreferences,
    handed,
  }: Omit<StartFacts, 'queue'>,
  queue: QueueView,
): StartFacts {
  return {
    app,
    session,
    connection,
    storage,
    queue,
    terminals,
    access,
    people,
    settings,
    viewPreferences,
    handed,
  }
}

/** The state after each decision. */
export const DECIDED = {
  sendAgain: 'queued',
  sendUnclear: 'queued',
  writeOff: 'writtenOff',
  accept: 'accepted',
  restoreFacts: 'queued',
  keepOurs: 'accepted',
  takeBanks: 'accepted',
  otherRecord: 'unknown',
} as const
