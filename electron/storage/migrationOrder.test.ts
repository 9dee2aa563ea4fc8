import type * as Fs from 'node:fs'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { salesOfFile } from '../outbox/worker/markUncertain.ts'
import { verifyAudit } from './audit.ts'
import { openDatabase, salesFile, type SalesFile } from './database.ts'
import { migrations } from './migrations.ts'
import { openSalesFile } from './salesFile.ts'
import { restoreSql } from './testing/dump.ts'

/** The calls to the file system, in order. A kill test cannot check this: the page cache survives. */
const asked = vi.hoisted(() => ({ calls: [] as string[], names: new Map<number, string>() }))

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof Fs>()
  const nameOf = (file: string): string =>
    real.statSync(file, { throwIfNoEntry: false })?.isDirectory() === true ? 'folder' : path.basename(file)
  return {
    ...real,
    openSync: (file: string, flags: string, mode?: number) => {
      const descriptor = real.openSync(file, flags, mode)
      asked.names.set(descriptor, nameOf(file))
      return descriptor
    },
    fsyncSync: (descriptor: number) => {
      asked.calls.push(`sync ${asked.names.get(descriptor)}`)
      real.fsyncSync(descriptor)
    },
    copyFileSync: (from: string, to: string) => {
      asked.calls.push(`copy ${nameOf(from)} to ${nameOf(to)}`)
      real.copyFileSync(from, to)
    },
    renameSync: (from: string, to: string) => {
      asked.calls.push(`rename ${nameOf(from)} to ${nameOf(to)}`)
      real.renameSync(from, to)
    },
  }
})

const FIXTURE = readFileSync(path.join(import.meta.dirname, 'fixtures/version-1.sql'), 'utf8')
const NEXT = [
  ...migrations,
  { version: migrations.length + 1, sql: "ALTER TABLE sale ADD COLUMN cashier TEXT NOT NULL DEFAULT ''" },
]

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-order-'))
  restoreSql(salesFile(dir), FIXTURE)
  asked.calls.length = 0
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function openUpdated(): SalesFile {
  return openSalesFile({
    dataDir: dir,
    settings: { get: () => undefined, set: () => undefined },
    sales: salesOfFile,
    wallNowMs: () => 0,
    log: () => undefined,
    migrations: NEXT,
  })
}

test('an older file is migrated by copy: each file is on the disk before it gets its name, the old one first', () => {
  const file = openUpdated()
  expect(file.get('PRAGMA user_version')).toEqual({ user_version: NEXT.length })
  file.close()
  expect(readdirSync(dir).toSorted()).toEqual(['sales.db', 'sales.head', 'sales.lock', 'sales.v1.db'])
  expect(asked.calls).toEqual([
    'sync sales.db.migrating',
    'copy sales.db to sales.v1.db.part',
    'sync sales.v1.db.part',
    'rename sales.v1.db.part to sales.v1.db',
    'sync folder',
    'rename sales.db.migrating to sales.db',
    'sync folder',
  ])
})

test('sales that are only in the log of an interrupted run are migrated and kept with the rest', () => {
  const older = openDatabase(salesFile(dir))
  older.run(
    `INSERT INTO sale (transaction_id, environment, partner_url, client_id, terminal_id, amount_kobo, amount_wire, note,
       state, version, recorded_at_ms, recorded_boot, recorded_awake_ms, due_awake_ms)
     VALUES ('IN-THE-LOG', 'practice', 'practice', 'practice', 't', 100, '1.00', '', 'queued', 1, 0, 'b', 0, 0)`,
  )
  const [file, log] = [salesFile(dir), `${salesFile(dir)}-wal`]
  copyFileSync(file, `${file}.cut`)
  copyFileSync(log, `${log}.cut`)
  older.close()
  // The run ended without a clean close, which would have merged the log into the file.
  copyFileSync(`${file}.cut`, file)
  copyFileSync(`${log}.cut`, log)
  const references = (database: { all(sql: string): unknown }): unknown =>
    database.all('SELECT transaction_id AS id FROM sale ORDER BY sequence')
  const opened = openUpdated()
  const found = references(opened)
  expect(found).toContainEqual({ id: 'IN-THE-LOG' })
  expect(found).toHaveLength(5)
  expect(verifyAudit(opened)).toMatchObject({ brokenEntries: 0 })
  opened.close()
  const kept = openDatabase(path.join(dir, 'sales.v1.db'))
  expect(references(kept)).toEqual(found)
  kept.close()
})
