import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SaleState } from '../../shared/sale.ts'
import { createSeededRandom } from '../testing/virtualTime.ts'
import type { Part } from './indexComparison.ts'
import { openDatabase, salesFile, type Database } from './database.ts'
import { recountedTotals } from './saleTotals.ts'
import { fillFile } from './testing/filledFile.ts'

const COUNT = 200
let dir = ''
let database: Database
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-totals-'))
  fillFile(dir, COUNT)
  database = openDatabase(salesFile(dir))
  recorded = COUNT
})
afterEach(() => {
  database.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Counted from the rows, without the triggers' totals. */
function counted(quarter: string): readonly unknown[] {
  return database.all(
    `SELECT client_id, ${quarter} AS quarter,
       CASE WHEN state = 'accepted' AND date_paid IS NOT NULL THEN 'paid' ELSE state END AS facet,
       COUNT(*) AS count, SUM(amount_kobo) AS kobo
     FROM sale GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  )
}
const keptTotals = (): readonly unknown[] =>
  database.all(
    'SELECT client_id, 0 AS quarter, facet, count, kobo FROM sale_total WHERE count <> 0 ORDER BY 1, 2, 3',
  )
const keptQuarters = (): readonly unknown[] =>
  database.all(
    'SELECT client_id, quarter, facet, count, kobo FROM sale_quarter WHERE count <> 0 ORDER BY 1, 2, 3',
  )
function expectRight(): void {
  expect(keptTotals()).toEqual(counted('0'))
  expect(keptQuarters()).toEqual(counted('recorded_at_ms / 900000'))
}

/** Makes the program's changes in random order. */
function change(random: ReturnType<typeof createSeededRandom>): void {
  const state = SaleState.options[Math.floor(random.next() * SaleState.options.length)] ?? 'queued'
  const isPaid = state === 'accepted' && random.next() < 0.5
  database.run(
    'UPDATE sale SET state = ?, date_paid = ?, version = version + 1 WHERE sequence = ?',
    state,
    isPaid ? '2026-01-02T10:00:00' : null,
    1 + Math.floor(random.next() * COUNT),
  )
}

let recorded = COUNT
function record(): void {
  recorded += 1
  database.run(
    `INSERT INTO sale (sequence, transaction_id, environment, partner_url, client_id, terminal_id, amount_kobo,
       amount_wire, note, state, version, recorded_at_ms, recorded_boot, recorded_awake_ms, due_awake_ms)
     VALUES (?, ?, 'live', 'https://bank.example/api', 'own-client', 'T1', 700, '7.00', '', 'queued', 1, ?, 'boot', 1, 1)`,
    recorded,
    `NEW-${recorded}`,
    1_700_000_000_000 + recorded,
  )
}

function recount(rowsMax: number, between: (part: Part) => void = () => undefined): number {
  let putRight = 0
  for (const part of recountedTotals(database, () => (putRight += 1))) {
    part.run(rowsMax)
    between(part)
  }
  return putRight
}

const WRONG = 1_000
/** Adds this many quarters of two clients without sales, one sorted before and one after the client of all sales. */
function addWrongQuarters(): void {
  for (const client of ['a-client', 'z-client'])
    database.run(
      `WITH RECURSIVE each (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM each WHERE n < ${WRONG / 2})
       INSERT INTO sale_quarter SELECT 'live', 'https://bank.example/api', '${client}', n, 'queued', 1, 100 FROM each`,
    )
}

test('the stored totals equal those of the rows after any changes', () => {
  expectRight()
  const random = createSeededRandom(1)
  for (let each = 0; each < 500; each += 1) change(random)
  expectRight()
})

test('a change that is rolled back changes no total', () => {
  const before = keptTotals()
  const work = (): never => {
    change(createSeededRandom(3))
    throw new Error('the disk is full')
  }
  expect(() => database.transaction(work)).toThrow('the disk is full')
  expect(keptTotals()).toEqual(before)
})

test.each([1, 7, COUNT, 5_000])(
  'recounted by %i rows, with changes in between: nothing to correct',
  (rowsMax) => {
    const random = createSeededRandom(2)
    expect(recount(rowsMax, () => change(random))).toBe(0)
    expectRight()
  },
)

test.each([1, 50, COUNT, COUNT + 1])(
  'sales recorded during a recount by %i rows, up to its end, are in the totals',
  (rowsMax) => {
    let left = 20
    const between = (): void => {
      if (left > 0) record()
      left -= 1
    }
    expect(recount(rowsMax, between)).toBe(0)
    expectRight()
  },
)

test('an invalid total does not prevent the recording of a sale, and is corrected', () => {
  database.run('UPDATE sale_total SET count = NULL, kobo = NULL')
  database.run('UPDATE sale_quarter SET count = NULL, kobo = NULL')
  record()
  expect(recount(50)).toBe(1)
  expectRight()
})

test('a wrong total is corrected, also while sales change', () => {
  const random = createSeededRandom(4)
  for (const wrong of [
    "UPDATE sale_total SET kobo = kobo + 5 WHERE facet = 'queued'",
    'UPDATE sale_quarter SET count = count + 1 WHERE quarter = (SELECT MIN(quarter) FROM sale_quarter)',
    'DELETE FROM sale_total',
    "INSERT INTO sale_quarter VALUES ('live', 'x', 'other', 1, 'queued', 3, 100)",
    "INSERT INTO sale_total VALUES ('live', 'x', 'no-client', 'queued', 0, 100)",
  ]) {
    database.run(wrong)
    expect(
      recount(11, () => change(random)),
      wrong,
    ).toBe(1)
    expectRight()
  }
})

test('an unfinished recount starts again', () => {
  const parts = recountedTotals(database, () => undefined)
  const first = parts.next().value
  first?.run(7)
  expect(recount(50)).toBe(0)
})

const changes = (): number => (database.get('SELECT total_changes() AS count') as { count: number }).count

test('for any number of wrong totals, no part writes more than its rows, and nothing is written outside the parts', () => {
  addWrongQuarters()
  const rowsMax = 50
  const written: number[] = []
  let atEnd = 0
  recount(rowsMax, () => {
    written.push(changes() - atEnd)
    atEnd = changes()
  })
  expect(changes()).toBe(atEnd)
  // Each row is deleted and may be inserted again. A count writes one more row, for its progress.
  expect(Math.max(...written.slice(1))).toBeLessThanOrEqual(2 * rowsMax + 1)
  expect(written.filter((rows) => rows > 0).length).toBeGreaterThan(WRONG / rowsMax)
  expectRight()
})

test('the stored totals are compared in adjoining ranges, each by its key, and nothing is read outside the parts', () => {
  addWrongQuarters()
  let isInPart = false
  const beside: string[] = []
  const compared: { readonly sql: string; readonly parameters: readonly unknown[] }[] = []
  const noted =
    <Rest extends unknown[], Value>(act: (sql: string, ...rest: Rest) => Value) =>
    (sql: string, ...rest: Rest): Value => {
      if (!isInPart) beside.push(sql)
      if (sql.includes('main.sale_quarter') && sql.includes('EXCEPT')) {
        compared.push({ sql, parameters: rest })
        expect(planOf(sql).filter((detail) => /TEMP B-TREE|SCAN (?!\()/u.test(detail))).toEqual([])
      }
      return act(sql, ...rest)
    }
  const { run, get, all } = database
  const watched = { ...database, run: noted(run), get: noted(get), all: noted(all) }
  for (const part of recountedTotals(watched, () => undefined)) {
    isInPart = true
    part.run(50)
    isInPart = false
  }
  expect(beside).toEqual([])
  expect(compared.length).toBeGreaterThan(WRONG / 50)
  const columns = 5
  const lower = compared.map(({ sql, parameters }) =>
    sql.includes('> (') ? parameters.slice(0, columns) : null,
  )
  const upper = compared.map(({ sql, parameters }) =>
    sql.includes('<= (') ? parameters.slice(sql.includes('> (') ? columns : 0).slice(0, columns) : null,
  )
  expect(lower).toEqual([null, ...upper.slice(0, -1)])
  expect(upper.at(-1)).toBeNull()
})

function planOf(sql: string): readonly string[] {
  const marks = Array.from({ length: sql.split('?').length - 1 }, () => 1)
  const plan = database.all(`EXPLAIN QUERY PLAN ${sql}`, ...marks) as { detail: string }[]
  return plan.map(({ detail }) => detail)
}

test('sales recorded or changed during the comparison are in both counts', () => {
  const random = createSeededRandom(5)
  const parts: string[] = []
  const between = ({ kind }: Part): void => {
    if (kind !== 'compared') return
    parts.push(kind)
    record()
    change(random)
  }
  addWrongQuarters()
  expect(recount(50, between)).toBe(1)
  expectRight()
  expect(recount(1, between)).toBe(0)
  expectRight()
  expect(parts.length).toBeGreaterThan(WRONG / 50)
})
