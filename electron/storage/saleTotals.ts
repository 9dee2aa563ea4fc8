import type { SQLInputValue } from 'node:sqlite'
import type { Part } from './indexComparison.ts'
import type { Database } from './database.ts'

/**
 * Counts and sums of sales, kept by triggers in the transaction that changes a sale, so that no screen counts all
 * sales. A facet is the state of a sale, or `paid` if it is accepted and has a payment date.
 */

/** A quarter of an hour, ms: midnight starts one in every time zone in use. */
export const QUARTER_MS = 900_000

type RowName = 'sale' | 'OLD' | 'NEW'

function facetOf(row: RowName): string {
  return `CASE WHEN ${row}.state = 'accepted' AND ${row}.date_paid IS NOT NULL THEN 'paid' ELSE ${row}.state END`
}

function quarterOf(row: RowName): string {
  return `${row}.recorded_at_ms / ${QUARTER_MS}`
}

const KEY = ['environment', 'partner_url', 'client_id'] as const
const COUNTED = [...KEY, 'state', 'date_paid', 'amount_kobo', 'recorded_at_ms'] as const

/** The columns whose change may move a sale between counts. */
export const COUNTED_COLUMNS = COUNTED.join(', ')

export const IS_COUNTED_ANEW = COUNTED.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(' OR ')

/** Adds a trigger's new row to both tables. */
export function counted(totals: string, quarters: string): string {
  const key = KEY.map((column) => `NEW.${column}`).join(', ')
  const added = 'DO UPDATE SET count = COALESCE(count, 0) + 1, kobo = COALESCE(kobo, 0) + excluded.kobo'
  return `
    INSERT INTO ${totals} VALUES (${key}, ${facetOf('NEW')}, 1, NEW.amount_kobo)
      ON CONFLICT (${KEY.join(', ')}, facet) ${added};
    INSERT INTO ${quarters} VALUES (${key}, ${quarterOf('NEW')}, ${facetOf('NEW')}, 1, NEW.amount_kobo)
      ON CONFLICT (${KEY.join(', ')}, quarter, facet) ${added};`
}

/** Subtracts a trigger's old row from both tables. */
export function uncounted(totals: string, quarters: string): string {
  const isOld = `${KEY.map((column) => `${column} = OLD.${column}`).join(' AND ')} AND facet = ${facetOf('OLD')}`
  const taken = 'SET count = COALESCE(count, 0) - 1, kobo = COALESCE(kobo, 0) - OLD.amount_kobo'
  return `
    UPDATE ${totals} ${taken} WHERE ${isOld};
    UPDATE ${quarters} ${taken} WHERE ${isOld} AND quarter = ${quarterOf('OLD')};`
}

/** In memory: a full temporary folder must not make a sound sales file fail. */
const RECOUNT_BEGINS = `
  PRAGMA temp_store = MEMORY;
  DROP TABLE IF EXISTS temp.total_now;
  DROP TABLE IF EXISTS temp.quarter_now;
  DROP TABLE IF EXISTS temp.recount;
  DROP TRIGGER IF EXISTS temp.sale_counted_now;
  DROP TRIGGER IF EXISTS temp.sale_recounted_now;
  CREATE TEMP TABLE recount (upto INTEGER NOT NULL);
  INSERT INTO temp.recount VALUES (0);
  CREATE TEMP TABLE total_now (environment, partner_url, client_id, facet, count, kobo,
    PRIMARY KEY (environment, partner_url, client_id, facet)) WITHOUT ROWID;
  CREATE TEMP TABLE quarter_now (environment, partner_url, client_id, quarter, facet, count, kobo,
    PRIMARY KEY (environment, partner_url, client_id, quarter, facet)) WITHOUT ROWID;
  CREATE TEMP TRIGGER sale_counted_now AFTER INSERT ON main.sale
    WHEN NEW.sequence <= (SELECT upto FROM recount)
    BEGIN ${counted('total_now', 'quarter_now')} END;
  CREATE TEMP TRIGGER sale_recounted_now AFTER UPDATE OF ${COUNTED_COLUMNS} ON main.sale
    WHEN OLD.sequence <= (SELECT upto FROM recount) AND (${IS_COUNTED_ANEW})
    BEGIN ${uncounted('total_now', 'quarter_now')} ${counted('total_now', 'quarter_now')} END;`

const RECOUNT_ENDS = `
  DROP TRIGGER temp.sale_counted_now;
  DROP TRIGGER temp.sale_recounted_now;
  DROP TABLE temp.total_now;
  DROP TABLE temp.quarter_now;
  DROP TABLE temp.recount;`

const RANGE = 'FROM main.sale NOT INDEXED WHERE sequence > ? AND sequence <= ? GROUP BY'
const ADDED = 'DO UPDATE SET count = count + excluded.count, kobo = kobo + excluded.kobo'
const ADD_TOTALS = `INSERT INTO temp.total_now SELECT ${KEY.join(', ')}, ${facetOf('sale')}, COUNT(*), SUM(amount_kobo)
  ${RANGE} 1, 2, 3, 4 ON CONFLICT (${KEY.join(', ')}, facet) ${ADDED}`
const ADD_QUARTERS = `INSERT INTO temp.quarter_now
  SELECT ${KEY.join(', ')}, ${quarterOf('sale')}, ${facetOf('sale')}, COUNT(*), SUM(amount_kobo)
  ${RANGE} 1, 2, 3, 4, 5 ON CONFLICT (${KEY.join(', ')}, quarter, facet) ${ADDED}`
