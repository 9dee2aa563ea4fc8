import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../testing/counter.ts'
import { logAtBank } from '../testing/troubles.ts'

const MINUTE_MS = 60_000

let counter: Counter | undefined
let copy = ''
afterEach(async () => {
  await counter?.close()
  counter = undefined
  rmSync(copy, { recursive: true, force: true })
})

test('the quiet period of an older file begins anew: what it calls unknown may have been sent again since', async () => {
  counter = await openCounter({
    profile: (standard) => ({ ...standard, outbox: { ...standard.outbox, resendAfterAbsence: 'auto' } }),
  })
  const shop = counter
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: false } })
  const { transactionId } = await shop.record('5000')
  await shop.time.pass(5_000)
  await shop.record('100')
  await shop.time.pass(9 * MINUTE_MS)
  expect((await shop.sale(transactionId)).sale).toMatchObject({ state: 'unknown', sendCount: 1 })
  copy = mkdtempSync(path.join(tmpdir(), 'tillside-copy-'))
  cpSync(shop.dataDir, copy, { recursive: true })
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: false } })
  for (let waited = 0; waited < 60; waited += 1) {
    if ((await shop.sale(transactionId)).sale.sendCount === 2) break
    await shop.time.pass(10_000)
  }
  expect((await shop.sale(transactionId)).sale.sendCount).toBe(2)
  await shop.restart(() => {
    for (const name of ['sales.db', 'sales.db-wal']) {
      rmSync(path.join(shop.dataDir, name), { force: true })
      cpSync(path.join(copy, name), path.join(shop.dataDir, name))
    }
  })
  await shop.time.pass(5 * MINUTE_MS)
  // The second send comes to the bank late, within the quiet period that began with it.
  await logAtBank(shop, '5000.00', transactionId)
  await shop.time.pass(30 * MINUTE_MS)
  expect(shop.bank.settlementCount(transactionId)).toBe(1)
  expect((await shop.sale(transactionId)).sale.state).toBe('accepted')
})
