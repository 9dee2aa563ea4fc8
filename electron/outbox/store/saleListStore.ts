import type { SaleFilter, SaleOrder, SaleState } from '../../../shared/sale.ts'
import type { Database } from '../../storage/database.ts'
import {
  DIFFERS,
  keyOf,
  LATE,
  limitsOf,
  NOT_CHECKED,
  OF_DESTINATION,
  OPEN,
  UNPAID,
  UNSEEN_REFUSAL,
} from './saleConditions.ts'
import { by, type CONDITIONS } from './saleIndexStore.ts'
import type { CountAndTotal, LateLimits, SaleQuery } from '../rules/saleQuery.ts'
import type { Destination, SaleRow } from '../rules/saleRow.ts'
import { foundAmongAll, isAmongAll, OF_AMOUNT, startsOf } from './searchStore.ts'
import { saleFrom } from './storedSale.ts'
import { TotalsStore } from './totalsStore.ts'

/** The default order: open sales in the order of the queue, closed ones from the newest back. */
const ORDER_OF_FILTER: Readonly<Record<SaleFilter, SaleOrder | 'asTakenUp'>> = {
  all: 'newest',
  waiting: 'asTakenUp',
  needsPerson: 'asTakenUp',
  accepted: 'newest',
  refused: 'newest',
  late: 'newest',
  notChecked: 'newest',
}

/** The lists on the screen: indexed and paged; a list belongs to one destination. */
export class SaleListStore {
  readonly #database: Database
  readonly #totals: TotalsStore

  constructor(database: Database) {
    this.#database = database
    this.#totals = new TotalsStore(database)
  }

  /** A page in the chosen order, else in that of its filter, with count and total of all matching sales. */
  page(destination: Destination, query: SaleQuery): { sales: readonly SaleRow[]; all: CountAndTotal } {
    const all = this.#all(destination, query)
    return { sales: this.#page(destination, query, all.count), all }
  }

  #page(destination: Destination, query: SaleQuery, count: number): readonly SaleRow[] {
    const order = query.order ?? ORDER_OF_FILTER[query.filter]
    if (order === 'asTakenUp')
      return this.#sales(blocksOf(destination, query, order, null), query.limit, query.offset)
    if (isAmongAll(query))
      return this.#stored(
        foundAmongAll(this.#database, destination, query, { ...query, order, before: null }),
      )
    const behind = behindPage(query, count)
    if (behind === null)
      return this.#sales(blocksOf(destination, query, order, null), query.limit, query.offset)
    const blocks = blocksOf(destination, query, OPPOSITE[order], null)
    return this.#sales(blocks, Math.min(query.limit, count - query.offset), behind).toReversed()
  }

  #all(destination: Destination, query: SaleQuery): CountAndTotal {
    if (query.reference !== '') return this.#found(destination, query)
    const { filter } = query
    if (filter === 'late' || filter === 'notChecked') return this.#totals.dueSince(filter, destination, query)
    return this.#totals.ofFilter(destination, filter)
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

  /** Matching sales recorded before a sequence, from the newest back: a slice never shifts under its reader. */
  slice(
    destination: Destination,
    query: Omit<SaleQuery, 'offset'>,
    beforeSequence: number | null,
  ): readonly SaleRow[] {
    const before = beforeSequence ?? Number.MAX_SAFE_INTEGER
    if (isAmongAll(query)) {
      const page = { order: 'newest', before, limit: query.limit, offset: 0 } as const
      return this.#stored(foundAmongAll(this.#database, destination, query, page))
    }
    return this.#sales(blocksOf(destination, query, 'newest', before), query.limit, 0)
  }

