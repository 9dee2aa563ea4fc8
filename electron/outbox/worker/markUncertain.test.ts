import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../../testing/counter.ts'
import { personsCheck } from '../../testing/personsCheck.ts'
import { cutNetwork, logAtBank } from '../../testing/troubles.ts'
import { answered, createGarbling } from '../../testing/unreadable.ts'

const MINUTE_MS = 60_000
const SLIP = 'SLIP-1'

let counter: Counter | undefined
let copy = ''
afterEach(async () => {
  await counter?.close()
  counter = undefined
  rmSync(copy, { recursive: true, force: true })
})

function keepCopy(shop: Counter): void {
  copy = mkdtempSync(path.join(tmpdir(), 'tillside-copy-'))
  cpSync(shop.dataDir, copy, { recursive: true })
}

/** Restores the older sales file; what the settings remember stays. */
async function putBack(shop: Counter): Promise<void> {
  await shop.restart(() => {
    for (const name of ['sales.db', 'sales.db-wal']) {
      rmSync(path.join(shop.dataDir, name), { force: true })
      cpSync(path.join(copy, name), path.join(shop.dataDir, name))
    }
  })
}

test('a slip that is held in an older file may have been sent since: it cannot be removed as never sent', async () => {
  const garbling = createGarbling()
  counter = await openCounter({ garble: garbling.garble })
  const shop = counter
  garbling.about(SLIP, () => answered(200, '<html>', { 'content-type': 'text/html' }))
  await shop.record('5000', { transactionId: SLIP })
  await shop.time.pass(12 * MINUTE_MS)
  expect((await shop.sale(SLIP)).sale.state).toBe('held')
  keepCopy(shop)
  await shop.becomeManager()
  await personsCheck(shop, SLIP)
  const { decision } = await shop.sale(SLIP)
  const { handlers } = shop.backend()
  const request = {
    transactionId: SLIP,
    decision: 'sendUnclear' as const,
    reason: 'x',
    seen: decision?.seen ?? '',
  }
  expect(await handlers['sales.resolve'](request)).toMatchObject({ ok: true })
  await shop.time.pass(30_000)
  expect(shop.bank.settlementCount(SLIP)).toBe(1)
  cutNetwork(shop)
  await putBack(shop)
  await shop.becomeManager()
  const removed = await shop.backend().handlers['sales.cancel']({ transactionId: SLIP, reason: 'x' })
  expect(removed).toMatchObject({ error: { code: 'notAllowed' } })
})

test('a sale in review in an older file may have been resent since: it is not sent again at once', async () => {
  counter = await openCounter()
  const shop = counter
  const lost = { kind: 'drop', committed: false } as const
  shop.bank.faults.add({ on: 'logTransaction', fault: lost })
  const { transactionId } = await shop.record('5000')
  await shop.time.pass(5_000)
  await shop.record('100')
  await shop.time.pass(60 * MINUTE_MS)
  expect((await shop.sale(transactionId)).sale.state).toBe('review')
  keepCopy(shop)
  await shop.becomeManager()
  shop.bank.faults.add({ on: 'logTransaction', fault: lost })
  expect(await sendAgain(shop, transactionId)).toMatchObject({ ok: true })
  await shop.time.pass(10_000)
  expect((await shop.sale(transactionId)).sale.sendCount).toBe(2)
  await putBack(shop)
  await shop.becomeManager()
  expect(await sendAgain(shop, transactionId)).toMatchObject({ error: { code: 'notAllowed' } })
  // The second send reaches the bank late, within the quiet period that began with it.
  await logAtBank(shop, '5000.00', transactionId)
  await shop.time.pass(30 * MINUTE_MS)
  expect(shop.bank.settlementCount(transactionId)).toBe(1)
  expect((await shop.sale(transactionId)).sale.state).toBe('accepted')
})

test('the quiet period of an older file starts again: an unknown sale may have been resent since', async () => {
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
  keepCopy(shop)
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: false } })
  for (let waited = 0; waited < 60; waited += 1) {
    if ((await shop.sale(transactionId)).sale.sendCount === 2) break
    await shop.time.pass(10_000)
  }
  expect((await shop.sale(transactionId)).sale.sendCount).toBe(2)
  await putBack(shop)
  await shop.time.pass(5 * MINUTE_MS)
  // The second send reaches the bank late, within the quiet period that began with it.
  await logAtBank(shop, '5000.00', transactionId)
  await shop.time.pass(30 * MINUTE_MS)
  expect(shop.bank.settlementCount(transactionId)).toBe(1)
  expect((await shop.sale(transactionId)).sale.state).toBe('accepted')
})

async function sendAgain(shop: Counter, transactionId: string): Promise<unknown> {
  await personsCheck(shop, transactionId)
  const { decision } = await shop.sale(transactionId)
  const request = { transactionId, decision: 'sendAgain' as const, reason: 'x', seen: decision?.seen ?? '' }
  return shop.backend().handlers['sales.resolve'](request)
}
