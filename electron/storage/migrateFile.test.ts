import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SaleListStore } from '../outbox/store/saleListStore.ts'
import { verifyAudit } from './audit.ts'
import { salesOfFile } from '../outbox/worker/markUncertain.ts'
import { ruinIndex } from '../testing/editedFile.ts'
import { FACTS_SINCE_VERSION } from './boundFacts.ts'
import { openDatabase, salesFile, type Database } from './database.ts'
import { migrateFile, type MigrationStep } from './migrateFile.ts'
import { migrate, migrations, versionOf, type Migration } from './migrations.ts'
import { openSalesFile } from './salesFile.ts'
import { dumpSql, restoreSql } from './testing/dump.ts'
import { verifyFacts } from './verifyFacts.ts'

const PAGE_BYTES = 4_096
/** The offset of the row count in a leaf page of a table. */
const CELL_COUNT_OFFSET = 3
const FIXTURE = readFileSync(path.join(import.meta.dirname, 'fixtures/version-1.sql'), 'utf8')
/** Possible next versions: a correct one, and ones that lose data. */
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

const BOUND_AT_MS = 1_700_000_000_000

function migrateHere(steps: readonly Migration[], reached?: (step: MigrationStep) => void): string {
  const options = { wallNowMs: () => BOUND_AT_MS, migrations: steps }
  const more = reached === undefined ? {} : { reached }
  return migrateFile(salesFile(dir), openDatabase(salesFile(dir)), { ...options, ...more })
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

/** With one more entry for each sale, which binds it. */
function migrated(before: Contents): Contents {
  return { ...before, version: HONEST.length, entries: before.entries + (before.sales as unknown[]).length }
}

test('the released version 1 still opens, its chain is sound and every sale can be read', () => {
  withOpen((database) => {
    migrate(database)
    expect(versionOf(database)).toBe(migrations.length)
    expect(verifyAudit(database)).toMatchObject({ brokenEntries: 0, firstBroken: null })
    const page = new SaleListStore(database).page(
      { environment: 'practice', partnerUrl: 'practice', clientId: 'practice' },
      {
        filter: 'all',
        lateBeforeMs: 0,
        lateAfterMs: 0,
        checkedSinceMs: 0,
        reference: '',
        amountKobo: null,
        span: null,
        offset: 0,
        limit: 10,
      },
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

test('a released version never changes: version 1 is created today as it was then', () => {
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

test('a migration leaves the old file beside the new one, with its version in the name', () => {
  const before = contents()
  const kept = migrateHere(HONEST)
  expect(path.basename(kept)).toBe('sales.v1.db')
  expect(contents(kept)).toEqual(before)
  expect(contents()).toEqual(migrated(before))
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
  'ended at "%s", the file is the old or the new one, complete, and the next start finishes',
  (end) => {
    const before = contents()
    const stopAt = (step: MigrationStep): void => {
      if (step === end) throw new Error('the process ends here')
    }
    expect(() => migrateHere(HONEST, stopAt)).toThrow('ends here')
    expect(contents()).toEqual(end === 'swapped' ? migrated(before) : before)
    if (end !== 'swapped') migrateHere(HONEST)
    expect(contents()).toEqual(migrated(before))
  },
)

test.for([
  ['loses a sale', 'DROP TRIGGER sale_stays; DELETE FROM sale WHERE sequence = 4'],
  ['changes an amount', 'DROP TRIGGER sale_identity; UPDATE sale SET amount_kobo = 1 WHERE sequence = 4'],
  ['loses an attempt', 'DROP TRIGGER attempt_stays; DELETE FROM attempt WHERE id = 1'],
  ['cuts the audit', 'DROP TRIGGER audit_stays; DELETE FROM audit WHERE id = (SELECT MAX(id) FROM audit)'],
  ['is no SQL', 'this is no sql'],
])('a migration that %s is rejected: the old file stays as it was', ([, sql]) => {
  const before = contents()
  const bytes = readFileSync(salesFile(dir))
  expect(() => migrateHere(next(sql ?? ''))).toThrow(/differs in|FOREIGN KEY|syntax error/u)
  expect(contents()).toEqual(before)
  expect(readFileSync(salesFile(dir)).equals(bytes)).toBe(true)
})

test('a copy that the disk damaged, in a page that no count reads, is rejected: the old file stays as it was', () => {
  const before = contents()
  const bytes = readFileSync(salesFile(dir))
  const spoil = (step: MigrationStep): void => {
    if (step === 'copied') ruinTable(`${salesFile(dir)}.migrating`, 'attempt')
  }
  expect(() => migrateHere(HONEST, spoil)).toThrow('damaged')
  expect(contents()).toEqual(before)
  expect(readFileSync(salesFile(dir)).equals(bytes)).toBe(true)
})

/** Overwrites the first page of a table whose rows are counted by an index. */
function ruinTable(file: string, table: string): void {
  const { rootpage } = withOpen(
    (database) => database.get('SELECT rootpage FROM sqlite_schema WHERE name = ?', table),
    file,
  ) as { rootpage: number }
  writeFileSync(file, readFileSync(file).fill(0xab, (rootpage - 1) * PAGE_BYTES, rootpage * PAGE_BYTES))
}

test('a file without recorded facts binds each sale as found, once: later changes are noticed', () => {
  migrateHere(migrations)
  const verified = (): ReturnType<typeof verifyFacts> =>
    withOpen((database) => verifyFacts(database, migrations.length))
  expect(verified()).toEqual({ sales: 4, areBound: true, isVersionTrue: true, problems: [] })
  withOpen((database) => {
    database.exec('DROP TRIGGER sale_identity; UPDATE sale SET amount_kobo = 1 WHERE sequence = 4')
    const bound = database.all(
      "SELECT sale_sequence AS sequence, at_ms AS atMs FROM audit WHERE kind = 'bound'",
    )
    expect(bound).toEqual([1, 2, 3, 4].map((sequence) => ({ sequence, atMs: BOUND_AT_MS })))
  })
  expect(verified().problems).toEqual([
    {
      sequence: 4,
      transactionId: 'QUEUED-1',
      problem: 'changed',
      fact: 'amountKobo',
      recorded: 10_000,
      stands: 1,
    },
  ])
})

test.for(migrations.slice(FACTS_SINCE_VERSION - 1))(
  'a later migration binds nothing: in a file of version $version, a sale without its facts has lost them',
  ({ version }) => {
    migrateHere(migrations.slice(0, version))
    withOpen((database) => {
      database.exec("DROP TRIGGER audit_fixed; UPDATE audit SET content = NULL WHERE kind = 'bound'")
    })
    migrateHere(HONEST)
    const { problems } = withOpen((database) => verifyFacts(database, HONEST.length))
    expect(problems.map(({ sequence, problem }) => `${sequence} ${problem}`)).toEqual([
      '1 unproven',
      '2 unproven',
      '3 unproven',
      '4 unproven',
    ])
  },
)

test('a damaged file of version 1 is taken over with all its sales, each bound as found', () => {
  ruinIndex({ dataDir: dir }, 'sale_recorded')
  const opened = openHere()
  opened.reopen({ awakeNowMs: 0, isDamaged: true })
  expect(verifyFacts(opened, migrations.length)).toEqual({
    sales: 4,
    areBound: true,
    isVersionTrue: true,
    problems: [],
  })
  opened.close()
})

function openHere(): ReturnType<typeof openSalesFile> {
  return openSalesFile({
    dataDir: dir,
    settings: { get: () => undefined, set: () => undefined },
    sales: salesOfFile,
    wallNowMs: () => BOUND_AT_MS,
    log: () => undefined,
  })
}

test.each([1, 2, 4])(
  'sale %i corrects one that is gone: the file is migrated with every sale, and the reference stays as it was',
  (sequence) => {
    const file = new DatabaseSync(salesFile(dir), { enableForeignKeyConstraints: false })
    const [{ sql }] = file.prepare("SELECT sql FROM sqlite_schema WHERE name = 'sale_identity'").all() as [
      { sql: string },
    ]
    file.exec(`DROP TRIGGER sale_identity; UPDATE sale SET corrects = 'GONE-1' WHERE sequence = ${sequence}`)
    file.exec(sql)
    file.close()
    const opened = openHere()
    expect(opened.all('SELECT sequence FROM sale WHERE corrects = ?', 'GONE-1')).toEqual([{ sequence }])
    expect(opened.get('PRAGMA foreign_keys')).toEqual({ foreign_keys: 1 })
    expect(verifyFacts(opened, migrations.length)).toMatchObject({ sales: 4, problems: [] })
    // Later writes to it work too.
    opened.transaction(() =>
      opened.run("UPDATE sale SET state = 'cancelled', version = version + 1 WHERE sequence = ?", sequence),
    )
    opened.close()
  },
)

test('a migration that leaves an attempt without its sale is rejected', () => {
  const before = contents()
  const loses = 'UPDATE attempt SET sale_sequence = 99 WHERE id = 1'
  expect(() => migrateHere(next(loses))).toThrow('differs in danglingLinks')
  expect(contents()).toEqual(before)
})

/** Half as large again as the limit of the check at each start; a sparse file takes no disk space. */
const LARGE_BYTES = 96 * 1_024 * 1_024

test('a large file of version 1 with a damaged page is salvaged before its migration: no sale is lost silently', () => {
  const file = salesFile(dir)
  const cells = withOpen((database) => {
    const { rootpage } = database.get("SELECT rootpage FROM sqlite_schema WHERE name = 'sale'") as {
      rootpage: number
    }
    return (rootpage - 1) * PAGE_BYTES + CELL_COUNT_OFFSET
  })
  const bytes = readFileSync(file)
  expect(bytes.readUInt16BE(cells)).toBe(4)
  // The page claims three sales; the indexes know four.
  bytes.writeUInt16BE(3, cells)
  writeFileSync(file, bytes)
  truncateSync(file, LARGE_BYTES)
  const opened = openHere()
  expect(opened.all('SELECT sequence FROM sale ORDER BY sequence')).toHaveLength(3)
  const { value } = opened.get("SELECT value FROM meta WHERE key = 'news'") as { value: string }
  expect(JSON.parse(value)).toMatchObject({ kind: 'salvaged', unreadableSales: 1 })
  expect(opened.get("SELECT detail FROM audit WHERE kind = 'saleLost'")).toMatchObject({
    detail: expect.stringContaining('QUEUED-1'),
  })
  opened.close()
})
