import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../testing/counter.ts'
import { verifyAudit } from './audit.ts'
import { openDatabase, salesFile } from './database.ts'
import { witnessFile } from './auditCheckpoint.ts'
import { migrations } from './migrations.ts'

const MINUTE_MS = 60_000

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(): Promise<Counter> {
  counter = await openCounter()
  return counter
}

async function storage(shop: Counter): Promise<unknown> {
  const view = await shop.backend().handlers['storage.get']({})
  return view.ok ? view.value : view.error
}

const stateOf = async (shop: Counter, id: string): Promise<string> => (await shop.sale(id)).sale.state

test('a newer file is shown and not changed: nothing is recorded, removed, checked or sent, and the screen says so', async () => {
  const shop = await open()
  shop.bank.faults.add({ on: 'logTransaction', times: 'always', fault: { kind: 'nameNotFound' } })
  const { transactionId } = await shop.record('1500')
  await shop.time.pass(5_000)
  await shop.restart(() => {
    const newer = new DatabaseSync(salesFile(shop.dataDir))
    newer.exec(`ALTER TABLE sale ADD COLUMN cashier TEXT; PRAGMA user_version = ${migrations.length + 1}`)
    newer.close()
  })
  shop.bank.faults.clear()
  const asked = shop.bank.requestCount('logTransaction')
  const before = await shop.sale(transactionId)
  const { handlers } = shop.backend()
  expect(await storage(shop)).toMatchObject({ status: 'readOnly', file: salesFile(shop.dataDir) })
  const entry = {
    amountText: '5',
    transactionId: '',
    note: '',
    confirmedAmount: true,
    confirmedSecondSale: true,
  }
  expect(await handlers['sales.record'](entry)).toMatchObject({ error: { code: 'readOnly' } })
  await shop.becomeManager()
  const cancelled = await handlers['sales.cancel']({ transactionId, reason: 'x' })
  expect(cancelled).toMatchObject({ error: { code: 'readOnly' } })
  expect(await handlers['sales.checkNow']({ transactionId })).toMatchObject({ error: { code: 'readOnly' } })
  await handlers['sales.tryNow']({})
  await handlers['storage.newsRead']({})
  await shop.time.pass(30 * MINUTE_MS)
  expect(shop.bank.requestCount('logTransaction')).toBe(asked)
  expect(await shop.sale(transactionId)).toEqual({ ...before, sale: expect.anything() })
  expect(await storage(shop)).toMatchObject({ status: 'readOnly' })
})

/** A copy of the file as it is now, with its log, such as a backup program takes in mid-drain. */
function copyOf(shop: Counter): () => void {
  const file = salesFile(shop.dataDir)
  const copy = path.join(shop.dataDir, 'backup')
  copyFileSync(file, copy)
  const hasLog = existsSync(`${file}-wal`)
  if (hasLog) copyFileSync(`${file}-wal`, `${copy}-wal`)
  return () => {
    copyFileSync(copy, file)
    rmSync(`${file}-wal`, { force: true })
    if (hasLog) copyFileSync(`${copy}-wal`, `${file}-wal`)
  }
}

/** Three sales recorded, one of them sent; a copy is taken; then the other two are sent. */
async function drainedPastCopy(shop: Counter): Promise<{ restore: () => void; ids: string[] }> {
  shop.bank.faults.add({ on: 'any', times: 'always', fault: { kind: 'nameNotFound' } })
  const ids: string[] = []
  for (const amount of ['100', '200', '300']) ids.push((await shop.record(amount)).transactionId)
  shop.bank.faults.clear()
  let restore: (() => void) | null = null
  for (let ms = 0; restore === null && ms < 60_000; ms += 100) {
    await shop.time.pass(100)
    if (shop.bank.commits().length === 1) restore = copyOf(shop)
  }
  await shop.time.pass(MINUTE_MS)
  expect(shop.bank.commits()).toHaveLength(3)
  return { restore: restore ?? (() => undefined), ids }
}

