import { execFileSync } from 'node:child_process'
import process from 'node:process'
import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../testing/counter.ts'
import { salesFile } from './database.ts'
import { flip, placeOf } from './testing/bitFlips.ts'

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

/** Another program that uses no lock of ours: only the lock on the file keeps it from writing. */
const WRITER = `
  const { DatabaseSync } = require('node:sqlite')
  try {
    const file = new DatabaseSync(process.argv[1], { timeout: 0 })
    file.exec("BEGIN IMMEDIATE; UPDATE meta SET value = 'other' WHERE key = 'other'; COMMIT")
    console.log('written')
  } catch (error) {
    console.log(error.errcode === 5 || error.errcode === 261 ? 'locked' : error.message)
  }
`

function otherProcessWrites(shop: Counter): string {
  const file = salesFile(shop.dataDir)
  return execFileSync(process.execPath, ['--no-warnings', '-e', WRITER, file], { encoding: 'utf8' }).trim()
}

test('another process can write to a file without a lock, so that the tests below can fail', async () => {
  counter = await openCounter()
  const shop = counter
  let said = ''
  await shop.restart(() => {
    said = otherProcessWrites(shop)
  })
  expect(said).toBe('written')
})

test('another process cannot write to the sales file while Tillside runs, after any operation', async () => {
  counter = await openCounter()
  const shop = counter
  const { handlers } = shop.backend()
  expect(otherProcessWrites(shop)).toBe('locked')
  await shop.record('100')
  await shop.time.pass(5_000)
  expect(otherProcessWrites(shop)).toBe('locked')
  for (const name of ['settings.diagnostics', 'reports.diagnostics', 'storage.get', 'queue.get'] as const) {
    expect((await handlers[name]({})).ok).toBe(true)
    expect([name, otherProcessWrites(shop)]).toEqual([name, 'locked'])
  }
  const report = handlers['reports.sales']({ filter: 'all', search: '', format: 'csv' })
  await shop.time.pass(60_000)
  expect((await report).ok).toBe(true)
  expect(otherProcessWrites(shop)).toBe('locked')
})

test('nor after a failed write and the reopening that follows', async () => {
  counter = await openCounter()
  const shop = counter
  shop.breakDisk()
  await shop.time.pass(30_000)
  expect(otherProcessWrites(shop)).toBe('locked')
  shop.mendDisk()
  await shop.record('100')
  await shop.time.pass(90_000)
  expect(otherProcessWrites(shop)).toBe('locked')
})

test('nor while a damaged file is checked, nor after its salvage', async () => {
  counter = await openCounter()
  const shop = counter
  shop.setOnline(false)
  await shop.record('100', { transactionId: 'SLIP-1' })
  const file = salesFile(shop.dataDir)
  await shop.restart(() => flip(file, { offset: placeOf(file, 'sqlite_autoindex_sale_1', 'SLIP-1'), bit: 0 }))
  expect(otherProcessWrites(shop)).toBe('locked')
  await shop.time.pass(10_000)
  expect(await shop.backend().handlers['storage.get']({})).toMatchObject({
    value: { news: { kind: 'salvaged' } },
  })
  expect(otherProcessWrites(shop)).toBe('locked')
})
