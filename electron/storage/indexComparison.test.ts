import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { entriesSql, missingSql, partsOf, surplusSql } from './indexComparison.ts'
import { openDatabase, salesFile, StorageError, storageReasonOf, type Database } from './database.ts'
import { indexesOf, tablesOf } from './indexes.ts'
import { migrate } from './migrations.ts'
import { flip, placeOf } from './testing/bitFlips.ts'

let dir = ''
let database: Database
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-compare-'))
  database = openDatabase(salesFile(dir))
  migrate(database)
})
afterEach(() => {
  database.close()
  rmSync(dir, { recursive: true, force: true })
})

const STATES = ['queued', 'sending', 'unknown', 'refused', 'accepted', 'cancelled'] as const

function fill(count: number): void {
  database.transaction(() => {
    for (let each = 1; each <= count; each += 1) {
      const state = STATES[each % STATES.length] ?? 'queued'
      database.run(
        `INSERT INTO sale (transaction_id, environment, partner_url, client_id, terminal_id, amount_kobo, amount_wire,
           note, state, version, recorded_at_ms, recorded_boot, recorded_awake_ms, due_awake_ms, send_count)
         VALUES (?, 'live', 'x', 'c', 't', ?, '1.00', '', ?, 1, ?, 'b', 0, 0, ?)`,
        `REF-${each}`,
        100 * each,
        state,
        each % 7,
        state === 'queued' ? 0 : 1,
      )
      database.run(
        "INSERT INTO attempt (sale_sequence, kind, boot, started_at_ms, started_awake_ms) VALUES (?, 'send', 'b', 0, 0)",
        each,
      )
      database.run(
        "INSERT INTO audit (sale_sequence, at_ms, kind, previous_hash, hash) VALUES (?, 0, 'recorded', '', '')",
        each % 3 === 0 ? null : each,
      )
    }
  })
}

/** Runs all parts. @returns the damage, or `ok` */
function compare(rowsMax: number, isReadable: (sale: unknown) => boolean = () => true): string {
  try {
    for (const part of partsOf(database, isReadable)) part.run(rowsMax)
    return 'ok'
  } catch (error) {
    expect(storageReasonOf(error)).toBe('damaged')
    return error instanceof StorageError ? error.message.replace('The sales file is damaged: ', '') : 'SQLite'
  }
}

const everyIndex = (): ReturnType<typeof indexesOf> =>
  tablesOf(database).flatMap((table) => indexesOf(database, table))

/** Changes rows while an index is dropped, and puts the old index back. */
function behindTheBackOf(index: string, change: string): void {
  database.close()
  const raw = new DatabaseSync(salesFile(dir))
  const row = raw.prepare('SELECT * FROM sqlite_schema WHERE name = ?').get(index) as Record<
    string,
    string | number
  >
  const others = raw.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
    name: string
    sql: string
  }[]
  for (const { name } of others) raw.exec(`DROP TRIGGER ${name}`)
  // The driver rightly guards against this; here the file must be damaged.
  raw.enableDefensive?.(false)
  raw.exec('PRAGMA foreign_keys = OFF; PRAGMA writable_schema = ON')
  raw.prepare('DELETE FROM sqlite_schema WHERE name = ?').run(index)
  raw.exec('PRAGMA writable_schema = RESET')
  raw.exec(change)
  raw.exec('PRAGMA writable_schema = ON')
  raw
    .prepare('INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, ?, ?)')
    .run(
      row['type'] ?? '',
      row['name'] ?? '',
      row['tbl_name'] ?? '',
      row['rootpage'] ?? 0,
      row['sql'] ?? null,
    )
  raw.exec('PRAGMA writable_schema = RESET')
  for (const { sql } of others) raw.exec(sql)
  raw.close()
  database = openDatabase(salesFile(dir))
}

test('a sound file is sound, in slices of any length', () => {
  fill(100)
  for (const rowsMax of [1, 7, 50, 1_000]) expect(compare(rowsMax)).toBe('ok')
})

test('every index of the file is compared, also one that a migration adds', () => {
  fill(10)
  const known = everyIndex().map(({ name }) => name)
  expect(known).toEqual(
    expect.arrayContaining([
      'sqlite_autoindex_sale_1',
      'sale_open',
      'sale_due',
      'attempt_of_sale',
      'audit_of_sale',
    ]),
  )
  database.exec("CREATE INDEX sale_new ON sale (note, amount_kobo) WHERE note <> ''")
  expect(everyIndex()).toContainEqual({
    name: 'sale_new',
    table: 'sale',
    columns: ['note', 'amount_kobo'],
    condition: "note <> ''",
  })
  expect(compare(50)).toBe('ok')
  behindTheBackOf('sale_new', "UPDATE sale SET note = 'new' WHERE sequence = 3")
  expect(compare(50)).toMatch(/^sale_new/u)
})

