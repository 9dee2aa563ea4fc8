import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appendAudit, verifyAudit } from './audit.ts'
import { openDatabase, salesFile, StorageError, type Database } from './database.ts'
import { migrate, migrations } from './migrations.ts'

let dir = ''
let opened: Database[] = []
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-db-'))
})
afterEach(() => {
  for (const database of opened) database.close()
  opened = []
  rmSync(dir, { recursive: true, force: true })
})

function open(file = salesFile(dir)): Database {
  const database = openDatabase(file)
  opened.push(database)
  return database
}

const reasonOf = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    if (error instanceof StorageError) return error.reason
    throw error
  }
  return 'none'
}

test('the file is opened with WAL and every commit waits for the disk', () => {
  const database = open()
  expect(database.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' })
  expect(database.get('PRAGMA synchronous')).toEqual({ synchronous: 2 })
  expect(database.get('PRAGMA locking_mode')).toEqual({ locking_mode: 'exclusive' })
})

test('a second opener is refused while the first holds the file', () => {
  open()
  expect(reasonOf(() => openDatabase(salesFile(dir)))).toBe('locked')
})

test('a file that is not a database is refused and left as it is', () => {
  const text = 'these are not sales, but another program’s data'
  writeFileSync(salesFile(dir), text)
  expect(reasonOf(() => openDatabase(salesFile(dir)))).toBe('damaged')
  expect(readFileSync(salesFile(dir), 'utf8')).toBe(text)
})

test('a file of a newer Tillside is refused and left as it is', () => {
  const newer = new DatabaseSync(salesFile(dir))
  newer.exec(`PRAGMA user_version = ${migrations.length + 1}`)
  newer.close()
  const database = open()
  expect(reasonOf(() => migrate(database))).toBe('newer')
  expect(database.all('SELECT name FROM sqlite_schema')).toEqual([])
})

test('a migration that fails leaves the file at its old version, whole', () => {
  const database = open()
  migrate(database)
  const broken = [...migrations, { version: migrations.length + 1, sql: 'CREATE TABLE half (a); not sql' }]
  expect(() => migrate(database, broken)).toThrow(/syntax error/u)
  expect(database.get('PRAGMA user_version')).toEqual({ user_version: migrations.length })
  expect(database.get("SELECT name FROM sqlite_schema WHERE name = 'half'")).toBeUndefined()
})

test('a transaction whose work throws writes nothing', () => {
  const database = open()
  migrate(database)
  const write = (): void =>
    database.transaction(() => {
      database.run("INSERT INTO meta (key, value) VALUES ('a', '1')")
      throw new Error('after the first write')
    })
  expect(write).toThrow('after the first write')
  expect(database.get('SELECT * FROM meta')).toBeUndefined()
})

function withOneSale(): Database {
  const database = open()
  migrate(database)
  database.run(
    `INSERT INTO sale (transaction_id, environment, partner_url, client_id, terminal_id, amount_kobo, amount_wire, note,
       state, version, recorded_at_ms, recorded_boot, recorded_awake_ms, due_awake_ms)
     VALUES ('A', 'live', 'x', 'c', 't', 100, '1.00', '', 'queued', 1, 0, 'b', 0, 0)`,
  )
  for (const kind of ['recorded', 'claimed', 'acceptedByAnswer']) {
    const entry = { saleSequence: 1, atMs: 1, kind, fromState: null, toState: null, detail: null }
    database.transaction(() => appendAudit(database, entry))
  }
  return database
}

test.for([
  'DELETE FROM sale',
  'DELETE FROM audit',
  "UPDATE audit SET kind = 'other'",
  "UPDATE sale SET transaction_id = 'B'",
  'UPDATE sale SET amount_kobo = 200',
  "UPDATE sale SET amount_wire = '2.00'",
  "UPDATE sale SET client_id = 'd'",
])('%s is refused by the file itself', (sql) => {
  const database = withOneSale()
  expect(() => database.run(sql)).toThrow(/never|append-only/u)
})

test('a changed audit entry breaks the chain at that entry', () => {
  const database = withOneSale()
  expect(verifyAudit(database)).toMatchObject({
    entries: 3,
    brokenEntries: 0,
    firstBroken: null,
    last: { id: 3 },
  })
  database.exec("DROP TRIGGER audit_fixed; UPDATE audit SET detail = 'forged' WHERE id = 2")
  expect(verifyAudit(database)).toMatchObject({ brokenEntries: 1, firstBroken: { id: 2 } })
})

test('an audit entry removed from the middle breaks the chain after it', () => {
  const database = withOneSale()
  database.exec('DROP TRIGGER audit_stays; DELETE FROM audit WHERE id = 2')
  expect(verifyAudit(database)).toMatchObject({ entries: 2, firstBroken: { id: 3 } })
})

test('a copy made while rows are written is whole, and has what was there when it began', async () => {
  const file = openDatabase(salesFile(dir))
  file.exec('CREATE TABLE line (id INTEGER PRIMARY KEY, words TEXT NOT NULL) STRICT')
  const write = (): void =>
    void file.transaction(() => file.run('INSERT INTO line (words) VALUES (?)', 'x'.repeat(300)))
  file.transaction(() => {
    for (let each = 0; each < 20_000; each += 1)
      file.run('INSERT INTO line (words) VALUES (?)', 'y'.repeat(300))
  })
  for (let round = 0; round < 20; round += 1) {
    const copy = path.join(dir, `copy-${round}.db`)
    let isCopied = false
    const copying = file.copyTo(copy).finally(() => {
      isCopied = true
    })
    const before = countIn(file)
    while (!isCopied) {
      write()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await copying
    const copied = openDatabase(copy)
    expect(copied.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' })
    expect(countIn(copied)).toBeGreaterThanOrEqual(before)
    copied.close()
  }
  file.close()
})

function countIn(database: Pick<Database, 'get'>): number {
  return (database.get('SELECT COUNT(*) AS count FROM line') as { count: number }).count
}
