import type { SaleFilter, SaleOrder } from '../../../shared/sale.ts'
import type { Database } from '../../storage/database.ts'
import {
  type Asked,
  behindPage,
  CONDITION_OF_FILTER,
  FEW_RANGES,
  found,
  foundBlock,
  isBefore,
  isByTime,
  KEYS_OF_ORDERS,
  limitsOfFilter,
  type ListBlock,
  OPPOSITE,
  ORDERS,
  queueBlocks,
  timeBlock,
} from './saleBlocksStore.ts'
import { inSpan, keyOf, OF_DESTINATION } from './saleConditions.ts'
import { by } from './saleIndexStore.ts'
import type { CountAndTotal, Recorded, SaleQuery } from '../rules/saleQuery.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { RangeTotalsStore } from './rangeTotalsStore.ts'
import { foundAmongAll, isAmongAll, OF_AMOUNT, rowsOf } from './searchStore.ts'
import { saleFrom } from './storedSale.ts'

/** The default order: open sales in the order of the queue, closed ones from the newest back. */
const ORDER_OF_FILTER: Readonly<Record<SaleFilter, SaleOrder | 'asTakenUp'>> = {
  all: 'newest',
  waiting: 'asTakenUp',
  notSent: 'newest',
  checking: 'newest',
  needsPerson: 'asTakenUp',
  accepted: 'newest',
  unpaid: 'newest',
  paid: 'newest',
  refused: 'newest',
  late: 'newest',
  notChecked: 'newest',
}

/** So many recorded sales are sorted at once in a few milliseconds; more would delay a sale. */
export const SORTED_MAX = 10_000
/** So many sales of a partial index are sorted among any number of others. */
const FEW_MAX = 2_000

export interface ListPage {
  readonly sales: readonly SaleRow[]
  readonly all: CountAndTotal
  /** Of a list with every state and no search; else null. */
  readonly none: CountAndTotal | null
  /** The order of the sales; null for that of the queue or of a search. */
  readonly order: SaleOrder | null
}

/** The lists on the screen: indexed and paged; a list belongs to one destination. */
export class SaleListStore {
  readonly #database: Database
  readonly #totals: RangeTotalsStore

  constructor(database: Database) {
    this.#database = database
    this.#totals = new RangeTotalsStore(database)
  }

