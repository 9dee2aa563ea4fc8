import { JUST_SAVED_MS } from '../../../shared/sale.ts'
import { type Todo, todoSections, type TodoSection } from '../../../shared/todo.ts'
import type { Database } from '../../storage/database.ts'
import type { CountAndTotal, LateLimits } from '../rules/saleQuery.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { keyOf, LATE, limitsOf, NOT_CHECKED, OF_DESTINATION } from './saleConditions.ts'
import { by, type CONDITIONS } from './saleIndexStore.ts'
import { saleFrom } from './storedSale.ts'

export interface SavedSince extends CountAndTotal {
  readonly sequences: readonly number[]
  /** When the first of them is older than that, by this computer's clock; null if there are none. */
  readonly untilMs: number | null
}

/** More than a person records in a minute; an older one counts as waiting. */
const NEWEST_MAX = 60
const NEWEST = `${by('sale_open', 'sequence, amount_kobo AS kobo, recorded_at_ms AS atMs')} AND ${OF_DESTINATION}
  AND state = ? ORDER BY sequence DESC LIMIT ${NEWEST_MAX}`

/** The waiting sales that were recorded less than so long ago. */
export function savedWithin(
  withinMs: number,
  database: Database,
  destination: Destination,
  nowMs: number,
): SavedSince {
  const newest = ['queued', 'sending'].flatMap((state) =>
    database.all(NEWEST, ...keyOf(destination), state),
  ) as { sequence: number; kobo: number; atMs: number }[]
  // After the clock was set back, a sale from later than now is not one of them.
  const saved = newest.filter(({ atMs }) => nowMs - atMs >= 0 && nowMs - atMs < withinMs)
  return {
    sequences: saved.map(({ sequence }) => sequence),
    count: saved.length,
    kobo: saved.reduce((sum, { kobo }) => sum + kobo, 0),
    untilMs: saved.length === 0 ? null : Math.min(...saved.map(({ atMs }) => atMs)) + withinMs,
  }
}

interface Range {
  readonly index: keyof typeof CONDITIONS
  readonly condition: string
  readonly values: readonly (string | number)[]
}

export interface TodoQuery extends LateLimits {
  readonly nowMs: number
  readonly offset: number
  readonly limit: number
}

const BY_NUMBER = 'sequence'
/** The order of `sale_unpaid_since`, which also orders equal ones: all unpaid sales may be here, too many to sort. */
const LONGEST_FIRST = 'accepted_at_ms, answered_at_ms'
const ORDER_OF: Readonly<Record<TodoSection, string>> = {
  needsYou: BY_NUMBER,
  refused: BY_NUMBER,
  late: LONGEST_FIRST,
  checking: BY_NUMBER,
  notSent: BY_NUMBER,
  notChecked: LONGEST_FIRST,
}

/**
 * The list of what there is to do, section by section, each from its indexes: in the order of recording, and what is
 * accepted and not paid in that of acceptance.
 */
export class TodoStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** @param sections how many sales each has: no row before the page is read to find it */
  page(destination: Destination, sections: Todo['sections'], query: TodoQuery): readonly SaleRow[] {
    const rows: unknown[] = []
    let skip = query.offset
    for (const section of todoSections) {
      const left = query.limit - rows.length
      const { count } = sections[section]
      if (left > 0 && skip < count) rows.push(...this.#rows(destination, section, query, left, skip))
      skip = Math.max(0, skip - count)
    }
    return rows.map((row) => saleFrom(this.#database, row))
  }

  #rows(
    destination: Destination,
    section: TodoSection,
    query: TodoQuery,
    limit: number,
    offset: number,
  ): readonly unknown[] {
    const ranges = this.#ranges(destination, section, query)
    const parts = ranges.map(({ index, condition }) => `${by(index)} AND ${OF_DESTINATION} AND ${condition}`)
    return this.#database.all(
      `${parts.join(' UNION ALL ')} ORDER BY ${ORDER_OF[section]} LIMIT ? OFFSET ?`,
      ...ranges.flatMap(({ values }) => [...keyOf(destination), ...values]),
      limit,
      offset,
    )
  }

  #ranges(destination: Destination, section: TodoSection, query: TodoQuery): readonly Range[] {
    const open = (state: string): Range => ({ index: 'sale_open', condition: 'state = ?', values: [state] })
    switch (section) {
      case 'needsYou':
        return [
          ...['review', 'conflict', 'held'].map(open),
          { index: 'sale_differing', condition: '1', values: [] },
        ]
      case 'refused':
        return [{ index: 'sale_refusal', condition: '1', values: [] }]
      case 'late':
        return [{ index: 'sale_unpaid_since', condition: LATE, values: limitsOf('late', query) }]
      case 'checking':
        return [open('unknown')]
      case 'notSent': {
        const saved = JSON.stringify(
          savedWithin(JUST_SAVED_MS, this.#database, destination, query.nowMs).sequences,
        )
        return ['queued', 'sending'].map((state) => ({
          index: 'sale_open',
          condition: 'state = ? AND sequence NOT IN (SELECT value FROM json_each(?))',
          values: [state, saved],
        }))
      }
      case 'notChecked':
        return [{ index: 'sale_unpaid_since', condition: NOT_CHECKED, values: limitsOf('notChecked', query) }]
    }
  }
}
