import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { execFileSync } from 'node:child_process'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { salesOfFile } from '../outbox/worker/recovery.ts'
import { openCounter, type Counter } from '../testing/counter.ts'
import { salesFile, StorageError } from './database.ts'
import { witnessFile } from './auditCheckpoint.ts'
import { RESET_MARKER } from './replaceFile.ts'
import { openSalesFile } from './salesFile.ts'

const PAGE_BYTES = 4_096
const MINUTE_MS = 60_000

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

/** A counter without a network, with waiting sales on several pages of its file. */
async function withWaiting(count: number): Promise<{ shop: Counter; references: string[] }> {
  const shop = await openCounter()
  counter = shop
  cut(shop)
  const references: string[] = []
  for (let each = 1; each <= count; each += 1) {
    const note = `[note ${each}]${'.'.repeat(150)}`
    references.push((await shop.record(String(100 + each), { note })).transactionId)
  }
  return { shop, references }
}

function cut(shop: Counter): void {
  shop.setOnline(false)
  shop.bank.faults.add({ on: 'any', times: 'always', fault: { kind: 'nameNotFound' } })
}

function repair(shop: Counter): void {
  shop.bank.faults.clear()
  shop.setOnline(true)
}

async function storage(shop: Counter): Promise<{ status: string; news: unknown }> {
  const view = await shop.backend().handlers['storage.get']({})
  if (!view.ok) throw new Error('no view')
  return view.value
}

async function stateOf(shop: Counter, transactionId: string): Promise<string | null> {
  const found = await shop.backend().handlers['sales.get']({ transactionId })
  return found.ok ? found.value.sale.state : null
}

const beside = (shop: Counter, pattern: RegExp): string[] =>
  readdirSync(shop.dataDir).filter((name) => pattern.test(name))

/** Overwrites the table page that holds this text. */
function ruinPageWith(file: string, text: string): number {
  const bytes = readFileSync(file)
  const at = bytes.indexOf(text)
  if (at < 0) throw new Error(`${text} is not in the file`)
  const start = Math.floor(at / PAGE_BYTES) * PAGE_BYTES
  const page = bytes.subarray(start, start + PAGE_BYTES).toString('latin1')
  bytes.fill(0xab, start, start + PAGE_BYTES)
  writeFileSync(file, bytes)
  return page.match(/\[note \d+\]/gu)?.length ?? 0
}

/** Reads a copy, because the file is locked. */
function auditOf(shop: Counter): { kind: string; detail: string }[] {
  const copy = path.join(shop.dataDir, 'audit-copy')
  copyFileSync(salesFile(shop.dataDir), copy)
  copyFileSync(`${salesFile(shop.dataDir)}-wal`, `${copy}-wal`)
  const reader = new DatabaseSync(copy)
  try {
    return reader.prepare('SELECT kind, detail FROM audit').all() as { kind: string; detail: string }[]
  } finally {
    reader.close()
  }
}

async function reasonOfRestart(shop: Counter, whileOff: () => void): Promise<string> {
  try {
    await shop.restart(whileOff)
  } catch (error) {
    if (error instanceof StorageError) return `${error.reason} ${path.basename(error.file ?? '')}`
    throw error
  }
  return 'none'
}

test('a corrupt page: the file is kept, every other sale is taken over, and none is sent before its absence is proven', async () => {
  const { shop, references } = await withWaiting(60)
  let ruined = 0
  await shop.restart(() => {
    ruined = ruinPageWith(salesFile(shop.dataDir), '[note 30]')
  })
  await shop.time.pass(5_000)
  expect(ruined).toBeGreaterThan(5)
  expect(await storage(shop)).toMatchObject({
    status: 'sound',
    news: { kind: 'salvaged', unreadableSales: ruined, keptAs: beside(shop, /damaged.*db$/u)[0] },
  })
  const states = await Promise.all(references.map((each) => stateOf(shop, each)))
  expect(states.filter((state) => state === 'unknown')).toHaveLength(60 - ruined)
  expect(states.filter((state) => state === null)).toHaveLength(ruined)
  // The audit keeps what an index still had of the lost ones, for a search at the bank.
  const lost = auditOf(shop).filter(({ kind }) => kind === 'saleLost')
  expect(lost).toHaveLength(ruined)
  expect(lost[0]?.detail).toContain(references[states.indexOf(null)])
  repair(shop)
  await shop.time.pass(9 * MINUTE_MS)
  expect(shop.bank.requestCount('logTransaction')).toBe(0)
  // Sequences are never reused, not even those of lost sales.
  await shop.signIn()
  expect((await shop.record('999')).sequence).toBe(61)
})

