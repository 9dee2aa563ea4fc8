import type { Request } from '../../shared/contract.ts'
import { parseAmount } from '../../shared/money.ts'
import { withoutSpaces } from '../../shared/referenceGroups.ts'
import type { SaleFilter, SaleOrder, SaleView } from '../../shared/sale.ts'
import type { ListTotals, SalesNews } from '../../shared/salesNews.ts'
import type { AppState, SaleList } from './types.ts'

/** What one page of a list holds, and what it is a page of. */
export type ListRows = Pick<SaleList, 'ids' | 'totalCount' | 'totalKobo'>

type Order = SaleOrder | 'asTakenUp'
type Asked = Request<'sales.page'>

/**
 * A page of a list after what main told, by main's own filter and order. Counts and sums are main's.
 * @param known the rows by their reference, as they were before or as they are now
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
  if (asked.search.trim() !== '') return afterInSearch(list, asked, sales)
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
    // Every row of the list is here, so its count and sum have to come out.
    const sum = sorted.reduce((kobo, { amountKobo }) => kobo + amountKobo, 0)
    if (sorted.length !== total.count || sum !== total.kobo) return null
    return { ...page, ids: idsOf(sorted.slice(0, limit)) }
  }
  if (belonging.some(({ belongs }) => belongs === 'notSure')) return null
  const last = lastOf(list, order, kept, changedById)
  if (last === undefined) return null
  // What stands behind the last row is on a page of which nothing is known here.
  const shown = sorted.filter((sale) => compare(order, sale, last) <= 0).slice(0, limit)
  return shown.length === limit && total.count >= limit ? { ...page, ids: idsOf(shown) } : null
}

/** The row up to which everything is known. A sale keeps its number for good, and not its place among what is open. */
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

/** Rows of a later page stand where they stood as long as nothing came into the list, or left it, before them. */
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

/** No total of what a search finds is told, so a sale that may come into it, or leave it, has the page read anew. */
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

/** Main looks for the start of a reference, with or without its spaces and in capitals, and for an amount. */
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

/** `notSure`: a refusal needs a person until one has taken note of it, and a row does not say that. */
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
    case 'needsPerson':
      return isForPerson(sale) || sale.settlement === 'differs'
    case 'accepted':
      return sale.state === 'accepted'
    case 'refused':
      return sale.state === 'refused'
    case 'late':
      return sale.settlement === 'late'
    case 'notChecked':
      return sale.notCheckedSinceMs !== null
  }
}

function isForPerson({ state }: SaleView): boolean {
  return state === 'review' || state === 'conflict' || state === 'held'
}

/** Where no person chose one, as in main. */
function orderOf(filter: SaleFilter): Order {
  return filter === 'waiting' || filter === 'needsPerson' ? 'asTakenUp' : 'newest'
}

function compare(order: Order, left: SaleView, right: SaleView): number {
  if (order === 'newest') return right.sequence - left.sequence
  if (order === 'oldest') return left.sequence - right.sequence
  return rank(left) - rank(right) || left.sequence - right.sequence
}

/** What needs a person stands before all else that is open. */
function rank(sale: SaleView): number {
  return isForPerson(sale) || sale.settlement === 'differs' ? 0 : 1
}

function idsOf(sales: readonly SaleView[]): readonly string[] {
  return sales.map(({ transactionId }) => transactionId)
}
