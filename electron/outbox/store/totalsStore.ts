import type { Span } from '../../../shared/days.ts'
import { JUST_SAVED_MS } from '../../../shared/sale.ts'
import { type Standing, standings } from '../../../shared/standing.ts'
import type { TodayParts } from '../../../shared/today.ts'
import type { Database } from '../../storage/database.ts'
import { AGREES, keyOf, OF_DESTINATION, PAID, inSpan } from './saleConditions.ts'
import {
  COUNT_AND_TOTAL,
  type Facet,
  OPEN_FACETS,
  PERSON_FACETS,
  RangeTotalsStore,
  STANDING_OF,
  sumOf,
} from './rangeTotalsStore.ts'
import { by, CONDITIONS } from './saleIndexStore.ts'
import { savedWithin, type SavedSince } from './todoStore.ts'
import type { CountAndTotal, LateLimits, QueueOwner, QueueTotals } from '../rules/saleQuery.ts'
import { usualPayTime } from '../rules/usualPayTime.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { DecimalText } from '../../../shared/money.ts'
import { PaidSums, SETTLED_COLUMNS, type SettledOf } from '../rules/paidSums.ts'

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

interface Paid extends SettledOf {
  readonly sequence: number
  readonly kobo: number
}

interface Entry {
  readonly id: number
  readonly hash: string
  readonly sequence: number | null
}

/** The paid sales of one day and their sums, as of an entry of the audit; null for none. */
interface Followed {
  readonly of: string
  readonly paid: Map<number, Paid>
  readonly sums: PaidSums
  kobo: number
  upTo: Entry | null
}

/** More changes than this since the last look: the day is read anew. */
const FOLLOWED_MAX = 100

/**
 * What the bank's records say was paid, after its fees. A sum of decimal texts cannot be kept by a trigger, so the paid
 * sales of the day stay in memory, and each entry of the audit since says which sale to read again: no sale becomes paid,
 * and no settled amount changes, without one.
 */
class PaidNetStore {
  readonly #database: Pick<Database, 'all' | 'get'>
  #followed: Followed | null = null

  constructor(database: Pick<Database, 'all' | 'get'>) {
    this.#database = database
  }

  /** @returns the sum for exactly the sales that are counted as paid; null if not each of them is known */
  net(destination: Destination, day: Span, counted: CountAndTotal): DecimalText | null {
    if (counted.count === 0) return null
    const followed = this.#upToDate(destination, day)
    if (isOf(followed, counted)) return followed.sums.settled()
    const anew = this.#readAnew(destination, day)
    return isOf(anew, counted) ? anew.sums.settled() : null
  }

  #upToDate(destination: Destination, day: Span): Followed {
    const followed = this.#followed
    if (followed === null || followed.of !== nameOf(destination, day)) return this.#readAnew(destination, day)
    const entries = this.#database.all(ENTRIES_FROM, followed.upTo?.id ?? 0) as unknown as Entry[]
    // Another entry under its number: another file took the place of the one that was followed.
    const isSame = followed.upTo === null || followed.upTo.hash === entries[0]?.hash
    if (!isSame || entries.length > FOLLOWED_MAX) return this.#readAnew(destination, day)
    const within = inSpan(day)
    for (const sequence of new Set(entries.flatMap((entry) => entry.sequence ?? []))) {
      const row = this.#database.get(
        PAID_ONE + within.sql,
        sequence,
        ...keyOf(destination),
        ...within.parameters,
      )
      takeOut(followed, sequence)
      if (row !== undefined) putIn(followed, row as unknown as Paid)
    }
    followed.upTo = entries.at(-1) ?? null
    return followed
  }

  #readAnew(destination: Destination, day: Span): Followed {
    const within = inSpan(day)
    const upTo = (this.#database.get(NEWEST_ENTRY) as Entry | undefined) ?? null
    const rows = this.#database.all(PAID_OF_DAY + within.sql, ...keyOf(destination), ...within.parameters)
    const anew: Followed = {
      of: nameOf(destination, day),
      paid: new Map(),
      sums: new PaidSums(),
      kobo: 0,
      upTo,
    }
    for (const row of rows as unknown as Paid[]) putIn(anew, row)
    this.#followed = anew
    return anew
  }
}

function nameOf(destination: Destination, day: Span): string {
  return JSON.stringify([...keyOf(destination), day.fromMs, day.untilMs])
}

function putIn(followed: Followed, sale: Paid): void {
  followed.paid.set(sale.sequence, sale)
  followed.sums.add(sale)
  followed.kobo += sale.kobo
}

function takeOut(followed: Followed, sequence: number): void {
  const before = followed.paid.get(sequence)
  if (before === undefined) return
  followed.paid.delete(sequence)
  followed.sums.add(before, -1)
  followed.kobo -= before.kobo
}

function isOf({ paid, kobo: own }: Followed, { count, kobo }: CountAndTotal): boolean {
  return paid.size === count && own === kobo
}

const ENTRY = 'SELECT id, hash, sale_sequence AS sequence FROM audit'
const ENTRIES_FROM = `${ENTRY} WHERE id >= ? ORDER BY id LIMIT ${FOLLOWED_MAX + 1}`
const NEWEST_ENTRY = `${ENTRY} ORDER BY id DESC LIMIT 1`
const COLUMNS = `sequence, amount_kobo AS kobo, ${SETTLED_COLUMNS}`
/** The sales whose part of today's money is _paid_. */
const IS_PAID = `${PAID} AND ${OF_DESTINATION}`
const PAID_OF_DAY = `${by('sale_own', COLUMNS)} AND ${IS_PAID}`
const PAID_ONE = `SELECT ${COLUMNS} FROM sale WHERE sequence = ? AND ${IS_PAID}`