test('a corrupt page that only the background check finds is salvaged at once', async () => {
  const { shop, references } = await withWaiting(60)
  await shop.restart(() => {
    const reader = new DatabaseSync(salesFile(shop.dataDir))
    const { hash } = reader.prepare('SELECT hash FROM audit WHERE id = 10').get() as { hash: string }
    reader.close()
    ruinPageWith(salesFile(shop.dataDir), hash)
    repair(shop)
  })
  await shop.time.pass(60_000)
  expect(shop.bank.requestCount('logTransaction')).toBe(0)
  expect(await storage(shop)).toMatchObject({
    status: 'sound',
    news: { kind: 'salvaged', unreadableSales: 0 },
  })
  for (const reference of references) expect(await stateOf(shop, reference)).toBe('unknown')
  expect(beside(shop, /reading|salvaging/u)).toEqual([])
})

test('a log cut short: the lost sales are noticed, and waiting ones are looked up and not sent', async () => {
  const { shop, references } = await withWaiting(3)
  const copy = path.join(shop.dataDir, 'copy')
  const file = salesFile(shop.dataDir)
  const [first = ''] = references
  repair(shop)
  await shop.time.pass(10_000)
  expect(shop.bank.settlementCount(first)).toBe(1)
  copyFileSync(file, copy)
  copyFileSync(`${file}-wal`, `${copy}-wal`)
  const walBytes = readFileSync(`${copy}-wal`).length
  const sent = shop.bank.requestCount('logTransaction')
  await shop.restart(() => {
    copyFileSync(copy, file)
    copyFileSync(`${copy}-wal`, `${file}-wal`)
    // Up to where the sales were recorded and none was sent.
    truncateSync(`${file}-wal`, Math.floor(walBytes / 2))
  })
  await shop.time.pass(2_000)
  expect(await storage(shop)).toMatchObject({ status: 'sound', news: { kind: 'behind' } })
  await shop.time.pass(20 * MINUTE_MS)
  expect(shop.bank.requestCount('logTransaction')).toBe(sent)
  for (const reference of references) expect(shop.bank.settlementCount(reference)).toBe(1)
})

test('a zeroed file is left as it is, and no new one is created without a reset marker', async () => {
  const { shop, references } = await withWaiting(3)
  const file = salesFile(shop.dataDir)
  const reason = await reasonOfRestart(shop, () => writeFileSync(file, Buffer.alloc(65_536)))
  expect(reason).toBe('damaged sales.db')
  expect(readFileSync(file).equals(Buffer.alloc(65_536))).toBe(true)
  await shop.restart(() => writeFileSync(path.join(shop.dataDir, RESET_MARKER), ''))
  const [kept = ''] = beside(shop, /damaged.*db$/u)
  expect(readFileSync(path.join(shop.dataDir, kept)).equals(Buffer.alloc(65_536))).toBe(true)
  expect(await storage(shop)).toMatchObject({ news: { kind: 'begunAnew', keptAs: kept } })
  expect(await stateOf(shop, references[0] ?? '')).toBeNull()
  expect((await shop.record('5')).sequence).toBe(4)
  // The marker works once.
  expect(existsSync(path.join(shop.dataDir, RESET_MARKER))).toBe(false)
  await shop.time.pass(2_000)
})

