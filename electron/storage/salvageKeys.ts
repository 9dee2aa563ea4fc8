import type { Work } from '../work/slices.ts'
import type { Database } from './database.ts'
import { indexesOf } from './indexes.ts'
import { storedColumns } from './schema.ts'

/** What the parts of a damaged file say about the keys of one table. Any part may be the damaged one. */
export interface Keys {
  /** The highest key known to be used. One part alone does not prove a key, since it may be damaged. */
  readonly highest: number
  /** Higher keys, which only the table has: the key itself is damaged. */
  readonly odd: readonly number[]
  /** Whether any part knows the key. If none does, there may never have been a row. */
  isKnown(key: number): boolean
  /** Every key that a row may have, ascending. A number that another hand wrote does not make it endless. */
  toRead(): Iterable<number>
}

/** A column of another table, which refers to the keys of this one. */
export interface Reference {
  readonly table: string
  readonly column: string
}

/**
 * @param elsewhere what refers to this table's keys
 * @param isOurs whether the program wrote an index
 */
export function* keysOf(
  source: Database,
  table: string,
  { elsewhere, isOurs, highestKnown }: KeysAsked,
): Work<Keys> {
  const isStored = (name: string): boolean => (attempt(() => storedColumns(source, name)) ?? []).length > 0
  const inTable = isStored(table) ? yield* keysInTable(source, table) : new Set<number>()
  const indexes = isStored(table) ? (attempt(() => indexesOf(source, table, isOurs)) ?? []) : []
  const votes = new Map<number, number>()
  let readable = 0
  const count = (keys: ReadonlySet<number>): void => {
    if (keys.size > 0) readable += 1
    for (const key of keys) votes.set(key, (votes.get(key) ?? 0) + 1)
  }
  count(inTable)
  for (const { name, condition } of indexes) {
    yield
    count(keysBy(source, `SELECT rowid AS at FROM ${table} INDEXED BY "${name}" WHERE ${condition ?? '1'}`))
  }
  for (const each of elsewhere.filter((other) => isStored(other.table))) {
    yield
    count(keysBy(source, `SELECT ${each.column} AS at FROM ${each.table}`))
  }
  // If only one part can be read, it counts alone.
  const votesMin = Math.min(2, readable)
  let highest = highestKnown
  for (const [key, times] of votes) if (times >= votesMin) highest = Math.max(highest, key)
  return {
    highest,
    odd: [...inTable].filter((key) => key < 1 || key > highest),
    isKnown: (key) => votes.has(key),
    toRead: function* () {
      const closeUpTo = Math.min(highest, 2 * votes.size + GAP_MAX)
      for (let key = 1; key <= closeUpTo; key += 1) yield key
      yield* [...votes.keys()].filter((key) => key > closeUpTo && key <= highest).toSorted((a, b) => a - b)
    },
  }
}

export interface KeysAsked {
  readonly elsewhere: readonly Reference[]
  readonly isOurs: (index: string) => boolean
  /** A key known from elsewhere to be used. */
  readonly highestKnown: number
}

/** More rows than are lost at once in any file that can still be read. */
const GAP_MAX = 1_000_000

const SLICE_ROWS = 500

/** From both ends, as far as each can be read. */
function* keysInTable(source: Database, table: string): Work<ReadonlySet<number>> {
  const keys = new Set<number>()
  for (const [order, from] of [
    ['rowid > ? ORDER BY rowid', Number.MIN_SAFE_INTEGER],
    ['rowid < ? ORDER BY rowid DESC', Number.MAX_SAFE_INTEGER],
  ] as const) {
    const sql = `SELECT rowid AS at FROM ${table} NOT INDEXED WHERE ${order} LIMIT ${SLICE_ROWS}`
    let last: number | undefined = from
    while (last !== undefined) {
      const after: number = last
      const rows = (attempt(() => source.all(sql, after)) ?? []) as { at: number }[]
      const next = rows.at(-1)?.at
      // Keys out of order could form a cycle.
      const isFurther = next !== undefined && !keys.has(next)
      for (const { at } of rows) keys.add(at)
      yield
      last = isFurther ? next : undefined
    }
  }
  return keys
}

function keysBy(source: Database, sql: string): ReadonlySet<number> {
  const rows = (attempt(() => source.all(sql)) ?? []) as { at: number | null }[]
  return new Set(rows.flatMap(({ at }) => (at === null ? [] : [at])))
}

/** Undefined if it cannot be read. */
export function attempt<Value>(act: () => Value): Value | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