  /** A page in the chosen order, else in that of its filter, with count and total of all matching sales. */
  page(destination: Destination, query: SaleQuery): ListPage {
    if (query.reference !== '') {
      const all = this.#found(destination, query)
      return { sales: this.#foundPage(destination, query), all, none: null, order: null }
    }
    const all = this.#totals.ofFilter(destination, query.filter, query.span, query)
    const none = query.filter === 'all' ? this.#totals.ofNone(destination, query.span) : null
    const order = query.order ?? ORDER_OF_FILTER[query.filter]
    if (order === 'asTakenUp') {
      const blocks = queueBlocks(destination, query)
      const found = this.#rows(blocks, query.limit, query.offset) as readonly { readonly sequence: number }[]
      const rows = rowsOf(
        this.#database,
        found.map(({ sequence }) => sequence),
      )
      return { sales: this.#stored(rows), all, none, order: null }
    }
    const few =
      this.#fewOf(destination, query) ?? (isByTime(order) ? null : this.#ofShortSpan(destination, query))
    if (few !== null) return { sales: this.#sorted(few, order, query), all, none, order }
    const byTime = isByTime(order) ? order : 'newest'
    return { sales: this.#walked(destination, query, byTime, all.count), all, none, order: byTime }
  }

  /**
   * Matching sales recorded before another, from the newest back: a slice never shifts under its reader. What a search
   * finds is by number.
   */
  slice(
    destination: Destination,
    query: Omit<SaleQuery, 'offset'>,
    before: Recorded | null,
  ): readonly SaleRow[] {
    if (isAmongAll(query)) {
      const upTo = before?.sequence ?? Number.MAX_SAFE_INTEGER
      const page = { order: 'newest', before: upTo, limit: query.limit, offset: 0 } as const
      return this.#stored(foundAmongAll(this.#database, destination, query, page))
    }
    if (query.reference !== '')
      return this.#sales([foundBlock(destination, query, 'newest', before)], query.limit, 0)
    const few = this.#fewOf(destination, query)
    if (few === null) return this.#sales([timeBlock(destination, query, 'newest', before)], query.limit, 0)
    return this.#sorted(few, 'newest', { limit: query.limit, offset: 0 }, before)
  }

  #foundPage(destination: Destination, query: SaleQuery): readonly SaleRow[] {
    const order = query.order ?? ORDER_OF_FILTER[query.filter]
    const page = { before: null, limit: query.limit, offset: query.offset }
    if (isAmongAll(query) && order !== 'asTakenUp') {
      const byNumber = order === 'oldest' ? 'oldest' : 'newest'
      return this.#stored(foundAmongAll(this.#database, destination, query, { ...page, order: byNumber }))
    }
    return this.#sales([foundBlock(destination, query, order, null)], query.limit, query.offset)
  }

  /** By time, from the index, from whichever end is nearer. */
  #walked(
    destination: Destination,
    query: SaleQuery,
    order: 'newest' | 'oldest',
    count: number,
  ): readonly SaleRow[] {
    const behind = behindPage(query, count)
    const from = behind === null ? order : OPPOSITE[order]
    const blocks = [timeBlock(destination, query, from, null)]
    if (behind === null) return this.#sales(blocks, query.limit, query.offset)
    return this.#sales(blocks, Math.min(query.limit, count - query.offset), behind).toReversed()
  }

  /** The matching sales as ranges of partial indexes with few rows; null if there may be many. */
  #fewOf(destination: Destination, asked: Asked): readonly ListBlock[] | null {
    const { filter, span } = asked
    const ranges = FEW_RANGES[filter]
    if (ranges === null) return null
    if (this.#totals.ofFilter(destination, filter, null, asked).count > FEW_MAX) return null
    const within = inSpan(span)
    return ranges.map(({ index, condition }) => ({
      rows: `${by(index, KEYS_OF_ORDERS)} AND ${OF_DESTINATION} AND ${condition}${within.sql}`,
      order: '',
      parameters: [...keyOf(destination), ...limitsOfFilter(asked), ...within.parameters],
    }))
  }

  /** The matching sales of days with few enough to be sorted; null for more. */
  #ofShortSpan(destination: Destination, asked: Asked): readonly ListBlock[] | null {
    if (this.#totals.recorded(destination, asked.span) > SORTED_MAX) return null
    const within = inSpan(asked.span)
    const own = `${by('sale_own', KEYS_OF_ORDERS)} AND ${OF_DESTINATION}${within.sql}`
    return [
      {
        rows: `${own} AND ${CONDITION_OF_FILTER[asked.filter]}`,
        order: '',
        parameters: [...keyOf(destination), ...within.parameters, ...limitsOfFilter(asked)],
      },
    ]
  }

  /** Sorts without reading whole rows, then reads those of the page. */
  #sorted(
    few: readonly ListBlock[],
    order: SaleOrder,
    { limit, offset }: Pick<SaleQuery, 'limit' | 'offset'>,
    before: Recorded | null = null,
  ): readonly SaleRow[] {
    const then = isBefore(before)
    const sequences = this.#database.all(
      `WITH few AS (${few.map(({ rows }) => rows).join(' UNION ALL ')})
       SELECT sequence FROM few WHERE 1${then.sql} ORDER BY ${ORDERS[order]} LIMIT ? OFFSET ?`,
      ...few.flatMap(({ parameters }) => parameters),
      ...then.parameters,
      limit,
      offset,
    ) as { sequence: number }[]
    return this.#stored(
      rowsOf(
        this.#database,
        sequences.map(({ sequence }) => sequence),
      ),
    )
  }

  /** What a search finds. An amount may match a thousandth of all sales, so none of these rows is read. */
  #found(destination: Destination, query: SaleQuery): CountAndTotal {
    const { amountKobo } = query
    const isByIndex = amountKobo !== null && query.filter === 'all'
    const { sql, parameters } = countSql(destination, isByIndex ? { ...query, amountKobo: null } : query)
    if (!isByIndex) return this.#database.get(sql, ...parameters) as CountAndTotal
    // What both find is counted once.
    const others = this.#database.get(`${sql} AND amount_kobo <> ?`, ...parameters, amountKobo)
    const { count, kobo } = others as CountAndTotal
    const own = this.#database.get(COUNT_OF_AMOUNT, ...keyOf(destination), amountKobo) as { count: number }
    return { count: count + own.count, kobo: kobo + own.count * amountKobo }
  }

  #sales(blocks: readonly ListBlock[], limit: number, offset: number): readonly SaleRow[] {
    return this.#stored(this.#rows(blocks, limit, offset))
  }

  #rows(blocks: readonly ListBlock[], limit: number, offset: number): readonly unknown[] {
    const stored: unknown[] = []
    let skip = offset
    for (const { rows, order, parameters } of blocks) {
      const left = limit - stored.length
      if (left === 0) break
      const found = this.#database.all(
        `${rows} ORDER BY ${order} LIMIT ? OFFSET ?`,
        ...parameters,
        left,
        skip,
      )
      stored.push(...found)
      // The next block skips the rest.
      if (found.length > 0) skip = 0
      else if (skip > 0) skip -= this.#countOf(rows, parameters)
    }
    return stored
  }

  #stored(rows: readonly unknown[]): readonly SaleRow[] {
    return rows.map((row) => saleFrom(this.#database, row))
  }

  #countOf(rows: string, parameters: ListBlock['parameters']): number {
    const row = this.#database.get(`SELECT COUNT(*) AS count FROM (${rows})`, ...parameters) as {
      count: number
    }
    return row.count
  }
}

/** The index covers the query. */
const COUNT_OF_AMOUNT = `${by('sale_amount', 'COUNT(*) AS count')} AND ${OF_AMOUNT}`

/** Count and sum of what a search finds. */
function countSql(
  destination: Destination,
  asked: Asked,
): { readonly sql: string; readonly parameters: readonly (string | number)[] } {
  const { where, parameters } = found(destination, asked)
  return {
    sql: `SELECT COUNT(*) AS count, COALESCE(SUM(amount_kobo), 0) AS kobo FROM sale NOT INDEXED WHERE ${where}`,
    parameters,
  }
}
