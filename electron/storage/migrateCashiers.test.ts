import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SaleStore } from '../outbox/store/saleStore.ts'
import { verifyAudit } from './audit.ts'
import { bindAsFound } from './boundFacts.ts'
import { openDatabase, salesFile, type Database } from './database.ts'
import { migrate, migrations } from './migrations.ts'
import { restoreSql } from './testing/dump.ts'
import { verifyFacts } from './verifyFacts.ts'

const FIXTURE = readFileSync(path.join(import.meta.dirname, 'fixtures/version-1.sql'), 'utf8')
const NOW = { wallMs: 1_700_000_000_000, awakeMs: 1_000_000 }

let dir = ''
let file: Database
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-cashiers-'))
  restoreSql(salesFile(dir), FIXTURE)
  file = openDatabase(salesFile(dir))
})
afterEach(() => {
  file.close()
  rmSync(dir, { recursive: true, force: true })
})

const chain = (): unknown => file.all('SELECT id, kind, content, previous_hash, hash FROM audit ORDER BY id')

test('a file from before cashiers: its sales have no name, and no entry or hash changes', () => {
  migrate(file, migrations.slice(0, 2))
  file.transaction(() => void bindAsFound(file, NOW.wallMs))
  const before = chain()
  migrate(file)
  expect(chain()).toEqual(before)
  expect(verifyAudit(file).brokenEntries).toBe(0)
  expect(verifyFacts(file, migrations.length)).toMatchObject({ isVersionTrue: true, problems: [] })
  const store = new SaleStore(file)
  for (const reference of ['PAID-1', 'UNKNOWN-1', 'CANCELLED-1', 'QUEUED-1'])
    expect(store.byTransactionId(reference)?.cashier).toBeNull()
})

test('old entries and entries with a cashier are one chain, and every sale still agrees with its entry', () => {
  migrate(file)
  file.transaction(() => void bindAsFound(file, NOW.wallMs))
  const store = new SaleStore(file)
  const inserted = store.insert(
    {
      transactionId: 'BY-NGOZI-1',
      destination: { environment: 'practice', partnerUrl: 'practice', clientId: 'practice' },
      terminalId: '2TLS0001',
      amountKobo: 50_000,
      amountWire: '500.00',
      note: '',
      recordedAtMs: NOW.wallMs,
      recordedBoot: 'b',
      recordedAwakeMs: NOW.awakeMs,
      corrects: null,
      cashier: { id: '00c0ffee00c0ffee', name: 'Ngozi' },
    },
    NOW,
  )
  if (!inserted.ok) throw new Error('not inserted')
  expect(inserted.value.cashier).toEqual({ id: '00c0ffee00c0ffee', name: 'Ngozi' })
  expect(verifyAudit(file).brokenEntries).toBe(0)
  expect(verifyFacts(file, migrations.length).problems).toEqual([])
  // It may leave: what is sent agrees with what was recorded.
  expect(store.claim(inserted.value, 'b', NOW)).toMatchObject({ ok: true })
})
