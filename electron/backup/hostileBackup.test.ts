import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { verifyFile } from '../storage/auditFile.ts'
import { salesFile } from '../storage/database.ts'
import { alter, ALTERATIONS, ENDLESS_SALES } from '../storage/testing/alterations.ts'
import { openCounter, type Counter } from '../testing/counter.ts'
import {
  manifestOf,
  packed,
  partNames,
  readBackup,
  type BackupManifest,
  type PartName,
} from './backupFile.ts'

/* A backup comes from anywhere: its hashes show damage, and sign nothing. */

const MINUTE_MS = 60_000

function freshDir(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-hostile-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

async function* bytesOf(buffer: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < buffer.length; at += 10_000) yield buffer.subarray(at, at + 10_000)
}

const NO_SALES = {
  tillside: '1',
  environment: 'live',
  facts: {
    madeAtMs: 1,
    profileName: '',
    terminalId: null,
    clientId: null,
    isGivenAway: false,
    saleCount: 0,
    openCount: 0,
  },
} as const

/** @param manifest may say what is not so */
async function packedAs(dir: string, manifest: BackupManifest): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of packed(dir, manifest)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function packedAgain(dir: string, { parts, ...head }: BackupManifest): Promise<Buffer> {
  const names = partNames.filter((name) => parts.some((part) => part.name === name))
  return packedAs(dir, await manifestOf(dir, names, head))
}

/** A shop with three paid sales, one that waits and one that was removed, and its backup with altered parts. */
async function shopAndBackup(change: (part: (name: PartName) => string) => void) {
  const shop = await openCounter()
  onTestFinished(() => shop.close())
  for (const transactionId of PAID) await shop.record('1500', { transactionId })
  await shop.time.pass(MINUTE_MS)
  await shop.backend().handlers['backup.make']({})
  shop.powerOff()
  const dir = path.join(freshDir(), 'parts')
  const read = await readBackup(bytesOf(shop.desk.saved.at(-1)?.bytes ?? Buffer.alloc(0)), dir)
  if (!read.ok) throw new Error(read.error.kind)
  change((name) => path.join(dir, name))
  const other = await openCounter({ beside: { counter: shop, files: freshDir() } })
  onTestFinished(() => other.close())
  other.desk.pickBackup(await packedAgain(dir, read.value))
  return { shop, other }
}

const PAID = ['PAID-1', 'PAID-2', 'PAID-3']

async function bring(other: Counter): Promise<void> {
  const { handlers } = other.backend()
  expect(await handlers['backup.choose']({})).toMatchObject({ value: { kind: 'right' } })
  expect(await handlers['backup.bring']({})).toEqual({ ok: true, value: {} })
  await other.restart()
}

test.each(ALTERATIONS)(
  'a backup with %s: only its rows come, nothing is sent again, and it is named',
  async (name, sql) => {
    const { shop, other } = await shopAndBackup((part) => {
      alter(part('sales.db'), sql)
      const named = verifyFile(part('sales.db'))
      expect(named.ok ? named.value.foreign.join() : named.error).toContain(name)
    })
    await bring(other)
    expect(await other.backend().handlers['storage.get']({})).toMatchObject({
      value: { news: { kind: 'brought', foreign: expect.arrayContaining([name]) } },
    })
    for (const transactionId of ['AFTER-1', 'AFTER-2']) {
      await other.record('2500', { transactionId })
      await other.time.pass(10 * MINUTE_MS)
    }
    for (const reference of [...PAID, 'AFTER-1', 'AFTER-2']) {
      expect((await other.sale(reference)).sale.state).toBe('accepted')
      expect(shop.bank.settlementCount(reference)).toBe(1)
    }
    other.powerOff()
    expect(verifyFile(salesFile(other.dataDir))).toMatchObject({
      ok: true,
      value: { foreign: [], facts: { problems: [] } },
    })
  },
)

test('states that were changed in a backup are not believed: what was paid is not sent again', async () => {
  const { shop, other } = await shopAndBackup((part) =>
    alter(part('sales.db'), "UPDATE sale SET state = 'queued', version = version + 1, due_awake_ms = 0"),
  )
  // The counts of the manifest are those of before.
  expect(await other.backend().handlers['backup.choose']({})).toMatchObject({
    value: { kind: 'wrong', fault: { kind: 'changed' } },
  })
  expect(shop.bank.settlementCount('PAID-1')).toBe(1)
})

