import type { Request } from '../../shared/contract.ts'
import { assertNever } from '../../shared/result.ts'
import type { SaleView } from '../../shared/sale.ts'
import { strings } from '../strings.ts'
import type { Actions, AppState, Deps, Get, Guarded, KnownSale, ListName, SaleList, Set } from './types.ts'

export const PAGE_SIZE = 50
/** How many of the newest sales stand beside the entry, as far as they fit. */
export const TODAY_COUNT = 20
/** How many open ones do so whatever was recorded since; all of them are under Waiting. */
export const OPEN_COUNT = 20

export const emptyList: SaleList = {
  ids: [],
  totalCount: 0,
  totalKobo: 0,
  offset: 0,
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
    case 'open':
      return { filter: 'waiting', search: '', offset: 0, limit: OPEN_COUNT }
    case 'waiting':
      return { filter: 'waiting', search: '', offset: state.lists.waiting.offset, limit: PAGE_SIZE }
    case 'needsYou':
      return { filter: 'needsPerson', search: '', offset: state.lists.needsYou.offset, limit: PAGE_SIZE }
    case 'transactions':
      return { ...state.query, offset: state.lists.transactions.offset, limit: PAGE_SIZE }
    default:
      return assertNever(name, 'list')
  }
}

type SaleActions = Pick<
  Actions,
  | 'refreshList'
  | 'setQuery'
  | 'showLate'
  | 'turnPage'
  | 'openDetail'
  | 'closeDetail'
  | 'checkNow'
  | 'removeSale'
  | 'resolveSale'
  | 'noteRefusal'
  | 'tryNow'
>

export function salesSlice(
  set: Set,
  get: Get,
  deps: Deps,
  guarded: Guarded,
): SaleActions & { onSalesChanged(ids: readonly string[]): void } {
  const latest: Record<ListName, number> = { today: 0, open: 0, transactions: 0, waiting: 0, needsYou: 0 }
  const askAgain: Record<ListName, boolean> = {
    today: false,
    open: false,
    transactions: false,
    waiting: false,
    needsYou: false,
  }

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
      const { offset } = get().lists[name]
      if (sales.length === 0 && offset > 0 && totalCount > 0) {
        // The page that was shown has emptied: the last one that has rows takes its place.
        change(name, { offset: Math.floor((totalCount - 1) / PAGE_SIZE) * PAGE_SIZE })
        return readList(name)
      }
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
      return { detail: { ...detail, rest, restAtMs: deps.nowMs(), couldNotRead: false } }
    })
  }

  return {
    refreshList,
    setQuery(part) {
      set(({ query }) => ({ query: { ...query, ...part } }))
      change('transactions', { offset: 0 })
      void readList('transactions')
    },
    showLate() {
      get().show('transactions')
      get().setQuery({ filter: 'late', search: '' })
    },
    turnPage(name, offset) {
      change(name, { offset })
      void readList(name)
    },
    openDetail(transactionId) {
      set({
        detail: {
          transactionId,
          rest: null,
          restAtMs: deps.nowMs(),
          couldNotRead: false,
          isChecking: false,
          checkProblem: null,
        },
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
        return { detail: { ...now, isChecking: false, rest, restAtMs: deps.nowMs(), couldNotRead: false } }
      })
    },
    async removeSale(transactionId, reason) {
      const ticket = deps.nextTicket()
      const answer = await guarded(() => deps.client.call('sales.cancel', { transactionId, reason }))
      if (!answer.ok) return answer.error
      merge([answer.value], ticket)
      void readDetail(transactionId)
      refreshVisible(get)
      return null
    },
    async resolveSale(transactionId, decision, reason) {
      const seen = get().detail?.rest?.decision?.seen
      if (seen === undefined || get().detail?.transactionId !== transactionId) return null
      const ticket = deps.nextTicket()
      const answer = await guarded(() =>
        deps.client.call('sales.resolve', { transactionId, decision, reason, seen }),
      )
      if (!answer.ok) {
        // It has moved on, or its look-up is too old: what is on the screen is not what is decided about.
        if (answer.error.code !== 'needsManager') void readDetail(transactionId)
        return answer.error
      }
      merge([answer.value.sale], ticket)
      void readDetail(transactionId)
      refreshVisible(get)
      return null
    },
    async noteRefusal(transactionId) {
      const ticket = deps.nextTicket()
      const answer = await deps.client.call('sales.noteRefusal', { transactionId })
      if (answer.ok) merge([answer.value.sale], ticket)
      else {
        set(({ detail }) =>
          detail?.transactionId === transactionId
            ? { detail: { ...detail, checkProblem: answer.error } }
            : {},
        )
        return
      }
      void readDetail(transactionId)
      refreshVisible(get)
    },
    async tryNow() {
      if (get().isTrying) return
      set({ isTrying: true, announcement: strings.announce.queueTried })
      const answer = await deps.client.call('sales.tryNow', {})
      set(({ queue }) => ({
        isTrying: false,
        triedAtMs: deps.nowMs(),
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
  if (screen === 'sale') {
    refreshList('today')
    refreshList('open')
  } else if (screen === 'transactions' || screen === 'waiting' || screen === 'needsYou') refreshList(screen)
}
