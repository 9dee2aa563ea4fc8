import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, salesFile, type Database } from '../../storage/database.ts'
import { migrate } from '../../storage/migrations.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { SaleStore } from './saleStore.ts'

const NOW = { wallMs: 1_000, awakeMs: 1_000 }

let dir = ''
let database: Database
let store: SaleStore
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-store-'))
  database = openDatabase(salesFile(dir))
  migrate(database)
  store = new SaleStore(database)
})
afterEach(() => {
  database.close()
  rmSync(dir, { recursive: true, force: true })
})

function insert(transactionId: string): SaleRow {
  const inserted = store.insert(
    {
      transactionId,
      destination: { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'merchant' },
      terminalId: 'T1',
      amountKobo: 150_000,
      amountWire: '1500.00',
      note: '',
      recordedAtMs: 0,
      recordedBoot: 'boot',
      recordedAwakeMs: 0,
      corrects: null,
    },
    NOW,
  )
  if (!inserted.ok) throw new Error(inserted.error)
  return inserted.value
}

const entries = (): number => database.all('SELECT id FROM audit').length

test('a sale that was removed since its row was read cannot be claimed: nothing of a claim is written', () => {
  const read = insert('A')
  expect(store.apply(read, 'cancelled', {}, NOW, 'typed twice')).toMatchObject({ ok: true })
  const written = entries()
  expect(store.claim(read, 'boot', NOW)).toEqual({ ok: false, error: 'stale' })
  expect(store.byTransactionId('A')).toMatchObject({ state: 'cancelled', sendCount: 0 })
  expect([entries(), database.all('SELECT id FROM attempt')]).toEqual([written, []])
})

test('two claims of one row: the second is refused, and one send is counted', () => {
  const read = insert('A')
  expect(store.claim(read, 'boot', NOW)).toMatchObject({ ok: true })
  expect(store.claim(read, 'boot', NOW)).toEqual({ ok: false, error: 'stale' })
  expect(store.byTransactionId('A')).toMatchObject({ state: 'sending', sendCount: 1 })
})

test('a row changed in the same state is stale as well: its version counts', () => {
  const read = insert('A')
  store.note(read, { failureCount: 1 }, NOW)
  expect(store.claim(read, 'boot', NOW)).toEqual({ ok: false, error: 'stale' })
})

test('a look-up does not overwrite a row that changed since', () => {
  const read = insert('A')
  expect(store.claim(read, 'boot', NOW)).toMatchObject({ ok: true })
  store.note(read, { checkCount: 7, dueAwakeMs: 99 }, NOW)
  expect(store.byTransactionId('A')).toMatchObject({ state: 'sending', checkCount: 0 })
})
