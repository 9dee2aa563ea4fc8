import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCounter, type Counter } from '../testing/counter.ts'
import { verifyFile } from './auditFile.ts'
import { salesFile } from './database.ts'
import { logOf } from './files.ts'

const MINUTE_MS = 60_000

async function shopWith(references: readonly string[]): Promise<Counter> {
  const shop = await openCounter()
  onTestFinished(() => shop.close())
  for (const transactionId of references) await shop.record('1500', { transactionId })
  await shop.time.pass(MINUTE_MS)
  return shop
}

/** A copy of the log as it is now, with the file where it is asked for. */
function keep(shop: Counter, what: 'log' | 'both'): () => void {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-stray-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const file = salesFile(shop.dataDir)
  const names = what === 'log' ? [logOf(file)] : [file, logOf(file)]
  for (const each of names) copyFileSync(each, path.join(dir, path.basename(each)))
  return () => {
    for (const each of names) copyFileSync(path.join(dir, path.basename(each)), each)
  }
}

const EARLY = ['EARLY-1', 'EARLY-2']
const LATE = ['LATE-1', 'LATE-2', 'LATE-3', 'LATE-4', 'LATE-5', 'LATE-6']

async function expectAll(shop: Counter): Promise<void> {
  for (const reference of [...EARLY, ...LATE]) {
    expect((await shop.sale(reference)).sale.state).toBe('accepted')
    expect(shop.bank.settlementCount(reference)).toBe(1)
  }
}

test('a log of an earlier moment beside a file that was closed in order is not read: the newer sales stay, and a person is told', async () => {
  const shop = await shopWith(EARLY)
  const putBack = keep(shop, 'log')
  for (const transactionId of LATE) await shop.record('1500', { transactionId })
  await shop.time.pass(MINUTE_MS)
  await shop.restart(putBack)
  expect(await shop.backend().handlers['storage.get']({})).toMatchObject({
    value: { news: { kind: 'logSetAside', keptAs: expect.stringMatching(/^sales\.stray-.*\.db-wal$/u) } },
  })
  await shop.time.pass(10 * MINUTE_MS)
  await expectAll(shop)
  expect(readdirSync(shop.dataDir).filter((name) => name.includes('stray'))).toHaveLength(1)
  await shop.backend().handlers['storage.newsRead']({})
  await shop.restart()
  expect(await shop.backend().handlers['storage.get']({})).toMatchObject({ value: { news: null } })
  shop.powerOff()
  expect(verifyFile(salesFile(shop.dataDir))).toMatchObject({ ok: true, value: { missing: [] } })
})

test('a journal beside such a file is not rolled back into it', async () => {
  const shop = await shopWith([...EARLY, ...LATE])
  await shop.restart(() => writeFileSync(`${salesFile(shop.dataDir)}-journal`, Buffer.alloc(4_096, 0x5a)))
  expect(await shop.backend().handlers['storage.get']({})).toMatchObject({
    value: { news: { kind: 'logSetAside' } },
  })
  await expectAll(shop)
})

test('an older file with its own log is read with it, and told as older: its newest sales are in the log', async () => {
  const shop = await shopWith(EARLY)
  const putBack = keep(shop, 'both')
  for (const transactionId of LATE) await shop.record('1500', { transactionId })
  await shop.time.pass(MINUTE_MS)
  await shop.restart(putBack)
  expect(await shop.backend().handlers['storage.get']({})).toMatchObject({
    value: { news: { kind: 'behind' } },
  })
  for (const reference of EARLY) expect((await shop.sale(reference)).sale.transactionId).toBe(reference)
  expect(readdirSync(shop.dataDir).filter((name) => name.includes('stray'))).toEqual([])
})

test('after a crash the log is read: nothing says that the file was closed in order, also where the note came back', async () => {
  const shop = await shopWith(EARLY)
  await shop.restart()
  const noteFile = path.join(shop.dataDir, 'sales.closed')
  expect(existsSync(noteFile)).toBe(false)
  for (const transactionId of LATE) await shop.record('1500', { transactionId })
  await shop.time.pass(MINUTE_MS)
  const crashed = keep(shop, 'both')
  await shop.restart(() => {
    // The power cut: the file and its log as they are in the run, and an emptied note.
    crashed()
    expect(readFileSync(noteFile, 'utf8')).not.toBe('')
    writeFileSync(noteFile, '')
  })
  await expectAll(shop)
  expect(readdirSync(shop.dataDir).filter((name) => name.includes('stray'))).toEqual([])
})