const END_OF_RANGE = `SELECT MAX(at) AS last, COUNT(*) AS rows FROM
  (SELECT sequence AS at FROM main.sale NOT INDEXED WHERE sequence > ? ORDER BY sequence LIMIT ?)`

/** The progress of a finished count: no sale has a higher number. */
const ALL = Number.MAX_SAFE_INTEGER

/** A table of totals, its recount, and the key of both. */
interface Kept {
  readonly kept: string
  readonly now: string
  readonly key: readonly string[]
}

const KEPT: readonly Kept[] = [
  { kept: 'sale_total', now: 'total_now', key: [...KEY, 'facet'] },
  { kept: 'sale_quarter', now: 'quarter_now', key: [...KEY, 'quarter', 'facet'] },
]

/**
 * Recounts all sales in parts, then compares the stored totals with the recount in parts, and corrects the differences.
 * Triggers of this connection apply changes that happen in between to the recount: during the count only for sales
 * already counted, during the comparison for all. So each range of totals can be compared by itself. A wrong total loses
 * no sale, so it does not count as damage that needs a salvage.
 * @param onPutRight called once at the end, if a total was wrong and has been corrected
 */
export function* recountedTotals(database: Database, onPutRight: () => void): Generator<Part, void, void> {
  database.exec(RECOUNT_BEGINS)
  yield* countedParts(database)
  let isWrong = false
  for (const kept of KEPT) if (yield* comparedParts(database, kept)) isWrong = true
  database.exec(RECOUNT_ENDS)
  if (isWrong) onPutRight()
}

function* countedParts(database: Database): Generator<Part, void, void> {
  let after = 0
  let isEnd = false
  while (!isEnd) {
    yield {
      kind: 'counted',
      table: 'sale_total',
      run: (rowsMax) => {
        const range = database.get(END_OF_RANGE, after, rowsMax) as { last: number | null; rows: number }
        const last = range.last ?? after
        isEnd = range.rows < rowsMax
        database.transaction(() => {
          database.run(ADD_TOTALS, after, last)
          database.run(ADD_QUARTERS, after, last)
          database.run('UPDATE temp.recount SET upto = ?', isEnd ? ALL : last)
        })
        after = last
      },
    }
  }
}

type KeyOfRow = readonly SQLInputValue[]

/** @returns whether any total was wrong */
function* comparedParts(database: Database, { kept, now, key }: Kept): Generator<Part, boolean, void> {
  let after: KeyOfRow | null = null
  let isEnd = false
  let isWrong = false
  while (!isEnd) {
    yield {
      kind: 'compared',
      table: kept,
      run: (rowsMax) => {
        const last = endOfRange(database, { kept, now, key }, after, rowsMax)
        const range = rangeOf(key, after, last)
        if (differs(database, { kept, now, key }, range)) {
          isWrong = true
          putRight(database, { kept, now, key }, range)
        }
        after = last
        isEnd = last === null
      },
    }
  }
  return isWrong
}

interface Range {
  readonly condition: string
  readonly parameters: KeyOfRow
}

/** The range after one key, up to another. Null means the start or the end of the table. */
function rangeOf(key: readonly string[], after: KeyOfRow | null, last: KeyOfRow | null): Range {
  const names = key.join(', ')
  const marks = key.map(() => '?').join(', ')
  const bounds = [
    ...(after === null ? [] : [`(${names}) > (${marks})`]),
    ...(last === null ? [] : [`(${names}) <= (${marks})`]),
  ]
  return {
    condition: bounds.length === 0 ? '1' : bounds.join(' AND '),
    parameters: [...(after ?? []), ...(last ?? [])],
  }
}

/** The last key of a range with at most `rowsMax` rows of each table; null if both have fewer rows left. */
function endOfRange(
  database: Database,
  { kept, now, key }: Kept,
  after: KeyOfRow | null,
  rowsMax: number,
): KeyOfRow | null {
  const names = key.join(', ')
  const { condition, parameters } = rangeOf(key, after, null)
  const last = (table: string): string =>
    `SELECT * FROM (SELECT ${names} FROM ${table} WHERE ${condition} ORDER BY ${names} LIMIT 1 OFFSET ?)`
  const offset = rowsMax - 1
  const row = database.get(
    `${last(`main.${kept}`)} UNION ALL ${last(`temp.${now}`)} ORDER BY ${names} LIMIT 1`,
    ...parameters,
    offset,
    ...parameters,
    offset,
  ) as Readonly<Record<string, SQLInputValue>> | undefined
  return row === undefined ? null : key.map((column) => row[column] ?? null)
}

/** Ignores rows of nothing, which one table may have without the other. */
function differs(database: Database, { kept, now }: Kept, { condition, parameters }: Range): boolean {
  const rows = (table: string): string =>
    `SELECT * FROM ${table} WHERE (count IS NOT 0 OR kobo IS NOT 0) AND ${condition}`
  const only = (left: string, right: string): string => `SELECT * FROM (${rows(left)} EXCEPT ${rows(right)})`
  const [main, temp] = [`main.${kept}`, `temp.${now}`]
  const found = database.get(
    `${only(main, temp)} UNION ALL ${only(temp, main)} LIMIT 1`,
    ...[parameters, parameters, parameters, parameters].flat(),
  )
  return found !== undefined
}

function putRight(database: Database, { kept, now }: Kept, { condition, parameters }: Range): void {
  database.transaction(() => {
    database.run(`DELETE FROM main.${kept} WHERE ${condition}`, ...parameters)
    database.run(
      `INSERT INTO main.${kept} SELECT * FROM temp.${now} WHERE count <> 0 AND ${condition}`,
      ...parameters,
    )
  })
}
