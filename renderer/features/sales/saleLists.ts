import type { Request } from '../../../shared/contract.ts'
import { assertNever } from '../../../shared/result.ts'
import type { SaleView } from '../../../shared/sale.ts'
import type { SalesNews } from '../../../shared/salesNews.ts'
import type { AppState, Deps, Get, KnownSale, ListName, SaleList, Set } from '../../core/types.ts'

export const PAGE_SIZE = 50
/** How many of today's newest sales are read for the Sell screen, which shows as many as fit. */
export const TODAY_COUNT = 20
/** How many open sales the Sell screen shows beside them; all of them are under To do. */
export const OPEN_COUNT = 20

export const emptyList: SaleList = {
  ids: [],
  totalCount: 0,
  totalKobo: 0,
  none: null,
  order: null,
  offset: 0,
  asOfMs: null,
  isReading: false,
  couldNotRead: false,
}

/** Adds the rows of an answer to the known ones; a row from a later question is not overwritten. */
export function mergeSales(
  known: Readonly<Record<string, KnownSale>>,
  sales: readonly SaleView[],
  ticket: number,
): Readonly<Record<string, KnownSale>> {
  if (sales.length === 0) return known
  const merged: Record<string, KnownSale> = { ...known }
  for (const sale of sales) {
    const present = merged[sale.transactionId]
    if (present === undefined || present.ticket <= ticket) merged[sale.transactionId] = { sale, ticket }
  }
  return merged
}

/**
 * What each list asks for. The filter `waiting` has every open sale in main's order: those that need a person, then
 * the oldest.
 */
function pageRequest(name: Exclude<ListName, 'todo'>, state: AppState): Request<'sales.page'> {
  switch (name) {
    case 'today':
      // Sales from a clock that was ahead would take the places of those of today.
      return { filter: 'all', range: 'today', search: '', offset: 0, limit: TODAY_COUNT }
    case 'open':
      return { filter: 'waiting', search: '', offset: 0, limit: OPEN_COUNT }
    case 'transactions':
      return { ...state.query, offset: state.lists.transactions.offset, limit: PAGE_SIZE }
    default:
      return assertNever(name, 'list')
  }
}

/** The lists of the current screen; the others are read when they are shown, and none while signed out. */
function shownLists({ screen, session }: AppState): readonly ListName[] {
  if (session?.status === 'signedOut') return []
  if (screen === 'sale') return ['today', 'open']
  return screen === 'transactions' || screen === 'todo' ? [screen] : []
}

/** Reads the lists of the current screen again. */
export function refreshVisible(get: Get): void {
  for (const name of shownLists(get())) get().refreshList(name)
}

/** The state of reading one list. */
interface Reading {
  /** The latest question; answers to earlier ones are dropped. */
  ticket: number
  askAgain: boolean
  /** The revision of main that the list shows. */
  revision: number
  /** The latest revision announced while the list was being read; an older answer means that it is read once more. */
  toldRevision: number
}

export interface SaleLists {
  /** Reads the list now, even while another reading is running. */
  readList(name: ListName): Promise<void>
  /** Reads the list; if it is being read, once more afterwards. */
  refreshList(name: ListName): void
  change(name: ListName, part: Partial<SaleList>): void
  merge(sales: readonly SaleView[], ticket: number): void
  /** Shows the rows of main's event at once, and reads the lists in view again, each once. */
  takeRows(news: SalesNews): void
}

const idle = (): Reading => ({ ticket: 0, askAgain: false, revision: 0, toldRevision: 0 })

export function createSaleLists(set: Set, get: Get, deps: Deps): SaleLists {
  const readings: Readonly<Record<ListName, Reading>> = {
    today: idle(),
    open: idle(),
    transactions: idle(),
    todo: idle(),
  }

  const change = (name: ListName, part: Partial<SaleList>): void =>
    set(({ lists }) => ({ lists: { ...lists, [name]: { ...lists[name], ...part } } }))

  const merge = (sales: readonly SaleView[], ticket: number): void =>
    set((state) => ({ sales: mergeSales(state.sales, sales, ticket) }))

  async function readList(name: ListName): Promise<void> {
    const reading = readings[name]
    const ticket = deps.nextTicket()
    Object.assign(reading, { ticket, askAgain: false, toldRevision: 0 })
    change(name, { isReading: true })
    const answer =
      name === 'todo'
        ? await deps.client.call('todo.page', {
            offset: get().lists.todo.offset,
            limit: PAGE_SIZE,
            shown: [...get().todoShown],
          })
        : await deps.client.call('sales.page', pageRequest(name, get()))
    // A later question was asked, and only its answer is shown.
    if (reading.ticket !== ticket) return
    if (answer.ok) {
      const { sales, totalCount, totalKobo, none, order, revision } = answer.value
      const { offset } = get().lists[name]
      if (sales.length === 0 && offset > 0 && totalCount > 0) {
        // The page is now empty: the last page with rows takes its place.
        change(name, { offset: Math.floor((totalCount - 1) / PAGE_SIZE) * PAGE_SIZE })
        return readList(name)
      }
      reading.revision = revision
      merge(sales, ticket)
      change(name, {
        ids: sales.map(({ transactionId }) => transactionId),
        totalCount,
        totalKobo,
        none,
        order,
        asOfMs: deps.nowMs(),
        isReading: false,
        couldNotRead: false,
      })
      // The days of the rows may be others.
      if (name === 'transactions') get().refreshDays()
    } else change(name, { isReading: false, couldNotRead: true })
    const isOld = reading.toldRevision > (answer.ok ? answer.value.revision : 0)
    if (reading.askAgain || isOld) await readList(name)
  }

  function refreshList(name: ListName): void {
    if (get().lists[name].isReading) readings[name].askAgain = true
    else void readList(name)
  }

  function takeRows(news: SalesNews): void {
    const { sales, lists } = get()
    merge(
      (news.sales ?? []).filter(({ transactionId }) => sales[transactionId] !== undefined),
      deps.nextTicket(),
    )
    for (const name of shownLists(get())) {
      const list = lists[name]
      const reading = readings[name]
      if (list.isReading) reading.toldRevision = news.revision
      // A list that was never read is read by the component that shows it.
      else if (list.couldNotRead || (list.asOfMs !== null && reading.revision < news.revision))
        refreshList(name)
    }
  }

  return { readList, refreshList, change, merge, takeRows }
}
