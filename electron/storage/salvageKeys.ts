import type { Database } from './database.ts'
import { indexesOf } from './indexes.ts'

/** What the parts of a damaged file say about the keys of one table. Any part may be the damaged one. */
export interface Keys {
  /** The highest key known to be used. One part alone does not prove a key, since it may be damaged. */
  readonly highest: number
  /** Higher keys, which only the table has: the key itself is damaged. */
  readonly odd: readonly number[]
  /** Whether any part knows the key. If none does, there may never have been a row. */
  isKnown(key: number): boolean
}

/** @param elsewhere statements that read this table's keys from other tables, as `at` */
export function keysOf(
  source: Database,
  table: string,
  elsewhere: readonly string[],
  highestKnown: number,
): Keys {
  const inTable = keysInTable(source, table)
  const inIndexes = (attempt(() => indexesOf(source, table)) ?? []).map(({ name, condition }) =>
    keysBy(source, `SELECT rowid AS at FROM ${table} INDEXED BY "${name}" WHERE ${condition ?? '1'}`),
  )
  const others = elsewhere.map((sql) => keysBy(source, sql))
  const readable = [inTable, ...inIndexes, ...others].filter((keys) => keys.size > 0)
  const votes = new Map<number, number>()
  for (const key of readable.flatMap((keys) => [...keys])) votes.set(key, (votes.get(key) ?? 0) + 1)
  // If only one part can be read, it counts alone.
  const votesMin = Math.min(2, readable.length)
  let highest = highestKnown
  for (const [key, count] of votes) if (count >= votesMin) highest = Math.max(highest, key)
  return {
    highest,
    odd: [...inTable].filter((key) => key < 1 || key > highest),
    isKnown: (key) => votes.has(key),
  }
}

const SLICE_ROWS = 500

/** From both ends, as far as each can be read. */
function keysInTable(source: Database, table: string): ReadonlySet<number> {
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
