import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openCounter, type Counter } from '../testing/counter.ts'
import { verifyFile } from './auditFile.ts'
import { databaseOn, openDatabase, salesFile, type SideFile } from './database.ts'
import { migrate, migrations } from './migrations.ts'
import { openRecordsFile, recordMigrations, recordsFilePath } from './recordsFile.ts'
import { salvage } from './salvage.ts'
import { foreignIn } from './schema.ts'
import { alter, ALTERATIONS, ENDLESS_SALES } from './testing/alterations.ts'
import { openTerminalsFile, terminalMigrations } from './terminalsFile.ts'

/* What another hand wrote into the schema of a file changes what our own statements do: it is never used. */

const MINUTE_MS = 60_000

async function shopWithSales(): Promise<Counter> {
  const shop = await openCounter()
  onTestFinished(() => shop.close())
  for (const transactionId of ['PAID-1', 'PAID-2', 'PAID-3']) await shop.record('1500', { transactionId })
  await shop.time.pass(MINUTE_MS)
  return shop
}

async function expectPaidOnce(shop: Counter, references: readonly string[]): Promise<void> {
  await shop.record('2500', { transactionId: 'AFTER-1' })
  await shop.time.pass(10 * MINUTE_MS)
  await shop.record('3500', { transactionId: 'AFTER-2' })
  await shop.time.pass(10 * MINUTE_MS)
  const all = [...references, 'AFTER-1', 'AFTER-2']
  expect(all.map((reference) => [reference, shop.bank.settlementCount(reference)])).toEqual(
    all.map((reference) => [reference, 1]),
  )
}

const PAID = ['PAID-1', 'PAID-2', 'PAID-3']

test.each(ALTERATIONS)(
  'a live file with %s: it is kept, its rows are carried, nothing is sent again, and a person is told',
  async (name, sql) => {
    const shop = await shopWithSales()
    await shop.restart(() => alter(salesFile(shop.dataDir), sql))
    const { value: view } = (await shop.backend().handlers['storage.get']({})) as {
      value: { news: { kind: string; keptAs: string; unreadableSales: number; foreign: string[] } }
    }
    expect(view.news).toMatchObject({
      kind: 'altered',
      unreadableSales: 0,
      foreign: expect.arrayContaining([name]),
    })
    for (const reference of PAID) expect((await shop.sale(reference)).sale.state).toBe('accepted')
    await expectPaidOnce(shop, PAID)
    // The new file is ours, and the kept one is named as what it is.
    shop.powerOff()
    const kept = verifyFile(path.join(shop.dataDir, view.news.keptAs))
    expect(kept.ok ? kept.value.foreign.join() : kept.error).toContain(name)
    expect(verifyFile(salesFile(shop.dataDir))).toMatchObject({
      ok: true,
      value: { foreign: [], facts: { problems: [] } },
    })
  },
)

test('a view in the place of a table is never read: nothing of the file can be used, and it stays', async () => {
  const shop = await shopWithSales()
  shop.powerOff()
  alter(salesFile(shop.dataDir), ENDLESS_SALES)
  expect(verifyFile(salesFile(shop.dataDir))).toMatchObject({
    ok: false,
    error: expect.stringContaining('view sale'),
  })
  await expect(shop.restart()).rejects.toMatchObject({ reason: 'damaged' })
  expect(readdirSync(shop.dataDir)).toContain('sales.db')
})

test('a row number beyond all others does not make a salvage endless', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-foreign-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const file = path.join(dir, 'sales.db')
  const database = openDatabase(file)
  migrate(database)
  for (const id of [1, 9_000_000_000_000])
    database.run(
      `INSERT INTO audit (id, sale_sequence, at_ms, kind, previous_hash, hash) VALUES (?, NULL, 0, 'x', '', '')`,
      id,
    )
  database.exec('CREATE INDEX more ON audit (kind)')
  database.close()
  expect(salvage(file, path.join(dir, 'new.db'), () => true, 0)).toMatchObject({ entries: 2 })
})

test.each([
  ['sales', migrations],
  ['records', recordMigrations],
  ['terminals', terminalMigrations],
] as const)('every earlier version of the file of %s opens without a word', (_name, steps) => {
  for (let version = 0; version <= steps.length; version += 1) {
    const database = databaseOn(new DatabaseSync(':memory:'))
    for (const { sql } of steps.slice(0, version)) database.exec(sql)
    database.exec(`PRAGMA user_version = ${version}`)
    migrate(database, steps)
    expect(foreignIn(database, steps, steps.length)).toEqual([])
    expect(database.get('PRAGMA user_version')).toEqual({ user_version: steps.length })
    database.close()
  }
})

const log = (): void => undefined

test.each([
  [
    'records.db',
    (dir: string): SideFile => openRecordsFile(dir, { wallNowMs: () => 0 }, log),
    'records.damaged-',
  ],
  ['terminals.db', (dir: string): SideFile => openTerminalsFile(dir, log), 'terminals.damaged'],
] as const)(
  'another hand’s trigger in %s: the file is set aside, and an empty one takes its place',
  (name, open, kept) => {
    const dir = mkdtempSync(path.join(tmpdir(), 'tillside-foreign-'))
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
    mkdirSync(dir, { recursive: true })
    const first = open(dir)
    expect(first.use(() => true)).toBe(true)
    first.close()
    const table = name === 'records.db' ? 'run' : 'list'
    alter(path.join(dir, name), `CREATE TRIGGER odd AFTER INSERT ON ${table} BEGIN SELECT 1; END`)
    const again = open(dir)
    expect(again.use(() => true)).toBeUndefined()
    expect(
      again.use((database) =>
        name === 'records.db'
          ? foreignIn(database, recordMigrations, recordMigrations.length)
          : foreignIn(database, terminalMigrations, terminalMigrations.length),
      ),
    ).toEqual([])
    again.close()
    expect(readdirSync(dir).some((each) => each.startsWith(kept))).toBe(true)
    expect(recordsFilePath(dir)).toBe(path.join(dir, 'records.db'))
  },
)