  #sales(blocks: readonly ListBlock[], limit: number, offset: number): readonly SaleRow[] {
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
    return this.#stored(stored)
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

/** `asTakenUp` is the order of the queue, with what needs a person first. */
type ListOrder = SaleOrder | 'asTakenUp'

interface ListBlock {
  /** A statement without an order. */
  readonly rows: string
  /** An order that the ranges of the statement already have, so that they are merged and not sorted. */
  readonly order: string
  readonly parameters: readonly (string | number)[]
}

const PERSON_STATES: readonly SaleState[] = ['review', 'conflict', 'held']
const WAITING_STATES: readonly SaleState[] = ['queued', 'sending', 'unknown']

/** A range of one index in the order of the queue, so that a list merges its ranges and sorts nothing. */
interface Range {
  readonly rank: 0 | 1
  readonly index: keyof typeof CONDITIONS
  readonly condition: string
}

const openRange =
  (rank: Range['rank']) =>
  (state: SaleState): Range => ({
    rank,
    index: 'sale_open',
    condition: `state = '${state}'`,
  })

const RANGES: Readonly<Record<SaleFilter, readonly Range[]>> = {
  all: [{ rank: 0, index: 'sale_own', condition: '1' }],
  waiting: [...PERSON_STATES.map(openRange(0)), ...WAITING_STATES.map(openRange(1))],
  needsPerson: [
    ...PERSON_STATES.map(openRange(0)),
    { rank: 0, index: 'sale_differing', condition: '1' },
    { rank: 1, index: 'sale_refusal', condition: '1' },
  ],
  accepted: [{ rank: 0, index: 'sale_own', condition: "state = 'accepted'" }],
  refused: [{ rank: 0, index: 'sale_refused', condition: '1' }],
  // They are few, since each waits for a person. So they are sorted by acceptance.
  late: [{ rank: 0, index: 'sale_unpaid_since', condition: LATE }],
  notChecked: [{ rank: 0, index: 'sale_unpaid_since', condition: NOT_CHECKED }],
}

const IS_PERSON = `state IN (${PERSON_STATES.map((state) => `'${state}'`).join(', ')})`

/** The same for a single row. */
const CONDITION_OF_FILTER: Readonly<Record<SaleFilter, string>> = {
  all: '1',
  waiting: OPEN,
  needsPerson: `(${IS_PERSON} OR ${UNSEEN_REFUSAL} OR ${DIFFERS})`,
  accepted: "state = 'accepted'",
  refused: "state = 'refused'",
  late: `${UNPAID} AND ${LATE}`,
  notChecked: `${UNPAID} AND ${NOT_CHECKED}`,
}

const OPPOSITE: Readonly<Record<SaleOrder, SaleOrder>> = { newest: 'oldest', oldest: 'newest' }

/**
 * How many sales follow a page, if fewer than precede it: everything before a page is read, so it is then read from the
 * other end. Null if its own end is nearer, and for a page after the last sale.
 */
function behindPage({ offset, limit }: Pick<SaleQuery, 'offset' | 'limit'>, count: number): number | null {
  const behind = Math.max(0, count - offset - limit)
  return offset < count && offset > behind ? behind : null
}

const ORDERS: Readonly<Record<SaleOrder, string>> = { newest: 'sequence DESC', oldest: 'sequence' }
const RANK = `CASE WHEN ${IS_PERSON} OR ${DIFFERS} THEN 0 ELSE 1 END`

type Asked = Pick<SaleQuery, 'filter' | 'reference' | 'amountKobo'> & LateLimits

/**
 * A list as consecutive blocks.
 * @param before only sales of a lower sequence; null for all
 */
function blocksOf(
  destination: Destination,
  asked: Asked,
  order: ListOrder,
  before: number | null,
): readonly ListBlock[] {
  const isBefore = before === null ? '' : ' AND sequence < ?'
  const beforeIt = before === null ? [] : [before]
  if (asked.reference !== '') {
    const { where, parameters } = found(destination, asked)
    return [
      {
        rows: `SELECT * FROM sale NOT INDEXED WHERE ${where}${isBefore}`,
        order: order === 'asTakenUp' ? `${RANK}, sequence` : ORDERS[order],
        parameters: [...parameters, ...beforeIt],
      },
    ]
  }
  const ofRange = [...keyOf(destination), ...limitsOfFilter(asked), ...beforeIt]
  const ranges = RANGES[asked.filter]
  const ranks = order === 'asTakenUp' ? ([0, 1] as const) : ([null] as const)
  return ranks.flatMap((rank) => {
    const ofRank = ranges.filter((range) => rank === null || range.rank === rank)
    if (ofRank.length === 0) return []
    const parts = ofRank.map(
      ({ index, condition }) => `${by(index)} AND ${OF_DESTINATION} AND ${condition}${isBefore}`,
    )
    return [
      {
        rows: parts.join(' UNION ALL '),
        order: ORDERS[order === 'asTakenUp' ? 'oldest' : order],
        parameters: ofRank.flatMap(() => ofRange),
      },
    ]
  })
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

function limitsOfFilter(asked: Asked): readonly number[] {
  const { filter } = asked
  return filter === 'late' || filter === 'notChecked' ? limitsOf(filter, asked) : []
}

/** By the start of a reference or by an amount: an index for each, then the row number. */
function found(
  destination: Destination,
  asked: Asked,
): { readonly where: string; readonly parameters: (string | number)[] } {
  const { matches, parameters } = startsOf(asked.reference)
  const amount = asked.amountKobo === null ? [] : [...keyOf(destination), asked.amountKobo]
  const all =
    amount.length === 0 ? matches : [...matches, `${by('sale_amount', 'sequence')} AND ${OF_AMOUNT}`]
  // The query removes duplicates itself; excluding them first would take as long again.
  return {
    where: `sequence IN (${all.join(' UNION ALL ')}) AND ${OF_DESTINATION} AND ${CONDITION_OF_FILTER[asked.filter]}`,
    parameters: [...parameters, ...amount, ...keyOf(destination), ...limitsOfFilter(asked)],
  }
}