test('an index that cannot be compared is our mistake and never skipped', () => {
  database.exec('CREATE INDEX sale_odd ON sale (upper(note))')
  expect(() => indexesOf(database, 'sale')).toThrow('sale_odd')
})

/** What a statement opens for reading, by the number of the first page. */
function opened(sql: string): readonly string[] {
  const names = new Map(
    (database.all('SELECT name, rootpage FROM sqlite_schema') as { name: string; rootpage: number }[]).map(
      (row) => [row.rootpage, row.name],
    ),
  )
  return (database.all(`EXPLAIN ${sql}`) as { opcode: string; p2: number }[])
    .filter(({ opcode }) => opcode === 'OpenRead')
    .map(({ p2 }) => names.get(p2) ?? '?')
}

const planOf = (sql: string): string =>
  (database.all(`EXPLAIN QUERY PLAN ${sql}`) as { detail: string }[]).map(({ detail }) => detail).join('; ')

/** The entries, the last of several entries, and how many of them are surplus. */
const WALKS: readonly (typeof entriesSql)[] = [
  entriesSql,
  (...asked) => `${entriesSql(...asked)} OFFSET ?`,
  surplusSql,
]

test('each comparison reads the table in its own order and the index by its key, and sorts nothing', () => {
  for (const index of everyIndex()) {
    const { sql, endOfRange } = missingSql(index)
    expect(planOf(endOfRange)).toContain('USING INTEGER PRIMARY KEY (rowid>?)')
    expect(planOf(sql)).toContain('SEARCH stored USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)')
    const key = index.columns.map((column) => `${column}=\\?`).join(' AND ')
    expect(planOf(sql)).toMatch(
      new RegExp(`SEARCH entry USING (COVERING )?INDEX ${index.name} \\(${key} AND rowid=\\?\\)`, 'u'),
    )
    for (let same = -1; same <= index.columns.length; same += 1) {
      const values = [...index.columns.map(() => 'x'), 1]
      for (const walkSql of WALKS) {
        const walk = walkSql(index, same < 0 ? null : same, values)
        expect(planOf(walk)).toMatch(
          new RegExp(`(SCAN|SEARCH) entry USING (COVERING )?INDEX ${index.name}`, 'u'),
        )
        expect(planOf(walk)).toContain('SEARCH stored USING INTEGER PRIMARY KEY (rowid=?)')
        expect(planOf(walk)).not.toContain('TEMP B-TREE')
        expect(opened(walk)).toContain(index.name)
      }
    }
  }
})

test('the entries of an index are read from it alone, even if its condition is on other columns', () => {
  for (const [index, walkSql] of everyIndex().flatMap((each) => WALKS.map((walk) => [each, walk] as const))) {
    const codes = database.all(`EXPLAIN ${walkSql(index, null, [])}`) as {
      opcode: string
      p1: number
      p2: number
    }[]
    const tables = new Set(
      codes.filter(({ opcode, p2 }) => opcode === 'OpenRead' && p2 !== 0).map(({ p1 }) => p1),
    )
    expect(tables.size).toBeGreaterThanOrEqual(2)
    // This opcode would fetch the indexed row, and the row's values would hide those of the index.
    expect(codes.map(({ opcode }) => opcode)).not.toContain('FinishSeek')
  }
})

const SPOILT = [
  {
    name: 'a row that the index lacks',
    index: 'sale_own',
    change:
      "INSERT INTO sale (transaction_id, environment, partner_url, client_id, terminal_id, amount_kobo, amount_wire, note, state, version, recorded_at_ms, recorded_boot, recorded_awake_ms, due_awake_ms) VALUES ('LATE', 'live', 'x', 'c', 't', 100, '1.00', '', 'queued', 1, 0, 'b', 0, 0)",
  },
  {
    name: 'an entry of a row that is gone',
    index: 'sale_own',
    change: 'DELETE FROM sale WHERE sequence = 40',
  },
  {
    name: 'another amount',
    index: 'sale_amount',
    change: 'UPDATE sale SET amount_kobo = 5 WHERE sequence = 9',
  },
  {
    name: 'a queued sale that the line does not hold',
    index: 'sale_open',
    change: "UPDATE sale SET state = 'queued' WHERE state = 'accepted'",
  },
  {
    name: 'a sale in the line that is done',
    index: 'sale_open',
    change: "UPDATE sale SET state = 'accepted' WHERE sequence = 6",
  },
  {
    name: 'a due time of another hour',
    index: 'sale_due',
    change: 'UPDATE sale SET due_awake_ms = 77 WHERE sequence = 6',
  },
  {
    name: 'a sale that is being sent and is not in the list',
    index: 'sale_sending',
    change: "UPDATE sale SET state = 'sending' WHERE sequence = 6",
  },
  {
    name: 'one in the list that is not being sent',
    index: 'sale_sending',
    change: "UPDATE sale SET state = 'accepted' WHERE sequence = 1",
  },
  {
    name: 'a sale that was never sent among the sent',
    index: 'sale_sent',
    change: 'UPDATE sale SET send_count = 0 WHERE sequence = 1',
  },
  {
    name: 'a sent sale that is not among them',
    index: 'sale_sent',
    change: 'UPDATE sale SET send_count = 1 WHERE sequence = 6',
  },
  {
    name: 'a paid sale among the unpaid',
    index: 'sale_unpaid',
    change: "UPDATE sale SET date_paid = 'then' WHERE sequence = 4",
  },
  {
    name: 'a known sale that is not among them',
    index: 'sale_known',
    change: "UPDATE sale SET record_json = '{}' WHERE sequence = 4",
  },
  {
    name: 'an attempt of another sale',
    index: 'attempt_of_sale',
    change: 'UPDATE attempt SET sale_sequence = 2 WHERE id = 1',
  },
  {
    name: 'an audit entry of no sale',
    index: 'audit_of_sale',
    change: 'UPDATE audit SET sale_sequence = NULL WHERE id = 2',
  },
  {
    name: 'an audit entry of a sale',
    index: 'audit_of_sale',
    change: 'UPDATE audit SET sale_sequence = 1 WHERE id = 3',
  },
] as const

