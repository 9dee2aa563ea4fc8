import type { Span } from '../../../shared/days.ts'
import { type SaleFilter, SaleState } from '../../../shared/sale.ts'
import { PART_OF, type Standing, standingOf } from '../../../shared/standing.ts'
import type { Database } from '../../storage/database.ts'
import { QUARTER_MS } from '../../storage/saleTotals.ts'
import type { CountAndTotal, LateLimits } from '../rules/saleQuery.ts'
import { STANDING_COLUMNS, type StandingColumns, withStanding } from '../rules/standing.ts'
import type { Destination } from '../../gateway/destination.ts'
import { inSpan, keyOf, LATE, limitsOf, NOT_CHECKED, OF_DESTINATION } from './saleConditions.ts'
import { by } from './saleIndexStore.ts'

/** A kept facet. The last two are taken out of `accepted` and `paid`: nothing is certain about their payment. */
export type Facet = SaleState | 'paid' | 'differs' | 'paidBack'

/** Sales of one facet that were recorded in one quarter of an hour. */
export interface QuarterTotal extends CountAndTotal {
  readonly atMs: number
  readonly facet: Facet
}

type KeptFilter = Exclude<SaleFilter, 'late' | 'notChecked'>

export const OPEN_FACETS: readonly Facet[] = ['queued', 'sending', 'unknown', 'review', 'conflict', 'held']
export const PERSON_FACETS: readonly Facet[] = ['review', 'conflict', 'held']

const FACETS = [...SaleState.options, 'paid', 'differs', 'paidBack'] as const satisfies readonly Facet[]
/** What the sales of a facet are. */
export const STANDING_OF = Object.fromEntries(
  FACETS.map((facet) => [facet, standingOfFacet(facet)]),
) as Readonly<Record<Facet, Standing>>

function standingOfFacet(facet: Facet): Standing {
  const isState = SaleState.options.some((state) => state === facet)
  return standingOf({
    state: isState ? (facet as SaleState) : 'accepted',
    isPaid: facet === 'paid' || facet === 'paidBack',
    difference: facet === 'paidBack' ? facet : facet === 'differs' ? 'other' : 'none',
  })
}

const FACETS_OF_FILTER: Readonly<Record<KeptFilter, readonly Facet[] | null>> = {
  all: null,
  waiting: OPEN_FACETS,
  notSent: ['queued', 'sending'],
  checking: ['unknown'],
  needsPerson: [...PERSON_FACETS, 'differs', 'paidBack'],
  accepted: ['accepted', 'paid', 'differs', 'paidBack'],
  unpaid: ['accepted'],
  paid: ['paid'],
  refused: ['refused'],
}

const NOTHING: CountAndTotal = { count: 0, kobo: 0 }

export function sumOf(totals: readonly CountAndTotal[]): CountAndTotal {
  return totals.reduce<CountAndTotal>(
    (sum, { count, kobo }) => ({ count: sum.count + count, kobo: sum.kobo + kobo }),
    NOTHING,
  )
}

export const COUNT_AND_TOTAL = 'COUNT(*) AS count, COALESCE(SUM(amount_kobo), 0) AS kobo'

/** Counts and sums of the sales of some days or of all, from the kept totals and from indexes of few rows. */
export class RangeTotalsStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** By quarter of an hour; a span of days begins and ends with one. Both sides of a difference add up to the kept total. */
  quarters(destination: Destination, span: Span): readonly QuarterTotal[] {
    const kept = this.#database.all(
      `SELECT quarter * ${QUARTER_MS} AS atMs, facet, count, kobo FROM sale_quarter
       WHERE ${OF_DESTINATION} AND quarter >= ? AND quarter < ? AND count <> 0`,
      ...keyOf(destination),
      Math.ceil(span.fromMs / QUARTER_MS),
      Math.ceil(span.untilMs / QUARTER_MS),
    ) as unknown as QuarterTotal[]
    return [...kept, ...differing(this.#database, destination, span)]
  }

  /** How many sales were recorded. */
  recorded(destination: Destination, span: Span | null): number {
    return sumOf(this.#facets(destination, span)).count
  }

  /** Count and sum of a list without a search. */
  ofFilter(
    destination: Destination,
    filter: SaleFilter,
    span: Span | null,
    limits: LateLimits,
  ): CountAndTotal {
    const within = inSpan(span)
    if (filter === 'late' || filter === 'notChecked')
      return this.#database.get(
        `${by('sale_unpaid_since', COUNT_AND_TOTAL)} AND ${OF_DESTINATION}
         AND ${filter === 'late' ? LATE : NOT_CHECKED}${within.sql}`,
        ...keyOf(destination),
        ...limitsOf(filter, limits),
        ...within.parameters,
      ) as CountAndTotal
    const facets = FACETS_OF_FILTER[filter]
    const totals = this.#facets(destination, span)
    const kept = sumOf(facets === null ? totals : totals.filter(({ facet }) => facets.includes(facet)))
    if (filter !== 'needsPerson') return kept
    const unseen = this.#database.get(
      `${by('sale_refusal', COUNT_AND_TOTAL)} AND ${OF_DESTINATION}${within.sql}`,
      ...keyOf(destination),
      ...within.parameters,
    )
    return sumOf([kept, unseen as CountAndTotal])
  }

  /** Those from which no money comes. */
  ofNone(destination: Destination, span: Span | null): CountAndTotal {
    return sumOf(
      this.#facets(destination, span).filter(({ facet }) => PART_OF[STANDING_OF[facet]] === 'none'),
    )
  }

  #facets(destination: Destination, span: Span | null): readonly (CountAndTotal & { facet: Facet })[] {
    if (span !== null) return this.quarters(destination, span)
    const kept = this.#database.all(
      `SELECT facet, count, kobo FROM sale_total WHERE ${OF_DESTINATION}`,
      ...keyOf(destination),
    )
    return [
      ...(kept as unknown as (CountAndTotal & { facet: Facet })[]),
      ...differing(this.#database, destination, null),
    ]
  }
}

/**
 * What moves each accepted sale with a differing record from its kept facet to its own. They are few, since each waits
 * for a person.
 */
function differing(
  database: Pick<Database, 'all'>,
  destination: Destination,
  span: Span | null,
): readonly QuarterTotal[] {
  const within = inSpan(span)
  const rows = database.all(
    `${by('sale_differing', `recorded_at_ms AS atMs, amount_kobo AS kobo, ${STANDING_COLUMNS}`)}
     AND ${OF_DESTINATION} AND state = 'accepted'${within.sql}`,
    ...keyOf(destination),
    ...within.parameters,
  ) as unknown as (StandingColumns & { atMs: number; kobo: number })[]
  return rows.flatMap((row): QuarterTotal[] => {
    const { atMs, kobo } = row
    const facet = withStanding(row).standing === 'paidBack' ? 'paidBack' : 'differs'
    return [
      { atMs, facet: row.datePaid === null ? 'accepted' : 'paid', count: -1, kobo: -kobo },
      { atMs, facet, count: 1, kobo },
    ]
  })
}