test.for(['sales.head', 'settings', 'neither'] as const)(
  'a sales file that is gone is missed, with %s forgotten too',
  async (forgotten) => {
    const { shop } = await withWaiting(2)
    const reason = await reasonOfRestart(shop, () => {
      rmSync(salesFile(shop.dataDir))
      rmSync(`${salesFile(shop.dataDir)}-wal`, { force: true })
      if (forgotten === 'sales.head') rmSync(witnessFile(shop.dataDir))
      if (forgotten === 'settings') shop.settings.delete('salesFileHead')
    })
    expect(reason).toBe('missing sales.db')
    expect(existsSync(salesFile(shop.dataDir))).toBe(false)
    await shop.restart(() => writeFileSync(path.join(shop.dataDir, `${RESET_MARKER}.txt`), ''))
    expect(await storage(shop)).toMatchObject({ news: { kind: 'begunAnew', keptAs: null } })
  },
)

test('a log whose file is gone is kept', async () => {
  const { shop } = await withWaiting(2)
  const file = salesFile(shop.dataDir)
  const log = readFileSync(`${file}-wal`)
  const reason = await reasonOfRestart(shop, () => {
    rmSync(file)
    rmSync(witnessFile(shop.dataDir))
    shop.settings.delete('salesFileHead')
    writeFileSync(`${file}-wal`, log)
  })
  expect(reason).toBe('missing sales.db')
  expect(readFileSync(`${file}-wal`).equals(log)).toBe(true)
})

test('a first start, with nothing ever recorded, creates a file without news', async () => {
  const shop = await openCounter()
  counter = shop
  await shop.restart(() => rmSync(salesFile(shop.dataDir)))
  expect(await storage(shop)).toMatchObject({ news: null })
})

const OPENER = `
  const { openDatabase, StorageError } = await import(process.argv[1])
  try { openDatabase(process.argv[2]); console.log('opened') } catch (error) { console.log(error.reason) }
`

test.skipIf(process.platform === 'win32')('a folder that cannot be written is reported as such', async () => {
  const { shop } = await withWaiting(1)
  const file = salesFile(shop.dataDir)
  await shop.restart(() => {
    chmodSync(file, 0o444)
    chmodSync(shop.dataDir, 0o555)
    // Root may write everywhere; another user may not.
    const said = execFileSync(
      process.execPath,
      ['--input-type=module', '-e', OPENER, path.join(import.meta.dirname, 'database.ts'), file],
      { encoding: 'utf8', ...(process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}) },
    )
    expect(said.trim()).toBe('readOnly')
    chmodSync(shop.dataDir, 0o755)
    chmodSync(file, 0o644)
  })
})

test('after a salvage in mid-run, the quiet period starts there, not when awake time was last saved', async () => {
  const { shop, references } = await withWaiting(20)
  await shop.restart(() => {
    const settings = { get: () => undefined, set: () => undefined }
    const wallNowMs = (): number => 0
    const { dataDir } = shop
    const running = openSalesFile({ dataDir, settings, sales: salesOfFile, wallNowMs, log: () => undefined })
    ruinPageWith(salesFile(dataDir), '[note 18]')
    running.reopen({ awakeNowMs: 777_000, isDamaged: true })
    expect(
      running.get(
        'SELECT state, unknown_since_awake_ms AS since FROM sale WHERE transaction_id = ?',
        references[0] ?? '',
      ),
    ).toEqual({ state: 'unknown', since: 777_000 })
    running.close()
  })
})

test('after a crash between the renames of a salvage, the next start finishes it, without the old log', async () => {
  const { shop, references } = await withWaiting(20)
  const file = salesFile(shop.dataDir)
  await shop.restart(() => ruinPageWith(file, '[note 18]'))
  await shop.time.pass(5_000)
  expect(await storage(shop)).toMatchObject({ news: { kind: 'salvaged' } })
  const oldLog = readFileSync(`${file}-wal`)
  expect(oldLog.length).toBeGreaterThan(PAGE_BYTES)
  await shop.restart(() => {
    copyFileSync(file, `${file}.salvaged`)
    writeFileSync(file, Buffer.alloc(8_192))
    writeFileSync(`${file}-wal`, oldLog)
  })
  expect(await storage(shop)).toMatchObject({ status: 'sound', news: { kind: 'salvaged' } })
  expect(await stateOf(shop, references[0] ?? '')).toBe('unknown')
  expect(readFileSync(`${file}.old-log`).equals(oldLog)).toBe(true)
})
