import type { Part } from './comparison.ts'
import type { Database } from './database.ts'

/**
 * Counts and sums of sales, kept by triggers in the very transaction that changes a sale: no screen counts all sales
 * ever recorded. A facet is the state of a sale, and `paid` where it is accepted and has a payment date.
 */

/** A quarter of an hour, ms: midnight begins one in every time zone in use. */
export const QUARTER_MS = 900_000

type RowName = 'sale' | 'OLD' | 'NEW'

export function facetOf(row: RowName): string {
  return `CASE WHEN ${row}.state = 'accepted' AND ${row}.date_paid IS NOT NULL THEN 'paid' ELSE ${row}.state END`
}

export function quarterOf(row: RowName): string {
  return `${row}.recorded_at_ms / ${QUARTER_MS}`
}

const KEY = ['environment', 'partner_url', 'client_id'] as const
const COUNTED = [...KEY, 'state', 'date_paid', 'amount_kobo', 'recorded_at_ms'] as const

/** The columns whose change may move a sale from one count to another. */
export const COUNTED_COLUMNS = COUNTED.join(', ')

export const IS_COUNTED_ANEW = COUNTED.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(' OR ')

/** Adds the new row of a trigger to both tables. */
export function counted(totals: string, quarters: string): string {
  const key = KEY.map((column) => `NEW.${column}`).join(', ')
  const added = 'DO UPDATE SET count = COALESCE(count, 0) + 1, kobo = COALESCE(kobo, 0) + excluded.kobo'
  return `
    INSERT INTO ${totals} VALUES (${key}, ${facetOf('NEW')}, 1, NEW.amount_kobo)
      ON CONFLICT (${KEY.join(', ')}, facet) ${added};
    INSERT INTO ${quarters} VALUES (${key}, ${quarterOf('NEW')}, ${facetOf('NEW')}, 1, NEW.amount_kobo)
      ON CONFLICT (${KEY.join(', ')}, quarter, facet) ${added};`
}

/** Takes the old row of a trigger out of both tables. */
export function uncounted(totals: string, quarters: string): string {
  const isOld = `${KEY.map((column) => `${column} = OLD.${column}`).join(' AND ')} AND facet = ${facetOf('OLD')}`
  const taken = 'SET count = COALESCE(count, 0) - 1, kobo = COALESCE(kobo, 0) - OLD.amount_kobo'
  return `
    UPDATE ${totals} ${taken} WHERE ${isOld};
    UPDATE ${quarters} ${taken} WHERE ${isOld} AND quarter = ${quarterOf('OLD')};`
}

/** In memory: a full folder for temporary files must not make a sound sales file fail. */
const RECOUNT_BEGINS = `
  PRAGMA temp_store = MEMORY;
  DROP TABLE IF EXISTS temp.total_now;
  DROP TABLE IF EXISTS temp.quarter_now;
  DROP TABLE IF EXISTS temp.recount;
  DROP TRIGGER IF EXISTS temp.sale_recounted_now;
  CREATE TEMP TABLE recount (upto INTEGER NOT NULL);
  INSERT INTO temp.recount VALUES (0);
  CREATE TEMP TABLE total_now (environment, partner_url, client_id, facet, count, kobo,
    PRIMARY KEY (environment, partner_url, client_id, facet)) WITHOUT ROWID;
  CREATE TEMP TABLE quarter_now (environment, partner_url, client_id, quarter, facet, count, kobo,
    PRIMARY KEY (environment, partner_url, client_id, quarter, facet)) WITHOUT ROWID;
  CREATE TEMP TRIGGER sale_recounted_now AFTER UPDATE OF ${COUNTED_COLUMNS} ON main.sale
    WHEN OLD.sequence <= (SELECT upto FROM recount) AND (${IS_COUNTED_ANEW})
    BEGIN ${uncounted('total_now', 'quarter_now')} ${counted('total_now', 'quarter_now')} END;`

const RECOUNT_ENDS = `
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

/** The pairs of a kept table and its recount. */
const KEPT = [
  ['sale_total', 'total_now'],
  ['sale_quarter', 'quarter_now'],
] as const

/**
 * Counts all sales anew, part by part, and puts a kept total right that differs. Changes in between are counted by a
 * trigger of this connection, as far as the count has come. What is wrong here loses no sale, so it is no damage that
 * would send the file to be salvaged.
 * @param onPutRight called after a total was found wrong and written anew
 */
export function* recountedTotals(database: Database, onPutRight: () => void): Generator<Part, void, void> {
  database.exec(RECOUNT_BEGINS)
  let after = 0
  function countUpTo(last: number): void {
    database.transaction(() => {
      database.run(ADD_TOTALS, after, last)
      database.run(ADD_QUARTERS, after, last)
      database.run('UPDATE temp.recount SET upto = ?', last)
    })
    after = last
  }
  let isEnd = false
  while (!isEnd) {
    yield {
      kind: 'counted',
      table: 'sale_total',
      run: (rowsMax) => {
        const range = database.get(END_OF_RANGE, after, rowsMax) as { last: number | null; rows: number }
        isEnd = range.rows < rowsMax
        if (range.last !== null) countUpTo(range.last)
      },
    }
  }
  // What was recorded since the last part, in the very turn in which it is compared.
  const { last } = database.get('SELECT MAX(sequence) AS last FROM main.sale') as { last: number | null }
  if (last !== null && last > after) countUpTo(last)
  const isWrong = KEPT.some(([kept, now]) => differs(database, kept, now))
  if (isWrong) {
    database.transaction(() => {
      for (const [kept, now] of KEPT) {
        database.run(`DELETE FROM main.${kept}`)
        database.run(`INSERT INTO main.${kept} SELECT * FROM temp.${now} WHERE count <> 0`)
      }
    })
  }
  database.exec(RECOUNT_ENDS)
  if (isWrong) onPutRight()
}

/** A count that came down to nothing may stand in one of them and not in the other. */
function differs(database: Database, kept: string, now: string): boolean {
  const only = (left: string, right: string): string =>
    `SELECT * FROM (SELECT * FROM ${left} WHERE count IS NOT 0 EXCEPT SELECT * FROM ${right} WHERE count IS NOT 0)`
  const [main, temp] = [`main.${kept}`, `temp.${now}`]
  return database.get(`${only(main, temp)} UNION ALL ${only(temp, main)} LIMIT 1`) !== undefined
}
