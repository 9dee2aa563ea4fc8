import type { Span } from '../../../shared/days.ts'
import { JUST_SAVED_MS } from '../../../shared/sale.ts'
import { type Standing, standings } from '../../../shared/standing.ts'
import type { TodayParts } from '../../../shared/today.ts'
import type { Database } from '../../storage/database.ts'
import { AGREES, keyOf, OF_DESTINATION, PAID } from './saleConditions.ts'
import {
  COUNT_AND_TOTAL,
  type Facet,
  OPEN_FACETS,
  PERSON_FACETS,
  RangeTotalsStore,
  STANDING_OF,
  sumOf,
} from './rangeTotalsStore.ts'
import { PaidNetStore } from './paidNetStore.ts'
import { by, CONDITIONS } from './saleIndexStore.ts'
import { savedWithin, type SavedSince } from './todoStore.ts'
import type { CountAndTotal, LateLimits, QueueOwner, QueueTotals } from '../rules/saleQuery.ts'
import { usualPayTime } from '../rules/usualPayTime.ts'
import type { Destination } from '../../gateway/destination.ts'

interface FacetTotal extends CountAndTotal {
  readonly clientId: string
  readonly facet: Facet
}

const WAITING_FACETS: readonly Facet[] = ['queued', 'sending']
/** Facets as SQL; the names are our own. */
const listed = (facets: readonly Facet[]): string => facets.map((facet) => `'${facet}'`).join(', ')

/** Counts and sums of each kind of sales, from kept totals and from indexes of few rows. */
export class TotalsStore {
  readonly #database: Database
  readonly #paidNet: PaidNetStore
  readonly #ranges: RangeTotalsStore

  constructor(database: Database) {
    this.#database = database
    this.#paidNet = new PaidNetStore(database)
    this.#ranges = new RangeTotalsStore(database)
  }

