import type { Request } from '../../shared/contract.ts'
import { assertNever } from '../../shared/result.ts'
import type { SaleView } from '../../shared/sale.ts'
import { strings } from '../strings.ts'
import type { Actions, AppState, Deps, Get, KnownSale, ListName, SaleList, Set } from './types.ts'

export const TRANSACTIONS_PAGE_SIZE = 50
const TODAY_COUNT = 5
const WAITING_COUNT_MAX = 200

export const emptyList: SaleList = {
  ids: [],
  totalCount: 0,
  totalKobo: 0,
  asOfMs: null,
  isReading: false,
  couldNotRead: false,
}

/** Rows of an answer join those known; a row that a later question has brought stays. */
export function mergeSales(
  known: Readonly<Record<string, KnownSale>>,
  sales: readonly SaleView[],
  ticket: number,
): Readonly<Record<string, KnownSale>> {
  const merged: Record<string, KnownSale> = { ...known }
  for (const sale of sales) {
    const present = merged[sale.transactionId]
    if (present === undefined || present.ticket <= ticket) merged[sale.transactionId] = { sale, ticket }
  }
  return merged
}

/** What each list asks for. The filter `waiting` holds everything open, in main's order: what needs a person, then the oldest. */
function pageRequest(name: ListName, state: AppState): Request<'sales.page'> {
  switch (name) {
    case 'today':
      return { filter: 'all', search: '', offset: 0, limit: TODAY_COUNT }
    case 'waiting':
      return { filter: 'waiting', search: '', offset: 0, limit: WAITING_COUNT_MAX }
    case 'transactions':
      return { ...state.query, limit: TRANSACTIONS_PAGE_SIZE }
    default:
      return assertNever(name, 'list')
  }
}

type SaleActions = Pick<
  Actions,
  'refreshList' | 'setQuery' | 'openDetail' | 'closeDetail' | 'checkNow' | 'removeSale' | 'tryNow'
>

export function salesSlice(
  set: Set,
  get: Get,
  deps: Deps,
): SaleActions & { onSalesChanged(ids: readonly string[]): void } {
  const latest: Record<ListName, number> = { today: 0, transactions: 0, waiting: 0 }
  const askAgain: Record<ListName, boolean> = { today: false, transactions: false, waiting: false }

  const change = (name: ListName, part: Partial<SaleList>): void =>
    set(({ lists }) => ({ lists: { ...lists, [name]: { ...lists[name], ...part } } }))

  const merge = (sales: readonly SaleView[], ticket: number): void =>
    set((state) => ({ sales: mergeSales(state.sales, sales, ticket) }))

  async function readList(name: ListName): Promise<void> {
    const ticket = deps.nextTicket()
    latest[name] = ticket
    askAgain[name] = false
    change(name, { isReading: true })
    const answer = await deps.client.call('sales.page', pageRequest(name, get()))
    // A later question has been asked since; its answer is the one to show, however late this one comes.
    if (latest[name] !== ticket) return
    if (answer.ok) {
      const { sales, totalCount, totalKobo } = answer.value
      merge(sales, ticket)
      change(name, {
        ids: sales.map(({ transactionId }) => transactionId),
        totalCount,
        totalKobo,
        asOfMs: deps.nowMs(),
        isReading: false,
        couldNotRead: false,
      })
    } else change(name, { isReading: false, couldNotRead: true })
    if (askAgain[name]) await readList(name)
  }

  function refreshList(name: ListName): void {
    if (get().lists[name].isReading) askAgain[name] = true
    else void readList(name)
  }

  async function readDetail(transactionId: string): Promise<void> {
    const ticket = deps.nextTicket()
    const answer = await deps.client.call('sales.get', { transactionId })
    if (answer.ok) merge([answer.value.sale], ticket)
    set(({ detail }) => {
      if (detail?.transactionId !== transactionId) return {}
      if (!answer.ok) return { detail: { ...detail, couldNotRead: true } }
      const { sale: _sale, ...rest } = answer.value
      return { detail: { ...detail, rest, couldNotRead: false } }
    })
  }

  return {
    refreshList,
    setQuery(part) {
      const offset = part.offset ?? 0
      set(({ query }) => ({ query: { ...query, ...part, offset } }))
      void readList('transactions')
    },
    openDetail(transactionId) {
      set({
        detail: { transactionId, rest: null, couldNotRead: false, isChecking: false, checkProblem: null },
      })
      void readDetail(transactionId)
    },
    closeDetail: () => set({ detail: null }),
    async checkNow() {
      const { detail } = get()
      if (detail === null || detail.isChecking) return
      const { transactionId } = detail
      set({ detail: { ...detail, isChecking: true, checkProblem: null } })
      const ticket = deps.nextTicket()
      const answer = await deps.client.call('sales.checkNow', { transactionId })
      if (answer.ok) merge([answer.value.sale], ticket)
      set(({ detail: now }) => {
        if (now?.transactionId !== transactionId) return {}
        if (!answer.ok) return { detail: { ...now, isChecking: false, checkProblem: answer.error } }
        const { sale: _sale, ...rest } = answer.value
        return { detail: { ...now, isChecking: false, rest, couldNotRead: false } }
      })
    },
    async removeSale(transactionId, reason) {
      const ticket = deps.nextTicket()
      const answer = await deps.client.call('sales.cancel', { transactionId, reason })
      if (!answer.ok) return answer.error
      merge([answer.value], ticket)
      void readDetail(transactionId)
      refreshVisible(get)
      return null
    },
    async tryNow() {
      if (get().isTrying) return
      set({ isTrying: true, announcement: strings.announce.queueTried })
      const answer = await deps.client.call('sales.tryNow', {})
      set(({ queue }) => ({
        isTrying: false,
        ...(answer.ok && (queue === null || answer.value.revision >= queue.revision)
          ? { queue: answer.value }
          : {}),
      }))
    },
    onSalesChanged(ids) {
      refreshVisible(get)
      const { detail } = get()
      if (detail !== null && ids.includes(detail.transactionId)) void readDetail(detail.transactionId)
    },
  }
}

/** The list of the screen in view is read again; the others are when they are shown, and none while signed out. */
export function refreshVisible(get: Get): void {
  const { screen, session, refreshList } = get()
  if (session?.status === 'signedOut') return
  if (screen === 'sale') refreshList('today')
  else if (screen === 'transactions' || screen === 'waiting') refreshList(screen)
}
