import type { Request, Response } from '../../shared/contract.ts'
import { ok } from '../../shared/result.ts'
import { SaleFilter, type QueueView, type SaleView } from '../../shared/sale.ts'
import type { TodayParts } from '../../shared/today.ts'
import { todoOf, todoSectionOf, todoSections, type TodoSection } from '../../shared/todo.ts'
import { NEWS_ROWS_MAX, type SalesNews } from '../../shared/salesNews.ts'
import { FIXED_NOW_MS } from './fixtures.ts'

type StartFacts = Response<'app.start'>

export function matches(sale: SaleView, filter: Request<'sales.page'>['filter']): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'waiting':
      return !['accepted', 'refused', 'cancelled', 'writtenOff'].includes(sale.state)
    case 'needsPerson':
      return needsPerson(sale) || sale.settlement === 'differs' || sale.state === 'refused'
    case 'accepted':
      return sale.state === 'accepted'
    case 'late':
      return sale.settlement === 'late'
    case 'notChecked':
      return sale.notCheckedSinceMs !== null && sale.settlement !== 'late'
    case 'refused':
      return sale.state === 'refused'
  }
}

function needsPerson({ state }: SaleView): boolean {
  return state === 'review' || state === 'conflict' || state === 'held'
}

/**
 * Main's order: the open sales in the order of sending, those that need a person first; then the rest, newest first.
 */
export function orderOf(
  filter: Request<'sales.page'>['filter'],
  order: Request<'sales.page'>['order'],
): (a: SaleView, b: SaleView) => number {
  if (order === 'oldest') return (a, b) => a.sequence - b.sequence
  if (order === 'newest' || (filter !== 'waiting' && filter !== 'needsPerson'))
    return (a, b) => b.sequence - a.sequence
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

export function todoPageOf(
  sales: readonly SaleView[],
  { offset, limit }: Request<'todo.page'>,
  revision: number,
): { readonly ok: true; readonly value: Response<'todo.page'> } {
  const found = todoSections.flatMap((section) => inSection(sales, section))
  const { count, kobo } = todoOf(queueOf(sales, revision)).all
  return ok({ sales: found.slice(offset, offset + limit), totalCount: count, totalKobo: kobo, revision })
}

/** The queue that main would report for these sales. */
export function queueOf(sales: readonly SaleView[], revision: number): QueueView {
  const inState = (...states: readonly SaleView['state'][]): readonly SaleView[] =>
    sales.filter(({ state }) => states.includes(state))
  const waiting = inState('queued', 'sending')
  const checking = inState('unknown')
  const forPerson = sales.filter(needsPerson)
  const late = sales.filter(({ settlement }) => settlement === 'late')
  const differing = sales.filter(({ settlement }) => settlement === 'differs')
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
    elsewhereCount: 0,
    todaySinceMs: DAY_OF_SALES_MS,
    todayParts: partsOf(sales),
    usualPayMs: null,
    revision,
  }
}

/** Main's parts of today's money, as if all sales were of today. */
function partsOf(sales: readonly SaleView[]): TodayParts {
  const part = (isIn: (sale: SaleView) => boolean) => {
    const found = sales.filter(isIn)
    return { count: found.length, kobo: koboOf(found) }
  }
  return {
    paid: part(({ settlement }) => settlement === 'paid'),
    accepted: part(({ settlement }) => settlement === 'unpaid' || settlement === 'late'),
    queued: part(({ state }) => state === 'queued'),
    sending: part(({ state }) => state === 'sending'),
    checking: part(({ state }) => state === 'unknown'),
    needsYou: part((sale) => needsPerson(sale) || sale.settlement === 'differs'),
    refused: part(({ state }) => state === 'refused'),
    writtenOff: part(({ state }) => state === 'writtenOff'),
  }
}

/** The event that main would send when sales change. */
export function newsOf(
  before: readonly SaleView[],
  sales: readonly SaleView[],
  revision: number,
  since: number = revision - 1,
): SalesNews {
  const changed = sales.filter((sale) => !before.includes(sale))
  const isGone = before.some(({ transactionId }) =>
    sales.every((sale) => sale.transactionId !== transactionId),
  )
  const totals = SaleFilter.options.map((filter) => {
    const found = sales.filter((sale) => matches(sale, filter))
    return [filter, { count: found.length, kobo: koboOf(found) }] as const
  })
  return {
    revision,
    since,
    sales: isGone || changed.length > NEWS_ROWS_MAX ? null : changed,
    areOthersChanged: isGone || changed.length > NEWS_ROWS_MAX,
    queue: queueOf(sales, revision),
    totals: Object.fromEntries(totals) as SalesNews['totals'],
  }
}

/** An event with totals only. */
export function queueNews(queue: QueueView): SalesNews {
  return { revision: queue.revision, since: 0, sales: [], areOthersChanged: false, queue, totals: null }
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
  }: Omit<StartFacts, 'queue'>,
  queue: QueueView,
): StartFacts {
  return { app, session, connection, storage, queue, terminals, access, people, settings, viewPreferences }
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
} as const
