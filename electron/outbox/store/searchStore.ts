import { withoutSpaces } from '../../../shared/referenceGroups.ts'
import type { SaleOrder } from '../../../shared/sale.ts'
import type { Database } from '../../storage/database.ts'
import { keyOf, OF_DESTINATION } from './saleConditions.ts'
import { by } from './saleIndexStore.ts'
import type { SaleQuery } from '../rules/saleQuery.ts'
import type { Destination } from '../../gateway/destination.ts'

/** The condition for the index of amounts. */
export const OF_AMOUNT = `${OF_DESTINATION} AND amount_kobo = ?`

/** The row numbers of references that start so. */
export function startsOf(reference: string): {
  readonly matches: readonly string[]
  readonly parameters: readonly string[]
} {
  const bare = withoutSpaces(reference)
  const starts = [...new Set([reference, reference.toUpperCase(), bare, bare.toUpperCase()])]
  return {
    // A half-open range uses the index of the unique reference; LIKE with a parameter would not.
    matches: starts.map(() => 'SELECT sequence FROM sale WHERE transaction_id >= ? AND transaction_id < ?'),
    parameters: starts.flatMap((start) => [start, `${start}\uffff`]),
  }
}

/** A search among all sales by what may be an amount, which may match a thousandth of them. */
type AmongAll = Pick<SaleQuery, 'reference'> & { readonly amountKobo: number }

export function isAmongAll<Query extends Pick<SaleQuery, 'filter' | 'reference' | 'amountKobo'>>(
  query: Query,
): query is Query & AmongAll {
  return query.filter === 'all' && query.reference !== '' && query.amountKobo !== null
}

export interface FoundPage {
  readonly order: SaleOrder
  /** Only sales of a lower sequence; null for all. */
  readonly before: number | null
  readonly offset: number
  readonly limit: number
}

/**
 * A page of such a search. The index of amounts has the order of the page for each terminal, so it is read only up to
 * the end of the page, and only the rows of the page are read.
 */
export function foundAmongAll(
  database: Pick<Database, 'get' | 'all'>,
  destination: Destination,
  { reference, amountKobo }: AmongAll,
  { order, before, offset, limit }: FoundPage,
): readonly unknown[] {
  const direction = order === 'newest' ? 'DESC' : 'ASC'
  const upTo = `sequence < ? ORDER BY sequence ${direction} LIMIT ?`
  const bounds = [before ?? Number.MAX_SAFE_INTEGER, offset + limit]
  const sequences = (sql: string, ...parameters: readonly (string | number)[]): readonly number[] =>
    (database.all(sql, ...parameters, ...bounds) as { sequence: number }[]).map(({ sequence }) => sequence)
  const key = keyOf(destination)
  const starts = startsOf(reference)
  const found = new Set(
    sequences(
      `SELECT sequence FROM sale NOT INDEXED WHERE sequence IN (${starts.matches.join(' UNION ALL ')})
       AND ${OF_DESTINATION} AND ${upTo}`,
      ...starts.parameters,
      ...key,
    ),
  )
  for (const terminalId of terminalsOf(database, [...key, amountKobo]))
    for (const sequence of sequences(OF_TERMINAL + upTo, ...key, amountKobo, terminalId)) found.add(sequence)
  const sign = order === 'newest' ? -1 : 1
  const page = [...found].toSorted((left, right) => sign * (left - right)).slice(offset, offset + limit)
  return rowsOf(database, page)
}

/** The rows of a page, in the order of their numbers here. */
export function rowsOf(database: Pick<Database, 'all'>, sequences: readonly number[]): readonly unknown[] {
  const rows = database.all(
    'SELECT * FROM sale NOT INDEXED WHERE sequence IN (SELECT value FROM json_each(?))',
    JSON.stringify(sequences),
  ) as { sequence: number }[]
  const bySequence = new Map(rows.map((row) => [row.sequence, row]))
  return sequences.flatMap((sequence) => bySequence.get(sequence) ?? [])
}

/** Of one terminal, in the order of the index: add a bound and an order. */
export const OF_TERMINAL = `${by('sale_amount', 'sequence')} AND ${OF_AMOUNT} AND terminal_id = ? AND `
const FIRST_TERMINAL = `${by('sale_amount', 'terminal_id AS id')} AND ${OF_AMOUNT} ORDER BY terminal_id LIMIT 1`
const NEXT_TERMINAL = `${by('sale_amount', 'terminal_id AS id')} AND ${OF_AMOUNT} AND terminal_id > ?
  ORDER BY terminal_id LIMIT 1`

/** The terminals that have sales of an amount: each is found after the one before it. */
export function* terminalsOf(
  database: Pick<Database, 'get'>,
  ofAmount: readonly (string | number)[],
): Generator<string, void, void> {
  let found = database.get(FIRST_TERMINAL, ...ofAmount) as { id: string } | undefined
  while (found !== undefined) {
    yield found.id
    found = database.get(NEXT_TERMINAL, ...ofAmount, found.id) as { id: string } | undefined
  }
}