  /** Of one client, or with `clientId: null` of all clients at an address: what is safe on this computer. */
  queueTotals(owner: QueueOwner): QueueTotals {
    const totals = this.#facets(owner)
    const of = (...facets: readonly Facet[]): CountAndTotal =>
      sumOf(totals.filter(({ facet }) => facets.includes(facet)))
    const clients = [...new Set(totals.map(({ clientId }) => clientId))]
    const each = (sql: string): CountAndTotal =>
      sumOf(
        clients.map((clientId) => this.#database.get(sql, ...keyOf({ ...owner, clientId })) as CountAndTotal),
      )
    return {
      waiting: of(...WAITING_FACETS),
      sending: of('sending'),
      oldestWaitingAtMs: this.#oldestWaitingAtMs(owner, clients),
      checking: of('unknown'),
      needsPerson: of(...PERSON_FACETS),
      differs: each(DIFFERING),
      refused: each(UNSEEN_REFUSALS),
    }
  }

  #facets({ environment, partnerUrl, clientId }: QueueOwner): readonly FacetTotal[] {
    return this.#database.all(
      `SELECT client_id AS clientId, facet, count, kobo FROM sale_total
       WHERE environment = ? AND partner_url = ? AND (client_id = ? OR ? IS NULL)`,
      environment,
      partnerUrl,
      clientId,
      clientId,
    ) as FacetTotal[]
  }

  /** When the first sale of the queue was recorded. */
  #oldestWaitingAtMs(owner: QueueOwner, clients: readonly string[]): number | null {
    const firsts = clients.flatMap((clientId) =>
      WAITING_FACETS.flatMap((state) =>
        this.#database.all(FIRST_WAITING, ...keyOf({ ...owner, clientId }), state),
      ),
    ) as { atMs: number }[]
    return firsts.length === 0 ? null : Math.min(...firsts.map(({ atMs }) => atMs))
  }

  /**
   * Open sales of every other address in this file. This address neither sends nor shows them, so the screen must
   * mention them (docs/profile.md, "A change never re-routes a sale").
   */
  elsewhereCount({ environment, partnerUrl }: Pick<QueueOwner, 'environment' | 'partnerUrl'>): number {
    const row = this.#database.get(
      `SELECT COALESCE(SUM(count), 0) AS count FROM sale_total
       WHERE facet IN (${listed(OPEN_FACETS)}) AND NOT (environment = ? AND partner_url = ?)`,
      environment,
      partnerUrl,
    ) as { count: number }
    return row.count
  }

  /** What was recorded on a day, each sale in one part; a sale from a clock that was ahead is of its own day. */
  todayParts(destination: Destination, day: Span): TodayParts {
    const quarters = this.#ranges.quarters(destination, day)
    return partsOf((standing) => sumOf(quarters.filter(({ facet }) => STANDING_OF[facet] === standing)))
  }

  /** What the bank's records say was paid for these sales of a day, after fees, in decimal naira; null if one does not say. */
  paidNet(destination: Destination, day: Span, paid: CountAndTotal): string | null {
    return this.#paidNet.net(destination, day, paid)
  }

  /** See `usualPayTime`: from the newest sales of which the bank has shown a record. */
  usualPayMs(destination: Destination, nowMs: number): number | null {
    const recent = this.#database.all(RECENT_KNOWN, ...keyOf(destination)) as {
      acceptedAtMs: number
      paidAtMs: number | null
    }[]
    // Accepted and paid at one look: nothing was measured. A clock that was set back measures nothing either.
    const paidAfterMs = recent.flatMap(({ acceptedAtMs, paidAtMs }) =>
      paidAtMs === null || paidAtMs <= acceptedAtMs ? [] : [paidAtMs - acceptedAtMs],
    )
    const oldestAtMs = Math.min(...recent.map(({ acceptedAtMs }) => acceptedAtMs))
    return usualPayTime(paidAfterMs, (limitMs) => {
      const row = this.#database.get(UNPAID_BETWEEN, ...keyOf(destination), oldestAtMs, nowMs - limitMs)
      return (row as { count: number }).count
    })
  }

  /** Of one client: shown unpaid after the limit, or due and not checked for too long. */
  dueSince(what: 'late' | 'notChecked', destination: Destination, limits: LateLimits): CountAndTotal {
    return this.#ranges.ofFilter(destination, what, null, limits)
  }

  /** The waiting sales of one client that were recorded a moment ago. */
  justSaved(destination: Destination, nowMs: number): SavedSince {
    return savedWithin(JUST_SAVED_MS, this.#database, destination, nowMs)
  }
}

/** @param of of each part */
export function partsOf(of: (standing: Standing) => CountAndTotal): TodayParts {
  return Object.fromEntries(standings.map((standing) => [standing, of(standing)])) as TodayParts
}

const DIFFERING = `${by('sale_differing', COUNT_AND_TOTAL)} AND ${OF_DESTINATION}`
const UNSEEN_REFUSALS = `${by('sale_refusal', COUNT_AND_TOTAL)} AND ${OF_DESTINATION}`
/** Enough for a share of nine in ten, and few enough to read at each change. */
const RECENT_SALES = 50
/** The payment's own time is the bank's, by another clock: what counts is when this computer saw it. */
const PAID_AT = `(SELECT at_ms FROM audit INDEXED BY audit_of_sale
  WHERE sale_sequence = sale.sequence AND kind = 'paid' ORDER BY id LIMIT 1)`
const RECENT_KNOWN = `${by(
  'sale_known',
  `accepted_at_ms AS acceptedAtMs, CASE WHEN ${PAID} THEN ${PAID_AT} END AS paidAtMs`,
)} AND ${OF_DESTINATION} AND accepted_at_ms IS NOT NULL AND ${AGREES} ORDER BY sequence DESC LIMIT ${RECENT_SALES}`
const UNPAID_BETWEEN = `${by('sale_unpaid_since', 'COUNT(*) AS count')} AND ${OF_DESTINATION}
  AND accepted_at_ms >= ? AND accepted_at_ms < ?`
const FIRST_WAITING = `SELECT recorded_at_ms AS atMs FROM sale INDEXED BY sale_open
  WHERE ${CONDITIONS.sale_open} AND ${OF_DESTINATION} AND state = ? ORDER BY sequence LIMIT 1`