test.each(['sales.db', 'records.db'] as const)(
  'a view without an end in %s holds up nothing',
  async (name) => {
    const endless = {
      'sales.db': ENDLESS_SALES,
      'records.db': `ALTER TABLE record RENAME TO hidden;
      CREATE VIEW record AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT * FROM hidden, n`,
    }
    const { other } = await shopAndBackup((part) => alter(part(name), endless[name]))
    if (name === 'records.db') {
      await bring(other)
      expect(other.backend().handlers).toBeDefined()
      return
    }
    expect(await other.backend().handlers['backup.choose']({})).toMatchObject({
      value: { kind: 'wrong', fault: { kind: 'changed', part: 'sales.db' } },
    })
    expect(readdirSync(other.dataDir)).not.toContain('brought.part')
  },
)

test('a small file that unpacks to a huge one is refused before it fills the disk', async () => {
  const dir = freshDir()
  const huge = path.join(dir, 'sales.db')
  writeFileSync(huge, '')
  truncateSync(huge, 300 * 1_048_576)
  const manifest = await manifestOf(dir, ['sales.db'], NO_SALES)
  const into = path.join(dir, 'into')
  expect(await readBackup(bytesOf(await packedAs(dir, manifest)), into)).toMatchObject({
    error: { kind: 'changed', part: 'sales.db' },
  })
  expect(statSync(path.join(into, 'sales.db')).size).toBeLessThan(80 * 1_048_576)
  // A part that is longer than its manifest says is not even begun.
  const short = { ...manifest, parts: manifest.parts.map((part) => ({ ...part, bytes: 5 })) }
  const other = path.join(dir, 'other')
  expect(await readBackup(bytesOf(await packedAs(dir, short)), other)).toMatchObject({
    error: { kind: 'changed' },
  })
  expect(readdirSync(other)).toEqual([])
})

test('what follows the end of a backup is not unpacked', async () => {
  const dir = freshDir()
  writeFileSync(path.join(dir, 'sales.db'), 'x'.repeat(1_000))
  const manifest = await manifestOf(dir, ['sales.db'], NO_SALES)
  // gzip allows several members in a row.
  const tail = gzipSync(Buffer.alloc(20 * 1_048_576))
  expect(await readBackup(bytesOf(Buffer.concat([await packedAs(dir, manifest), tail])), null)).toMatchObject(
    { ok: false },
  )
})

test('what a refused disk leaves of a backup is removed', async () => {
  const { other } = await shopAndBackup(() => undefined)
  // A folder stands where a part is to be written.
  const inDir = path.join(other.dataDir, 'brought.part')
  const picked = other.desk.ports.pickedFiles.read
  vi.spyOn(other.desk.ports.pickedFiles, 'read').mockImplementation(async function* (file) {
    mkdirSync(path.join(inDir, 'sales.db'))
    yield* picked(file)
  })
  expect(await other.backend().handlers['backup.choose']({})).toMatchObject({ error: { code: 'notSaved' } })
  expect(readdirSync(other.dataDir)).not.toContain('brought.part')
})

test.each([0, 1, 3, 10, 40])(
  'the power fails %i slices into the carrying: nothing has come, and a second try brings all of it once',
  async (turns) => {
    const { shop, other } = await shopAndBackup(() => undefined)
    const cut = Promise.resolve(other.backend().handlers['backup.choose']({})).catch(() => undefined)
    for (let turn = 0; turn < turns; turn += 1) await setImmediate()
    await other.restart()
    // A real power cut ends it; here it runs on into what the next run removed.
    await cut
    expect(await other.backend().handlers['backup.view']({})).toMatchObject({ value: { isFresh: true } })
    await bring(other)
    await other.record('2500', { transactionId: 'AFTER-1' })
    await other.time.pass(10 * MINUTE_MS)
    for (const reference of [...PAID, 'AFTER-1']) {
      expect((await other.sale(reference)).sale.state).toBe('accepted')
      expect(shop.bank.settlementCount(reference)).toBe(1)
    }
  },
)
