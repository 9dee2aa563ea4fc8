import type { Request } from '../../../shared/contract.ts'
import { parseAmount } from '../../../shared/money.ts'
import { withoutSpaces } from '../../../shared/referenceGroups.ts'
import type { SaleFilter, SaleOrder, SaleView } from '../../../shared/sale.ts'
import type { ListTotals, SalesNews } from '../../../shared/salesNews.ts'
import type { AppState, SaleList } from '../../core/types.ts'

/** The rows and totals of one page of a list. */
export type ListRows = Pick<SaleList, 'ids' | 'totalCount' | 'totalKobo'>

type Order = SaleOrder | 'asTakenUp'
type Asked = Request<'sales.page'>

/**
 * A page of a list after main's event, by main's own filter and order. Counts and sums come from main.
 * @param known the rows by their reference, before the event or after it
 * @returns null where this is not certain: then main is asked for the page
 */
export function listAfter(
  list: ListRows,
  asked: Asked,
  news: SalesNews,
  known: AppState['sales'],
): ListRows | null {
  const { sales, totals } = news
  if (sales === null || totals === null || news.areOthersChanged) return null
  if (asked.order !== undefined && !isByTime(asked.order)) return afterInOtherOrder(list, asked, sales, known)
  if (asked.search.trim() !== '') return afterInSearch(list, asked, sales)
  if (asked.range !== undefined && asked.range !== 'all') return afterInRange(list, asked, sales, known)
  const total = totals[asked.filter]
  if (asked.offset > 0) return afterOnLaterPage(list, asked, sales, total)
  return afterOnFirstPage(list, asked, sales, total, known)
}

function afterOnFirstPage(
  list: ListRows,
  { filter, order: chosen, limit }: Asked,
  changed: readonly SaleView[],
  total: ListTotals[SaleFilter],
  known: AppState['sales'],
): ListRows | null {
  const order = chosen ?? orderOf(filter)
  const changedById = new Map(changed.map((sale) => [sale.transactionId, sale]))
  const others = list.ids.filter((id) => !changedById.has(id))
  const kept = others.flatMap((id) => known[id]?.sale ?? [])
  if (kept.length < others.length) return null
  const belonging = changed.map((sale) => ({ sale, belongs: belongsTo(filter, sale) }))
  const rows = [...kept, ...belonging.filter(({ belongs }) => belongs !== 'no').map(({ sale }) => sale)]
  const sorted = rows.toSorted((left, right) => compare(order, left, right))
  const page = { totalCount: total.count, totalKobo: total.kobo }
  if (list.ids.length === list.totalCount) {
    // Every row of the list is here, so its count and sum must match the totals.
    const sum = sorted.reduce((kobo, { amountKobo }) => kobo + amountKobo, 0)
    if (sorted.length !== total.count || sum !== total.kobo) return null
    return { ...page, ids: idsOf(sorted.slice(0, limit)) }
  }
  if (belonging.some(({ belongs }) => belongs === 'notSure')) return null
  const last = lastOf(list, order, kept, changedById)
  if (last === undefined) return null
  // The rows behind the last one are on a page that is not known here.
  const shown = sorted.filter((sale) => compare(order, sale, last) <= 0).slice(0, limit)
  return shown.length === limit && total.count >= limit ? { ...page, ids: idsOf(shown) } : null
}

/** The last row up to which everything is known. A sale's time never changes; its place among the open sales can. */
function lastOf(
  { ids }: ListRows,
  order: Order,
  kept: readonly SaleView[],
  changedById: ReadonlyMap<string, SaleView>,
): SaleView | undefined {
  const changed = changedById.get(ids.at(-1) ?? '')
  if (changed !== undefined && order !== 'asTakenUp') return changed
  return kept.toSorted((left, right) => compare(order, left, right)).at(-1)
}

/** Rows of a later page keep their places as long as the number of rows before them stays the same. */
function afterOnLaterPage(
  list: ListRows,
  { filter, order }: Asked,
  changed: readonly SaleView[],
  total: ListTotals[SaleFilter],
): ListRows | null {
  if (total.count !== list.totalCount || total.kobo !== list.totalKobo) return null
  const isInPlace = ({ transactionId }: SaleView): boolean =>
    order !== undefined && list.ids.includes(transactionId)
  const isSame = changed.every((sale) => {
    const belongs = belongsTo(filter, sale)
    return filter === 'all' || (isInPlace(sale) ? belongs === 'yes' : belongs === 'no')
  })
  return isSame ? list : null
}

