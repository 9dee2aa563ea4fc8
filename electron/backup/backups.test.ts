import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { verifyFile } from '../storage/auditFile.ts'
import { openDatabase, salesFile } from '../storage/database.ts'
import { takeBack } from '../storage/givenAway.ts'
import { openCounter, TEST_PIN, type Counter, type CounterSetup } from '../testing/counter.ts'
import { logAtBank } from '../testing/troubles.ts'
import { readBackup } from './backupFile.ts'

const DAY_MS = 86_400_000

function freshDir(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-backup-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

async function open(setup: CounterSetup = {}): Promise<Counter> {
  const shop = await openCounter(setup)
  onTestFinished(() => shop.close())
  return shop
}

/** Another computer at the same bank, on which nothing was recorded. */
const freshComputer = (shop: Counter, setup: CounterSetup = {}): Promise<Counter> =>
  open({ ...setup, beside: { counter: shop, files: freshDir() } })

async function backupOf(shop: Counter): Promise<Buffer> {
  expect(await shop.backend().handlers['backup.make']({})).toMatchObject({
    ok: true,
    value: { kind: 'made' },
  })
  return shop.desk.saved.at(-1)?.bytes ?? Buffer.alloc(0)
}

async function* bytesOf(buffer: Buffer): AsyncGenerator<Uint8Array> {
  yield buffer
}

const TABLES = ['sale', 'attempt', 'audit'] as const

function rowsIn(file: string): Record<string, unknown[]> {
  const database = openDatabase(file)
  try {
    return Object.fromEntries(
      TABLES.map((table) => [table, database.all(`SELECT * FROM ${table} ORDER BY 1`)]),
    )
  } finally {
    database.close()
  }
}

async function bringTo(other: Counter, bytes: Buffer): Promise<void> {
  other.desk.pickBackup(bytes)
  const { handlers } = other.backend()
  expect(await handlers['backup.choose']({})).toMatchObject({ value: { kind: 'right' } })
  expect(await handlers['backup.bring']({})).toEqual({ ok: true, value: {} })
  expect(other.desk.updates.steps).toEqual(['stop stopped', 'restart'])
  await other.restart()
}

test('a backup made while sales are recorded and sent holds every sale of before, row by row, and a whole audit', async () => {
  const shop = await open()
  for (let each = 1; each <= 30; each += 1)
    await shop.record(`${each}00`, { transactionId: `BEFORE-${each}` })
  await shop.time.pass(60_000)
  const making = shop.backend().handlers['backup.make']({})
  for (let each = 1; each <= 10; each += 1) {
    await shop.record(`${each}00`, { transactionId: `DURING-${each}` })
    await shop.time.pass(1_000)
  }
  expect(await making).toMatchObject({
    ok: true,
    value: { kind: 'made', file: expect.stringMatching(/\.tgz$/u) },
  })
  const into = freshDir()
  await readBackup(bytesOf(shop.desk.saved.at(-1)?.bytes ?? Buffer.alloc(0)), path.join(into, 'parts'))
  const copy = rowsIn(path.join(into, 'parts', 'sales.db'))
  const verified = verifyFile(path.join(into, 'parts', 'sales.db'))
  expect(verified).toMatchObject({ ok: true, value: { facts: { problems: [] } } })
  shop.powerOff()
  const own = rowsIn(salesFile(shop.dataDir))
  const ids = (rows: unknown[] | undefined) =>
    rows?.map((row) => (row as { transaction_id: string }).transaction_id)
  expect(ids(copy['sale'])).toEqual(ids(own['sale'])?.slice(0, copy['sale']?.length))
  expect(copy['sale']?.length).toBeGreaterThanOrEqual(30)
  // What is only added is the same up to the moment of the copy.
  for (const table of ['audit'] as const)
    expect(copy[table]).toEqual(own[table]?.slice(0, copy[table]?.length))
  expect(existsSync(path.join(shop.dataDir, 'backup.part'))).toBe(false)

  const other = await freshComputer(shop)
  await bringTo(other, shop.desk.saved.at(-1)?.bytes ?? Buffer.alloc(0))
  other.powerOff()
  const there = rowsIn(salesFile(other.dataDir))
  for (const table of ['attempt', 'audit'] as const)
    expect(there[table]?.slice(0, copy[table]?.length)).toEqual(copy[table])
  const closed = (rows: unknown[] | undefined) =>
    rows?.filter((row) => (row as { state: string }).state === 'accepted')
  const accepted = closed(copy['sale']) ?? []
  expect(accepted.length).toBeGreaterThanOrEqual(30)
  expect(closed(there['sale'])).toEqual(expect.arrayContaining(accepted))
  expect(ids(there['sale'])).toEqual(ids(copy['sale']))
})

test('a backup holds no secret, no token and no hash of a PIN', async () => {
  const shop = await open()
  await shop.becomeManager()
  await shop.record('1500')
  await shop.time.pass(60_000)
  const plain = gunzipSync(await backupOf(shop)).toString('latin1')
  // The newest entry of the audit and what was paid to are in the sales too, and no secrets.
  const sealed = [...shop.settings]
    .filter(([key]) => !/^(?:salesFileHead|payoutWatch:)/u.test(key))
    .map(([, value]) => value)
  const secrets = sealed.flatMap((value) => textsIn(value)).filter((text) => text.length >= 16)
  const tokens = shop.wire
    .flatMap(({ headers }) => Object.values(headers))
    .filter((text) => text.startsWith('Bearer'))
  expect(secrets.length).toBeGreaterThan(2)
  expect(tokens.length).toBeGreaterThan(0)
  for (const { accountNumber } of shop.bank.terminals()) expect(plain).not.toContain(accountNumber)
  for (const secret of [TEST_PIN, ...secrets, ...tokens.map((each) => each.slice(7))])
    expect(plain).not.toContain(secret)
})

test('brought to a fresh computer, everything is there; what waited is looked up, and nothing is paid twice', async () => {
  const shop = await open()
  await shop.record('1500', { transactionId: 'PAID-1' })
  await shop.time.pass(60_000)
  shop.bank.faults.add({ on: 'logTransaction', times: 'always', fault: { kind: 'nameNotFound' } })
  await shop.record('2500', { transactionId: 'WAITS-1' })
  const bytes = await backupOf(shop)
  shop.bank.faults.clear()
  // The old computer goes on after its backup.
  await shop.time.pass(60_000)
  expect(shop.bank.settlementCount('WAITS-1')).toBe(1)
  shop.powerOff()
  const other = await freshComputer(shop)
  await other.backend().handlers['settings.change']({ theme: 'dark' })
  await bringTo(other, bytes)
  expect((await other.sale('PAID-1')).sale).toMatchObject({ state: 'accepted', standing: 'paid' })
  expect(await other.backend().handlers['settings.get']({})).toMatchObject({ value: { theme: 'system' } })
  expect(await other.backend().handlers['storage.get']({})).toMatchObject({
    value: { news: { kind: 'brought' } },
  })
  await other.time.pass(30 * 60_000)
  expect((await other.sale('WAITS-1')).sale.state).toBe('accepted')
  expect(shop.bank.settlementCount('WAITS-1')).toBe(1)
  await other.record('700', { transactionId: 'AFTER-1' })
  await other.time.pass(5 * 60_000)
  expect(shop.bank.settlementCount('AFTER-1')).toBe(1)
  expect((await other.sale('AFTER-1')).sale.sequence).toBeGreaterThan(
    (await other.sale('WAITS-1')).sale.sequence,
  )
  other.powerOff()
  expect(verifyFile(salesFile(other.dataDir))).toMatchObject({ ok: true, value: { facts: { problems: [] } } })
  expect(readdirSync(other.dataDir).filter((name) => /\.left-|\.brought|\.part/u.test(name))).toEqual([
    expect.stringMatching(/^sales\.left-.*\.db$/u),
  ])
})

test('an open sale that never left becomes unknown on the other computer, and goes out only once it is proven absent', async () => {
  const shop = await open()
  shop.bank.faults.add({ on: 'logTransaction', times: 'always', fault: { kind: 'nameNotFound' } })
  await shop.record('2500', { transactionId: 'WAITS-2' })
  await shop.time.pass(5_000)
  const bytes = await backupOf(shop)
  shop.powerOff()
  shop.bank.faults.clear()
  const other = await freshComputer(shop)
  await bringTo(other, bytes)
  expect((await other.sale('WAITS-2')).sale.state).toBe('unknown')
  await other.time.pass(60_000)
  expect(shop.bank.settlementCount('WAITS-2')).toBe(0)
})

async function giveAway(shop: Counter): Promise<Buffer> {
  const giving = shop.backend().handlers['backup.giveAway']({})
  await shop.time.pass(5_000)
  expect(await giving).toMatchObject({ ok: true, value: { kind: 'made' } })
  expect(shop.desk.updates.steps).toEqual(['stop stopped', 'restart'])
  return shop.desk.saved.at(-1)?.bytes ?? Buffer.alloc(0)
}

const ENTRY = {
  amountText: '5',
  transactionId: '',
  note: '',
  confirmedAmount: true,
  confirmedSecondSale: true,
}

test('a computer that gave its sales away records and sends nothing, and the other one goes on', async () => {
  const shop = await open()
  await shop.record('1500', { transactionId: 'PAID-3' })
  await shop.time.pass(60_000)
  shop.bank.faults.add({ on: 'logTransaction', times: 'always', fault: { kind: 'nameNotFound' } })
  await shop.record('2500', { transactionId: 'WAITS-3' })
  const bytes = await giveAway(shop)
  shop.bank.faults.clear()
  const { handlers } = shop.backend()
  // Also before the new start.
  expect(await handlers['sales.record'](ENTRY)).toMatchObject({ error: { code: 'readOnly' } })
  await shop.restart()
  expect(await shop.backend().handlers['sales.record'](ENTRY)).toMatchObject({ error: { code: 'readOnly' } })
  expect(await shop.backend().handlers['storage.get']({})).toMatchObject({
    value: { status: 'readOnly', givenAwayAtMs: expect.any(Number) },
  })
  expect(await shop.backend().handlers['backup.view']({})).toMatchObject({
    value: { lastAtMs: expect.any(Number), givenAwayAtMs: expect.any(Number), isDue: false },
  })
  await shop.backend().handlers['sales.tryNow']({})
  await shop.time.pass(60 * 60_000)
  expect(shop.bank.settlementCount('WAITS-3')).toBe(0)
  expect((await shop.sale('PAID-3')).sale.standing).toBe('paid')
  const other = await freshComputer(shop)
  other.desk.pickBackup(bytes)
  expect(await other.backend().handlers['backup.choose']({})).toMatchObject({
    value: { kind: 'right', facts: { isGivenAway: true, saleCount: 2, openCount: 1 } },
  })
  await bringTo(other, bytes)
  expect(await other.backend().handlers['storage.get']({})).toMatchObject({ value: { givenAwayAtMs: null } })
  await other.record('700', { transactionId: 'AFTER-3' })
  await other.time.pass(60_000)
  expect(shop.bank.settlementCount('AFTER-3')).toBe(1)
})

test('sales that were given away come back in doubt: what the other computer sent is not sent again', async () => {
  const shop = await open()
  shop.bank.faults.add({ on: 'logTransaction', times: 'always', fault: { kind: 'nameNotFound' } })
  await shop.record('2500', { transactionId: 'WAITS-4' })
  await giveAway(shop)
  await shop.restart()
  shop.bank.faults.clear()
  await logAtBank(shop, '2500.00', 'WAITS-4')
  expect(await shop.backend().handlers['backup.takeBack']({})).toEqual({ ok: true, value: {} })
  await shop.restart()
  expect(await shop.backend().handlers['storage.get']({})).toMatchObject({
    value: { givenAwayAtMs: null, news: { kind: 'takenBack' } },
  })
  await shop.time.pass(30 * 60_000)
  expect((await shop.sale('WAITS-4')).sale.state).toBe('accepted')
  expect(shop.bank.settlementCount('WAITS-4')).toBe(1)
  expect(await shop.backend().handlers['sales.record'](ENTRY)).toMatchObject({ ok: true })
  shop.powerOff()
  expect(verifyFile(salesFile(shop.dataDir))).toMatchObject({ ok: true, value: { facts: { problems: [] } } })
})

test('where taking back fails on the way, the file is still given away, and nothing is sent from it', async () => {
  const shop = await open()
  shop.bank.faults.add({ on: 'logTransaction', times: 'always', fault: { kind: 'nameNotFound' } })
  await shop.record('2500', { transactionId: 'WAITS-6' })
  await giveAway(shop)
  shop.powerOff()
  shop.bank.faults.clear()
  const file = openDatabase(salesFile(shop.dataDir))
  const sales = {
    isReadable: () => true,
    doubtOpen: () => {
      throw new Error('the power fails')
    },
  }
  expect(() => takeBack({ wallNowMs: () => 1, sales, log: () => undefined }, file)).toThrow('the power fails')
  file.close()
  await shop.restart()
  await shop.time.pass(10 * 60_000)
  expect(shop.bank.settlementCount('WAITS-6')).toBe(0)
  expect(await shop.backend().handlers['storage.get']({})).toMatchObject({ value: { status: 'readOnly' } })
})

test('where the last backup cannot be written, the computer keeps its sales, in no doubt, and goes on', async () => {
  const shop = await open()
  shop.bank.faults.add({ on: 'logTransaction', times: 2, fault: { kind: 'nameNotFound' } })
  await shop.record('2500', { transactionId: 'WAITS-5' })
  const { handlers } = shop.backend()
  for (const [answer, told] of [
    ['closed', { ok: true, value: { kind: 'none' } }],
    ['unwritten', { error: { code: 'fileNotWritten', reason: 'full' } }],
  ] as const) {
    shop.desk.answerSaving(answer)
    const giving = handlers['backup.giveAway']({})
    await shop.time.pass(5_000)
    expect(await giving).toMatchObject(told)
  }
  expect((await shop.sale('WAITS-5')).sale.state).toBe('queued')
  await shop.time.pass(10 * 60_000)
  expect(shop.bank.settlementCount('WAITS-5')).toBe(1)
  expect(await handlers['sales.record'](ENTRY)).toMatchObject({ ok: true })
  expect(shop.desk.updates.steps).toEqual([])
})

test('a computer with sales takes none, and a sale recorded before the next start keeps them aside', async () => {
  const shop = await open()
  await shop.record('1500', { transactionId: 'OLD-1' })
  await shop.time.pass(60_000)
  const bytes = await backupOf(shop)
  shop.desk.pickBackup(bytes)
  expect(await shop.backend().handlers['backup.choose']({})).toEqual({
    ok: true,
    value: { kind: 'notFresh' },
  })
  const other = await freshComputer(shop)
  other.desk.pickBackup(bytes)
  const { handlers } = other.backend()
  await handlers['backup.choose']({})
  await other.record('300', { transactionId: 'NEW-1' })
  expect(await handlers['backup.bring']({})).toMatchObject({
    error: { code: 'notAllowed', reason: 'hasSales' },
  })
  const third = await freshComputer(shop)
  third.desk.pickBackup(bytes)
  await third.backend().handlers['backup.choose']({})
  await third.backend().handlers['backup.bring']({})
  await third.record('300', { transactionId: 'NEW-2' })
  await third.restart()
  expect((await third.sale('NEW-2')).sale.amountKobo).toBe(30_000)
  expect(await third.backend().handlers['sales.get']({ transactionId: 'OLD-1' })).toMatchObject({ ok: false })
  const names = readdirSync(third.dataDir)
  expect(names).toContainEqual(expect.stringMatching(/^sales\.brought-.*\.db$/u))
  // No later file may come by its records.
  expect(names).toContainEqual(expect.stringMatching(/^records\.brought-.*\.db$/u))
  expect(names.filter((name) => name.endsWith('.brought'))).toEqual([])
})

test('a backup that was cut or changed, or is of the other environment, is refused by name and changes nothing', async () => {
  const shop = await open()
  await shop.record('1500')
  await shop.time.pass(60_000)
  const bytes = await backupOf(shop)
  const other = await freshComputer(shop)
  const { handlers } = other.backend()
  const choose = async (file: Buffer): Promise<unknown> => {
    other.desk.pickBackup(file)
    return handlers['backup.choose']({})
  }
  expect(await choose(bytes.subarray(0, bytes.length - 20))).toMatchObject({
    value: { kind: 'wrong', file: '/usb/backup.tgz', fault: { kind: 'cut' } },
  })
  const plain = gunzipSync(bytes)
  const at = plain.indexOf('SQLite format 3') + 5_000
  plain[at] = (plain[at] ?? 0) ^ 1
  expect(await choose(gzipSync(plain))).toMatchObject({
    value: { kind: 'wrong', fault: { kind: 'changed', part: 'sales.db' } },
  })
  const live = await freshComputer(shop, { profile: (standard) => ({ ...standard, environment: 'live' }) })
  live.desk.pickBackup(bytes)
  expect(await live.backend().handlers['backup.choose']({})).toMatchObject({
    value: { kind: 'wrong', fault: { kind: 'otherEnvironment' } },
  })
  expect(await handlers['backup.bring']({})).toMatchObject({ error: { code: 'notFound' } })
  expect(readdirSync(other.dataDir).filter((name) => /brought/u.test(name))).toEqual([])
})

test('a disk that is full, and a closed dialog, leave no backup and no reminder', async () => {
  const shop = await open()
  await shop.record('1500')
  shop.desk.answerSaving('full')
  const { handlers } = shop.backend()
  expect(await handlers['backup.make']({})).toMatchObject({
    error: { code: 'fileNotWritten', reason: 'full' },
  })
  shop.desk.answerSaving('closed')
  expect(await handlers['backup.make']({})).toEqual({ ok: true, value: { kind: 'none' } })
  expect(await handlers['backup.view']({})).toMatchObject({ value: { lastAtMs: null, isFresh: false } })
})

test('a live counter without a backup for fourteen days is reminded, and a backup ends it', async () => {
  const shop = await open({
    profile: (standard) => ({ ...standard, environment: 'live', terminalId: '2TLS0001' }),
  })
  const isDue = async (): Promise<unknown> => {
    const view = await shop.backend().handlers['backup.view']({})
    return view.ok && view.value.isDue
  }
  shop.time.jumpWall(30 * DAY_MS)
  expect(await isDue()).toBe(false)
  await shop.record('1500')
  expect(await isDue()).toBe(false)
  shop.time.jumpWall(15 * DAY_MS)
  expect(await isDue()).toBe(true)
  await backupOf(shop)
  expect(await isDue()).toBe(false)
  await shop.restart()
  expect(await shop.backend().handlers['backup.view']({})).toMatchObject({
    value: { lastAtMs: expect.any(Number) },
  })
})

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((each) => textsIn(each))
    : []
}