test.for(['at once', 'a day later'] as const)(
  'a copy taken in mid-drain and restored %s: it is reported, and nothing is sent a second time',
  async (when) => {
    const shop = await open()
    const { restore, ids } = await drainedPastCopy(shop)
    await shop.restart(() => {
      restore()
      if (when === 'a day later') shop.sleep(24 * 60 * MINUTE_MS)
    })
    expect(await storage(shop)).toMatchObject({ news: { kind: 'behind', keptAs: null } })
    for (const id of ids.slice(1)) expect(await stateOf(shop, id)).not.toBe('queued')
    await shop.time.pass(20 * MINUTE_MS)
    expect(shop.bank.requestCount('logTransaction')).toBe(3)
    for (const id of ids) {
      expect(await stateOf(shop, id)).toBe('accepted')
      expect(shop.bank.settlementCount(id)).toBe(1)
    }
  },
)

test('a bank that shows the sent sales only later: a copy restored at once still sends none of them again', async () => {
  const shop = await open()
  const { restore, ids } = await drainedPastCopy(shop)
  shop.bank.changeOptions({ visibleAfterMs: 5 * MINUTE_MS })
  await shop.restart(restore)
  await shop.time.pass(20 * MINUTE_MS)
  for (const id of ids) expect(shop.bank.settlementCount(id)).toBe(1)
})

test('in a copy even a young sale is searched for, since its typed reference may have been sent', async () => {
  const shop = await open()
  const restore = copyOf(shop)
  await shop.record('500', { transactionId: 'TYPED-1' })
  await shop.time.pass(5_000)
  expect(shop.bank.settlementCount('TYPED-1')).toBe(1)
  await shop.restart(restore)
  await shop.record('500', { transactionId: 'TYPED-1' })
  await shop.time.pass(MINUTE_MS)
  expect(shop.bank.settlementCount('TYPED-1')).toBe(1)
  expect(await stateOf(shop, 'TYPED-1')).toBe('accepted')
})

test('an unbroken history gives no news: crash, restart and stop', async () => {
  const shop = await open()
  await shop.record('100')
  await shop.restart()
  await shop.record('200')
  await shop.time.pass(5_000)
  await shop.restart()
  // A witness older than the file, as after a power cut that lost the small file's last write.
  await shop.restart(() => {
    const witness = readFileSync(witnessFile(shop.dataDir), 'utf8')
    expect(witness).toContain('"sequence":2')
    rmSync(witnessFile(shop.dataDir))
  })
  expect(await storage(shop)).toMatchObject({ status: 'sound', news: null })
})

test('every commit is witnessed at once, since a crash leaves no time for it', async () => {
  const shop = await open()
  const witnessed = (): unknown => JSON.parse(readFileSync(witnessFile(shop.dataDir), 'utf8'))
  await shop.record('100')
  expect(witnessed()).toMatchObject({ id: 1, sequence: 1 })
  await shop.record('200')
  expect(witnessed()).toMatchObject({ id: 2, sequence: 2 })
  await shop.time.pass(5_000)
  // Two more claims and two more answers.
  expect(witnessed()).toMatchObject({ id: 6, sequence: 2 })
})

test('the news stay until a person has read them, and the audit keeps them', async () => {
  const shop = await open()
  const { restore } = await drainedPastCopy(shop)
  await shop.restart(restore)
  await shop.restart()
  expect(await storage(shop)).toMatchObject({ news: { kind: 'behind' } })
  await shop.time.pass(2_000)
  expect(await shop.backend().handlers['storage.newsRead']({})).toMatchObject({ value: { news: null } })
  await shop.restart()
  expect(await storage(shop)).toMatchObject({ news: null })
  await shop.restart(() => {
    const database = openDatabase(salesFile(shop.dataDir))
    expect(database.all("SELECT kind FROM audit WHERE kind = 'fileBehind'")).toHaveLength(1)
    expect(verifyAudit(database)).toMatchObject({ brokenEntries: 0 })
    database.close()
  })
})