/** The event has no totals for a search, so any sale that may enter or leave its results has the page read again. */
function afterInSearch(
  list: ListRows,
  { filter, order, search }: Asked,
  changed: readonly SaleView[],
): ListRows | null {
  const isSame = changed.every((sale) =>
    list.ids.includes(sale.transactionId)
      ? order !== undefined && belongsTo(filter, sale) === 'yes'
      : !mayBeFound(sale, search),
  )
  return isSame ? list : null
}

/**
 * The event has no totals of some days. They stay the same while only sales of the page change that remain in the list:
 * each keeps its time and its amount.
 */
function afterInRange(
  list: ListRows,
  { filter }: Pick<Asked, 'filter'>,
  changed: readonly SaleView[],
  known: AppState['sales'],
): ListRows | null {
  const isSame = changed.every((sale) => {
    const before = known[sale.transactionId]?.sale
    return (
      list.ids.includes(sale.transactionId) &&
      belongsTo(filter, sale) === 'yes' &&
      before?.amountKobo === sale.amountKobo &&
      before.recordedAtMs === sale.recordedAtMs
    )
  })
  return isSame ? list : null
}

/** By amount each sale keeps its place; by state it may get another. */
function afterInOtherOrder(
  list: ListRows,
  asked: Asked,
  changed: readonly SaleView[],
  known: AppState['sales'],
): ListRows | null {
  const isByState = asked.order === 'openFirst' || asked.order === 'doneFirst'
  return isByState || asked.search.trim() !== '' ? null : afterInRange(list, asked, changed, known)
}

function isByTime(order: SaleOrder): order is 'newest' | 'oldest' {
  return order === 'newest' || order === 'oldest'
}

/** As main does: matches the start of a reference, with or without spaces and in any letter case, or an amount. */
function mayBeFound({ transactionId, amountKobo }: SaleView, search: string): boolean {
  const reference = transactionId.toLowerCase()
  const wanted = search.trim().toLowerCase()
  const amount = parseAmount(search)
  return (
    reference.startsWith(wanted) ||
    reference.startsWith(withoutSpaces(wanted)) ||
    (amount.ok && amount.value === amountKobo)
  )
}

/** `notSure`: a refusal needs a person until it is marked as seen, and a row does not say whether it is. */
function belongsTo(filter: SaleFilter, sale: SaleView): 'yes' | 'no' | 'notSure' {
  if (filter === 'needsPerson' && sale.state === 'refused') return 'notSure'
  return isIn(filter, sale) ? 'yes' : 'no'
}

function isIn(filter: SaleFilter, sale: SaleView): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'waiting':
      return isForPerson(sale) || ['queued', 'sending', 'unknown'].includes(sale.state)
    case 'notSent':
      return sale.state === 'queued' || sale.state === 'sending'
    case 'checking':
      return sale.state === 'unknown'
    case 'needsPerson':
      return isForPerson(sale) || sale.settlement === 'differs'
    case 'accepted':
      return sale.state === 'accepted'
    case 'unpaid':
      return sale.settlement === 'unpaid' || sale.settlement === 'late'
    case 'paid':
      return sale.settlement === 'paid'
    case 'refused':
      return sale.state === 'refused'
    case 'late':
      return sale.settlement === 'late'
    case 'notChecked':
      return sale.notCheckedSinceMs !== null && sale.settlement !== 'late'
  }
}

function isForPerson({ state }: SaleView): boolean {
  return state === 'review' || state === 'conflict' || state === 'held'
}

/** The order where the person chose none, as in main. */
function orderOf(filter: SaleFilter): Order {
  return filter === 'waiting' || filter === 'needsPerson' ? 'asTakenUp' : 'newest'
}

function compare(order: Order, left: SaleView, right: SaleView): number {
  const byTime = left.recordedAtMs - right.recordedAtMs || left.sequence - right.sequence
  if (order === 'newest') return -byTime
  if (order !== 'asTakenUp') return byTime
  return rank(left) - rank(right) || left.sequence - right.sequence
}

/** Sales that need a person come before all other open ones. */
function rank(sale: SaleView): number {
  return isForPerson(sale) || sale.settlement === 'differs' ? 0 : 1
}

function idsOf(sales: readonly SaleView[]): readonly string[] {
  return sales.map(({ transactionId }) => transactionId)
}
