import type { Span } from '../../../shared/days.ts'
import type { DecimalText } from '../../../shared/money.ts'
import type { Database } from '../../storage/database.ts'
import { PaidSums, SETTLED_COLUMNS, type SettledOf } from '../rules/paidSums.ts'
import type { CountAndTotal } from '../rules/saleQuery.ts'
import type { Destination } from '../../gateway/destination.ts'
import { inSpan, keyOf, OF_DESTINATION, PAID } from './saleConditions.ts'
import { by } from './saleIndexStore.ts'

interface Paid extends SettledOf {
  readonly sequence: number
  readonly kobo: number
}

interface Entry {
  readonly id: number
  readonly hash: string
  readonly sequence: number | null
}

/** The paid sales of one day, as of an entry of the audit; null for none. */
interface Followed {
  readonly of: string
  readonly paid: Map<number, Paid>
  upTo: Entry | null
}

/** More changes than this since the last look: the day is read anew. */
const FOLLOWED_MAX = 100

/**
 * What the bank's records say was paid, after its fees. A sum of decimal texts cannot be kept by a trigger, so the paid
 * sales of the day stay in memory, and each entry of the audit since says which sale to read again: no sale becomes paid,
 * and no settled amount changes, without one.
 */
export class PaidNetStore {
  readonly #database: Pick<Database, 'all' | 'get'>
  #followed: Followed | null = null

  constructor(database: Pick<Database, 'all' | 'get'>) {
    this.#database = database
  }

  /** @returns the sum for exactly the sales that are counted as paid; null if not each of them is known */
  net(destination: Destination, day: Span, counted: CountAndTotal): DecimalText | null {
    if (counted.count === 0) return null
    const followed = this.#upToDate(destination, day)
    if (isOf(followed, counted)) return netOf(followed)
    const anew = this.#readAnew(destination, day)
    return isOf(anew, counted) ? netOf(anew) : null
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
      if (row === undefined) followed.paid.delete(sequence)
      else followed.paid.set(sequence, row as unknown as Paid)
    }
    followed.upTo = entries.at(-1) ?? null
    return followed
  }

  #readAnew(destination: Destination, day: Span): Followed {
    const within = inSpan(day)
    const upTo = (this.#database.get(NEWEST_ENTRY) as Entry | undefined) ?? null
    const rows = this.#database.all(PAID_OF_DAY + within.sql, ...keyOf(destination), ...within.parameters)
    const paid = new Map((rows as unknown as Paid[]).map((row) => [row.sequence, row]))
    this.#followed = { of: nameOf(destination, day), paid, upTo }
    return this.#followed
  }
}

function nameOf(destination: Destination, day: Span): string {
  return JSON.stringify([...keyOf(destination), day.fromMs, day.untilMs])
}

function isOf({ paid }: Followed, { count, kobo }: CountAndTotal): boolean {
  return paid.size === count && [...paid.values()].reduce((sum, sale) => sum + sale.kobo, 0) === kobo
}

function netOf({ paid }: Followed): DecimalText | null {
  const sums = new PaidSums()
  for (const sale of paid.values()) sums.add(sale)
  return sums.settled()
}

const ENTRY = 'SELECT id, hash, sale_sequence AS sequence FROM audit'
const ENTRIES_FROM = `${ENTRY} WHERE id >= ? ORDER BY id LIMIT ${FOLLOWED_MAX + 1}`
const NEWEST_ENTRY = `${ENTRY} ORDER BY id DESC LIMIT 1`
const COLUMNS = `sequence, amount_kobo AS kobo, ${SETTLED_COLUMNS}`
/** The sales whose part of today's money is _paid_. */
const IS_PAID = `${PAID} AND ${OF_DESTINATION}`
const PAID_OF_DAY = `${by('sale_own', COLUMNS)} AND ${IS_PAID}`
const PAID_ONE = `SELECT ${COLUMNS} FROM sale WHERE sequence = ? AND ${IS_PAID}`
