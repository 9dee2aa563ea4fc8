import type { SalesNews } from '../../../shared/salesNews.ts'
import { isHandled, listedOf, rowsBefore, todoOf, type TodoSection } from '../../../shared/todo.ts'
import { strings } from '../../strings/strings.ts'
import { rangeOfDay } from './rangeOfDay.ts'
import { createSaleLists, PAGE_SIZE } from './saleLists.ts'
import type { TransactionQuery } from '../../core/showTypes.ts'
import type { Actions, Deps, Get, Guarded, Set } from '../../core/types.ts'
import { OTHER_DAYS_MAX } from '../../../shared/saleDays.ts'
import { startOfDayMs } from '../../../shared/days.ts'
import { chartDayMs } from './chartDay.ts'

type SaleActions = Pick<
  Actions,
  | 'refreshList'
  | 'setQuery'
  | 'refreshDays'
  | 'showTodo'
  | 'unfoldTodo'
  | 'turnPage'
  | 'openDetail'
  | 'closeDetail'
  | 'checkNow'
  | 'removeSale'
  | 'resolveSale'
  | 'noteRefusal'
  | 'tryNow'
  | 'showSale'
  | 'showToday'
>

type SaleSlice = SaleActions & {
  takeNews(news: SalesNews): void
  readDetail(transactionId: string): Promise<void>
}

/** The screen's own calls change no list here: main reports their effect in an event. */
export function salesSlice(set: Set, get: Get, deps: Deps, guarded: Guarded): SaleSlice {
  const { readList, refreshList, change, merge, takeRows } = createSaleLists(set, get, deps)
  let toldRevision = 0

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

  const ask = (part: Partial<TransactionQuery>): void => {
    set(({ query }) => ({ query: { ...query, ...part } }))
    change('transactions', { offset: 0 })
  }

  const unfold = (section: TodoSection, isShown: boolean): void =>
    set(({ todoShown }) => {
      const others = todoShown.filter((each) => each !== section)
      return { todoShown: isShown ? [...others, section] : others }
    })

  return {
    ...daysSlice(set, get, deps),
    refreshList,
    setQuery(part) {
      ask(part)
      if (part.order !== undefined) set({ announcement: strings.announce[`${part.order}First`] })
      void readList('transactions')
    },
    unfoldTodo(section, isShown) {
      unfold(section, isShown)
      change('todo', { offset: 0 })
      void readList('todo')
    },
    showTodo(section) {
      if (isHandled(section)) unfold(section, true)
      const { queue, todoShown } = get()
      const before = queue === null ? 0 : rowsBefore(section, listedOf(todoOf(queue), todoShown))
      change('todo', { offset: before < PAGE_SIZE ? 0 : before })
      get().show('todo')
    },
    showSale(transactionId, recordedAtMs = get().sales[transactionId]?.sale.recordedAtMs) {
      if (recordedAtMs !== undefined)
        ask({ filter: 'all', range: rangeOfDay(recordedAtMs, deps.nowMs()), search: '' })
      get().show('transactions')
      get().openDetail(transactionId)
    },
    showToday(filter) {
      ask({ filter, range: 'today', search: '' })
      get().show('transactions')
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
        // The sale has changed, or its look-up is too old: the screen must show its present state before a decision.
        if (answer.error.code !== 'needsManager') void readDetail(transactionId)
        return answer.error
      }
      merge([answer.value.sale], ticket)
      // A sale that was put back may have another reference than the one on the screen.
      const after = answer.value.sale.transactionId
      if (after !== transactionId) get().openDetail(after)
      return null
    },
    async noteRefusal(transactionId) {
      const ticket = deps.nextTicket()
      const answer = await guarded(() => deps.client.call('sales.noteRefusal', { transactionId }))
      if (answer.ok) merge([answer.value.sale], ticket)
      else {
        set(({ detail }) =>
          detail?.transactionId === transactionId
            ? { detail: { ...detail, checkProblem: answer.error } }
            : {},
        )
      }
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
    readDetail,
    takeNews(news) {
      if (news.revision < toldRevision) return
      toldRevision = news.revision
      takeRows(news)
      get().refreshDays()
      const { detail } = get()
      if (detail === null) return
      const { transactionId } = detail
      if (news.sales?.some((sale) => sale.transactionId === transactionId) ?? true) {
        void readDetail(transactionId)
      }
    },
  }
}

/** While sales are sent, each brings news; the sums follow them this often. */
const REST_MS = 1_000

/** The sums above the list of sales: one question at a time, and none while no one sees them. */
function daysSlice(set: Set, get: Get, deps: Deps): Pick<Actions, 'refreshDays'> {
  let isReading = false
  let isOld = false

  async function read(): Promise<void> {
    isReading = true
    const answer = await deps.client.call('sales.days', question(get))
    set(({ saleDays }) => ({
      saleDays: answer.ok
        ? { found: answer.value, atMs: deps.nowMs(), couldNotRead: false }
        : { ...saleDays, couldNotRead: true },
    }))
    if (!isOld) {
      isReading = false
      return
    }
    deps.later(REST_MS, () => {
      isReading = false
      isOld = false
      refresh()
    })
  }

  function refresh(): void {
    if (get().screen !== 'transactions' || get().session?.status === 'signedOut') return
    if (isReading) isOld = true
    else void read()
  }

  return { refreshDays: refresh }
}

/** The days of the rows shown, whose heads have sums. */
function question(get: Get): { alsoOf: number[]; hoursOf: number } {
  const { sales, lists, query, nowMs } = get()
  const days = new globalThis.Set(
    lists.transactions.ids.flatMap((id) => startOfDayMs(sales[id]?.sale.recordedAtMs ?? nowMs)),
  )
  return { alsoOf: [...days].slice(0, OTHER_DAYS_MAX), hoursOf: chartDayMs(query.range, nowMs) }
}