test.for(SPOILT)('$name is found in $index, in slices of any length', ({ index, change }) => {
  fill(100)
  expect(compare(10)).toBe('ok')
  behindTheBackOf(index, change)
  for (const rowsMax of [1, 7, 1_000]) expect(compare(rowsMax)).toMatch(new RegExp(`^${index} at`, 'u'))
})

test.for([
  { name: 'another letter', bit: 0 },
  { name: 'a small letter for a capital', bit: 5 },
])('$name in the index of references is found, and quick_check misses it', ({ bit }) => {
  fill(100)
  database.close()
  const file = salesFile(dir)
  flip(file, { offset: placeOf(file, 'sqlite_autoindex_sale_1', 'REF-77'), bit })
  database = openDatabase(file)
  expect(database.all('PRAGMA quick_check')).toEqual([{ quick_check: 'ok' }])
  for (const rowsMax of [1, 7, 1_000]) expect(compare(rowsMax)).toMatch(/^sqlite_autoindex_sale_1 at/u)
})

test('a sale that the program could not have written is found, at any place', () => {
  fill(20)
  const isReadable = (sale: unknown): boolean => (sale as { sequence: number }).sequence !== 20
  expect(compare(7, isReadable)).toBe('sale at 20')
  expect(Object.keys(database.get('SELECT * FROM sale') as object)).not.toContain('row_number')
})

test('a write between two slices is not damage', () => {
  fill(60)
  let written = 60
  for (const part of partsOf(database, () => true)) {
    part.run(5)
    written += 1
    database.run(
      'UPDATE sale SET due_awake_ms = due_awake_ms + 1, state = ? WHERE sequence = ?',
      STATES[written % STATES.length] ?? 'queued',
      (written % 60) + 1,
    )
  }
  expect(compare(50)).toBe('ok')
})

test('no step reads more rows than its limit, of any table, and none counts a whole one', () => {
  fill(50)
  database.transaction(() => {
    for (let quarter = 1; quarter <= 50; quarter += 1)
      database.run("INSERT INTO sale_quarter VALUES ('live', 'x', 'c', ?, 'accepted', 1, 100)", quarter)
  })
  let most = 0
  const read = new Set<string>()
  const watched: Pick<Database, 'get' | 'all'> = {
    get: (sql, ...parameters) => {
      read.add(sql)
      return database.get(sql, ...parameters)
    },
    all: (sql, ...parameters) => {
      const rows = database.all(sql, ...parameters)
      if (!/pragma|sqlite_schema/u.test(sql)) most = Math.max(most, rows.length)
      for (const row of rows) if (sql.includes('"sale_quarter"')) quarters.add(JSON.stringify(row))
      return rows
    },
  }
  const quarters = new Set<string>()
  for (const part of partsOf(watched, () => true)) part.run(10)
  expect(most).toBe(10)
  expect(quarters.size).toBe(database.all('SELECT 1 FROM sale_quarter').length)
  expect([...read].filter((sql) => sql.startsWith('SELECT COUNT(*) AS rows FROM "'))).toEqual([])
})

test('a table without row numbers whose order leads back is damaged, and the check ends', () => {
  const rows = [{ key: 'a' }, { key: 'b' }]
  const leading: Pick<Database, 'get' | 'all'> = {
    get: (sql, ...parameters) => database.get(sql, ...parameters),
    all: (sql, ...parameters) => (sql.includes('FROM "meta"') ? rows : database.all(sql, ...parameters)),
  }
  const run = (): void => {
    for (const part of partsOf(leading, () => true)) part.run(2)
  }
  expect(run).toThrow('damaged')
})

test('the sales come first', () => {
  fill(1)
  const [first] = partsOf(database, () => true)
  expect(first?.table).toBe('sale')
})
