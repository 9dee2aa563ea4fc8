/**
 * `node electron/storage/testing/makeFixture.ts`: writes a counter's file of the current version with sales in several
 * states, as `fixtures/version-N.sql`. Run it once for each released version; the text never changes afterwards.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { openCounter } from '../../testing/counter.ts'
import { salesFile } from '../database.ts'
import { migrations } from '../migrations.ts'
import { dumpSql } from './dump.ts'

const MINUTE_MS = 60_000

const shop = await openCounter()
await shop.record('1500', { transactionId: 'PAID-1', note: 'the customer’s first' })
await shop.time.pass(MINUTE_MS)
shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: false } })
await shop.record('2500.50', { transactionId: 'UNKNOWN-1' })
await shop.time.pass(2_000)
shop.setOnline(false)
shop.bank.faults.add({ on: 'any', times: 'always', fault: { kind: 'nameNotFound' } })
await shop.record('99', { transactionId: 'CANCELLED-1' })
await shop.becomeManager()
await shop.backend().handlers['sales.cancel']({ transactionId: 'CANCELLED-1', reason: 'typed twice' })
await shop.record('100', { transactionId: 'QUEUED-1', note: "O'Neill; -- quoted" })
await shop.restart(() => {
  const file = path.join(import.meta.dirname, `../fixtures/version-${migrations.length}.sql`)
  writeFileSync(file, dumpSql(salesFile(shop.dataDir)))
  console.log(file)
})
await shop.close()
