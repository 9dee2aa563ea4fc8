import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SaleListStore } from '../outbox/saleListStore.ts'
import { verifyAudit } from './audit.ts'
import { openDatabase, salesFile, type Database } from './database.ts'
import { migrateFile, type MigrationStep } from './migrateFile.ts'
import { migrate, migrations, versionOf, type Migration } from './migrations.ts'
import { dumpSql, restoreSql } from './testing/dump.ts'

const PAGE_BYTES = 4_096
const FIXTURE = readFileSync(path.join(import.meta.dirname, 'fixtures/version-1.sql'), 'utf8')
/** What a next version might be: an honest one, and ones that lose something. */
const next = (sql: string): readonly Migration[] => [...migrations, { version: migrations.length + 1, sql }]
const HONEST = next("ALTER TABLE sale ADD COLUMN cashier TEXT NOT NULL DEFAULT ''")

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-migrate-'))
  restoreSql(salesFile(dir), FIXTURE)
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function withOpen<Value>(act: (database: Database) => Value, file = salesFile(dir)): Value {
  const database = openDatabase(file)
  try {
    return act(database)
  } finally {
    database.close()
  }
}

interface Contents {
  readonly version: number
  readonly sales: unknown
  readonly broken: number
  readonly entries: number
}

function contents(file = salesFile(dir)): Contents {
  return withOpen((database) => {
    const { user_version: version } = database.get('PRAGMA user_version') as { user_version: number }
    const sales = database.all(
      'SELECT transaction_id, state, amount_kobo, version FROM sale ORDER BY sequence',
    )
    const { brokenEntries, entries } = verifyAudit(database)
    return { version, sales, broken: brokenEntries, entries }
  }, file)
}

test('the released version 1 still opens, its chain is whole and every sale can be read', () => {
  withOpen((database) => {
    migrate(database)
    expect(versionOf(database)).toBe(migrations.length)
    expect(verifyAudit(database)).toMatchObject({ brokenEntries: 0, firstBroken: null })
    const page = new SaleListStore(database).page(
      { environment: 'practice', partnerUrl: 'practice', clientId: 'practice' },
      { filter: 'all', lateBeforeMs: 0, reference: '', amountKobo: null, offset: 0, limit: 10 },
    )
    expect(page.sales.map(({ transactionId, state }) => `${transactionId} ${state}`)).toEqual([
      'QUEUED-1 queued',
      'CANCELLED-1 cancelled',
      'UNKNOWN-1 unknown',
      'PAID-1 accepted',
    ])
  })
})

test('the fixture is the whole file: dumped again it is the same text', () => {
  expect(dumpSql(salesFile(dir))).toBe(FIXTURE)
})

test('what was released never changes: version 1 is made today as it was made then', () => {
  const schema = (database: Database): unknown =>
    database.all('SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name')
  const made = withOpen(
    (database) => {
      migrate(database, migrations.slice(0, 1))
      return schema(database)
    },
    path.join(dir, 'made.db'),
  )
  expect(made).toEqual(withOpen(schema))
})

test('a migration leaves the old file beside, under its version, and the new one in its place', () => {
  const before = contents()
  const kept = migrateFile(salesFile(dir), openDatabase(salesFile(dir)), HONEST)
  expect(path.basename(kept)).toBe('sales.v1.db')
  expect(contents(kept)).toEqual(before)
  expect(contents()).toEqual({ ...before, version: 2 })
  expect(readdirSync(dir).toSorted()).toEqual(['sales.db', 'sales.v1.db'])
})

const STEPS: readonly MigrationStep[] = [
  'copied',
  'migrated',
  'compared',
  'synced',
  'oldClosed',
  'oldKept',
  'swapped',
]

test.for(STEPS)(
  'ended at "%s", the file is the old or the new one, whole, and the next start finishes',
  (end) => {
    const before = contents()
    const stopAt = (step: MigrationStep): void => {
      if (step === end) throw new Error('the process ends here')
    }
    expect(() => migrateFile(salesFile(dir), openDatabase(salesFile(dir)), HONEST, stopAt)).toThrow(
      'ends here',
    )
    expect(contents()).toEqual({ ...before, version: end === 'swapped' ? 2 : 1 })
    if (end !== 'swapped') migrateFile(salesFile(dir), openDatabase(salesFile(dir)), HONEST)
    expect(contents()).toEqual({ ...before, version: 2 })
  },
)

test.for([
  ['loses a sale', 'DROP TRIGGER sale_stays; DELETE FROM sale WHERE sequence = 4'],
  ['changes an amount', 'DROP TRIGGER sale_identity; UPDATE sale SET amount_kobo = 1 WHERE sequence = 4'],
  ['loses an attempt', 'DROP TRIGGER attempt_stays; DELETE FROM attempt WHERE id = 1'],
  ['cuts the audit', 'DROP TRIGGER audit_stays; DELETE FROM audit WHERE id = (SELECT MAX(id) FROM audit)'],
  ['is no SQL', 'this is no sql'],
])('a migration that %s is not taken: the old file stays as it was', ([, sql]) => {
  const before = contents()
  const bytes = readFileSync(salesFile(dir))
  expect(() => migrateFile(salesFile(dir), openDatabase(salesFile(dir)), next(sql ?? ''))).toThrow(
    /differs in|FOREIGN KEY|syntax error/u,
  )
  expect(contents()).toEqual(before)
  expect(readFileSync(salesFile(dir)).equals(bytes)).toBe(true)
})

test('a copy that the disk spoilt, in a page that no count reads, is not taken: the old file stays as it was', () => {
  const before = contents()
  const bytes = readFileSync(salesFile(dir))
  const spoil = (step: MigrationStep): void => {
    if (step === 'copied') ruinTable(`${salesFile(dir)}.migrating`, 'attempt')
  }
  expect(() => migrateFile(salesFile(dir), openDatabase(salesFile(dir)), HONEST, spoil)).toThrow('damaged')
  expect(contents()).toEqual(before)
  expect(readFileSync(salesFile(dir)).equals(bytes)).toBe(true)
})

/** Overwrites the page that a table begins at; its rows are counted by an index. */
function ruinTable(file: string, table: string): void {
  const { rootpage } = withOpen(
    (database) => database.get('SELECT rootpage FROM sqlite_schema WHERE name = ?', table),
    file,
  ) as { rootpage: number }
  writeFileSync(file, readFileSync(file).fill(0xab, (rootpage - 1) * PAGE_BYTES, rootpage * PAGE_BYTES))
}
