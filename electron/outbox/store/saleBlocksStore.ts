import type { SaleFilter, SaleOrder, SaleState } from '../../../shared/sale.ts'
import type { LateLimits, Recorded, SaleQuery } from '../rules/saleQuery.ts'
import type { Destination } from '../../gateway/destination.ts'
import {
  AGREES,
  DIFFERS,
  inSpan,
  keyOf,
  LATE,
  limitsOf,
  NOT_CHECKED,
  OF_DESTINATION,
  ON_ITS_WAY,
  OPEN,
  PAID,
  UNPAID,
  UNSEEN_REFUSAL,
} from './saleConditions.ts'
import { by, type CONDITIONS } from './saleIndexStore.ts'
import { OF_AMOUNT, startsOf } from './searchStore.ts'

/** The lists as statements: which index each reads, and in which order. */

/** `asTakenUp` is the order of the queue, with what needs a person first. */
export type ListOrder = SaleOrder | 'asTakenUp'

export interface ListBlock {
  /** A statement without an order. */
  readonly rows: string
  /** An order that the ranges of the statement already have, so that they are merged and not sorted. */
  readonly order: string
  readonly parameters: readonly (string | number)[]
}

const PERSON_STATES: readonly SaleState[] = ['review', 'conflict', 'held']
const NOT_SENT_STATES: readonly SaleState[] = ['queued', 'sending']
const WAITING_STATES: readonly SaleState[] = [...NOT_SENT_STATES, 'unknown']

/** A range of one index in the order of the queue, so that a list merges its ranges and sorts nothing. */
interface Range {
  readonly rank: 0 | 1
  readonly index: keyof typeof CONDITIONS
  readonly condition: string
}

const openRange =
  (rank: Range['rank']) =>
  (state: SaleState): Range => ({ rank, index: 'sale_open', condition: `state = '${state}'` })

const WAITING: readonly Range[] = [...PERSON_STATES.map(openRange(0)), ...WAITING_STATES.map(openRange(1))]
const NEEDS_PERSON: readonly Range[] = [
  ...PERSON_STATES.map(openRange(0)),
  { rank: 0, index: 'sale_differing', condition: '1' },
  { rank: 1, index: 'sale_refusal', condition: '1' },
]
const unpaidRange = (condition: string): readonly Range[] => [
  { rank: 0, index: 'sale_unpaid_since', condition },
]

/** The partial indexes of a list; null where it may have most of all sales. */
export const FEW_RANGES: Readonly<Record<SaleFilter, readonly Range[] | null>> = {
  all: null,
  waiting: WAITING,
  notSent: NOT_SENT_STATES.map(openRange(1)),
  checking: [openRange(1)('unknown')],
  needsPerson: NEEDS_PERSON,
  accepted: null,
  unpaid: unpaidRange(AGREES),
  paid: null,
  refused: [{ rank: 0, index: 'sale_refused', condition: '1' }],
  late: unpaidRange(LATE),
  notChecked: unpaidRange(NOT_CHECKED),
}

const IS_PERSON = `state IN (${PERSON_STATES.map((state) => `'${state}'`).join(', ')})`

/** The same for a single row. */
export const CONDITION_OF_FILTER: Readonly<Record<SaleFilter, string>> = {
  all: '1',
  waiting: OPEN,
  notSent: "state IN ('queued', 'sending')",
  checking: "state = 'unknown'",
  needsPerson: `(${IS_PERSON} OR ${UNSEEN_REFUSAL} OR ${DIFFERS})`,
  accepted: "state = 'accepted'",
  unpaid: ON_ITS_WAY,
  paid: PAID,
  refused: "state = 'refused'",
  late: `${UNPAID} AND ${LATE}`,
  notChecked: `${UNPAID} AND ${NOT_CHECKED}`,
}

export const OPPOSITE = { newest: 'oldest', oldest: 'newest' } as const

export function isByTime(order: SaleOrder): order is keyof typeof OPPOSITE {
  return order in OPPOSITE
}

/**
 * How many sales follow a page, if fewer than precede it: everything before a page is read, so it is then read from the
 * other end. Null if its own end is nearer, and for a page after the last sale.
 */
export function behindPage(
  { offset, limit }: Pick<SaleQuery, 'offset' | 'limit'>,
  count: number,
): number | null {
  const behind = Math.max(0, count - offset - limit)
  return offset < count && offset > behind ? behind : null
}

/** From what needs a person to what is done; `saleView` decides the same for one row. */
const PLACE = `CASE WHEN ${IS_PERSON} OR ${DIFFERS} THEN 0 WHEN state = 'unknown' THEN 1 WHEN state = 'sending' THEN 2
  WHEN state = 'queued' THEN 3 WHEN state = 'refused' THEN 4 WHEN ${UNPAID} THEN 5
  WHEN state = 'accepted' THEN 6 WHEN state = 'writtenOff' THEN 7 ELSE 8 END`
export const KEYS_OF_ORDERS = `sequence, recorded_at_ms, amount_kobo, ${PLACE} AS place`
const NEWEST = 'recorded_at_ms DESC, sequence DESC'
export const ORDERS: Readonly<Record<SaleOrder, string>> = {
  newest: NEWEST,
  oldest: 'recorded_at_ms, sequence',
  largest: `amount_kobo DESC, ${NEWEST}`,
  smallest: `amount_kobo, ${NEWEST}`,
  openFirst: `place, ${NEWEST}`,
  doneFirst: `place DESC, ${NEWEST}`,
}
const RANK = `CASE WHEN ${IS_PERSON} OR ${DIFFERS} THEN 0 ELSE 1 END`

export type Asked = Pick<SaleQuery, 'filter' | 'reference' | 'amountKobo' | 'span'> & LateLimits

/** Recorded before another sale. */
export function isBefore(before: Recorded | null): ReturnType<typeof inSpan> {
  if (before === null) return { sql: '', parameters: [] }
  return {
    sql: ' AND (recorded_at_ms, sequence) < (?, ?)',
    parameters: [before.recordedAtMs, before.sequence],
  }
}

/** What a search finds, by number. */
export function foundBlock(
  destination: Destination,
  asked: Asked,
  order: ListOrder,
  before: Recorded | null,
): ListBlock {
  const { where, parameters } = found(destination, asked)
  const byNumber = order === 'oldest' ? 'sequence' : 'sequence DESC'
  return {
    rows: `SELECT * FROM sale NOT INDEXED WHERE ${where}${before === null ? '' : ' AND sequence < ?'}`,
    order: order === 'asTakenUp' ? `${RANK}, sequence` : byNumber,
    parameters: [...parameters, ...(before === null ? [] : [before.sequence])],
  }
}

/** A list by time, whose rows may be most of all sales. */
export function timeBlock(
  destination: Destination,
  asked: Asked,
  order: 'newest' | 'oldest',
  before: Recorded | null,
): ListBlock {
  const within = inSpan(asked.span)
  const then = isBefore(before)
  return {
    rows: `${by('sale_own')} AND ${OF_DESTINATION}${within.sql}${then.sql} AND ${CONDITION_OF_FILTER[asked.filter]}`,
    order: ORDERS[order],
    parameters: [...keyOf(destination), ...within.parameters, ...then.parameters, ...limitsOfFilter(asked)],
  }
}

/** The open sales as the queue takes them up, as consecutive blocks. */
export function queueBlocks(destination: Destination, asked: Asked): readonly ListBlock[] {
  const within = inSpan(asked.span)
  const ofRange = [...keyOf(destination), ...limitsOfFilter(asked), ...within.parameters]
  const ranges = FEW_RANGES[asked.filter] ?? []
  return ([0, 1] as const).flatMap((rank) => {
    const ofRank = ranges.filter((range) => range.rank === rank)
    if (ofRank.length === 0) return []
    const parts = ofRank.map(
      // Of skipped sales the index alone is read.
      ({ index, condition }) =>
        `${by(index, 'sequence')} AND ${OF_DESTINATION} AND ${condition}${within.sql}`,
    )
    return [{ rows: parts.join(' UNION ALL '), order: 'sequence', parameters: ofRank.flatMap(() => ofRange) }]
  })
}

export function limitsOfFilter(asked: Asked): readonly number[] {
  const { filter } = asked
  return filter === 'late' || filter === 'notChecked' ? limitsOf(filter, asked) : []
}

/** By the start of a reference or by an amount: an index for each, then the row number. */
export function found(
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
